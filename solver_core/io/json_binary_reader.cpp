#include "solver_core/base/error.hpp"
#include "solver_core/io/byte_order.hpp"
#include "solver_core/io/json_binary_format.hpp"
#include "solver_core/io/json_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>

namespace stiction {
namespace {

double half_to_double(std::uint16_t bits)
{
    const int exponent = (bits >> 10) & 0x1F;
    const int mantissa = bits & 0x3FF;
    double value = 0.0;
    if (exponent == 0x1F)
        value = mantissa ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    else if (exponent == 0)
        value = std::ldexp(mantissa, -24);
    else
        value = std::ldexp(mantissa + 1024, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

class BinaryReader {
public:
    BinaryReader(const std::string& bytes, const std::string& name)
        : bytes_(bytes), name_(name), text_budget_(bytes.size() * 256 + (1 << 20))
    {
    }

    JsonValue document()
    {
        swapped_ = load_bytes<std::uint32_t>(bytes_.data() + 1, false) != kBinaryJsonMagic;
        at_ = 5;
        JsonValue root = value(next_token(), 0);
        while (at_ < bytes_.size())
            if (!skip_definition(raw_token())) fail("there are more bytes after the end of the document");
        return root;
    }

private:
    [[noreturn]] void fail(const std::string& what) const
    {
        throw InputError(name_, fmt::format("byte {}: {}", at_, what));
    }

    void need(std::uint64_t count, std::size_t item_size) const
    {
        const std::size_t left = bytes_.size() - at_;
        if (count > left / item_size)
            fail(fmt::format("the file ends early: {} items of {} bytes are announced, {} bytes are left",
                             count, item_size, left));
    }

    template <class T>
    T number()
    {
        need(1, sizeof(T));
        const T result = load_bytes<T>(bytes_.data() + at_, swapped_);
        at_ += sizeof(T);
        return result;
    }

    std::uint64_t length()
    {
        const auto first = number<std::uint8_t>();
        switch (first) {
            case 0xF2: return number<std::uint16_t>();
            case 0xF4: return number<std::uint32_t>();
            case 0xF8: return number<std::uint64_t>();
            default: break;
        }
        if (first >= 0xF1) fail(fmt::format("0x{:02X} does not begin a length", first));
        return first;
    }

    std::string text()
    {
        const std::uint64_t size = length();
        need(size, 1);
        std::string out = bytes_.substr(at_, static_cast<std::size_t>(size));
        at_ += out.size();
        return out;
    }

    // A few bytes can refer to a long text: the total is limited so that a small file cannot fill the memory.
    std::string referred_text()
    {
        const std::uint64_t id = length();
        const auto found = tokens_.find(id);
        if (found == tokens_.end()) fail(fmt::format("token {} is used but not defined", id));
        if (found->second.size() > text_budget_) fail("the texts of the file are too long in total");
        text_budget_ -= found->second.size();
        return found->second;
    }

    JsonToken raw_token() { return static_cast<JsonToken>(number<std::uint8_t>()); }

    bool skip_definition(JsonToken token)
    {
        if (token == JsonToken::token_def) {
            const std::uint64_t id = length();
            tokens_[id] = text();
        } else if (token == JsonToken::token_undef) {
            tokens_.erase(length());
        } else {
            return false;
        }
        return true;
    }

    // The next token that is part of a value; definitions may stand anywhere.
    JsonToken next_token()
    {
        JsonToken token = raw_token();
        while (skip_definition(token)) token = raw_token();
        return token;
    }

    JsonValue value(JsonToken token, int depth)
    {
        if (depth > kMaxJsonDepth) fail(fmt::format("values are nested deeper than {}", kMaxJsonDepth));
        const std::size_t begin = at_ - 1;
        switch (token) {
            case JsonToken::null: return {std::monostate(), begin};
            case JsonToken::boolean: return {number<std::uint8_t>() != 0, begin};
            case JsonToken::no: return {false, begin};
            case JsonToken::yes: return {true, begin};
            case JsonToken::text: return {text(), begin};
            case JsonToken::token_ref: return {referred_text(), begin};
            case JsonToken::list_begin: return list(depth);
            case JsonToken::map_begin: return map(depth);
            case JsonToken::uniform_list: return uniform_list(begin);
            case JsonToken::real16:
            case JsonToken::real32:
            case JsonToken::real64: return {real(token), begin};
            default: return {integer(token), begin};
        }
    }

    double real(JsonToken type)
    {
        if (type == JsonToken::real16) return half_to_double(number<std::uint16_t>());
        return type == JsonToken::real32 ? double(number<float>()) : number<double>();
    }

    std::int64_t integer(JsonToken type)
    {
        switch (type) {
            case JsonToken::int8: return number<std::int8_t>();
            case JsonToken::int16: return number<std::int16_t>();
            case JsonToken::int32: return number<std::int32_t>();
            case JsonToken::int64: return number<std::int64_t>();
            case JsonToken::uint8: return number<std::uint8_t>();
            case JsonToken::uint16: return number<std::uint16_t>();
            default: break;
        }
        --at_;
        fail(fmt::format("0x{:02X} does not begin a value", static_cast<unsigned>(type)));
    }

    JsonValue list(int depth)
    {
        const std::size_t begin = at_ - 1;
        JsonListBuilder elements;
        for (JsonToken token = next_token(); token != JsonToken::list_end; token = next_token())
            elements.add(value(token, depth + 1));
        return elements.finish(begin);
    }

    JsonValue map(int depth)
    {
        const std::size_t begin = at_ - 1;
        JsonValue::Map entries;
        for (JsonToken token = next_token(); token != JsonToken::map_end; token = next_token()) {
            if (token != JsonToken::text && token != JsonToken::token_ref)
                fail("the key of a map is not a text");
            std::string key = token == JsonToken::text ? text() : referred_text();
            const JsonToken next = next_token();
            entries.emplace_back(std::move(key), value(next, depth + 1));
        }
        return {std::move(entries), begin};
    }

    static std::size_t item_size(JsonToken type)
    {
        switch (type) {
            case JsonToken::int8:
            case JsonToken::uint8: return 1;
            case JsonToken::int16:
            case JsonToken::uint16:
            case JsonToken::real16: return 2;
            case JsonToken::int32:
            case JsonToken::real32: return 4;
            case JsonToken::int64:
            case JsonToken::real64: return 8;
            default: return 0;
        }
    }

    JsonValue uniform_list(std::size_t begin)
    {
        const JsonToken type = raw_token();
        const std::uint64_t count = length();
        if (type == JsonToken::boolean) return packed_booleans(count, begin);
        if (type == JsonToken::text || type == JsonToken::token_ref) {
            need(count, 1);
            JsonListBuilder elements;
            for (std::uint64_t i = 0; i < count; ++i)
                elements.add({type == JsonToken::text ? text() : referred_text(), begin});
            return elements.finish(begin);
        }
        const std::size_t bytes_each = item_size(type);
        if (bytes_each == 0)
            fail(fmt::format("0x{:02X} is not the element type of a uniform list",
                             static_cast<unsigned>(type)));
        need(count, bytes_each);
        if (count == 0) return {JsonValue::Array(), begin};
        const auto size = static_cast<std::size_t>(count);
        if (type == JsonToken::real16 || type == JsonToken::real32 || type == JsonToken::real64) {
            JsonValue::Reals reals(size);
            for (double& item : reals) item = real(type);
            return {std::move(reals), begin};
        }
        JsonValue::Integers integers(size);
        for (std::int64_t& item : integers) item = integer(type);
        return {std::move(integers), begin};
    }

    JsonValue packed_booleans(std::uint64_t count, std::size_t begin)
    {
        if (count == 0) return {JsonValue::Array(), begin};
        need(count / 32 + (count % 32 != 0), 4);
        JsonValue::Booleans booleans(static_cast<std::size_t>(count));
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < booleans.size(); ++i) {
            if (i % 32 == 0) word = number<std::uint32_t>();
            booleans[i] = (word >> (i % 32)) & 1U;
        }
        return {std::move(booleans), begin};
    }

    const std::string& bytes_;
    const std::string& name_;
    std::size_t at_ = 0;
    bool swapped_ = false;
    std::size_t text_budget_;
    std::map<std::uint64_t, std::string> tokens_;
};

}  // namespace

bool is_binary_json(const std::string& bytes)
{
    if (bytes.size() < 5 || static_cast<unsigned char>(bytes[0]) != kBinaryJsonStart) return false;
    return load_bytes<std::uint32_t>(bytes.data() + 1, false) == kBinaryJsonMagic ||
           load_bytes<std::uint32_t>(bytes.data() + 1, true) == kBinaryJsonMagic;
}

JsonValue read_json_binary(const std::string& bytes, const std::string& name_for_messages)
{
    if (!is_binary_json(bytes))
        throw InputError(name_for_messages, "byte 0: this is not Houdini's binary JSON (0x7F and \"NSJb\")");
    return BinaryReader(bytes, name_for_messages).document();
}

}  // namespace stiction
