#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace stiction::contact_tests {

double uniform(Random& random, double lo, double hi)
{
    return std::uniform_real_distribution<double>(lo, hi)(random);
}

Vec3 uniform_vec(Random& random, double half)
{
    const double x = uniform(random, -half, half), y = uniform(random, -half, half);
    return {x, y, uniform(random, -half, half)};
}

SurfaceMesh grid(Index nx, Index nz, double size_x, double size_z)
{
    SurfaceMesh mesh;
    for (Index j = 0; j <= nz; ++j)
        for (Index i = 0; i <= nx; ++i)
            mesh.positions.emplace_back(size_x * (double(i) / nx - 0.5), 0.0,
                                        size_z * (double(j) / nz - 0.5));
    const auto at = [&](Index i, Index j) { return j * (nx + 1) + i; };
    for (Index j = 0; j < nz; ++j)
        for (Index i = 0; i < nx; ++i) {
            const Index a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
            if ((i + j) % 2 == 0) {
                mesh.triangles.emplace_back(a, c, b);
                mesh.triangles.emplace_back(a, d, c);
            } else {
                mesh.triangles.emplace_back(a, d, b);
                mesh.triangles.emplace_back(b, d, c);
            }
        }
    return mesh;
}

SurfaceMesh box_surface(const Vec3& half)
{
    SurfaceMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.positions.emplace_back((i & 1 ? 1 : -1) * half[0], (i & 2 ? 1 : -1) * half[1],
                                    (i & 4 ? 1 : -1) * half[2]);
    const int quads[6][4] = {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3},
                             {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}};
    for (const auto& q : quads) {
        mesh.triangles.emplace_back(q[0], q[1], q[2]);
        mesh.triangles.emplace_back(q[0], q[2], q[3]);
    }
    return mesh;
}

SurfaceMesh ball_surface(double radius, Index segments)
{
    SurfaceMesh mesh;
    const Index rings = segments / 2;
    const double pi = std::acos(-1.0);
    mesh.positions.emplace_back(0.0, radius, 0.0);
    for (Index j = 1; j < rings; ++j)
        for (Index i = 0; i < segments; ++i) {
            const double polar = pi * j / rings, around = 2.0 * pi * i / segments;
            mesh.positions.emplace_back(radius * std::sin(polar) * std::cos(around), radius * std::cos(polar),
                                        radius * std::sin(polar) * std::sin(around));
        }
    mesh.positions.emplace_back(0.0, -radius, 0.0);
    const auto at = [&](Index i, Index j) { return 1 + (j - 1) * segments + i % segments; };
    const auto last = static_cast<Index>(mesh.positions.size() - 1);
    for (Index i = 0; i < segments; ++i) {
        mesh.triangles.emplace_back(0, at(i + 1, 1), at(i, 1));
        for (Index j = 1; j + 1 < rings; ++j) {
            mesh.triangles.emplace_back(at(i, j), at(i + 1, j), at(i + 1, j + 1));
            mesh.triangles.emplace_back(at(i, j), at(i + 1, j + 1), at(i, j + 1));
        }
        mesh.triangles.emplace_back(last, at(i, rings - 1), at(i + 1, rings - 1));
    }
    return mesh;
}

SurfaceMesh moved(SurfaceMesh mesh, const Vec3& by)
{
    for (Vec3& p : mesh.positions) p += by;
    return mesh;
}

Index Pieces::add(const SurfaceMesh& mesh, double radius, bool solid)
{
    const auto object = static_cast<Index>(geometry.object_is_solid.size());
    const auto first = static_cast<Index>(x.size());
    geometry.object_is_solid.push_back(solid);
    geometry.object_self_contact.push_back(true);
    for (const Vec3& p : mesh.positions) {
        x.push_back(p);
        v.push_back(Vec3::Zero());
        geometry.rest.push_back(p);
        geometry.radius.push_back(radius);
        geometry.node_object.push_back(object);
    }
    for (const Triangle& t : mesh.triangles) {
        geometry.triangles.emplace_back(t[0] + first, t[1] + first, t[2] + first);
        geometry.triangle_object.push_back(object);
    }
    return object;
}

Index Pieces::add_collider(const Shape& shape, const Vec3& at, double radius)
{
    Collider collider;
    collider.shape = shape;
    collider.placement.translation = at;
    collider.radius = radius;
    geometry.colliders.push_back(collider);
    return static_cast<Index>(geometry.colliders.size() - 1);
}

