#include "common/command_line.hpp"
#include "driver/commands.hpp"

#include "epreuve/error.hpp"
#include "epreuve/options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string_view>
#include <unistd.h>

namespace {

using namespace epreuve;

const CLI::IsMember formats({"svg", "png", "pdf", "terminal"});

void add_run_options(CLI::App& command, tools::RunOptions& options)
{
  command.add_option("CHAPTER", options.chapters,
                     "Chapters, as 01-softmax, softmax or 01; all if none is named");
  command.add_option("--figures", options.figures, "Draw the figures below this folder")
      ->type_name("DIR")
      ->capture_default_str();
  command.add_option("--format", options.format, "svg, png, pdf, or terminal (draws text)")
      ->check(formats);
  add_whole_number(command, "--seed", options.seed, {}, "Seed of every random draw");
}

/// A command that is a program of its own, so that whoever runs a chapter need not wait for it to be
/// compiled.
struct OwnProgram
{
  const char* command;
  const char* program;
  const char* summary;
};

constexpr OwnProgram own_programs[] = {
    {"prove", "epreuve-prove", "Prove the propositions behind the chapters"},
    {"gpt2", "epreuve-gpt2", "GPT-2: its tokens, logits, attention and texts"},
    {"language", "epreuve-language",
     "A language whose every probability is known: sentences, next words, entropy"},
    {"check", "epreuve-coursework", "Check what you have written for the exercises"},
    {"hint", "epreuve-coursework", "One more hint each time"},
    {"solution", "epreuve-coursework", "How we wrote an exercise, once yours passes its check"},
    {"reset", "epreuve-coursework", "Begin an exercise or a chapter again"},
    {"progress", "epreuve-coursework", "Which exercises passed, and what is next"},
    {"try", "epreuve-coursework", "For authors: whether an exercise has all it needs"},
    {"grade", "epreuve-coursework", "For teachers: grade a folder of submissions"},
    {"handout", "epreuve-coursework", "For teachers: what students get"},
};

/// Becomes the program, which stands beside this one.
[[noreturn]] void become(const OwnProgram& own, char** argv)
{
  const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / own.program;
  execv(program.c_str(), argv);
  throw Error("the command \"{}\" is the program {}, which cannot be started: {}", own.command,
              program.string(), std::strerror(errno));
}

} // namespace

int main(int argc, char** argv)
{
  CLI::App app{"épreuve: the mathematics of transformers, verified claim by claim."};
  int status = 0;

  bool list_json = false;
  CLI::App* list = app.add_subcommand("list", "The chapters, in reading order");
  list->add_flag("--json", list_json, "As JSON");
  list->footer("Example: ./epreuve list --json");
  list->callback([&] { status = tools::list(list_json); });

  tools::RunOptions run_options;
  CLI::App* run = app.add_subcommand("run", "Verify chapters: print and check every claim");
  add_run_options(*run, run_options);
  run->add_option("--json", run_options.json, "Write the record to FILE")->type_name("FILE");
  run->footer("Example: ./epreuve run softmax 06-rotations --json record.json\n"
              "Exit status: 0 all as declared, 1 some claim not as declared, 2 bad usage.");
  run->callback([&] { status = tools::run(run_options); });

  tools::ClaimsOptions claims_options;
  CLI::App* claims = app.add_subcommand("claims", "Every claim of the documents and its verdict");
  claims->add_option("CHAPTER", claims_options.chapters, "Only the claims of these chapters");
  claims->add_flag("--errata", claims_options.errata,
                   "Only what the documents have wrong, with what is right");
  claims->add_flag("--json", claims_options.json, "As JSON");
  claims->footer("Example: ./epreuve claims --errata");
  claims->callback([&] { status = tools::claims(claims_options); });

  tools::RunOptions figures_options;
  figures_options.figures = EPREUVE_FIGURES;
  CLI::App* figures = app.add_subcommand("figures", "Draw all figures again into figures/");
  add_run_options(*figures, figures_options);
  figures->footer("Figures of measurements go to the build folder; they change with every run.\n"
                  "Example: ./epreuve figures softmax");
  figures->callback([&] { status = tools::figures(figures_options); });

  for (const OwnProgram& own : own_programs) {
    app.add_subcommand(own.command, own.summary);
    if (argc > 1 && argv[1] == std::string_view(own.command))
      try {
        become(own, argv);
      } catch (const Error& e) {
        std::cerr << fmt::format("epreuve: {}\n", e.what());
        return 2;
      }
  }
  return tools::run_command_line(app, status, argc, argv);
}
