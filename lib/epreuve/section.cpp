#include "epreuve/section.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/reading_order.hpp"

#include <algorithm>

namespace epreuve {

namespace {

/// Function-local: sections register themselves before main(), in no particular order.
std::vector<Section>& registry()
{
  static std::vector<Section> sections;
  return sections;
}

} // namespace

bool register_section(const Section& section)
{
  registry().push_back(section);
  return true;
}

std::vector<Section> registered_sections()
{
  std::vector<Section> sections = registry();
  std::ranges::sort(sections, {},
                    [](const Section& section) { return evidence::reading_place(section.where); });
  for (auto section = sections.begin(); section != sections.end(); ++section) {
    if (!evidence::is_page(section->where.file_name()))
      throw Error("section {} is in {}; sections belong in chapter.cpp, or in files whose names "
                  "begin with a number, such as 2-{}.cpp",
                  section->name, section->where.file_name(), section->name);
    const auto twin = std::find_if(section + 1, sections.end(), [&](const Section& other) {
      return other.name == section->name;
    });
    if (twin != sections.end())
      throw Error("two sections are named {}: in {}, line {}, and in {}, line {}", section->name,
                  section->where.file_name(), section->where.line(), twin->where.file_name(),
                  twin->where.line());
  }
  return sections;
}

} // namespace epreuve
