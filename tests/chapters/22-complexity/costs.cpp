#include "epreuve/attention/costs.hpp"

#include "chapters/22-complexity/costs.hpp"
#include "chapters/22-complexity/counted_layers.hpp"
#include "epreuve/attention/bigbird.hpp"
#include "epreuve/attention/longformer.hpp"
#include "epreuve/attention/reformer.hpp"
#include "epreuve/attention/sparse.hpp"
#include "epreuve/error.hpp"
#include "epreuve/instruments/counted.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <tuple>
#include <vector>

// The library's closed forms are compared with what layers written in counting numbers do.

using namespace epreuve::instruments;
namespace attention = epreuve::attention;
using attention::cost_of_head;
using attention::Variant;
using epreuve::tests::says;

namespace {

/// Operations and depth of a run that returns what it made.
template <typename Run>
void same(const attention::HeadCost& cost, const Run& run)
{
  double depth = 0;
  const double operations = operations_of([&] { depth = run().depth(); });
  BOOST_TEST(operations == cost.operations);
  BOOST_TEST(depth == cost.depth);
}

double entries(const CountedMatrix& M)
{
  return double(M.rows() * M.cols());
}

} // namespace

BOOST_AUTO_TEST_CASE(a_causal_layer_and_recurrent_networks_cost_what_is_counted)
{
  for (const unsigned n : {1U, 2U, 5U, 12U})
    for (const unsigned r : {1U, 3U, 4U})
      for (const unsigned h : {1U, 2U}) {
        const unsigned d = r * h;
        const CountedMatrix x(n, d), W(d, d), b(1, d), W_4(d, 4 * d), b_4(1, 4 * d), of_head(n, r);
        attention::KeyLists all(n, arma::regspace<arma::uvec>(0, n - 1));
        const attention::KeyLists past = attention::causal_keys(all);
        const double counted =
            4 * operations_of([&] { product(x, W); }) +
            h * operations_of([&] { counted_sparse_attention(of_head, of_head, of_head, past); });
        BOOST_TEST(attention::causal_layer_operations(n, d, h) == counted);
        BOOST_TEST(attention::rnn_operations(n, d) ==
                   operations_of([&] { counted_rnn(x, W, W, b); }));
        BOOST_TEST(attention::lstm_operations(n, d) ==
                   operations_of([&] { counted_lstm(x, W_4, W_4, b_4); }));
      }
  BOOST_CHECK_EXCEPTION(
      attention::causal_layer_operations(4, 6, 4), epreuve::Error,
      says("a multiple of the number of heads, got 4 tokens of dimension 6 and 4 heads"));
}

BOOST_AUTO_TEST_CASE(exact_attention_linformer_and_performer_cost_what_is_counted)
{
  for (const unsigned n : {1U, 2U, 5U, 12U})
    for (const unsigned d : {1U, 3U, 8U})
      for (const unsigned size : {1U, 2U, 7U, 13U}) {
        const CountedMatrix x(n, d), mix(size, n), Omega(size, d);
        same(cost_of_head(Variant::exact, n, d, size),
             [&] { return counted_attention(x, x, x).Z; });
        same(cost_of_head(Variant::tiles, n, d, size),
             [&] { return counted_tiled_attention(x, x, x, size); });
        same(cost_of_head(Variant::linformer, n, d, size),
             [&] { return counted_linformer(x, x, x, mix, mix); });
        same(cost_of_head(Variant::performer, n, d, size),
             [&] { return counted_performer(x, x, x, Omega); });
        BOOST_TEST(cost_of_head(Variant::linformer, n, d, size).kept ==
                   double(n * size) + 2 * entries(product(mix, x)));
      }
}

BOOST_AUTO_TEST_CASE(windows_and_blocks_cost_what_is_counted)
{
  for (const unsigned n : {4U, 12U, 32U, 40U})
    for (const unsigned size : {1U, 2U, 4U, 50U}) {
      const CountedMatrix x(n, 3);
      const attention::KeyLists window = attention::longformer_keys(n, size);
      BOOST_TEST(attention::pairs_of(Variant::longformer, n, size) ==
                 double(attention::pairs_seen(window)));
      same(cost_of_head(Variant::longformer, n, 3, size),
           [&] { return counted_sparse_attention(x, x, x, window); });
      if (n % size != 0)
        continue;
      const attention::KeyLists blocks =
          attention::bigbird_keys(n, size, attention::bigbird_random_blocks(n / size, 3, n / size));
      BOOST_TEST(attention::pairs_of(Variant::bigbird, n, size) ==
                 double(attention::pairs_seen(blocks)));
      same(cost_of_head(Variant::bigbird, n, 3, size),
           [&] { return counted_sparse_attention(x, x, x, blocks); });
    }
}

