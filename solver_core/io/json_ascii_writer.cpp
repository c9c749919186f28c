#include "solver_core/io/json_writer.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiction {
namespace {

// Outer lists begin on lines of their own, so that the text can be looked at; inner ones run on.
constexpr int kDepthOfLines = 5;

class AsciiWriter final : public JsonWriter {
public:
    void begin_list() override { open('['); }
    void end_list() override { close(']'); }
    void begin_map() override { open('{'); }
    void end_map() override { close('}'); }
    void key(const std::string& name) override
    {
        text(name);
        out_ += ':';
        comma_ = false;
    }
    void text(const std::string& text) override
    {
        separate();
        out_ += '"';
        for (const char c : text) character(c);
        out_ += '"';
    }
    void null() override { word("null"); }
    void boolean(bool value) override { word(value ? "true" : "false"); }
    void integer(std::int64_t value) override
    {
        separate();
        fmt::format_to(std::back_inserter(out_), "{}", value);
    }
    void real(double value) override { number(value, JsonNumber::real64); }
    void integers(Span<const std::int64_t> values, JsonNumber) override
    {
        open('[');
        for (const std::int64_t value : values) integer(value);
        close(']');
    }
    void reals(Span<const double> values, JsonNumber storage) override
    {
        open('[');
        for (const double value : values) number(value, storage);
        close(']');
    }
    void booleans(Span<const std::uint8_t> values) override
    {
        open('[');
        for (const std::uint8_t value : values) boolean(value != 0);
        close(']');
    }
    std::string take() override { return std::move(out_) + '\n'; }

protected:
    // The digits of a float do not tell its double.
    JsonNumber storage_of(Span<const double>) const override { return JsonNumber::real64; }

private:
    void separate()
    {
        if (comma_) out_ += ',';
        comma_ = true;
    }
    void open(char bracket)
    {
        separate();
        if (depth_ > 0 && depth_ < kDepthOfLines) out_ += '\n';
        out_ += bracket;
        comma_ = false;
        ++depth_;
    }
    void close(char bracket)
    {
        out_ += bracket;
        comma_ = true;
        --depth_;
    }
    void word(const char* text)
    {
        separate();
        out_ += text;
    }
    // The fewest digits that give the same float or double again, and a mark of being real: "1" would be read
    // back as an integer.
    void number(double value, JsonNumber storage)
    {
        separate();
        const std::size_t begin = out_.size();
        if (std::isnan(value))
            out_ += "nan";
        else if (storage == JsonNumber::real32)
            fmt::format_to(std::back_inserter(out_), "{}", static_cast<float>(value));
        else
            fmt::format_to(std::back_inserter(out_), "{}", value);
        if (std::isfinite(value) && out_.find_first_of(".e", begin) == std::string::npos) out_ += ".0";
    }
    void character(char c)
    {
        switch (c) {
            case '"': out_ += "\\\""; return;
            case '\\': out_ += "\\\\"; return;
            case '\n': out_ += "\\n"; return;
            case '\t': out_ += "\\t"; return;
            case '\r': out_ += "\\r"; return;
            default: break;
        }
        if (static_cast<unsigned char>(c) < 0x20)
            fmt::format_to(std::back_inserter(out_), "\\u{:04x}", static_cast<unsigned>(c));
        else
            out_ += c;
    }

    std::string out_;
    bool comma_ = false;
    int depth_ = 0;
};

}  // namespace

std::unique_ptr<JsonWriter> make_json_ascii_writer() { return std::make_unique<AsciiWriter>(); }

}  // namespace stiction
