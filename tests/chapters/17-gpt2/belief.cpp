#include "chapters/17-gpt2/belief.hpp"
#include "epreuve/gpt2/trace.hpp"
#include "epreuve/petit/making.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <vector>

using namespace epreuve;
using Belief = language::Beliefs::Belief;

namespace {

const arma::mat vectors{{1, 0, 0.5, 0}, {0, 1, 0.5, 0}, {0, 0, 0, 1}};

std::vector<Belief> beliefs_in_turn(std::size_t count)
{
  std::vector<Belief> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(i % vectors.n_cols);
  return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_map_that_is_there_is_read_and_written)
{
  const std::vector<Belief> beliefs = beliefs_in_turn(40);
  const arma::mat E{{1, 2, 0}, {0, 1, -1}, {3, 0, 1}, {1, 1, 1}};
  arma::mat x = E * vectors.cols(arma::conv_to<arma::uvec>::from(beliefs));
  x.each_col() += arma::vec{5, -2, 0, 1};
  BOOST_TEST(share_read(reading_map(x, beliefs, vectors), x, beliefs, vectors) == 1);
  // What the map says of a difference of beliefs; along (1, 1, 1) no two of these vectors differ.
  const arma::mat written = writing_map(x, beliefs, vectors);
  for (arma::uword i = 1; i < vectors.n_cols; ++i) {
    const arma::vec apart = vectors.col(i) - vectors.col(0);
    BOOST_TEST(arma::norm(written * apart - E * apart) < 1e-10);
  }
}

BOOST_AUTO_TEST_CASE(from_what_does_not_depend_on_the_belief_the_commonest_is_read)
{
  std::vector<Belief> beliefs(30, 3);
  beliefs[4] = 0;
  beliefs[9] = 1;
  const arma::mat x(2, 30, arma::fill::ones);
  BOOST_TEST(share_read(reading_map(x, beliefs, vectors), x, beliefs, vectors) == 28.0 / 30);
}

BOOST_AUTO_TEST_CASE(a_stream_is_read_at_the_last_token_of_each_word_and_moves_the_answer)
{
  const gpt2::Tokenizer tokenizer(petit::folder());
  const petit::Speech speech(language::english(), tokenizer);
  const language::Beliefs beliefs(language::english());
  const gpt2::Model<float> model{gpt2::Checkpoint(petit::folder())};
  const Readings read = read_streams(model, speech, beliefs, 1, 2, 1);
  BOOST_REQUIRE_EQUAL(read.streams.size(), 4u);
  for (std::size_t i = 0; i < read.beliefs.size(); ++i) {
    gpt2::Trace<float> trace({"blocks.1.resid_post"});
    model.last_logits(read.prefixes[i], &trace);
    const arma::fmat alone = trace.matrix("blocks.1.resid_post");
    BOOST_TEST(arma::norm(arma::conv_to<arma::vec>::from(alone.tail_cols(1)) -
                          read.streams[2].col(i)) < 1e-3);
  }
  // Not moved, the answer is that of a; with another text's whole stream after the last block it is that of b.
  const std::size_t i = 1, j = 3;
  const std::vector<Belief> a{read.beliefs[i]}, b{read.beliefs[j]};
  const arma::mat whole = read.streams[3].col(j) - read.streams[3].col(i);
  const auto moved = [&](const arma::mat& delta) {
    return move(model, speech, beliefs, "blocks.2.resid_post", delta, {read.prefixes[i]}, a, b);
  };
  BOOST_TEST(moved(0 * whole).from_a[0] < 0.02);
  BOOST_TEST(moved(0 * whole).from_b[0] > 1);
  BOOST_TEST(moved(whole).from_b[0] < 0.02);
}
