#include "solver_core/contact/contact_assembly.hpp"
#include "solver_core/contact/contact_surface.hpp"
#include "solver_core/contact/obstacle_faces.hpp"
#include "solver_core/contact/pair_search.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

namespace stiction::contact_tests {
namespace {

void all_obstacles(const ContactGeometry& geometry, const ContactSurface& surface, double time,
                   std::vector<ObstacleContact>& vertices, std::vector<ObstacleContact>& faces)
{
    for (std::size_t c = 0; c < geometry.colliders.size(); ++c) {
        if (!is_convex(geometry.colliders[c].shape)) continue;
        const auto collider = static_cast<Index>(c);
        const ObstacleFrame frame(geometry.colliders[c], collider, time, surface.step);
        ObstacleContact contact;
        for (const Index node : geometry.vertices) {
            const double offset = obstacle_offset(geometry, collider, node);
            if (!vertex_obstacle_contact(frame, surface.x[at(node)], surface.v[at(node)], offset, contact))
                continue;
            contact.key = {ContactKind::vertex_obstacle, collider, node, 0};
            contact.object = surface.node_object[at(node)];
            contact.count = 1;
            contact.node[0] = node;
            contact.weight[0] = 1.0;
            vertices.push_back(contact);
        }
        for (Index t = 0; t < surface.deformable_triangles; ++t)
            triangle_obstacle_contacts(geometry, surface, frame, t, faces);
    }
}

void all_pairs(const ContactGeometry& geometry, const ContactSurface& surface, PairBuffers::Found& pairs)
{
    const auto nodes = static_cast<Index>(surface.node_object.size());
    const auto triangles = static_cast<Index>(surface.triangles.size());
    const auto edges = static_cast<Index>(surface.edges.size());
    PairContact contact;
    for (Index p = 0; p < nodes; ++p) {
        if (surface.node_triangles[p].size() == 0) continue;
        for (Index t = 0; t < triangles; ++t) {
            const SurfaceTriangle& triangle = surface.triangles[at(t)];
            if (!surface.objects_meet(surface.node_object[at(p)], triangle.object, geometry)) continue;
            if (node_and_face_boxes_overlap(surface, p, triangle) &&
                vertex_face_contact(geometry, surface, p, triangle, contact))
                pairs.vertex_face.push_back(contact);
        }
        for (Index object = 0; object < static_cast<Index>(surface.trees.size()); ++object) {
            if (!can_be_inside(geometry, surface, p, object)) continue;
            NearestTriangle nearest;
            for (const Index t : surface.object_triangles[object])
                consider_nearest(surface, surface.x[at(p)], t, nearest);
            if (vertex_inside_contact(geometry, surface, p, nearest, contact))
                pairs.vertex_face.push_back(contact);
        }
    }
    for (Index e = 0; e < edges; ++e)
        for (Index f = e + 1; f < edges; ++f) {
            const Index object_e = surface.node_object[at(surface.edges[at(e)][0])];
            const Index object_f = surface.node_object[at(surface.edges[at(f)][0])];
            if (surface.objects_meet(object_e, object_f, geometry) && edge_boxes_overlap(surface, e, f) &&
                edge_edge_contact(geometry, surface, e, f, contact))
                pairs.edge_edge.push_back(contact);
        }
}

}  // namespace

ContactSet detect_brute_force(const ContactGeometry& geometry, const DetectQuery& query)
{
    ContactSurface surface;
    surface.build(geometry, query.x);
    surface.begin_step(geometry, query);
    std::vector<ObstacleContact> vertices, faces;
    all_obstacles(geometry, surface, query.time, vertices, faces);
    PairBuffers::Found found;
    all_pairs(geometry, surface, found);
    PairContacts pairs;
    std::vector<const PairContact*> vertex_face;
    for (const PairContact& contact : found.vertex_face) vertex_face.push_back(&contact);
    pairs.vertices.set(vertex_face, surface.node_object.size());
    for (const PairContact& contact : found.edge_edge)
        if (!pairs.vertices.see(contact)) pairs.edge_edge.push_back(&contact);
    AssemblyBuffers buffers;
    ContactSet contacts;
    assemble_contacts(geometry, surface, vertices, faces, pairs, buffers, contacts);
    return contacts;
}

}  // namespace stiction::contact_tests
