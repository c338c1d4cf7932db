// The forward pass compared with an independent one, which is in tests/gpt2/reference with its values.

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/math/softmax.hpp"

#include "support/checkpoints.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

using namespace epreuve::gpt2;
using epreuve::tests::reference_values;
using epreuve::tests::written_checkpoint;
using nlohmann::json;
using Reals = std::tuple<float, double>;

namespace {

/// How far a computed value may be from the reference, absolutely.
template <typename Real>
constexpr double tolerance = std::is_same_v<Real, float> ? 2e-4 : 1e-10;

/// The largest difference, each list of `expected` being a row; entries past its end are 0.
template <typename Real>
double difference(const arma::Mat<Real>& computed, const json& expected)
{
  BOOST_REQUIRE_EQUAL(computed.n_rows, expected.size());
  double worst = 0;
  for (arma::uword i = 0; i < computed.n_rows; ++i) {
    BOOST_REQUIRE_LE(expected[i].size(), computed.n_cols);
    for (arma::uword j = 0; j < computed.n_cols; ++j) {
      const double value = j < expected[i].size() ? expected[i][j].get<double>() : 0;
      const double here = std::abs(static_cast<double>(computed(i, j)) - value);
      worst = std::isnan(here) ? std::numeric_limits<double>::infinity() : std::max(worst, here);
    }
  }
  return worst;
}

/// log sum exp of each column's logits, as a row of one list.
template <typename Real>
arma::mat log_sum_exps(const arma::Mat<Real>& logits)
{
  arma::mat sums(1, logits.n_cols);
  for (arma::uword k = 0; k < logits.n_cols; ++k)
    sums(k) = epreuve::math::log_sum_exp(arma::conv_to<arma::vec>::from(logits.col(k)));
  return sums;
}

/// Euclidean norms of the residual stream before the blocks and after each sublayer, by rows.
template <typename Real>
arma::Mat<Real> norms(const Trace<Real>& trace, arma::uword layers, arma::uword K)
{
  arma::Mat<Real> all(2 * layers + 1, K);
  const auto set = [&](arma::uword row, const std::string& site) {
    all.row(row) = arma::sqrt(arma::sum(arma::square(trace.matrix(site)), 0));
  };
  set(0, "blocks.0.resid_pre");
  for (arma::uword layer = 0; layer < layers; ++layer) {
    const std::string block = "blocks." + std::to_string(layer);
    set(2 * layer + 1, block + ".resid_mid");
    set(2 * layer + 2, block + ".resid_post");
  }
  return all;
}

/// All reference values of a small checkpoint.
template <typename Real>
void compare(const std::string& checkpoint, const std::string& values)
{
  const Model<Real> model{Checkpoint(written_checkpoint(checkpoint))};
  const json prompts = reference_values(values);
  BOOST_REQUIRE(!prompts.empty());
  for (const json& prompt : prompts) {
    const auto tokens = prompt["tokens"].get<std::vector<Token>>();
    BOOST_TEST_CONTEXT(checkpoint << ", " << tokens.size() << " tokens")
    {
      Trace<Real> trace({"blocks.*.resid_*", "blocks.*.attn.pattern"});
      const arma::Mat<Real> logits = model.logits(tokens, &trace);
      BOOST_CHECK_LE(difference<Real>(logits.t(), prompt["logits"]), tolerance<Real>);
      BOOST_CHECK_LE(difference(log_sum_exps(logits), json::array({prompt["log_sum_exp"]})),
                     tolerance<Real>);
      for (arma::uword layer = 0; layer < model.config().layers; ++layer) {
        const auto name = "blocks." + std::to_string(layer) + ".attn.pattern";
        for (arma::uword h = 0; h < model.config().heads; ++h)
          BOOST_CHECK_LE(difference(trace.matrix(name, h), prompt["patterns"][layer][h]),
                         tolerance<Real>);
      }
      BOOST_CHECK_LE(
          difference(norms(trace, model.config().layers, tokens.size()), prompt["norms"]),
          tolerance<Real>);
    }
  }
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_model_of_odd_sizes_computes_what_the_definition_says, Real, Reals)
{
  compare<Real>("odd", "odd");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(prefixed_names_masks_and_unaligned_data_change_nothing, Real, Reals)
{
  compare<Real>("odd-published-layout", "odd");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(half_precision_weights_are_read_exactly, Real, Reals)
{
  compare<Real>("odd-f16", "odd-f16");
  compare<Real>("odd-bf16", "odd-bf16");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_layer_with_one_head_is_a_model_too, Real, Reals)
{
  compare<Real>("one", "one");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_model_of_a_vocabulary_of_bytes_computes_the_same, Real, Reals)
{
  compare<Real>("text", "text");
}

/// Takes half a gigabyte, so it does not run by default: reference.cmake says how to run it.
BOOST_AUTO_TEST_SUITE(full_size, *boost::unit_test::disabled())

BOOST_AUTO_TEST_CASE_TEMPLATE(a_model_of_full_size_computes_what_the_definition_says, Real, Reals)
{
  const Model<Real> model{Checkpoint(written_checkpoint("small"))};
  const json prompt = reference_values("small").at(0);
  const json &kept = prompt["logits"], &pattern = prompt["pattern"];
  Trace<Real> trace({"blocks.*.resid_*", "blocks.4.attn.pattern"});
  const arma::Mat<Real> logits = model.logits(prompt["tokens"].get<std::vector<Token>>(), &trace);

  const arma::Col<Real> last = logits.tail_cols(1);
  const auto ids = kept["ids"].get<std::vector<arma::uword>>();
  const arma::Mat<Real> some = last.elem(arma::uvec(ids)).t();
  BOOST_CHECK_LE(difference(some, json::array({kept["last"]})), tolerance<Real>);
  BOOST_CHECK_LE(difference(log_sum_exps(logits), json::array({prompt["log_sum_exp"]})),
                 tolerance<Real>);
  BOOST_REQUIRE_EQUAL(pattern["layer"], 4);
  BOOST_CHECK_LE(
      difference(trace.matrix("blocks.4.attn.pattern", pattern["head"]), pattern["rows"]),
      tolerance<Real>);
  BOOST_CHECK_LE(difference(norms(trace, model.config().layers, logits.n_cols), prompt["norms"]),
                 tolerance<Real>);
}

BOOST_AUTO_TEST_CASE(token_by_token_gives_every_logit_of_the_whole_at_full_size)
{
  const Model<float> model{Checkpoint(written_checkpoint("small"))};
  const auto tokens = reference_values("small").at(0)["tokens"].get<std::vector<Token>>();
  const arma::fmat whole = model.logits(tokens);
  Session<float> session(model);
  for (arma::uword k = 0; k < tokens.size(); ++k)
    BOOST_CHECK_LE(arma::abs(session.append({tokens[k]}) - whole.col(k)).max(), 1e-4F);
}

BOOST_AUTO_TEST_SUITE_END()
