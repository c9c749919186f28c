#include "solver_core/compare/collider_measures.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/compare/nearest_surface.hpp"
#include "solver_core/contact/convex_distance.hpp"
#include "solver_core/contact/mesh_motion.hpp"
#include "solver_core/contact/point_discs.hpp"

#include <algorithm>
#include <limits>
#include <memory>

namespace stiction {
namespace {

constexpr Index kChunk = 256;

// Where a point is over the nearest collider.
struct Touch {
    double phi = std::numeric_limits<double>::infinity();
    Vec3 normal = Vec3::UnitY();
    std::size_t collider = 0;
    Index triangle = -1;  // of a deforming mesh
    Vec3 weight = Vec3::Zero();
};

// One collider through time.
class MovingCollider {
public:
    explicit MovingCollider(const Collider& collider) : collider_(&collider)
    {
        if (const auto* mesh = std::get_if<MeshShape>(&collider.shape)) {
            surface_ = std::make_unique<NearestSurface>(mesh->mesh);
            is_deforming_ = !mesh->frames.empty();
            points_ = mesh->mesh.positions;
            velocities_.resize(points_.size());
        } else if (const auto* points = std::get_if<PointsShape>(&collider.shape)) {
            discs_ = point_discs(*points);
            surface_ = std::make_unique<NearestSurface>(discs_);
            points_ = discs_.positions;
        }
    }

    bool has_inside() const { return !surface_ || surface_->has_inside(); }

    void set_time(double time)
    {
        pose_ = pose_at(*collider_, time);
        if (!surface_) return;
        for (std::size_t i = 0; i < discs_.positions.size(); ++i)
            points_[i] = pose_.apply(discs_.positions[i]);
        if (discs_.positions.empty()) mesh_motion(*collider_, time, 0.0, points_, velocities_);
        surface_->move(points_);
    }

    // Takes over `touch` where this collider is nearer.
    void look(const Vec3& x, std::size_t number, Touch& touch) const
    {
        if (surface_) {
            const NearestPoint near = surface_->nearest(x);
            const double phi = near.phi - collider_->radius;
            if (phi < touch.phi) touch = {phi, near.normal, number, near.triangle, near.weight};
            return;
        }
        const SignedDistance near = signed_distance(collider_->shape, pose_.apply_inverse(x));
        const double phi = near.phi - collider_->radius;
        if (phi < touch.phi) touch = {phi, pose_.rotation * near.normal, number, -1, Vec3::Zero()};
    }

    // How the material at x moves until the time of `later`.
    Vec3 carried(const Vec3& x, const Touch& touch, const MovingCollider& later) const
    {
        if (!is_deforming_) return later.pose_.apply(pose_.apply_inverse(x)) - x;
        Vec3 motion = Vec3::Zero();
        const Triangle& corners = surface_->mesh().triangles[at(touch.triangle)];
        for (int k = 0; k < 3; ++k)
            motion += touch.weight[k] * (later.points_[at(corners[k])] - points_[at(corners[k])]);
        return motion;
    }

private:
    const Collider* collider_;
    RigidPose pose_;
    std::unique_ptr<NearestSurface> surface_;  // of a mesh, or of discs
    SurfaceMesh discs_;                        // of points, which have no inside
    bool is_deforming_ = false;
    Vec3Array points_, velocities_;
};

// All colliders at one time, and the points over them.
struct Moment {
    std::vector<MovingCollider> colliders;
    std::vector<Touch> touches;

    Moment(const std::vector<Collider>& all, std::size_t points) : touches(points)
    {
        for (const Collider& collider : all) colliders.emplace_back(collider);
    }
    void set(const Vec3Array& x, double time)
    {
        for (MovingCollider& collider : colliders) collider.set_time(time);
        parallel_for(static_cast<Index>(x.size()), kChunk, [&](Index i) {
            Touch touch;
            for (std::size_t c = 0; c < colliders.size(); ++c) colliders[c].look(x[at(i)], c, touch);
            touches[at(i)] = touch;
        });
    }
};

void add_depth(const Moment& moment, const Cache& cache, double contact_distance, ColliderMeasures& out)
{
    double inside = 0.0, near = 0.0;
    for (std::size_t i = 0; i < moment.touches.size(); ++i) {
        const double phi = moment.touches[i].phi;
        if (phi < 0.0) inside += cache.weight[i];
        if (phi <= contact_distance) near += cache.weight[i];
        if (out.penetration_max) out.penetration_max = std::max(*out.penetration_max, -phi);
    }
    if (out.penetration_share) out.penetration_share = std::max(*out.penetration_share, inside);
    out.contact_share += near / double(cache.positions.size());
}

void add_slip(const Moment& now, const Moment& later, const Vec3Array& x0, const Vec3Array& x1,
              double contact_distance, std::vector<double>& slid)
{
    for (std::size_t i = 0; i < slid.size(); ++i) {
        const Touch& touch = now.touches[i];
        const Touch& next = later.touches[i];
        if (touch.phi > contact_distance || next.phi > contact_distance) continue;
        const Vec3 carried =
            now.colliders[touch.collider].carried(x0[i], touch, later.colliders[touch.collider]);
        const Vec3 relative = x1[i] - x0[i] - carried;
        slid[i] += (relative - relative.dot(next.normal) * next.normal).norm();
    }
}

}  // namespace

ColliderMeasures measure_colliders(const Cache& cache, const std::vector<Collider>& colliders,
                                   double contact_distance)
{
    Moment now(colliders, cache.weight.size());
    Moment later(colliders, cache.weight.size());
    ColliderMeasures out;
    if (std::all_of(now.colliders.begin(), now.colliders.end(),
                    [](const MovingCollider& c) { return c.has_inside(); })) {
        out.penetration_max = 0.0;
        out.penetration_share = 0.0;
    }
    std::vector<double> slid(cache.weight.size(), 0.0);
    for (std::size_t n = 0; n < cache.positions.size(); ++n) {
        later.set(cache.positions[n], cache.times[n]);
        add_depth(later, cache, contact_distance, out);
        if (n > 0) add_slip(now, later, cache.positions[n - 1], cache.positions[n], contact_distance, slid);
        std::swap(now, later);
    }
    for (std::size_t i = 0; i < slid.size(); ++i) {
        out.slid_mean += cache.weight[i] * slid[i];
        out.slid_max = std::max(out.slid_max, slid[i]);
    }
    return out;
}

Collider collider_of_cache(const Cache& cache)
{
    Collider collider;
    collider.name = cache.name;
    MeshShape shape;
    shape.mesh = {cache.positions.front(), cache.triangles};
    if (cache.positions.size() > 1) {
        shape.frame_times = cache.times;
        shape.frames = cache.positions;
    }
    collider.shape = std::move(shape);
    return collider;
}

}  // namespace stiction
