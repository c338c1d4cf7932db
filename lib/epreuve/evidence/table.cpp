#include "epreuve/evidence/table.hpp"

#include "epreuve/error.hpp"

#include <algorithm>

namespace epreuve::evidence {

void Columns::add(std::string heading, std::vector<std::string> cells)
{
  if (std::ranges::find(headings_, heading) != headings_.end())
    throw Error("two columns of a table have the heading \"{}\"", heading);
  if (!columns_.empty() && cells.size() != columns_.front().size())
    throw Error("column \"{}\" of a table has {} values, the columns before it {}", heading,
                cells.size(), columns_.front().size());
  headings_.push_back(std::move(heading));
  columns_.push_back(std::move(cells));
}

const std::string& Columns::last(const char* mark) const
{
  if (headings_.empty())
    throw Error("{}() marks the column before it, and this table has none yet", mark);
  return headings_.back();
}

Columns& Columns::measured()
{
  measured_.push_back(last("measured"));
  return *this;
}

Columns& Columns::rounding()
{
  rounding_.push_back(last("rounding"));
  return *this;
}

Table Columns::table(std::string title, std::source_location where) const
{
  if (columns_.empty() || columns_.front().empty())
    throw Error("table \"{}\" has nothing to show", title);
  Table table{std::move(title), headings_, {}, where, measured_, rounding_};
  table.rows.resize(columns_.front().size());
  for (const std::vector<std::string>& column : columns_)
    for (std::size_t row = 0; row < column.size(); ++row)
      table.rows[row].push_back(column[row]);
  return table;
}

} // namespace epreuve::evidence