ContactGeometry& Pieces::finish()
{
    std::set<std::pair<Index, Index>> edges;
    std::set<Index> vertices;
    for (const Triangle& t : geometry.triangles)
        for (int k = 0; k < 3; ++k) {
            edges.emplace(std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3]));
            vertices.insert(t[k]);
        }
    for (const auto& e : edges) {
        geometry.edges.emplace_back(e.first, e.second);
        geometry.edge_object.push_back(geometry.node_object[static_cast<std::size_t>(e.first)]);
    }
    geometry.vertices.assign(vertices.begin(), vertices.end());
    const std::size_t objects = geometry.object_is_solid.size(), colliders = geometry.colliders.size();
    geometry.friction_objects.assign(objects, std::vector<double>(objects));
    geometry.friction_colliders.assign(objects, std::vector<double>(colliders));
    for (std::size_t i = 0; i < objects; ++i) {
        for (std::size_t j = 0; j < objects; ++j)
            geometry.friction_objects[i][j] = 0.1 * double(i + 1) + 0.01 * double(j);
        for (std::size_t j = 0; j < colliders; ++j)
            geometry.friction_colliders[i][j] = 0.5 + 0.1 * double(i) + 0.01 * double(j);
    }
    return geometry;
}

DetectQuery Pieces::query(double step, double time) const
{
    DetectQuery query;
    query.v_carried = v_carried;
    query.x = x;
    query.v = v;
    query.time = time;
    query.step = step;
    return query;
}

ContactSet run_detect(const Pieces& pieces, double step, double time)
{
    DetectWorkspace work;
    ContactSet contacts;
    detect(pieces.geometry, pieces.query(step, time), work, contacts);
    expect_valid(contacts);
    return contacts;
}

Index count_kind(const ContactSet& contacts, ContactKind kind)
{
    return static_cast<Index>(std::count_if(contacts.key.begin(), contacts.key.end(),
                                            [&](const ContactKey& key) { return key.kind == kind; }));
}

namespace {

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b)
{
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(static_cast<const void*>(a.data()), static_cast<const void*>(b.data()),
                                     a.size() * sizeof(T)) == 0);
}

}  // namespace

void expect_identical(const ContactSet& a, const ContactSet& b)
{
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t c = 0; c < a.key.size(); ++c)
        ASSERT_TRUE(a.key[c] == b.key[c])
            << "first different key at contact " << c << ": kind " << int(a.key[c].kind) << "/"
            << int(b.key[c].kind) << " a " << a.key[c].a << "/" << b.key[c].a << " b " << a.key[c].b << "/"
            << b.key[c].b;
    EXPECT_TRUE(same_bits(a.normal, b.normal));
    EXPECT_TRUE(same_bits(a.point, b.point));
    EXPECT_TRUE(same_bits(a.obstacle_velocity, b.obstacle_velocity));
    EXPECT_TRUE(same_bits(a.gap, b.gap));
    EXPECT_TRUE(same_bits(a.mu, b.mu));
    EXPECT_TRUE(same_bits(a.begin, b.begin));
    EXPECT_TRUE(same_bits(a.node, b.node));
    EXPECT_TRUE(same_bits(a.weight, b.weight));
}

void expect_valid(const ContactSet& contacts)
{
    ASSERT_EQ(contacts.begin.size(), contacts.key.size() + 1);
    for (std::size_t c = 0; c < contacts.key.size(); ++c) {
        if (c > 0) {
            ASSERT_TRUE(contacts.key[c - 1] < contacts.key[c]) << "contact " << c;
        }
        ASSERT_NEAR(contacts.normal[c].norm(), 1.0, 1e-12) << "contact " << c;
        ASSERT_TRUE(contacts.point[c].allFinite() && contacts.obstacle_velocity[c].allFinite());
        ASSERT_TRUE(std::isfinite(contacts.gap[c]));
        double sum = 0.0;
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
            sum += contacts.weight[static_cast<std::size_t>(k)];
        ASSERT_NEAR(sum, contacts.is_external(static_cast<Index>(c)) ? 1.0 : 0.0, 1e-12) << "contact " << c;
    }
}

}  // namespace stiction::contact_tests
