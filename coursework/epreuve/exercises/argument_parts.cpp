#include "epreuve/exercises/argument_parts.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace epreuve::exercises {

namespace {

void add(std::vector<ArgumentPart>& parts, const ArgumentPart& part)
{
  parts.push_back(part);
  if (!part.type->is_struct)
    return;
  for (std::size_t i = 0; i < part.type->parts.size(); ++i) {
    const auto& [name, type] = part.type->parts[i];
    ArgumentPart field{part.name + "." + std::string(name), type, part.path};
    field.path.push_back(i);
    add(parts, field);
  }
}

} // namespace

const Value& ArgumentPart::in(const Value& arguments) const
{
  const Value* value = &arguments;
  for (const std::size_t i : path)
    value = &value->parts().at(i);
  return *value;
}

Value ArgumentPart::replaced(const Value& arguments, Value by) const
{
  Value all = arguments;
  Value* value = &all;
  for (const std::size_t i : path)
    value = &std::get<Values>(value->held).at(i);
  *value = std::move(by);
  return all;
}

bool ArgumentPart::contains(const ArgumentPart& other) const
{
  return path.size() <= other.path.size() &&
         std::equal(path.begin(), path.end(), other.path.begin());
}

std::vector<ArgumentPart> parts_of(const std::vector<std::string>& names, const Type& arguments)
{
  std::vector<ArgumentPart> parts;
  for (std::size_t i = 0; i < names.size(); ++i)
    add(parts, {names[i], arguments.parts.at(i).type, {i}});
  return parts;
}

} // namespace epreuve::exercises
