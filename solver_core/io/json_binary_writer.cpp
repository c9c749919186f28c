#include "solver_core/io/byte_order.hpp"
#include "solver_core/io/json_binary_format.hpp"
#include "solver_core/io/json_writer.hpp"

#include <limits>

namespace stiction {
namespace {

// Little endian. Keys and texts are written out each time: token definitions are an option of the format.
class BinaryWriter final : public JsonWriter {
public:
    BinaryWriter()
    {
        out_ += static_cast<char>(kBinaryJsonStart);
        append_little_endian(out_, kBinaryJsonMagic);
    }
    void begin_list() override { token(JsonToken::list_begin); }
    void end_list() override { token(JsonToken::list_end); }
    void begin_map() override { token(JsonToken::map_begin); }
    void end_map() override { token(JsonToken::map_end); }
    void key(const std::string& name) override { text(name); }
    void text(const std::string& text) override
    {
        token(JsonToken::text);
        length(text.size());
        out_ += text;
    }
    void null() override { token(JsonToken::null); }
    void boolean(bool value) override { token(value ? JsonToken::yes : JsonToken::no); }
    void integer(std::int64_t value) override
    {
        const JsonNumber number = narrowest(Span<const std::int64_t>(&value, 1));
        token(token_of(number));
        item(value, number);
    }
    void real(double value) override
    {
        const JsonNumber number = narrowest(Span<const double>(&value, 1));
        token(token_of(number));
        item(value, number);
    }
    void integers(Span<const std::int64_t> values, JsonNumber number) override { list(values, number); }
    void reals(Span<const double> values, JsonNumber number) override { list(values, number); }
    void booleans(Span<const std::uint8_t> values) override
    {
        if (values.empty()) return empty_list();
        token(JsonToken::uniform_list);
        token(JsonToken::boolean);
        length(values.size());
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            word |= static_cast<std::uint32_t>(values[i] != 0) << (i % 32);
            if (i % 32 == 31 || i + 1 == values.size()) {
                append_little_endian(out_, word);
                word = 0;
            }
        }
    }
    std::string take() override { return std::move(out_); }

protected:
    JsonNumber storage_of(Span<const double> values) const override { return narrowest(values); }

private:
    void token(JsonToken token) { out_ += static_cast<char>(token); }

    void empty_list()
    {
        begin_list();
        end_list();
    }

    void length(std::size_t value)
    {
        if (value < 0xF1) {
            append_little_endian(out_, static_cast<std::uint8_t>(value));
        } else if (value <= std::numeric_limits<std::uint16_t>::max()) {
            append_little_endian(out_, std::uint8_t(0xF2));
            append_little_endian(out_, static_cast<std::uint16_t>(value));
        } else if (value <= std::numeric_limits<std::uint32_t>::max()) {
            append_little_endian(out_, std::uint8_t(0xF4));
            append_little_endian(out_, static_cast<std::uint32_t>(value));
        } else {
            append_little_endian(out_, std::uint8_t(0xF8));
            append_little_endian(out_, static_cast<std::uint64_t>(value));
        }
    }

    static JsonToken token_of(JsonNumber number)
    {
        switch (number) {
            case JsonNumber::int8: return JsonToken::int8;
            case JsonNumber::int16: return JsonToken::int16;
            case JsonNumber::int32: return JsonToken::int32;
            case JsonNumber::int64: return JsonToken::int64;
            case JsonNumber::real32: return JsonToken::real32;
            case JsonNumber::real64: break;
        }
        return JsonToken::real64;
    }

    template <class T>
    void item(T value, JsonNumber number)
    {
        switch (number) {
            case JsonNumber::int8: return append_little_endian(out_, static_cast<std::int8_t>(value));
            case JsonNumber::int16: return append_little_endian(out_, static_cast<std::int16_t>(value));
            case JsonNumber::int32: return append_little_endian(out_, static_cast<std::int32_t>(value));
            case JsonNumber::int64: return append_little_endian(out_, static_cast<std::int64_t>(value));
            case JsonNumber::real32: return append_little_endian(out_, static_cast<float>(value));
            case JsonNumber::real64: return append_little_endian(out_, static_cast<double>(value));
        }
    }

    template <class T>
    void list(Span<const T> values, JsonNumber number)
    {
        if (values.empty()) return empty_list();
        token(JsonToken::uniform_list);
        token(token_of(number));
        length(values.size());
        for (const T value : values) item(value, number);
    }

    std::string out_;
};

}  // namespace

std::unique_ptr<JsonWriter> make_json_binary_writer() { return std::make_unique<BinaryWriter>(); }

}  // namespace stiction
