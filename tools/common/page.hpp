#pragma once

#include <iostream>
#include <sstream>

namespace epreuve::tools {

/// Collects what is written to standard output, if that is a terminal, and shows it in a pager if it takes more lines
/// than the terminal has, as git does: EPREUVE_PAGER, else PAGER, else less, with the options FRX unless LESS is set.
/// No pager is used on a terminal that cannot move the cursor, in continuous integration (CI), or if "cat" or "" is
/// named.
class Page
{
public:
  Page();
  /// What has not been shown, because an exception came, is shown without a pager.
  ~Page();
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  /// Whether a pager may show it: only then is it collected.
  bool is_collected() const { return direct_ != nullptr; }
  /// @return whether a pager showed it
  bool show();

private:
  std::ostringstream text_;
  decltype(std::cout.rdbuf()) direct_ = nullptr; ///< of std::cout, while its output is collected
};

} // namespace epreuve::tools
