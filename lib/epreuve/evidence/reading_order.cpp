#include "epreuve/evidence/reading_order.hpp"

#include <charconv>
#include <limits>

namespace epreuve::evidence {

namespace {

std::string_view file_name(std::string_view path)
{
  return path.substr(path.find_last_of('/') + 1);
}

/// N of "N-name.cpp", 0 for any other name.
unsigned page_number(std::string_view name)
{
  unsigned number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const std::string_view rest = name.substr(static_cast<std::size_t>(end - name.data()));
  return error == std::errc() && rest.size() > 5 && rest.starts_with('-') && rest.ends_with(".cpp")
             ? number
             : 0;
}

} // namespace

ReadingPlace reading_place(std::string_view file, unsigned line)
{
  const std::string_view name = file_name(file);
  const unsigned last = std::numeric_limits<unsigned>::max();
  const unsigned number = name == "chapter.cpp" ? 0 : is_page(name) ? page_number(name) : last;
  return {number, std::string(name), line};
}

ReadingPlace reading_place(const SourceLine& where)
{
  return reading_place(where.file, where.line);
}

bool is_page(std::string_view file)
{
  const std::string_view name = file_name(file);
  return name == "chapter.cpp" || page_number(name) > 0;
}

} // namespace epreuve::evidence
