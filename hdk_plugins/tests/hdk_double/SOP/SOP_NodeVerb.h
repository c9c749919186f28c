#pragma once
#include <GU/GU_DetailHandle.h>
#include <OP/OP_Node.h>
#include <OP/OP_NodeParms.h>
#include <SIM/SIM_Data.h>
#include <UT/UT_StringHolder.h>
#include <map>
#include <string>
#include <vector>
class UT_SourceLocation;
class SOP_NodeParms : public OP_NodeParms {};
class SOP_NodeCache {
public:
    virtual ~SOP_NodeCache() = default;
};
class SOP_NodeVerb {
public:
    enum CookMode { COOK_INPLACE, COOK_DUPLICATE, COOK_GENERATOR, COOK_INSTANCE, COOK_GENERIC, COOK_PASSTHROUGH };
    class CookParms {
    public:
        CookParms(GU_DetailHandle out, std::vector<const GU_Detail*> inputs, const SOP_NodeParms& parms,
                  SOP_NodeCache* cache, fpreal time)
            : out_(std::move(out)), inputs_(std::move(inputs)), parms_(parms), cache_(cache), time_(time)
        {
        }
        GU_DetailHandle& gdh() const { return out_; }
        bool hasInput(exint i) const { return inputGeo(i) != nullptr; }
        const GU_Detail* inputGeo(exint i) const
        {
            return i < static_cast<exint>(inputs_.size()) ? inputs_[static_cast<std::size_t>(i)] : nullptr;
        }
        template <class T>
        const T& parms() const
        {
            return static_cast<const T&>(parms_);
        }
        SOP_NodeCache* cache() const { return cache_; }
        fpreal getCookTime() const { return time_; }
        UT_ErrorSeverity sopAddError(int, const char* text = nullptr, const UT_SourceLocation* = nullptr) const
        {
            hdk_double::messages.push_back({UT_ERROR_ABORT, text});
            return UT_ERROR_ABORT;
        }
        UT_ErrorSeverity sopAddMessage(int, const char* text = nullptr, const UT_SourceLocation* = nullptr) const
        {
            hdk_double::notes.emplace_back(text);
            return UT_ERROR_MESSAGE;
        }
        UT_ErrorSeverity sopAddWarning(int, const char* text = nullptr, const UT_SourceLocation* = nullptr) const
        {
            hdk_double::messages.push_back({UT_ERROR_WARNING, text});
            return UT_ERROR_WARNING;
        }

    private:
        mutable GU_DetailHandle out_;
        std::vector<const GU_Detail*> inputs_;
        const SOP_NodeParms& parms_;
        SOP_NodeCache* cache_;
        fpreal time_;
    };
    virtual ~SOP_NodeVerb() = default;
    virtual SOP_NodeParms* allocParms() const = 0;
    virtual SOP_NodeCache* allocCache() const { return nullptr; }
    virtual UT_StringHolder name() const = 0;
    virtual CookMode cookMode(const SOP_NodeParms*) const { return COOK_DUPLICATE; }
    virtual void cook(const CookParms& parms) const = 0;

    static std::map<std::string, const SOP_NodeVerb*>& registered()
    {
        static std::map<std::string, const SOP_NodeVerb*> verbs;
        return verbs;
    }
    template <class Verb>
    class Register {
    public:
        Register() { registered()[verb_.name().c_str()] = &verb_; }
        const SOP_NodeVerb* get() const { return &verb_; }

    private:
        Verb verb_;
    };
};
