#include "error_against_cost.hpp"

#include "epreuve/attention/bigbird.hpp"
#include "epreuve/attention/linformer.hpp"
#include "epreuve/attention/longformer.hpp"
#include "epreuve/attention/performer.hpp"
#include "epreuve/attention/reformer.hpp"
#include "epreuve/attention/tiles.hpp"
#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/trace.hpp"
#include "epreuve/language/language.hpp"
#include "epreuve/petit/making.hpp"
#include "epreuve/petit/speech.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace epreuve::instruments {

using namespace attention;

namespace {

arma::mat sparse_output(const HeadOverText& head, const KeyLists& keys)
{
  return sparse_attention(head.Q, head.K, head.V, head.causal ? causal_keys(keys) : keys);
}

} // namespace

std::vector<HeadOverText> heads_of_petit(std::uint64_t seed)
{
  const OneBlasThread one_thread;
  const language::Language& english = language::english();
  const petit::Speech speech(english, gpt2::Tokenizer(petit::folder()));
  const gpt2::Model<double> model{gpt2::Checkpoint(petit::folder())};
  std::vector<gpt2::Token> tokens = speech.tokens(english.sample(seed, 20));
  tokens.resize(model.config().context);
  gpt2::Trace<double> trace({"blocks.*.attn.q", "blocks.*.attn.k", "blocks.*.attn.v"});
  model.logits(tokens, &trace);
  std::vector<HeadOverText> heads;
  for (arma::uword layer = 0; layer < model.config().layers; ++layer)
    for (arma::uword head = 0; head < model.config().heads; ++head) {
      const auto of = [&](const char* what) {
        return trace.matrix(fmt::format("blocks.{}.attn.{}", layer, what), head);
      };
      heads.push_back({of("q"), of("k"), of("v"), true});
    }
  return heads;
}

arma::mat output_of(Variant variant, const HeadOverText& head, arma::uword size)
{
  const arma::uword n = head.Q.n_cols, d = head.Q.n_rows;
  if (head.causal && (variant == Variant::linformer || variant == Variant::reformer))
    throw Error("a causal head has queries that are not its keys, and Linformer no causal form");
  switch (variant) {
  case Variant::linformer: {
    const arma::mat E = arma::mat(size, n, arma::fill::randn) / std::sqrt(double(size));
    return linformer_attention(head.Q, head.K, head.V, E, E);
  }
  case Variant::performer:
    return performer_attention(head.Q, head.K, head.V, orthogonal_directions(size, d), head.causal);
  case Variant::longformer:
    return sparse_output(head, longformer_keys(n, size));
  case Variant::bigbird:
    return sparse_output(head, bigbird_keys(n, size, bigbird_random_blocks(n / size, 3, n / size)));
  case Variant::reformer: {
    std::vector<arma::uvec> rounds;
    for (int round = 0; round < 4; ++round)
      rounds.push_back(lsh_buckets(head.Q, arma::mat(d, 32, arma::fill::randn)));
    return reformer_attention(head.Q, head.V, reformer_keys(rounds, size));
  }
  default:
    return tiled_attention(head.Q, head.K, head.V, variant == Variant::exact ? n : size,
                           head.causal)
        .Z;
  }
}

arma::mat exact_output_of(Variant variant, const HeadOverText& head)
{
  const arma::uword n = head.Q.n_cols;
  if (variant == Variant::reformer)
    return reformer_attention(head.Q, head.V, reformer_keys({arma::uvec(n, arma::fill::zeros)}, n));
  return tiled_attention(head.Q, head.K, head.V, n, head.causal).Z;
}

ErrorAgainstCost error_against_cost(std::string name, Variant variant,
                                    const std::vector<arma::uword>& sizes,
                                    const std::vector<HeadOverText>& heads)
{
  ErrorAgainstCost curve{.name = std::move(name),
                         .cost = arma::vec(sizes.size()),
                         .error = arma::vec(sizes.size(), arma::fill::zeros)};
  for (arma::uword i = 0; i < sizes.size(); ++i) {
    for (const HeadOverText& head : heads) {
      const arma::mat exact = exact_output_of(variant, head);
      curve.error(i) += std::pow(
          arma::norm(output_of(variant, head, sizes[i]) - exact, "fro") / norm(exact, "fro"), 2);
    }
    curve.error(i) = std::sqrt(curve.error(i) / double(heads.size()));
    const arma::uword n = heads.at(0).Q.n_cols, d = heads.at(0).Q.n_rows;
    curve.cost(i) = cost_of_head(variant, n, d, sizes[i]).operations /
                    cost_of_head(Variant::exact, n, d, 1).operations;
  }
  return curve;
}

} // namespace epreuve::instruments
