#pragma once
#include <SIM/SIM_Time.h>
#include <UT/UT_Error.h>
#include <UT/UT_IStream.h>
#include <UT/UT_StringHolder.h>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>
#include <SIM/SIM_DataFilter.h>
#include <UT/UT_Array.h>
class SIM_Data;
class SIM_DataFactory;
class SIM_RootData;
typedef UT_Array<const SIM_Data*> SIM_ConstDataArray;
enum {
    SIM_DATA_RETURN_EXISTING = 0x01,
    SIM_DATA_CREATE_UNIQUE_NAME = 0x02,
    SIM_DATA_ADOPT_EXISTING_ON_DELETE = 0x04
};
namespace hdk_double {
// What a node would show.
struct Message {
    UT_ErrorSeverity severity;
    std::string text;
};
inline thread_local std::vector<Message> messages;
inline thread_local std::vector<std::string> notes;  // messages that ask for nothing
}  // namespace hdk_double
// Data of a simulation: counted references, copied when written to while somebody else holds them too.
class SIM_Data {
public:
    virtual ~SIM_Data() = default;
    SIM_Data(const SIM_Data&) = delete;
    SIM_Data& operator=(const SIM_Data&) = delete;

    const UT_StringHolder& getDataType() const { return getDataTypeSubclass(); }
    SIM_Data* getNamedSubData(const char* name);
    const SIM_Data* getConstNamedSubData(const char* name) const;
    SIM_Data* createNamedSubData(const char* name, const char* type, int flags);
    // Data of a kind below `start`; the double knows the kind SIM_Force alone.
    void filterConstSubData(SIM_ConstDataArray& found, void*, const SIM_DataFilter& filter, const char* start,
                            const SIM_DataFilter& recurse) const;
    void removeNamedSubData(const char* name) { children_.erase(name); }
    void makeEqual(const SIM_Data* source);
    int64 getMemorySize() const;
    void addError(const SIM_RootData*, int code, const char* text, UT_ErrorSeverity severity) const;
    void handleModification(int = 0) {}

    // For the double's engine: the whole of it with what hangs below, as a .sim file has it.
    void saveAll(std::ostream& os) const;
    void loadAll(std::istream& is);
    void shareChildrenOf(const SIM_Data& other) { children_ = other.children_; }
    const SIM_Data* child(const std::string& name) const;
    static std::shared_ptr<SIM_Data> create(const std::string& type);

protected:
    explicit SIM_Data(const SIM_DataFactory*) {}
    virtual void initializeSubclass() {}
    virtual void makeEqualSubclass(const SIM_Data*) {}
    virtual void saveSubclass(std::ostream&) const {}
    virtual bool loadSubclass(UT_IStream&) { return true; }
    virtual int64 getMemorySizeSubclass() const { return 0; }
    virtual bool isForce() const { return false; }
    virtual const UT_StringHolder& getDataTypeSubclass() const = 0;

private:
    std::map<std::string, std::shared_ptr<SIM_Data>> children_;
};
