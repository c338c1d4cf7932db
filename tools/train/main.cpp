#include "common/command_line.hpp"
#include "train/named.hpp"
#include "train/train.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"

#include <fmt/format.h>

/// `train`: a model of the GPT-2 family learns from tokens or a text.
int main(int argc, char** argv)
{
  using namespace epreuve::tools;
  epreuve::Command app{"Training"};
  int status = 0;
  TrainOptions options;
  epreuve::Command command =
      app.add_subcommand("train", "Train a model of the GPT-2 family, or go on with one");
  add_train_options(command, options);
  command.footer(
      fmt::format("Trainings with a name, to be made again:\n{}\n", named_trainings()) +
      "The loss is the mean of -ln p over the A B T tokens of a step, in nats; there is no "
      "dropout. "
      "A step "
      "clips the\ngradient, then w <- w - rate (m^ / (sqrt(v^) + epsilon) + decay w). "
      "docs/train.md has a "
      "first training.\n"
      "Examples: ./epreuve train --init config.json --text book.txt --out model --steps 2000\n"
      "          ./epreuve train --weights model --tokens ids.txt --out tuned --learning-rate "
      "1e-4\n"
      "          ./epreuve train --init config.json --text book.txt --out model --validation-share "
      "0.1 "
      "--sample-every 100\n"
      "          ./epreuve train --resume --out model");
  command.callback([&] {
    note_given(command, options);
    if (options.given.empty() && options.name.empty())
      throw epreuve::MissingArgument("--weights DIR or --init CONFIG.json is required");
    if (options.name.empty() || !run_named(options))
      status = train(options);
  });
  return run_command_line(app, status, argc, argv);
}
