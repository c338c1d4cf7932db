#include "epreuve/exercises/submission_name.hpp"

#include "epreuve/system/sha256.hpp"
#include "epreuve/text.hpp"
#include "epreuve/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <clocale>
#include <cstdint>
#include <cwctype>
#include <filesystem>
#include <map>

namespace epreuve::exercises {

namespace {

constexpr std::size_t longest_file_name = 180, digits_of_hash = 32;

/// Whether a name, with or without an extension, is a device's on systems with the naming rules of DOS.
bool is_device(std::string_view name)
{
  const std::string first = in_lower_case(name.substr(0, name.find('.')));
  if (first == "con" || first == "prn" || first == "aux" || first == "nul")
    return true;
  return first.size() == 4 && (first.starts_with("com") || first.starts_with("lpt")) &&
         '0' <= first[3] && first[3] <= '9';
}

std::string in_percent(char c)
{
  return fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
}

/// A text cut to at most this many bytes, without splitting a character.
std::string_view cut(std::string_view text, std::size_t most)
{
  std::size_t end = 0;
  while (end < text.size()) {
    const std::size_t next = end + first_utf8_unit(text.substr(end)).length;
    if (next > most)
      break;
    end = next;
  }
  return text.substr(0, end);
}

/// The name of a file without any bound on its length.
std::string whole_file_name(std::string_view shown)
{
  constexpr std::string_view signs = "%/\\:*?\"<>|";
  std::string name;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i];
    const bool begins_oddly =
        i == 0 && (c == '.' || c == '-' || c == ' ' || c == '~' || is_device(shown));
    const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    name += begins_oddly || is_control || signs.find(c) != signs.npos ? in_percent(c)
                                                                      : std::string(1, c);
  }
  return shown.empty() ? "%" : name;
}

/// Where the system has no UTF-8, only letters of ASCII become small.
std::string in_small_letters(const std::string& text)
{
  static const locale_t letters = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  std::u32string codes = code_points(text);
  for (char32_t& code : codes)
    code = letters != nullptr
               ? static_cast<char32_t>(::towlower_l(static_cast<wint_t>(code), letters))
           : U'A' <= code && code <= U'Z' ? code + (U'a' - U'A')
                                          : code;
  std::string small;
  for (const char32_t code : codes)
    small += fmt::format("{:x} ", static_cast<std::uint32_t>(code));
  return small;
}

} // namespace

namespace {

/// The last characters of a text: at least one and the two marks that it may have.
std::string_view ending(std::string_view text)
{
  constexpr std::size_t longest_character = 4, characters = 3;
  std::size_t begin = text.size() - std::min(text.size(), longest_character * characters);
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80)
    --begin;
  return text.substr(begin);
}

} // namespace

std::string shown_name(std::string_view name)
{
  std::string shown;
  while (!name.empty()) {
    const Utf8Unit unit = first_utf8_unit(name);
    const std::string_view bytes = name.substr(0, unit.length);
    // A combining mark is visible on the character before it.
    const bool is_seen = unit.kind == Utf8Unit::Kind::character && bytes != "\n" &&
                         visible(std::string(ending(shown)) + std::string(bytes)).ends_with(bytes);
    if (bytes == "\\")
      shown += "\\\\";
    else if (is_seen)
      shown += bytes;
    else
      for (const char c : bytes)
        shown += fmt::format("\\x{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    name.remove_prefix(unit.length);
  }
  return shown;
}

std::string file_name(std::string_view shown)
{
  const std::string name = whole_file_name(shown);
  return name.size() <= longest_file_name ? name : file_name_with_hash(shown);
}

std::string file_name_with_hash(std::string_view shown)
{
  Sha256 hash;
  hash.add_text(shown);
  return fmt::format("{}%~{}", cut(whole_file_name(shown), longest_file_name - digits_of_hash - 2),
                     std::move(hash).hex().substr(0, digits_of_hash));
}

void FileNames::add(const std::string& name)
{
  names_[in_small_letters(name)].insert(name);
}

std::string FileNames::of(const std::string& shown) const
{
  std::string name = file_name(shown);
  const auto alike = names_.find(in_small_letters(name));
  return alike != names_.end() && alike->second.size() > 1 ? file_name_with_hash(shown) : name;
}

std::vector<std::string> names_of(const std::vector<std::pair<std::string, bool>>& files)
{
  std::vector<std::string> names;
  for (const auto& [file, has_extension] : files)
    names.push_back(has_extension ? std::filesystem::path(file).stem().string() : file);
  for (bool changed = true; changed;) {
    changed = false;
    std::map<std::string, std::size_t> count;
    for (const std::string& name : names)
      ++count[name];
    for (std::size_t i = 0; i < names.size(); ++i)
      if (count[names[i]] > 1 && names[i] != files[i].first) {
        names[i] = files[i].first;
        changed = true;
      }
  }
  std::ranges::transform(names, names.begin(), shown_name);
  return names;
}

} // namespace epreuve::exercises
