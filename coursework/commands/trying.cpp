#include "commands/trying.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <iostream>
#include <utility>

namespace epreuve::tools {

using exercises::Result;

void Findings::good(const std::string& what) const
{
  std::cout << "✓ " << what << '\n';
}

void Findings::bad(const std::string& what, const std::vector<std::string>& more)
{
  ++count_;
  std::cout << "✗ " << what << '\n';
  for (const std::string& line : more)
    std::cout << "  " << line << '\n';
}

void Findings::note(const std::string& what) const
{
  std::cout << "  " << what << '\n';
}

std::vector<std::string> lines_of(const Result& result)
{
  const exercises::Feedback& said = result.feedback;
  std::vector<std::string> lines;
  for (const auto& [name, text] : {std::pair("input", said.input),
                                   {"expected", said.expected},
                                   {"got", said.got},
                                   {"reason", said.reason},
                                   {"diagnosis", said.diagnosis}})
    if (!text.empty())
      lines.push_back(fmt::format("{:<10} {}", name, text));
  return lines;
}

std::vector<nlohmann::json> run_judge(const Workbook& workbook,
                                      const std::vector<std::string>& arguments)
{
  std::vector<std::string> command{workbook.chapter.judge.string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const Ended ended = run_command(command, {.seconds = 600, .output = std::size_t{16} << 20});
  std::vector<nlohmann::json> found;
  for (const std::string& line : split_lines(ended.output))
    if (line.starts_with('{'))
      found.push_back(parse_json(line, workbook.chapter.judge.string()));
  if (found.empty())
    throw Error("the judge says nothing about it: {}", ended.output);
  return found;
}

Result run_judge_once(const Workbook& workbook, const std::vector<std::string>& arguments)
{
  return exercises::result_from_json(run_judge(workbook, arguments).front());
}

} // namespace epreuve::tools
