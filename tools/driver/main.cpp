#include "common/chapters.hpp"
#include "common/command_line.hpp"
#include "driver/commands.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/options.hpp"
#include "epreuve/system/places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>

namespace {

using namespace epreuve;

void add_run_options(Command& command, tools::RunOptions& options)
{
  command.add_option("CHAPTER", options.chapters,
                     "Chapters, as 01-softmax, softmax or 01; all if none is named");
  command.add_option("--figures", options.figures, "Draw the figures below this folder")
      .type_name("DIR")
      .capture_default_str();
  command.add_option("--format", options.format, "svg, png, pdf, or terminal (draws text)")
      .one_of({"svg", "png", "pdf", "terminal"});
  add_whole_number(command, "--seed", options.seed, {}, "Seed of every random draw");
}

/// A command that is a program of its own, so running a chapter does not have to wait for it to be compiled.
struct OwnProgram
{
  std::string_view command;
  const char* program;
  const char* summary;
  enum Place
  {
    anywhere,
    in_course, ///< not where the suite is installed, but in what `course` makes there
    in_sources
  } place;
};

constexpr OwnProgram own_programs[] = {
    {"prove", "epreuve-prove", "Prove the propositions behind the chapters", OwnProgram::anywhere},
    {"gpt2", "epreuve-gpt2", "GPT-2: its tokens, logits, attention and texts",
     OwnProgram::anywhere},
    {"language", "epreuve-language",
     "A language whose every probability is known: sentences, next words, entropy",
     OwnProgram::anywhere},
    {"train", "epreuve-train", "Train a model of the GPT-2 family, or go on with one",
     OwnProgram::anywhere},
    {"next", "epreuve-coursework", "What the next exercise asks for; opens your file there",
     OwnProgram::in_course},
    {"check", "epreuve-coursework", "Check what you have written for the exercises",
     OwnProgram::in_course},
    {"hint", "epreuve-coursework", "One more hint each time", OwnProgram::in_course},
    {"solution", "epreuve-coursework", "How we wrote an exercise, once yours passes its check",
     OwnProgram::in_course},
    {"reset", "epreuve-coursework", "Begin an exercise or a chapter again", OwnProgram::in_course},
    {"progress", "epreuve-coursework", "Which exercises passed, and what is next",
     OwnProgram::in_course},
    {"try", "epreuve-coursework", "For authors: whether an exercise has all it needs",
     OwnProgram::in_sources},
    {"grade", "epreuve-coursework", "For teachers: grade a folder of submissions",
     OwnProgram::in_sources},
    {"handout", "epreuve-coursework", "For teachers: what students get", OwnProgram::in_sources},
};

/// The commands that the script carries out itself, in the project's folder.
constexpr std::string_view commands_of_the_script[] = {"book", "test", "bench", "install"};

/// Becomes that program, which is in the same folder as this one.
[[noreturn]] void become(const OwnProgram& own, char** argv)
{
  const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / own.program;
  execv(program.c_str(), argv);
  throw Error("the command \"{}\" is the program {}, which cannot be started: {}", own.command,
              program.string(), std::strerror(errno));
}

/// Throws Error for a command that an installed épreuve does not have.
void refuse_what_is_not_installed(std::string_view command)
{
  if (!installed())
    return;
  const auto own = std::ranges::find(own_programs, command, &OwnProgram::command);
  if (own != std::end(own_programs) && own->place == OwnProgram::in_course)
    throw Error("\"{0}\" works in a folder of your own: epreuve course DIR makes one, and in it "
                "./epreuve {0}",
                command);
  if ((own != std::end(own_programs) && own->place == OwnProgram::in_sources) ||
      std::ranges::find(commands_of_the_script, command) != std::end(commands_of_the_script))
    throw Error(
        "\"{0}\" needs the project's sources, and is not installed: in a clone of the project, "
        "./epreuve {0}",
        command);
}

} // namespace