BOOST_AUTO_TEST_CASE(reformer_costs_at_most_its_bound_and_no_less_if_chunks_are_full)
{
  arma::arma_rng::set_seed(1);
  const unsigned n = 32, d = 3, chunk = 4;
  const CountedMatrix x(n, d), R(d, 32);
  // One bucket in each round; by different orders each round would see other pairs, so these are counted round by round.
  const attention::KeyLists one =
      attention::reformer_keys({arma::uvec(n, arma::fill::zeros)}, chunk);
  // Each sees 2c - 1 but those of the first chunk, which has none before it.
  BOOST_TEST(attention::pairs_of(Variant::reformer, n, chunk) ==
             4. * double(attention::pairs_seen(one) + chunk * chunk));
  std::vector<arma::uvec> rounds;
  for (int round = 0; round < 4; ++round)
    rounds.push_back(attention::lsh_buckets(arma::mat(d, n, arma::fill::randn),
                                            arma::mat(d, 32, arma::fill::randn)));
  const attention::KeyLists keys = attention::reformer_keys(rounds, chunk);
  const double attended = operations_of([&] { counted_sparse_attention(x, x, x, keys); }),
               rotated = 4 * operations_of([&] { product(x, R); });
  const double others = 4. * n * (63 + 5) + 3. * n * d; // the largest of 64, sorting, lengths
  const double missed =
      attention::pairs_of(Variant::reformer, n, chunk) - double(attention::pairs_seen(keys));
  BOOST_TEST(missed >= 0);
  BOOST_TEST(cost_of_head(Variant::reformer, n, d, chunk).operations ==
             attended + rotated + others + (4 * d + 5) * missed);
}

BOOST_AUTO_TEST_CASE(a_layer_costs_what_is_counted)
{
  const Counting operations = layer_cost(), kept = layer_memory();
  for (const Point& at : {Point{1, 3, 4, 2}, Point{2, 5, 6, 3}, Point{3, 8, 4, 1}}) {
    const attention::LayerCost cost =
        attention::cost_of_layer(Variant::exact, at[0], at[1], at[2], at[3], 1);
    BOOST_TEST(cost.heads + cost.projections == double(operations.count(at)));
    BOOST_TEST(cost.kept == double(kept.count(at)));
    const CountedMatrix x(at[1], at[2]), W(at[2], at[2]);
    BOOST_TEST(cost.depth == counted_layer(x, {W, W, W, W}, at[3]).output.depth());
  }
}

BOOST_AUTO_TEST_CASE(from_the_length_that_is_told_on_it_takes_fewer_and_just_before_it_does_not)
{
  for (const auto& [variant, size, step] :
       {std::tuple(Variant::tiles, 256U, 1U), std::tuple(Variant::linformer, 256U, 1U),
        std::tuple(Variant::performer, 256U, 1U), std::tuple(Variant::longformer, 256U, 1U),
        std::tuple(Variant::bigbird, 64U, 64U), std::tuple(Variant::reformer, 64U, 1U)}) {
    const auto from = attention::cheaper_from(variant, 64, size);
    BOOST_REQUIRE(from.has_value());
    const auto fewer = [&](arma::uword n) {
      return cost_of_head(variant, n, 64, size).operations <
             cost_of_head(Variant::exact, n, 64, 1).operations;
    };
    BOOST_TEST(!fewer(*from - step));
    for (const arma::uword n : {*from, *from + step, 2 * *from, 16 * *from})
      BOOST_TEST(fewer(n));
  }
  BOOST_TEST(!attention::cheaper_from(Variant::tiles, 64, 32).has_value()); // it shrinks too often
}

BOOST_AUTO_TEST_CASE(sizes_that_make_no_sense_are_refused)
{
  BOOST_CHECK_EXCEPTION(cost_of_head(Variant::exact, 0, 4, 1), epreuve::Error,
                        says("expected sizes of at least 1, got 0 tokens of dimension 4"));
  BOOST_CHECK_EXCEPTION(cost_of_head(Variant::bigbird, 10, 4, 4), epreuve::Error,
                        says("whole blocks of 4 tokens, got 10 tokens"));
  BOOST_CHECK_EXCEPTION(attention::pairs_of(Variant::performer, 10, 4), epreuve::Error,
                        says("make no pairs"));
  BOOST_CHECK_EXCEPTION(attention::cost_of_layer(Variant::exact, 1, 4, 6, 4, 1), epreuve::Error,
                        says("the dimension 6 must be a multiple of the number of heads, got 4"));
}
