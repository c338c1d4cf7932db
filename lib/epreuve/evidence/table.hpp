#pragma once

#include "epreuve/evidence/source_line.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <iterator>
#include <ranges>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::evidence {

/// A table of results that the chapter shows its reader.
struct Table
{
  std::string title;
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;
  SourceLine where{};
  /// Headings of columns of times or memory, which differ from run to run.
  std::vector<std::string> measured{};
  /// Headings of columns of rounding errors, which differ from processor to processor.
  std::vector<std::string> rounding{};
};

/// A table, column by column:
///
///     chapter.table("Digits lost", Columns()
///                                      .column("κ", kappa, "{:.0e}")
///                                      .column("formula", errors, "{:.1e}")
///                                      .column("time", seconds, "{:.2f} s").measured());
class Columns
{
public:
  /// @param values  one per row, each written with `format` (see fmt); columns are equally long
  /// @throws Error if the column is not as long as those before it, or the heading is taken
  template <std::ranges::input_range Values>
  Columns& column(std::string heading, const Values& values, const std::string& format = "{}");
  template <typename Value>
  Columns& column(std::string heading, std::initializer_list<Value> values,
                  const std::string& format = "{}");

  /// The column just given is one of times or memory, which differ from run to run.
  /// @throws Error if there is no column yet
  Columns& measured();
  /// The column just given is one of rounding errors, or of what they decide: it differs from processor to processor.
  /// @throws Error if there is no column yet
  Columns& rounding();

  /// @throws Error if there is no column, or no row
  Table table(std::string title, std::source_location where) const;

private:
  void add(std::string heading, std::vector<std::string> cells);
  const std::string& last(const char* mark) const;

  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> columns_;
  std::vector<std::string> measured_, rounding_;
};

template <std::ranges::input_range Values>
Columns& Columns::column(std::string heading, const Values& values, const std::string& format)
{
  std::vector<std::string> cells;
  for (const auto& value : values)
    cells.push_back(fmt::format(fmt::runtime(format), value));
  add(std::move(heading), std::move(cells));
  return *this;
}

template <typename Value>
Columns& Columns::column(std::string heading, std::initializer_list<Value> values,
                         const std::string& format)
{
  return column(std::move(heading), std::vector<Value>(values), format);
}

} // namespace epreuve::evidence
