#include "weaver/html.hpp"

#include "epreuve/text.hpp"

#include "weaver/indices.hpp"
#include "weaver/mathematics.hpp"

#include <fmt/format.h>

namespace epreuve::book {

std::string id_of(std::string_view kind, std::string_view name)
{
  std::string id = std::string(kind) + ":";
  for (const char c : name) {
    const bool allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
    if (allowed)
      id += c;
    else
      id += fmt::format("~{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return id;
}

std::string unique(std::string id, std::set<std::string>& taken)
{
  const std::string wish = id;
  for (int number = 2; !taken.insert(id).second; ++number)
    id = fmt::format("{}-{}", wish, number);
  return id;
}

namespace {

/// As typed, "a -> b" may break within the arrow.
std::string with_arrows(std::string text)
{
  constexpr std::string_view typed = " -> ";
  for (std::size_t at = text.find(typed); at != std::string::npos; at = text.find(typed, at))
    text.replace(at, typed.size(), " → ");
  return text;
}

} // namespace

Markup& Markup::html(std::string_view html)
{
  if (parts_.empty() || parts_.back().kind != Part::Kind::html)
    parts_.push_back({Part::Kind::html, ""});
  parts_.back().text += html;
  return *this;
}

Markup& Markup::text(std::string_view text)
{
  return html(escape(text));
}

Markup& Markup::mathematical(std::string_view text)
{
  for (const Stretch& stretch : split_at_mathematics(printable(text), false)) {
    if (stretch.kind == Stretch::Kind::text)
      html(with_indices(with_arrows(stretch.text)));
    else if (stretch.kind == Stretch::Kind::inline_mathematics)
      parts_.push_back({Part::Kind::inline_mathematics, stretch.text});
    else
      parts_.push_back({Part::Kind::display_mathematics, stretch.text});
  }
  return *this;
}

Markup& Markup::append(const Markup& other)
{
  for (const Part& part : other.parts_) {
    if (part.kind == Part::Kind::html)
      html(part.text);
    else
      parts_.push_back(part);
  }
  return *this;
}

} // namespace epreuve::book