int main(int argc, char** argv)
{
  Command app{"épreuve: the mathematics of transformers, verified claim by claim."};
  int status = 0;

  bool list_json = false;
  Command list = app.add_subcommand("list", "The chapters, in reading order");
  list.add_flag("--json", list_json, "As JSON");
  list.footer("Example: ./epreuve list --json");
  list.callback([&] { status = tools::list(list_json); });

  tools::RunOptions run_options;
  Command run = app.add_subcommand("run", "Verify chapters: print and check every claim");
  add_run_options(run, run_options);
  add_whole_number(run, "--seeds", run_options.seeds, {.least = 1, .most = 1'000'000},
                   "Run with so many seeds, drawn from the one of --seed, and show how often which "
                   "piece of evidence fails");
  run.add_option("--json", run_options.json,
                 "Write the record to FILE, - for standard output; with --seeds, what failed")
      .type_name("FILE");
  run.add_flag("--full", run_options.full,
               "Show every claim, finding and table even when several chapters run; for one they "
               "are always shown");
  run.add_flag("--as-built", run_options.as_built,
               "Run the chapters that standard input names, one per line, and \"built all\" after "
               "the last")
      .group(""); // for the script
  run.footer("Example: ./epreuve run softmax 06-rotations --json record.json\n"
             "         ./epreuve run softmax --seeds 100\n"
             "Exit status: 0 all as declared, 1 some claim not as declared, 2 bad usage.");
  run.callback([&] { status = tools::run(run_options); });

  tools::ClaimsOptions claims_options;
  Command claims = app.add_subcommand("claims", "Every claim of the documents and its verdict");
  claims.add_option("CHAPTER", claims_options.chapters, "Only the claims of these chapters");
  claims.add_flag("--errata", claims_options.errata,
                  "Only what the documents have wrong, with what is right");
  claims.add_flag("--json", claims_options.json, "As JSON");
  claims.footer("Each chapter's record is that of its last run, whose age is reported; a chapter "
                "without one, "
                "or with another program,\nproofs or files of GPT-2 since then, runs.\n"
                "Example: ./epreuve claims --errata");
  claims.callback([&] { status = tools::claims(claims_options); });

  tools::RunOptions figures_options;
  figures_options.figures = installed() ? "figures" : EPREUVE_FIGURES;
  Command figures = app.add_subcommand("figures", "Draw all figures again into figures/");
  add_run_options(figures, figures_options);
  figures.footer("Figures of measurements go to the build folder; they change with every run.\n"
                 "Example: ./epreuve figures softmax");
  figures.callback([&] { status = tools::figures(figures_options); });

  tools::RecordsOptions records_options;
  records_options.folder = installed() ? "records" : EPREUVE_RECORDS;
  Command records =
      app.add_subcommand("records", "What the chapters found, written again into records/");
  records.add_option("CHAPTER", records_options.chapters,
                     "Chapters, as 01-softmax, softmax or 01; all if none is named");
  records.add_option("--out", records_options.folder, "Write below this folder")
      .type_name("DIR")
      .capture_default_str();
  records.footer(
      "A text for each chapter, to the digits that are the same on every processor, without "
      "GPT-2's weights.\nChapters without a valid record of their last run, as for claims, run.\n"
      "Example: ./epreuve records softmax");
  records.callback([&] { status = tools::records(records_options); });

  std::string folder_of_course;
  if (installed()) {
    Command course = app.add_subcommand("course", "The exercises, in a folder of your own");
    course.add_option("DIR", folder_of_course, "The folder to create").required();
    course.footer("What you write there is judged there, with g++ and Armadillo alone.\n"
                  "Example: ./epreuve course exercises");
    course.callback([&] { status = tools::course(folder_of_course); });
  }

  for (const OwnProgram& own : own_programs)
    if (own.place == OwnProgram::anywhere || !installed())
      app.add_subcommand(std::string(own.command), own.summary);
  try {
    const std::string_view command = argc > 1 ? argv[1] : "";
    refuse_what_is_not_installed(command);
    for (const OwnProgram& own : own_programs)
      if (command == own.command)
        become(own, argv);
  } catch (const Error& e) {
    std::cerr << fmt::format("epreuve: {}\n", e.what());
    return 2;
  }
  return tools::run_command_line(app, status, argc, argv);
}
