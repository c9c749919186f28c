// What the stand-in does where its headers only say it.

#include <GA/GA_IOJSON.h>
#include <SIM/SIM_Force.h>
#include <SIM/SIM_Geometry.h>
#include <SIM/SIM_GeometryCopy.h>
#include <SIM/SIM_Object.h>
#include <UT/UT_ParallelUtil.h>
#include <solver_core/io/geo_file.hpp>

#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace hdk_double {
namespace {

std::map<std::string, Factory>& factories()
{
    static std::map<std::string, Factory> registered;
    return registered;
}

void write_text(std::ostream& os, const std::string& text)
{
    os << text.size() << ' ';
    os.write(text.data(), static_cast<std::streamsize>(text.size()));
}

std::string read_text(std::istream& is)
{
    std::size_t size = 0;
    is >> size;
    is.get();
    std::string text(size, '\0');
    is.read(text.data(), static_cast<std::streamsize>(size));
    if (!is) throw std::runtime_error("a .sim of the double ended early");
    return text;
}

}  // namespace

void register_data(const std::string& type, const Factory& factory) { factories()[type] = factory; }
const Factory& factory_of(const std::string& type) { return factories().at(type); }

void run_numbers(exint count, const std::function<void(exint)>& body)
{
    ++parallel_loops;
    std::atomic<exint> next{0};
    std::exception_ptr error;
    std::mutex mutex;
    const auto work = [&] {
        try {
            for (exint i = next++; i < count; i = next++) body(i);
        } catch (...) {
            const std::lock_guard<std::mutex> lock(mutex);
            error = std::current_exception();
        }
    };
    std::vector<std::thread> helpers;
    for (int t = 1; t < 3; ++t) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
    if (error) std::rethrow_exception(error);
}

}  // namespace hdk_double

std::shared_ptr<SIM_Data> SIM_Data::create(const std::string& type)
{
    return std::shared_ptr<SIM_Data>(hdk_double::factory_of(type).make());
}

SIM_Data* SIM_Data::getNamedSubData(const char* name)
{
    const auto found = children_.find(name);
    if (found == children_.end()) return nullptr;
    std::shared_ptr<SIM_Data>& data = found->second;
    if (data.use_count() > 1) {
        std::shared_ptr<SIM_Data> copy = create(data->getDataType().c_str());
        copy->makeEqual(data.get());
        data = std::move(copy);
    }
    return data.get();
}

const SIM_Data* SIM_Data::getConstNamedSubData(const char* name) const { return child(name); }

const SIM_Data* SIM_Data::child(const std::string& name) const
{
    const auto found = children_.find(name);
    return found == children_.end() ? nullptr : found->second.get();
}

SIM_Data* SIM_Data::createNamedSubData(const char* name, const char* type, int flags)
{
    const SIM_Data* before = child(name);
    const bool same = before && std::string(before->getDataType().c_str()) == type;
    if (same && (flags & SIM_DATA_RETURN_EXISTING) != 0) return getNamedSubData(name);
    std::shared_ptr<SIM_Data> made = create(type);
    if (before && (flags & SIM_DATA_ADOPT_EXISTING_ON_DELETE) != 0) made->makeEqual(before);
    children_[name] = made;
    return made.get();
}

void SIM_Data::makeEqual(const SIM_Data* source)
{
    children_ = source->children_;
    makeEqualSubclass(source);
}

int64 SIM_Data::getMemorySize() const { return getMemorySizeSubclass(); }

void SIM_Data::filterConstSubData(SIM_ConstDataArray& found, void*, const SIM_DataFilter& filter,
                                  const char* start, const SIM_DataFilter&) const
{
    const std::string prefix = std::string(start) + "/";
    for (const auto& [name, data] : children_)
        if (name.rfind(prefix, 0) == 0 && filter.type == "SIM_Force" && data->isForce())
            found.append(data.get());
}

void SIM_Data::addError(const SIM_RootData*, int, const char* text, UT_ErrorSeverity severity) const
{
    if (severity == UT_ERROR_MESSAGE)
        hdk_double::notes.emplace_back(text);
    else
        hdk_double::messages.push_back({severity, text});
}

void SIM_Data::saveAll(std::ostream& os) const
{
    saveSubclass(os);
    os << children_.size() << ' ';
    for (const auto& [name, data] : children_) {
        hdk_double::write_text(os, name);
        hdk_double::write_text(os, data->getDataType().c_str());
        data->saveAll(os);
    }
}

void SIM_Data::loadAll(std::istream& is)
{
    UT_IStream stream(is);
    if (!loadSubclass(stream)) throw std::runtime_error("data could not be loaded");
    std::size_t count = 0;
    is >> count;
    is.get();
    children_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = hdk_double::read_text(is);
        std::shared_ptr<SIM_Data> data = create(hdk_double::read_text(is));
        data->loadAll(is);
        children_[name] = std::move(data);
    }
}

void SIM_Geometry::makeEqualSubclass(const SIM_Data* source)
{
    SIM_Data::makeEqualSubclass(source);
    if (const auto* other = SIM_DATA_CASTCONST(source, SIM_Geometry)) detail_ = other->detail_;
}

void SIM_Geometry::saveSubclass(std::ostream& os) const
{
    hdk_double::write_text(os, stiction::encode_geo(detail_->table, stiction::JsonEncoding::binary));
}

bool SIM_Geometry::loadSubclass(UT_IStream& is)
{
    std::string digits;
    for (char c = ' '; is.bread(&c) == 1 && c != ' ';) digits += c;
    std::string bytes(std::stoul(digits), '\0');
    if (is.bread(bytes.data(), static_cast<exint>(bytes.size())) != static_cast<exint>(bytes.size()))
        return false;
    detail_ = std::make_shared<GU_Detail>();
    detail_->table = stiction::decode_geo(bytes, "the double's geometry");
    return true;
}

void SIM_Force::getForceSubclass(const SIM_Object&, const UT_Vector3&, const UT_Vector3&, const UT_Vector3&,
                                 const fpreal, UT_Vector3& force, UT_Vector3& torque) const
{
    force = torque = UT_Vector3(0, 0, 0);
}

void SIM_Force::getForceOnCircle(const SIM_Object& object, const UT_Vector3& position, const UT_Vector3&,
                                 const fpreal radius, const UT_Vector3& velocity, const UT_Vector3& angvel,
                                 const fpreal mass, UT_Vector3& force, UT_Vector3& torque) const
{
    constexpr double kPi = 3.14159265358979323846;
    const double area = kPi * radius * radius;
    getForceSubclass(object, position, velocity, angvel, mass, force, torque);
    force = UT_Vector3(area * force.x(), area * force.y(), area * force.z());
    torque = UT_Vector3(area * torque.x(), area * torque.y(), area * torque.z());
}

void SIMgetGeometryTransform(UT_DMatrix4& xform, const SIM_Object& object) { xform = object.transform; }

bool GA_IOJSON::writeStream(const GA_Detail& g, std::ostream& os, bool binary, const GA_SaveOptions*,
                            UT_StringArray*) const
{
    const std::string bytes = stiction::encode_geo(
        g.table, binary ? stiction::JsonEncoding::binary : stiction::JsonEncoding::ascii);
    os.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return static_cast<bool>(os);
}

bool GA_IOJSON::readStream(GA_Detail& g, UT_IStream& is, const GA_LoadOptions*, UT_StringArray*) const
{
    std::string bytes;
    for (char c = 0; is.bread(&c) == 1;) bytes += c;
    try {
        g.table = stiction::decode_geo(bytes, "a stream");
    } catch (const std::exception&) {
        return false;
    }
    return true;
}
