#include "epreuve/gpt2/session.hpp"

#include "support/errors.hpp"
#include "support/toy_weights.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <cstddef>
#include <vector>

using namespace epreuve::gpt2;
using epreuve::tests::says;
using epreuve::tests::toy_config;
using epreuve::tests::toy_weights;

namespace {

const Model<float> model(toy_weights<float>(toy_config(), 5));

std::vector<Token> drawn(std::size_t length)
{
  return *rc::gen::container<std::vector<Token>>(length, rc::gen::inRange<Token>(0, 401));
}

} // namespace

BOOST_AUTO_TEST_CASE(appending_in_any_split_gives_the_logits_of_the_whole)
{
  const bool holds = rc::check("any split", [] {
    const auto tokens = drawn(*rc::gen::inRange<std::size_t>(1, 151));
    const arma::fmat whole = model.logits(tokens);
    Session<float> session(model);
    arma::fmat pieces;
    for (auto at = tokens.begin(); at != tokens.end();) {
      const auto end = at + *rc::gen::inRange<std::ptrdiff_t>(1, tokens.end() - at + 1);
      pieces = arma::join_rows(pieces, session.append_all({at, end}));
      at = end;
    }
    RC_ASSERT(arma::abs(pieces - whole).max() < 1e-4F);
    RC_ASSERT(session.tokens() == tokens);
  });
  BOOST_TEST(holds);
}

BOOST_AUTO_TEST_CASE(token_by_token_is_the_same_as_all_at_once)
{
  Session<float> session(model);
  std::vector<Token> tokens;
  for (Token token = 0; token < 40; ++token) {
    tokens.push_back(token * 5 % 101);
    const arma::fvec last = session.append({tokens.back()});
    BOOST_TEST(arma::abs(last - model.last_logits(tokens)).max() < 1e-4F);
  }
}

BOOST_AUTO_TEST_CASE(a_full_context_is_an_error_that_appends_nothing)
{
  Session<float> session(model);
  session.append(std::vector<Token>(148, 1));
  BOOST_TEST(session.room() == 2u);
  BOOST_CHECK_EXCEPTION(session.append({1, 2, 3}), epreuve::Error,
                        says("151 tokens are more than the context of the model, 150"));
  BOOST_CHECK_EXCEPTION(session.append({1, 401}), epreuve::Error, says("token 401"));
  BOOST_TEST(session.room() == 2u);

  std::vector<Token> all(148, 1);
  all.insert(all.end(), {7, 8});
  BOOST_TEST(arma::abs(session.append({7, 8}) - model.last_logits(all)).max() < 1e-4F);
}

BOOST_AUTO_TEST_CASE(a_cleared_session_begins_again)
{
  Session<float> session(model);
  const arma::fvec first = session.append({1, 2, 3});
  session.append({4});
  session.clear();
  BOOST_TEST(arma::abs(session.append({1, 2, 3}) - first).max() == 0.0F);
}

BOOST_AUTO_TEST_CASE(a_trace_sees_the_keys_of_all_tokens_so_far)
{
  Session<float> session(model);
  session.append({1, 2, 3});
  Trace<float> appended({"blocks.1.attn.pattern"}), whole({"blocks.1.attn.pattern"});
  session.append({4, 5}, &appended);
  model.logits({1, 2, 3, 4, 5}, &whole);
  const arma::fmat seen = appended.matrix("blocks.1.attn.pattern", 3);
  BOOST_REQUIRE_EQUAL(seen.n_rows, 2u);
  BOOST_TEST(arma::abs(seen - whole.matrix("blocks.1.attn.pattern", 3).tail_rows(2)).max() < 1e-5F);
}
