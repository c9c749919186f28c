#pragma once

// A scene that can be changed: the document as it was written, and what it reads as. A change that the declaration
// refuses leaves both as they were.

#include "solver_core/scene/place.hpp"
#include "solver_core/scene/scene.hpp"

#include <string>
#include <utility>
#include <vector>

namespace stiction::python {

// Paths and the values to set there.
using Overrides = std::vector<std::pair<std::string, Json>>;

class SceneDocument {
public:
    // Nothing in it yet: objects may be added one by one, and the whole is checked when it is used.
    SceneDocument();
    // `name` stands in messages; `folder` is the base of relative paths. Overrides are set before anything is checked, as
    // the command does.
    SceneDocument(Json document, const std::string& name, const std::string& folder,
                  const Overrides& overrides);
    static SceneDocument from_file(const std::string& path, const Overrides& overrides);
    static SceneDocument from_text(const std::string& text, const std::string& name,
                                   const std::string& folder, const Overrides& overrides);

    void set(const std::string& path, const Json& value);
    void add_object(Json object);
    void remove_object(const std::string& name);

    // Throws InputError while the whole does not hold together.
    const Scene& scene();
    const std::string& folder() const { return folder_; }

private:
    void change(Json document, SceneSource source);

    Json document_;
    SceneSource source_;
    std::string folder_;
    Scene scene_;
    bool is_whole_ = false;
};

}  // namespace stiction::python
