#include "gpt2_commands.hpp"
#include "gpt2_files.hpp"
#include "output.hpp"
#include "progress.hpp"

#include "epreuve/gpt2/parameters.hpp"
#include "epreuve/gpt2/published.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <iostream>
#include <memory>

namespace epreuve::driver {

namespace {

using gpt2::Part;
using gpt2::TensorInfo;

struct InspectOptions
{
  std::string weights;
  bool json = false;
};

constexpr std::array parts{std::pair{Part::wte, "token embedding"},
                           std::pair{Part::wpe, "positions"},
                           std::pair{Part::attention, "attention"}, std::pair{Part::mlp, "MLP"},
                           std::pair{Part::layer_norm, "layer norms"}};

/// A tensor of the file, and what it is to the model.
struct Tensor
{
  TensorInfo info;
  std::optional<gpt2::Parameter> parameter;
  bool published; ///< bit for bit
};

std::vector<Tensor> look_at(const gpt2::Checkpoint& checkpoint)
{
  Progress progress(1);
  progress.begin("comparing with the published tensors");
  const std::vector<bool> published = gpt2::are_published(checkpoint, checkpoint.tensors());
  std::vector<Tensor> tensors;
  for (const TensorInfo& info : checkpoint.tensors())
    tensors.push_back(
        {info, gpt2::find_parameter(checkpoint.config(), info.name), published[tensors.size()]});
  return tensors;
}

/// How many tensors of the model the file has, how many those are of the published file, and
/// the numbers in them.
struct Sum
{
  std::size_t tensors = 0, published = 0;
  arma::uword parameters = 0;
};

template <typename Counts>
Sum sum(const std::vector<Tensor>& tensors, const Counts& counts)
{
  Sum total;
  for (const Tensor& tensor : tensors) {
    if (!tensor.parameter || !counts(tensor.parameter->part))
      continue;
    ++total.tensors;
    total.published += tensor.published ? 1 : 0;
    total.parameters += tensor.info.count();
  }
  return total;
}

/// "24,577"
std::string grouped(arma::uword count)
{
  std::string digits = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

Json to_json(const gpt2::Checkpoint& checkpoint, const std::vector<Tensor>& tensors, const Sum& all)
{
  const gpt2::Config& config = checkpoint.config();
  Json json{{"file", checkpoint.file().string()},
            {"sizes",
             {{"layers", config.layers},
              {"heads", config.heads},
              {"n", config.n},
              {"N", config.N},
              {"context", config.context},
              {"mlp", config.mlp}}},
            {"tensors", Json::array()}};
  for (const Tensor& tensor : tensors)
    json["tensors"].push_back({{"name", tensor.info.name},
                               {"shape", tensor.info.shape},
                               {"dtype", gpt2::name(tensor.info.dtype)},
                               {"count", tensor.info.count()},
                               {"parameter", tensor.parameter.has_value()},
                               {"published", tensor.published}});
  for (const auto& [part, name] : parts)
    json["parameters"][name] =
        sum(tensors, [p = part](Part other) { return p == other; }).parameters;
  json["parameters"]["all"] = all.parameters;
  json["parameters"]["of the whole model"] = gpt2::parameter_count(config);
  json["present"] = all.tensors;
  json["expected"] = gpt2::parameters(config).size();
  json["published"] = all.published;
  return json;
}

void print_tables(const gpt2::Checkpoint& checkpoint, const std::vector<Tensor>& tensors,
                  const Sum& all)
{
  const gpt2::Config& config = checkpoint.config();
  std::cout << fmt::format("{}\n{} layers of {} heads, n = {}, N = {}, context {}, MLP {}\n\n",
                           checkpoint.file().string(), config.layers, config.heads, config.n,
                           config.N, config.context, config.mlp);
  Column name{"tensor", {}, false}, shape{"shape", {}, false}, dtype{"type", {}, false},
      counts{"numbers", {}}, remark{"", {}, false};
  for (const Tensor& tensor : tensors) {
    name.cells.push_back(tensor.info.name);
    shape.cells.push_back(gpt2::shape_text(tensor.info.shape));
    dtype.cells.emplace_back(gpt2::name(tensor.info.dtype));
    counts.cells.push_back(grouped(tensor.info.count()));
    remark.cells.emplace_back(!tensor.parameter  ? "no parameter"
                              : tensor.published ? "published"
                                                 : "");
  }
  print_table({name, shape, dtype, counts, remark});

  Column part_names{"parameters", {}, false}, sums{"", {}};
  for (const auto& [part, part_name] : parts) {
    part_names.cells.emplace_back(part_name);
    sums.cells.push_back(
        grouped(sum(tensors, [p = part](Part other) { return p == other; }).parameters));
  }
  part_names.cells.emplace_back("all");
  sums.cells.push_back(grouped(all.parameters));
  part_names.cells.emplace_back("of the whole model");
  sums.cells.push_back(grouped(gpt2::parameter_count(config)));
  std::cout << '\n';
  print_table({part_names, sums});

  const std::string published = all.published == all.tensors ? "all published ones"
                                : all.published == 0
                                    ? "none of them published"
                                    : fmt::format("{} of them published ones", all.published);
  std::cout << fmt::format("\n{} of {} tensors, {}\n", all.tensors, gpt2::parameters(config).size(),
                           published);
}

void inspect(const InspectOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.weights);
  const std::vector<Tensor> tensors = look_at(checkpoint);
  const Sum all = sum(tensors, [](Part) { return true; });
  if (options.json)
    print(to_json(checkpoint, tensors, all));
  else
    print_tables(checkpoint, tensors, all);
}

} // namespace

void add_inspect(CLI::App& gpt2)
{
  CLI::App* command =
      gpt2.add_subcommand("inspect", "The tensors of a file, and whether they are the published");
  const auto options = std::make_shared<InspectOptions>();
  add_weights_option(*command, options->weights);
  command->add_flag("--json", options->json, "As JSON");
  command->footer("Published are the tensors whose numbers have the SHA-256 of GPT-2 Small's.\n"
                  "Example: ./epreuve gpt2 inspect --weights model.safetensors");
  command->callback([options] { inspect(*options); });
}

} // namespace epreuve::driver
