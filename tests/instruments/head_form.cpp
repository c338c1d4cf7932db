#include "epreuve/instruments/gpt2/head_form.hpp"

#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/safetensors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using namespace epreuve::instruments;

static const AttentionLayer layer = attention_layer(small_run(3).weights().blocks[1], 3);

/// The same number from the n x n product, formed: after the gain, and with the mean taken out.
static double by_definition(const arma::mat& A)
{
  return arma::trace(A) / arma::norm(A, "fro");
}

BOOST_AUTO_TEST_CASE(its_numbers_are_those_of_the_large_products)
{
  const arma::mat centre = arma::mat(24, 24, arma::fill::eye) - 1. / 24;
  const arma::mat read = arma::diagmat(layer.gain) * centre;
  for (arma::uword head = 0; head < 3; ++head) {
    const HeadForm form = head_form(layer, head);
    const arma::mat A = read.t() * layer.W_Q(head).t() * layer.W_K(head) * read;
    const arma::mat B = layer.W_O(head) * layer.W_V(head);
    BOOST_TEST(std::abs(form.match - by_definition(A)) < 1e-13);
    BOOST_TEST(std::abs(form.copy - by_definition(B * read)) < 1e-13);
    BOOST_TEST(arma::abs(form.written.sigma - arma::svd(B).eval().head_rows(8)).max() < 1e-13);
    BOOST_TEST(std::abs(arma::norm(form.compared.sigma) -
                        arma::norm(layer.W_Q(head).t() * layer.W_K(head), "fro")) < 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(a_head_that_compares_and_does_nothing_besides_has_the_largest_match)
{
  AttentionLayer pure = layer;
  pure.gain.ones();
  const arma::mat centre = arma::mat(24, 24, arma::fill::eye) - 1. / 24;
  const arma::mat directions = arma::orth(centre * arma::mat(24, 8, arma::fill::randn));
  pure.qkv.rows(0, 7) = 5 * directions.t();
  pure.qkv.rows(24, 31) = directions.t();
  BOOST_TEST(std::abs(head_form(pure, 0).match - std::sqrt(8)) < 1e-13);
  pure.qkv.rows(24, 31) *= -1;
  BOOST_TEST(std::abs(head_form(pure, 0).match + std::sqrt(8)) < 1e-13);
}

BOOST_AUTO_TEST_CASE(of_a_file_the_forms_come_layer_by_layer)
{
  using namespace epreuve::tests;
  std::vector<StoredTensor> tensors;
  for (int l = 0; l < 12; ++l) { // queries and keys of layer l: l + 1 equal coordinates
    const std::string h = "h." + std::to_string(l) + ".";
    std::vector<float> qkv(64 * 192);
    for (int i = 0; i <= l; ++i)
      qkv[192 * i + i] = qkv[192 * i + 64 + i] = 1;
    tensors.push_back(stored(h + "ln_1.weight", {64}, std::vector<float>(64, 1)));
    tensors.push_back(stored(h + "ln_1.bias", {64}, std::vector<float>(64)));
    tensors.push_back(stored(h + "attn.c_attn.weight", {64, 192}, qkv));
    tensors.push_back(stored(h + "attn.c_attn.bias", {192}, std::vector<float>(192)));
    tensors.push_back(stored(h + "attn.c_proj.weight", {64, 64}, std::vector<float>(64 * 64, 1)));
  }
  const epreuve::TemporaryFolder folder;
  epreuve::write_file(folder / "model.safetensors", safetensors(tensors));
  const std::vector<HeadForm> forms = head_forms(epreuve::gpt2::Checkpoint(folder.path()));
  BOOST_TEST_REQUIRE(forms.size() == 12U);
  for (std::size_t l = 0; l < 12; ++l)
    BOOST_TEST(arma::accu(forms[l].compared.sigma) == l + 1, boost::test_tools::tolerance(1e-12));
}
