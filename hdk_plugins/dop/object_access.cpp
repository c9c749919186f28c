#include "hdk_plugins/dop/object_access.hpp"

#include "hdk_plugins/shared/detail_translation.hpp"
#include "solver_core/base/error.hpp"

#include <SIM/SIM_ColliderInfo.h>
#include <SIM/SIM_Geometry.h>
#include <SIM/SIM_GeometryCopy.h>
#include <SIM/SIM_Names.h>
#include <SIM/SIM_Object.h>
#include <SIM/SIM_Utils.h>
#include <UT/UT_VectorTypes.h>
#include <fmt/format.h>

#include <algorithm>

namespace stiction {
namespace {

ObjectTransform transform_of(const SIM_Object& object)
{
    UT_DMatrix4 matrix;
    SIMgetGeometryTransform(matrix, object);
    return ObjectTransform(matrix);
}

SharedPoints positions_of(const SIM_Object& object, const char* data_name)
{
    const SIM_Geometry* geometry = SIM_DATA_GETCONST(object, data_name, SIM_Geometry);
    if (!geometry) return nullptr;
    const SIM_GeometryAutoReadLock lock(geometry);
    if (!lock.getGdp()) return nullptr;
    return std::make_shared<Vec3Array>(read_positions(*lock.getGdp(), transform_of(object)));
}

// Targets of one object's nodes: the points with the same numbers.
SharedPoints target_of(const SIM_Object& object, const ObjectLink& link)
{
    const SharedPoints all = positions_of(object, kTargetName);
    if (!all) return nullptr;
    auto nodes = std::make_shared<Vec3Array>();
    for (const Index point : link.points) {
        if (static_cast<std::size_t>(point) >= all->size())
            throw InputError(
                object.getName().toStdString(),
                fmt::format("the target has {} points, the object point {}; allowed: the same points; "
                            "give it the object's own geometry, animated",
                            all->size(), point));
        nodes->push_back((*all)[static_cast<std::size_t>(point)]);
    }
    return nodes;
}

int collider_id(const SolverRecord& record, const ObjectLink& link)
{
    return record.members.colliders.at(at(link.host_object) - record.members.objects.size()).id;
}

void require_geometry(const SIM_Object& object, const ObjectLink& link)
{
    const SIM_Geometry* geometry = SIM_DATA_GETCONST(object, SIM_GEOMETRY_DATANAME, SIM_Geometry);
    const SIM_GeometryAutoReadLock lock(geometry);
    const std::string name = object.getName().toStdString();
    if (!lock.getGdp())
        throw InputError(name,
                         "its geometry is gone; allowed: the same throughout; put it back, or reset the "
                         "simulation");
    require_elements(*lock.getGdp(), link, name);
}

// The contacts of one object of the host: those whose side A is one of its pieces.
GeometryTable contacts_of(const GeometryTable& all, const BuiltScene& built, Index host_object)
{
    GeometryTable mine;
    const std::vector<double>& object = all.point_attributes.at("object").values;
    std::vector<std::size_t> rows;
    for (std::size_t c = 0; c < all.positions.size(); ++c)
        if (built.links[static_cast<std::size_t>(object[c])].host_object == host_object) rows.push_back(c);
    for (const std::size_t c : rows) mine.positions.push_back(all.positions[c]);
    for (const auto& [name, values] : all.point_attributes) {
        GeometryTable::Attribute& attribute = mine.point_attributes[name];
        attribute.size = values.size;
        attribute.integer = values.integer;
        const auto size = static_cast<std::size_t>(values.size);
        for (const std::size_t c : rows)
            attribute.values.insert(attribute.values.end(),
                                    values.values.begin() + static_cast<long>(c * size),
                                    values.values.begin() + static_cast<long>((c + 1) * size));
    }
    return mine;
}

}  // namespace

std::vector<SIM_Object*> sorted_objects(const SIM_ObjectArray& old, const SIM_ObjectArray& added)
{
    std::vector<SIM_Object*> sorted;
    for (const SIM_ObjectArray* objects : {&old, &added})
        for (exint i = 0; i < objects->entries(); ++i) sorted.push_back((*objects)(i));
    std::sort(sorted.begin(), sorted.end(),
              [](const SIM_Object* a, const SIM_Object* b) { return a->getObjectId() < b->getObjectId(); });
    return sorted;
}

std::map<int, const SIM_Object*> colliders_of(const std::vector<SIM_Object*>& objects)
{
    std::map<int, const SIM_Object*> found;
    for (const SIM_Object* object : objects) {
        SIM_ColliderInfoArray infos;
        object->getColliderInfo(infos);
        for (exint i = 0; i < infos.entries(); ++i)
            if (const SIM_Object* affector = infos(i).getAffector())
                found[affector->getObjectId()] = affector;
    }
    for (const SIM_Object* object : objects) found.erase(object->getObjectId());
    return found;
}

HostMembers members_of(const std::vector<SIM_Object*>& objects)
{
    HostMembers members;
    for (const SIM_Object* object : objects)
        members.objects.push_back({object->getObjectId(), object->getName().toStdString()});
    for (const auto& [id, collider] : colliders_of(objects))
        members.colliders.push_back({id, collider->getName().toStdString()});
    return members;
}

HostObject host_object(const SIM_Object& object, bool is_collider)
{
    HostObject host;
    host.name = object.getName().toStdString();
    host.is_collider = is_collider;
    const SIM_Geometry* geometry = SIM_DATA_GETCONST(object, SIM_GEOMETRY_DATANAME, SIM_Geometry);
    const SIM_GeometryAutoReadLock lock(geometry);
    if (!lock.getGdp())
        throw InputError(
            host.name, is_collider ? "found no geometry on the collider; give it some, or take it out of the "
                                     "collision relationship"
                                   : "found no geometry on the object; attach some (SOP Geometry)");
    host.geometry = read_detail(*lock.getGdp(), transform_of(object), host.name);
    return host;
}

GivenMotion given_motion(const SolverRecord& record, const std::vector<SIM_Object*>& objects)
{
    GivenMotion motion;
    const HostSolver& solver = record.solver();
    const std::map<int, const SIM_Object*> colliders = colliders_of(objects);
    std::map<int, SharedPoints> all;
    for (const auto& [id, collider] : colliders) all[id] = positions_of(*collider, SIM_GEOMETRY_DATANAME);
    for (const std::size_t c : solver.colliders()) {
        const ObjectLink& link = solver.built().links[c];
        const int id = collider_id(record, link);
        motion.colliders.push_back(share_of(*all.at(id), link, colliders.at(id)->getName().toStdString()));
    }
    for (const std::size_t o : solver.deformable()) {
        const ObjectLink& link = solver.built().links[o];
        const SIM_Object& object = *objects[static_cast<std::size_t>(link.host_object)];
        motion.targets.push_back(link.animated.empty() ? nullptr : target_of(object, link));
    }
    return motion;
}

GivenLoads given_loads(const SolverRecord& record, const std::vector<SIM_Object*>& objects)
{
    GivenLoads loads;
    const HostSolver& solver = record.solver();
    for (const std::size_t o : solver.deformable()) {
        const ObjectLink& link = solver.built().links[o];
        const SIM_Object& object = *objects[at(link.host_object)];
        const SIM_Geometry* geometry = SIM_DATA_GETCONST(object, SIM_GEOMETRY_DATANAME, SIM_Geometry);
        const SIM_GeometryAutoReadLock lock(geometry);
        loads.objects.push_back(read_loads(*lock.getGdp(), transform_of(object), link.points));
    }
    return loads;
}

void require_same_geometry(const SolverRecord& record, const std::vector<SIM_Object*>& objects)
{
    const HostSolver& solver = record.solver();
    const std::map<int, const SIM_Object*> colliders = colliders_of(objects);
    for (const std::size_t o : solver.deformable()) {
        const ObjectLink& link = solver.built().links[o];
        require_geometry(*objects[at(link.host_object)], link);
    }
    for (const std::size_t c : solver.colliders()) {
        const ObjectLink& link = solver.built().links[c];
        require_geometry(*colliders.at(collider_id(record, link)), link);
    }
}

void write_step(const SolverRecord& record, const HostStep& step, const std::vector<SIM_Object*>& objects)
{
    const HostSolver& solver = record.solver();
    const State& state = step.state->checkpoint.state;
    for (std::size_t h = 0; h < objects.size(); ++h) {
        SIM_Object& object = *objects[h];
        const ObjectTransform to_local = transform_of(object).inverse();
        SIM_GeometryCopy* geometry =
            SIM_DATA_CREATE(object, SIM_GEOMETRY_DATANAME, SIM_GeometryCopy,
                            SIM_DATA_RETURN_EXISTING | SIM_DATA_ADOPT_EXISTING_ON_DELETE);
        if (geometry) {
            SIM_GeometryAutoWriteLock lock(geometry, SIM_DATA_ID_PRESERVE);
            for (std::size_t d = 0; d < solver.deformable().size(); ++d) {
                const ObjectLink& link = solver.built().links[solver.deformable()[d]];
                if (link.host_object == static_cast<Index>(h))
                    write_motion(solver.nodes_of(state.x, d), solver.nodes_of(state.v, d), link.points,
                                 to_local, lock.getGdp());
            }
            clear_loads(lock.getGdp());
        }
        SIM_GeometryCopy* contacts =
            SIM_DATA_CREATE(object, kContactsName, SIM_GeometryCopy, SIM_DATA_RETURN_EXISTING);
        if (contacts) {
            SIM_GeometryAutoWriteLock lock(contacts);
            write_table(contacts_of(step.contacts, solver.built(), static_cast<Index>(h)), lock.getGdp());
        }
    }
}

}  // namespace stiction
