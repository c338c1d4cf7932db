#include "epreuve/system/read_json.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace epreuve {

namespace {

using nlohmann::json;

/// An iterator over a text that records how far it has come: nlohmann does not report the place of a value.
struct Cursor
{
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  const char** read;

  reference operator*() const { return *at; }
  Cursor& operator++()
  {
    *read = ++at;
    return *this;
  }
  bool operator==(const Cursor& other) const { return at == other.at; }
};

/// Builds a value from what nlohmann's reader finds in a text.
class Builder
{
public:
  Builder(std::string_view text, std::string_view name, const JsonBounds& bounds,
          std::function<void(json)> each)
      : text_(text), name_(name), bounds_(bounds), each_(std::move(each)), read_(text.data())
  {
    if (text.size() > bounds.longest)
      throw Error("{} has {} bytes, expected at most {}", name, text.size(), bounds.longest);
  }

  json build()
  {
    json::sax_parse(Cursor{text_.data(), &read_}, Cursor{text_.data() + text_.size(), &read_}, this,
                    json::input_format_t::json, true, bounds_.comments);
    return std::move(root_);
  }

  // Called by nlohmann's reader.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(json::number_integer_t value) { return add(value); }
  bool number_unsigned(json::number_unsigned_t value) { return add(value); }
  bool number_float(json::number_float_t value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(json::binary_t& value) { return add(std::move(value)); }
  bool start_object(std::size_t) { return open(json::object()); }
  bool start_array(std::size_t) { return open(json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name)
  {
    auto& members = open_.back()->get_ref<json::object_t&>();
    const auto [member, is_new] = members.emplace(name, nullptr);
    if (!is_new)
      refuse_here(fmt::format("{} occurs twice", in_quotes(name)));
    member_ = &member->second;
    return true;
  }

  bool parse_error(std::size_t count, const std::string&, const json::exception& error)
  {
    constexpr int out_of_range = 406;
    if (error.id == out_of_range)
      refuse_here("a number that is too large");
    throw Error("{} is no JSON from {} on", name_, place(count == 0 ? 0 : count - 1));
  }

private:
  bool add(json value)
  {
    put(std::move(value));
    hand_on();
    return true;
  }
  bool open(json nothing_yet)
  {
    if (open_.size() == bounds_.deepest)
      refuse_here(fmt::format("nested deeper than {} levels", bounds_.deepest));
    open_.push_back(&put(std::move(nothing_yet)));
    return true;
  }
  bool close()
  {
    open_.pop_back();
    hand_on();
    return true;
  }

  json& put(json value)
  {
    if (open_.empty()) {
      if (each_ && !value.is_array())
        refuse_here("expected an array [...]");
      return root_ = std::move(value);
    }
    if (open_.back()->is_array())
      return open_.back()->emplace_back(std::move(value));
    return *member_ = std::move(value);
  }
  void hand_on()
  {
    if (!each_ || open_.size() != 1)
      return;
    each_(std::move(root_.back()));
    root_.clear();
  }

  [[noreturn]] void refuse_here(std::string_view why) const
  {
    throw Error("{}, {}: {}", name_, place(static_cast<std::size_t>(read_ - text_.data()) - 1),
                why);
  }
  std::string place(std::size_t offset) const
  {
    const std::string_view before = text_.substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    return fmt::format("line {}, column {}", line, before.size() - (before.rfind('\n') + 1) + 1);
  }

  std::string_view text_, name_;
  const JsonBounds& bounds_;
  std::function<void(json)> each_; ///< takes the elements of an array
  const char* read_;
  json root_;
  std::vector<json*> open_;
  json* member_ = nullptr; ///< the member whose value comes next
};

} // namespace

json parse_json(std::string_view text, std::string_view name, const JsonBounds& bounds)
{
  return Builder(text, name, bounds, {}).build();
}

json read_json(const std::filesystem::path& file, const JsonBounds& bounds)
{
  return parse_json(read_text(file, bounds.longest), file.string(), bounds);
}

void parse_json_array(std::string_view text, std::string_view name, const JsonBounds& bounds,
                      const std::function<void(json)>& use)
{
  Builder(text, name, bounds, use).build();
}

} // namespace epreuve
