#include "common/output.hpp"
#include "common/progress.hpp"
#include "gpt2/commands.hpp"
#include "gpt2/files.hpp"

#include "epreuve/command.hpp"
#include "epreuve/fetching/inventory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

namespace epreuve::tools {

namespace {

using gpt2::Inventory;
using gpt2::InventoryEntry;

struct InspectOptions
{
  std::string weights;
  bool json = false;
};

/// How many of the model's tensors the file has, and how many of those are the published ones.
struct Tally
{
  std::size_t present = 0, published = 0, expected = 0;
};

Tally tally(const Inventory& inventory)
{
  Tally count;
  for (const InventoryEntry& entry : inventory.tensors) {
    count.present += entry.part ? 1 : 0;
    count.published += entry.part && entry.published ? 1 : 0;
  }
  count.expected = count.present + inventory.missing.size();
  return count;
}

/// "124,439,808"
std::string grouped(arma::uword count)
{
  std::string digits = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

Json to_json(const gpt2::Checkpoint& checkpoint, const Inventory& inventory)
{
  const gpt2::Config& config = checkpoint.config();
  const Tally count = tally(inventory);
  Json json{{"file", checkpoint.file().string()},
            {"sizes",
             {{"layers", config.layers},
              {"heads", config.heads},
              {"n", config.n},
              {"N", config.N},
              {"context", config.context},
              {"mlp", config.mlp}}},
            {"present", count.present},
            {"expected", count.expected},
            {"published", count.published},
            {"missing", inventory.missing},
            {"parameters", {{"held", inventory.parameters.held}, {"of", inventory.parameters.of}}}};
  for (const auto& [part, holding] : inventory.parts)
    json["parts"][std::string(gpt2::name(part))] = {{"held", holding.held}, {"of", holding.of}};
  for (const InventoryEntry& entry : inventory.tensors)
    json["tensors"].push_back({{"name", entry.tensor.name},
                               {"shape", entry.tensor.shape},
                               {"dtype", gpt2::name(entry.tensor.dtype)},
                               {"count", entry.tensor.count()},
                               {"part", entry.part ? Json(gpt2::name(*entry.part)) : Json()},
                               {"published", entry.published}});
  return json;
}

void print_tables(const gpt2::Checkpoint& checkpoint, const Inventory& inventory)
{
  const gpt2::Config& config = checkpoint.config();
  std::cout << fmt::format("{}\n{} layers of {} heads, n = {}, N = {}, context {}, MLP {}\n\n",
                           checkpoint.file().string(), config.layers, config.heads, config.n,
                           config.N, config.context, config.mlp);
  Column names{"tensor", {}, Align::left}, shapes{"shape", {}, Align::left},
      types{"type", {}, Align::left}, counts{"numbers", {}, Align::right},
      remarks{"", {}, Align::left};
  for (const InventoryEntry& entry : inventory.tensors) {
    names.cells.push_back(entry.tensor.name);
    shapes.cells.push_back(gpt2::shape_text(entry.tensor.shape));
    types.cells.emplace_back(gpt2::name(entry.tensor.dtype));
    counts.cells.push_back(grouped(entry.tensor.count()));
    remarks.cells.emplace_back(!entry.part ? "no parameter" : entry.published ? "published" : "");
  }
  print_table({names, shapes, types, counts, remarks});

  Column parts{"parameters", {}, Align::left}, held{"here", {}, Align::right},
      of{"in the model", {}, Align::right};
  const auto add = [&](std::string_view part, const gpt2::Holding& holding) {
    parts.cells.emplace_back(part);
    held.cells.push_back(grouped(holding.held));
    of.cells.push_back(grouped(holding.of));
  };
  for (const auto& [part, holding] : inventory.parts)
    add(gpt2::name(part), holding);
  add("all", inventory.parameters);
  std::cout << '\n';
  print_table({parts, held, of});

  const Tally count = tally(inventory);
  const std::string published = count.published == 0 ? "none of them published"
                                : count.published == count.present
                                    ? "all published ones"
                                    : fmt::format("{} of them published", count.published);
  std::cout << fmt::format("\n{} of {} tensors, {}\n", count.present, count.expected, published);
}

void inspect(const InspectOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.weights);
  const Inventory inventory = [&] {
    tools::Progress progress(1);
    progress.begin("comparing with the published tensors");
    return gpt2::inventory(checkpoint);
  }();
  if (options.json)
    print(to_json(checkpoint, inventory));
  else
    print_tables(checkpoint, inventory);
}

} // namespace

void add_inspect(Command& gpt2)
{
  Command command = gpt2.add_subcommand(
      "inspect", "The tensors of a file, and whether they are the published ones");
  const auto options = std::make_shared<InspectOptions>();
  add_weights_option(command, options->weights);
  command.add_flag("--json", options->json, "As JSON");
  command.footer("Published are the tensors whose numbers have the SHA-256 of GPT-2 Small's.\n"
                 "Example: ./epreuve gpt2 inspect --weights model.safetensors");
  command.callback([options] { inspect(*options); });
}

} // namespace epreuve::tools
