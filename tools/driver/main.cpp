#include "commands.hpp"
#include "gpt2.hpp"
#include "prove.hpp"
#include "study.hpp"
#include "teaching.hpp"

#include "epreuve/error.hpp"
#include "epreuve/options.hpp"
#include "epreuve/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace {

using namespace epreuve;

const CLI::IsMember formats({"svg", "png", "pdf", "terminal"});

void add_run_options(CLI::App& command, driver::RunOptions& options)
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

// CLI11 would only say that a command is required. `path` is what leads to the word: "gpt2 ".
void refuse_unknown_command(const CLI::App& app, int argc, char** argv,
                            const std::string& path = "")
{
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands(nullptr))
    commands.push_back(command->get_name());
  const std::string word = argc > 1 ? argv[1] : "-";
  if (commands.empty() || word.starts_with('-'))
    return;
  if (std::find(commands.begin(), commands.end(), word) == commands.end())
    throw Error("there is no command \"{}{}\"; the nearest is \"{}{}\"", path, word, path,
                nearest(word, commands));
  refuse_unknown_command(*app.get_subcommand(word), argc - 1, argv + 1, path + word + " ");
}

} // namespace

int main(int argc, char** argv)
{
  CLI::App app{"épreuve: the mathematics of transformers, verified claim by claim."};
  app.name("epreuve");
  app.require_subcommand(1);
  int status = 0;

  bool list_json = false;
  CLI::App* list = app.add_subcommand("list", "The chapters, in reading order");
  list->add_flag("--json", list_json, "As JSON");
  list->footer("Example: ./epreuve list --json");
  list->callback([&] { status = driver::list(list_json); });

  driver::RunOptions run_options;
  CLI::App* run = app.add_subcommand("run", "Verify chapters: print and check every claim");
  add_run_options(*run, run_options);
  run->add_option("--json", run_options.json, "Write the record to FILE")->type_name("FILE");
  run->footer("Example: ./epreuve run softmax 06-rotations --json record.json\n"
              "Exit status: 0 all as declared, 1 some claim not as declared, 2 bad usage.");
  run->callback([&] { status = driver::run(run_options); });

  driver::ClaimsOptions claims_options;
  CLI::App* claims = app.add_subcommand("claims", "Every claim of the documents and its verdict");
  claims->add_option("CHAPTER", claims_options.chapters, "Only the claims of these chapters");
  claims->add_flag("--errata", claims_options.errata,
                   "Only what the documents have wrong, with what is right");
  claims->add_flag("--json", claims_options.json, "As JSON");
  claims->footer("Example: ./epreuve claims --errata");
  claims->callback([&] { status = driver::claims(claims_options); });

  driver::RunOptions figures_options;
  figures_options.figures = EPREUVE_FIGURES;
  CLI::App* figures = app.add_subcommand("figures", "Draw all figures again into figures/");
  add_run_options(*figures, figures_options);
  figures->footer("Figures of measurements go to the build folder; they change with every run.\n"
                  "Example: ./epreuve figures softmax");
  figures->callback([&] { status = driver::figures(figures_options); });

  driver::add_prove(app, status);
  driver::add_gpt2(app, status);
  driver::add_check(app, status);
  driver::add_hint(app, status);
  driver::add_solution(app, status);
  driver::add_reset(app, status);
  driver::add_progress(app, status);
  driver::add_grade(app, status);
  driver::add_handout(app, status);

  try {
    refuse_unknown_command(app, argc, argv);
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return 0;
  } catch (const std::exception& e) {
    std::cerr << fmt::format("epreuve: {}\n", e.what());
    return 2;
  }
  if (!std::cout.flush()) {
    std::cerr << "epreuve: standard output could not be written to its end\n";
    return 2;
  }
  return status;
}
