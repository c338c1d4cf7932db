#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// A file of a chapter's folder.
struct SourceFile
{
  std::string path; ///< from the project's root: "chapters/01-softmax/figures.cpp"
  std::string text;
};

/// A function that draws a figure.
struct Drawing
{
  std::string file; ///< "figures.cpp"
  int first_line = 0;
  std::string code; ///< with the comments above it
};

/// The functions that files define, outside classes; of several with one name, the first.
class Drawings
{
public:
  explicit Drawings(const std::vector<SourceFile>& files);

  /// The functions that chapter.figure(`figure`, ...) names in one of these texts, in its order; none if it draws
  /// in place.
  std::vector<Drawing> of(std::string_view figure, const std::vector<std::string>& texts) const;

private:
  std::map<std::string, Drawing, std::less<>> functions_;
};

} // namespace epreuve::book
