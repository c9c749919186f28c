#include "solver_core/sim/start_shape.hpp"

#include "solver_core/base/assert.hpp"

namespace stiction {
namespace {

void move_pins(const Vec3Array& x, std::vector<PinGroup>& pins)
{
    for (PinGroup& pin : pins) {
        pin.centre.setZero();
        for (const Index node : pin.nodes)
            pin.centre += x[static_cast<std::size_t>(node)] / static_cast<double>(pin.nodes.size());
        pin.carrier.placement.translation = pin.centre;
    }
}

}  // namespace

void set_start(Simulation& simulation, const Vec3Array& x, const Vec3Array& v)
{
    Model& model = simulation.model;
    STICTION_ASSERT(x.size() == model.x0.size() && v.size() == model.x0.size());
    STICTION_ASSERT(simulation.state.step == 0);
    set_positions(simulation, 0, x);
    set_velocities(simulation, 0, v);
    if (x != model.x0) {
        model.x0 = x;
        move_pins(x, model.pins);
        init_obstacle_offsets(model.contact, x, 0.0);
    }
    model.v0 = v;
    simulation.track = begin_track(model, simulation.state);
    simulation.run = run_hash(simulation.scene, model);
}

}  // namespace stiction
