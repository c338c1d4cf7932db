#pragma once

#include "commands/exercises.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace epreuve::tools {

/// The report to an author: one line for each thing that is right, several for each that is not.
class Findings
{
public:
  void good(const std::string& what) const;
  void bad(const std::string& what, const std::vector<std::string>& more = {});
  void note(const std::string& what) const; ///< about both
  int count() const { return count_; }      ///< of what is not right

private:
  int count_ = 0;
};

/// What a judge says about a result that is not the expected one.
std::vector<std::string> lines_of(const exercises::Result& result);

/// The lines of JSON that a chapter's judge prints. @throws Error with what else it said if it prints no such line
std::vector<nlohmann::json> run_judge(const Workbook& workbook,
                                      const std::vector<std::string>& arguments);

/// The result of one exercise. @throws Error if the judge does not print one
exercises::Result run_judge_once(const Workbook& workbook,
                                 const std::vector<std::string>& arguments);

} // namespace epreuve::tools
