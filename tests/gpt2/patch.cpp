#include "epreuve/gpt2/patch.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/session.hpp"

#include "support/errors.hpp"
#include "support/toy_weights.hpp"

#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve::gpt2;
using epreuve::Error;
using epreuve::tests::says;
using epreuve::tests::toy_config;
using epreuve::tests::toy_weights;

namespace {

using Reals = boost::mpl::list<float, double>;

template <typename Real>
const Model<Real>& model()
{
  static const Model<Real> toy(toy_weights<Real>(toy_config(), 11));
  return toy;
}

const std::vector<Token> clean{3, 17, 5, 60, 41, 8, 2}, corrupted{3, 17, 9, 60, 33, 8, 2};

template <typename Real>
bool same(const arma::Mat<Real>& a, const arma::Mat<Real>& b)
{
  return arma::approx_equal(a, b, "absdiff", Real(0));
}

template <typename Real>
Trace<Real> everything(const std::vector<Token>& tokens)
{
  Trace<Real> trace({"*"});
  model<Real>().logits(tokens, &trace);
  return trace;
}

const std::vector<std::string> replaceable{"resid_pre",   "attn.pattern", "attn.z",
                                           "attn.result", "attn_out",     "resid_mid",
                                           "mlp.post",    "mlp_out",      "resid_post"};

/// What can be replaced in the blocks; with ln_final.normalized, everything that can.
std::vector<std::string> in_blocks()
{
  std::vector<std::string> names;
  for (arma::uword layer = 0; layer < toy_config().layers; ++layer)
    for (const std::string& name : replaceable)
      names.push_back("blocks." + std::to_string(layer) + "." + name);
  return names;
}

/// A hook made of a function.
template <typename Real>
class Put final : public Hook<Real>
{
public:
  Put(std::string name, std::function<bool(arma::Cube<Real>&)> put)
      : name_(std::move(name)), put_(std::move(put))
  {
  }
  bool wants(std::string_view name) const override { return name == name_; }
  bool visit(const std::string&, arma::Cube<Real>& value) override { return put_(value); }

private:
  std::string name_;
  std::function<bool(arma::Cube<Real>&)> put_;
};

/// The logits of the corrupted text, with all of one value from the clean one.
template <typename Real>
arma::Mat<Real> patched(const Trace<Real>& from, std::vector<Site> sites)
{
  Patch<Real> patch(from, std::move(sites));
  return model<Real>().logits(corrupted, &patch);
}

void close(const arma::mat& left, const arma::mat& right)
{
  BOOST_TEST(arma::abs(left - right).max() < 1e-12);
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(all_sites_patched_at_once_give_the_clean_run_to_the_bit, Real, Reals)
{
  const Trace<Real> from = everything<Real>(clean);
  std::vector<Site> all;
  for (const std::string& name : in_blocks())
    all.push_back({.name = name});
  BOOST_TEST(same(patched(from, all), model<Real>().logits(clean)));
  BOOST_TEST(same(patched(from, {{.name = "ln_final.normalized"}}), model<Real>().logits(clean)));
  // Where the stream begins, and what the heads and neurons of every block give, is a whole run, too.
  std::vector<Site> additions{{.name = "blocks.0.resid_pre"}};
  for (const std::string block : {"blocks.0.", "blocks.1.", "blocks.2."}) {
    additions.push_back({.name = block + "attn.z"});
    additions.push_back({.name = block + "mlp.post"});
  }
  BOOST_TEST(same(patched(from, additions), model<Real>().logits(clean)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(patching_nothing_is_the_corrupted_run_to_the_bit, Real, Reals)
{
  const arma::Mat<Real> plain = model<Real>().logits(corrupted);
  BOOST_TEST(!same(plain, model<Real>().logits(clean)));
  BOOST_TEST(same(patched(everything<Real>(clean), {}), plain));
  // A value of the run itself replaces nothing.
  const Trace<Real> own = everything<Real>(corrupted);
  for (const std::string& name : in_blocks())
    BOOST_TEST(same(patched(own, {{.name = name}}), plain), name);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_value_that_can_be_replaced_matters, Real, Reals)
{
  const Trace<Real> from = everything<Real>(clean);
  const arma::Mat<Real> plain = model<Real>().logits(corrupted);
  for (const std::string& name : in_blocks())
    BOOST_TEST(!same(patched(from, {{.name = name}}), plain), name);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_patch_at_a_position_changes_no_earlier_one, Real, Reals)
{
  const Trace<Real> from = everything<Real>(clean);
  const arma::Mat<Real> plain = model<Real>().logits(corrupted);
  for (const std::string& name : in_blocks()) {
    const arma::Mat<Real> found = patched(from, {{.name = name, .position = 4}});
    BOOST_TEST(same<Real>(found.head_cols(4), plain.head_cols(4)), name);
    BOOST_TEST(!same<Real>(found.col(4), plain.col(4)), name);
  }
}

BOOST_AUTO_TEST_CASE(the_parts_of_a_value_are_patched_one_by_one)
{
  const Trace<double> from = everything<double>(clean);
  for (const std::string name :
       {"blocks.1.attn.z", "blocks.1.attn.pattern", "blocks.1.attn.result"}) {
    const arma::mat whole = patched(from, {{.name = name}});
    std::vector<Site> heads, positions, both;
    for (arma::uword h = 0; h < toy_config().heads; ++h) {
      heads.push_back({.name = name, .head = h});
      for (arma::uword k = 0; k < clean.size(); ++k)
        both.push_back({.name = name, .position = k, .head = h});
    }
    for (arma::uword k = 0; k < clean.size(); ++k)
      positions.push_back({.name = name, .position = k});
    for (const auto& parts : {heads, positions, both})
      close(patched(from, parts), whole);
    heads.pop_back();
    BOOST_TEST(arma::abs(patched(from, heads) - whole).max() > 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(what_follows_from_a_value_is_computed_from_what_was_put_there)
{
  const Trace<double> from = everything<double>(clean), own = everything<double>(corrupted);
  const std::string block = "blocks.1.";
  // The pattern of one run with the values of the other, by the formula.
  arma::cube z = own[block + "attn.z"];
  for (arma::uword h = 0; h < z.n_slices; ++h)
    z.slice(h) = epreuve::attention::head_output(own.matrix(block + "attn.v", h),
                                                 from.matrix(block + "attn.pattern", h));
  Put<double> mixed(block + "attn.z", [&](arma::cube& value) {
    value = z;
    return true;
  });
  close(patched(from, {{.name = block + "attn.pattern"}}),
        model<double>().logits(corrupted, &mixed));
  // What the heads write, and the bias, is what the attention writes.
  close(patched(from, {{.name = block + "attn.z"}}), patched(from, {{.name = block + "attn_out"}}));
  close(patched(from, {{.name = block + "attn.result"}}),
        patched(from, {{.name = block + "attn_out"}}));
  close(patched(from, {{.name = block + "mlp.post"}}),
        patched(from, {{.name = block + "mlp_out"}}));
  // The stream with the difference added, at its place.
  Put<double> stream(block + "resid_mid", [&](arma::cube& value) {
    value += from[block + "attn_out"] - own[block + "attn_out"];
    return true;
  });
  close(patched(from, {{.name = block + "attn_out"}}), model<double>().logits(corrupted, &stream));
  // The stream before a block is the one after the block before it.
  close(patched(from, {{.name = "blocks.1.resid_pre"}}),
        patched(from, {{.name = "blocks.0.resid_post"}}));
}

BOOST_AUTO_TEST_CASE(a_hook_that_returns_false_replaces_nothing)
{
  for (const std::string& name : in_blocks()) {
    Put<double> spoils(name, [](arma::cube& value) {
      value.fill(5);
      return false;
    });
    BOOST_TEST(same(model<double>().logits(clean, &spoils), model<double>().logits(clean)), name);
  }
}

BOOST_AUTO_TEST_CASE(in_a_session_the_tokens_that_are_appended_can_be_patched)
{
  Trace<double> from({"blocks.2.resid_mid"});
  Session<double> session(model<double>()), other(model<double>());
  session.append({3, 17});
  const arma::vec expected = session.append({5, 60}, &from);
  other.append({3, 17});
  Patch<double> patch(from, {{.name = "blocks.2.resid_mid"}});
  BOOST_TEST(same<double>(other.append({9, 60}, &patch), expected));
}

BOOST_AUTO_TEST_CASE(texts_of_different_length_are_an_error)
{
  const Trace<double> from = everything<double>({3, 17, 5});
  for (const std::string name : {"blocks.1.resid_pre", "blocks.1.attn.pattern"})
    BOOST_CHECK_EXCEPTION(patched(from, {{.name = name}}), Error,
                          says("is of 3 tokens in the run that the patch is from, and of 7 in "
                               "this one: the two texts must have as many tokens"));
}

BOOST_AUTO_TEST_CASE(a_site_that_is_not_there_is_an_error)
{
  const Trace<double> from = everything<double>(clean);
  BOOST_CHECK_EXCEPTION(patched(from, {{.name = "blocks.3.resid_pre"}}), Error,
                        says("the trace has no \"blocks.3.resid_pre\""));
  BOOST_CHECK_EXCEPTION(patched(from, {{.name = "blocks.1.mlp_out", .position = 7}}), Error,
                        says("\"blocks.1.mlp_out\" has no position 7: they go from 0 to 6"));
  BOOST_CHECK_EXCEPTION(patched(from, {{.name = "blocks.1.mlp_out", .head = 1}}), Error,
                        says("has no head 1: they go from 0 to 0"));
}

BOOST_AUTO_TEST_CASE(what_can_only_be_seen_is_not_replaced)
{
  const Trace<double> from = everything<double>(clean);
  for (const std::string name :
       {"embed", "pos_embed", "blocks.0.ln1.normalized", "blocks.1.attn.q", "blocks.1.attn.k",
        "blocks.1.attn.v", "blocks.1.attn.scores", "blocks.1.ln2.normalized", "blocks.1.mlp.pre"})
    BOOST_CHECK_EXCEPTION(patched(from, {{.name = name}}), Error,
                          says("\"" + name + "\" can be seen, but not replaced"));
  Put<double> longer("blocks.0.mlp_out", [](arma::cube& value) {
    value.resize(value.n_rows, value.n_cols + 1, 1);
    return true;
  });
  BOOST_CHECK_EXCEPTION(model<double>().logits(clean, &longer), Error, says("its replacement"));
}
