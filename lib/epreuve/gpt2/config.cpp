#include "epreuve/gpt2/config.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/other_file.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <string>

namespace epreuve::gpt2 {

namespace {

using nlohmann::json;

constexpr JsonBounds bounds{.longest = std::size_t{1} << 20}; // it has a few hundred bytes

json read_settings(const std::filesystem::path& file)
{
  json config = [&] {
    const std::string text = read_text(file, bounds.longest);
    refuse_other_file(file.string(), text);
    try {
      return parse_json(text, file.string(), bounds);
    } catch (const Error& error) {
      throw Error("{}; fetch or copy it again", error.what());
    }
  }();
  if (!config.is_object())
    throw Error("{} must hold a JSON object, got {}", file.string(), config.type_name());
  return config;
}

/// The settings of one file, with errors that name it.
struct Settings
{
  std::string file;
  json values;

  /// Nothing if the setting is absent or null.
  std::optional<arma::uword> find_size(const char* name, arma::uword largest = largest_size) const
  {
    const auto value = values.find(name);
    if (value == values.end() || value->is_null())
      return std::nullopt;
    if (!value->is_number_unsigned() || *value < 1u || *value > largest)
      throw Error("{}: {} must be a whole number from 1 to {}, got {:.40}", file, name, largest,
                  value->dump(-1, ' ', true));
    return value->get<arma::uword>();
  }

  arma::uword size(const char* name, arma::uword largest = largest_size) const
  {
    const auto found = find_size(name, largest);
    if (!found)
      throw Error("{}: {} is missing", file, name);
    return *found;
  }

  void expect(const char* name, const json& expected) const
  {
    const json value = values.value(name, expected);
    if (value != expected)
      throw Error("{}: {} must be {} as in GPT-2, got {:.40}", file, name, expected.dump(),
                  value.dump(-1, ' ', true));
  }
};

} // namespace

Config read_config(const std::filesystem::path& file)
{
  const Settings settings{file.string(), read_settings(file)};
  settings.expect("model_type", "gpt2");
  settings.expect("activation_function", "gelu_new");
  settings.expect("tie_word_embeddings", true);
  settings.expect("scale_attn_weights", true);
  settings.expect("scale_attn_by_inverse_layer_idx", false);

  Config config;
  config.layers = settings.size("n_layer", most_layers);
  config.heads = settings.size("n_head");
  config.n = settings.size("n_embd");
  config.N = settings.size("vocab_size");
  // n_positions is the length of wpe; n_ctx, its older name.
  const auto older_name = settings.find_size("n_ctx");
  config.context =
      older_name && !settings.find_size("n_positions") ? *older_name : settings.size("n_positions");
  config.mlp = settings.find_size("n_inner").value_or(4 * config.n);
  if (config.n % config.heads != 0)
    throw Error("{}: n_head must divide n_embd, got {} and {}", settings.file, config.heads,
                config.n);

  const json epsilon = settings.values.value("layer_norm_epsilon", json(config.layer_norm_epsilon));
  config.layer_norm_epsilon = epsilon.is_number() ? epsilon.get<double>() : 0;
  if (!(config.layer_norm_epsilon > 0 && std::isfinite(config.layer_norm_epsilon)))
    throw Error("{}: layer_norm_epsilon must be a positive number, got {:.40}", settings.file,
                epsilon.dump(-1, ' ', true));
  return config;
}

arma::uword parameter_count(const Config& config)
{
  const auto [layers, heads, n, N, context, mlp, epsilon] = config;
  return N * n + context * n + layers * (4 * n * n + 2 * n * mlp + 9 * n + mlp) + 2 * n;
}

} // namespace epreuve::gpt2
