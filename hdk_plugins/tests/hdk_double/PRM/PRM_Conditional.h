#pragma once
enum PRM_ConditionalType { PRM_CONDTYPE_DISABLE };
class PRM_ConditionalBase {
public:
    virtual ~PRM_ConditionalBase() = default;
};
class PRM_Conditional : public PRM_ConditionalBase {
public:
    explicit PRM_Conditional(const char* rule, PRM_ConditionalType = PRM_CONDTYPE_DISABLE) : rule_(rule) {}
    const char* rule() const { return rule_; }

private:
    const char* rule_;
};
