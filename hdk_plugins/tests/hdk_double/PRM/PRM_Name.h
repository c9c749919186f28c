#pragma once
class PRM_Name {
public:
    PRM_Name(const char* token = nullptr, const char* label = nullptr) : token_(token), label_(label) {}
    const char* getToken() const { return token_; }
    const char* getLabel() const { return label_; }

private:
    const char* token_;
    const char* label_;
};
