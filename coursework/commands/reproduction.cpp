#include "commands/reproduction.hpp"

#include "commands/course.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/cpp_text.hpp"
#include "epreuve/exercises/values.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <vector>

namespace epreuve::tools {

namespace {

namespace files = std::filesystem;

constexpr std::string_view first_words = "// Written by ./epreuve check --cpp";

/// Lines of comment. A backslash at the end of one would take in the next.
std::string in_comment(const std::string& text)
{
  std::string comment;
  for (const std::string& line : split_lines(printable(text)))
    comment += fmt::format("// {}{}\n", line, line.ends_with('\\') ? "." : "");
  return comment;
}

std::string program_text(const Workbook& workbook, const exercises::Result& result)
{
  const exercises::Feedback& feedback = result.feedback;
  std::string text =
      fmt::format("{} {}: your answer is wrong here.\n", first_words,
                  argument_for(workbook, result.about.name)) +
      in_comment(feedback.input) +
      fmt::format("#include \"{}\"\n\n#include <iostream>\n\nint main()\n{{\n"
                  "  std::cout.precision({});\n{}",
                  files::absolute(workbook.file()).string(), exercises::all_digits, feedback.call);
  if (!feedback.expected.empty())
    text += fmt::format("  std::cout << \"expected: \" << {} << '\\n';\n",
                        exercises::cpp(feedback.expected));
  return text + "}\n";
}

/// A word of a shell's command line.
std::string shell_word(const std::string& word)
{
  const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos)
    return word;
  std::string quoted = "'";
  for (const char c : word)
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string command_line(const std::vector<std::string>& words)
{
  std::string line;
  for (const std::string& word : words)
    line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

} // namespace

std::string write_reproduction(const Workbook& workbook, const exercises::Result& result)
{
  const std::string& exercise = result.about.name;
  const files::path program = "try-" + exercise, file = program.string() + ".cpp";
  if (course().disclosure() == exercises::Disclosure::verdict)
    return said("{}: no program, as the course does not show on which input it is wrong",
                exercise) +
           "\n";
  if (result.feedback.call.empty())
    return said("{}: no program, as there is no input on which it is wrong", exercise) + "\n";
  const std::string text = program_text(workbook, result);
  std::string kept;
  if (files::exists(file)) {
    const std::string before = read_text(file);
    if (!before.starts_with(first_words))
      throw Error(
          "{}",
          said("{} exists and was not written by a check; move it away, or go to another folder",
               file.string()));
    if (before != text) {
      const files::path old = file.string() + ".old";
      files::rename(file, old);
      kept = " " + said("(the previous one is now {})", old.string());
    }
  }
  write_file(file, text);
  const exercises::Compiler compiler(programs_folder() / "exercises");
  return said("{}: the input as a program, in {}{}; compile and look into it with:", exercise,
              file.string(), kept) +
         fmt::format("\n  {}\n  {}\n", command_line(compiler.debugging_command(file, program)),
                     command_line({"gdb", "-ex", "break exercise::" + exercise, "-ex", "run",
                                   "./" + program.string()}));
}

} // namespace epreuve::tools
