#include "epreuve/instruments/gpt2/attention_layer.hpp"

#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"
#include "support/safetensors.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace epreuve::instruments;

using epreuve::tests::says;

static const ModelRun run = small_run(3);
static const AttentionLayer layer = attention_layer(run.weights().blocks[2], 3);

BOOST_AUTO_TEST_CASE(its_scores_are_those_of_the_model)
{
  const arma::mat x = run.trace.matrix("blocks.2.resid_pre");
  for (arma::uword head = 0; head < 3; ++head) {
    const arma::mat of_model = run.trace.matrix("blocks.2.attn.scores", head);
    const arma::uvec seen = arma::trimatl_ind(arma::size(of_model));
    const arma::mat S = layer.scores(head, x);
    BOOST_TEST(arma::abs(S(seen) - of_model(seen)).max() < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(each_head_reads_and_writes_with_its_own_part_of_the_matrices)
{
  const arma::mat u = run.trace.matrix("blocks.2.ln1.normalized");
  for (arma::uword head = 0; head < 3; ++head) {
    const auto without_bias = [&](const char* name, arma::uword part) {
      const arma::vec b = run.weights().blocks[2].qkv.b.subvec(
          arma::span(part * 24 + head * 8, part * 24 + head * 8 + 7));
      const arma::mat read = run.trace.matrix(name, head);
      return arma::mat(read.each_col() - b);
    };
    BOOST_TEST(arma::norm(layer.W_Q(head) * u - without_bias("blocks.2.attn.q", 0)) < 1e-12);
    BOOST_TEST(arma::norm(layer.W_K(head) * u - without_bias("blocks.2.attn.k", 1)) < 1e-12);
    BOOST_TEST(arma::norm(layer.W_V(head) * u - without_bias("blocks.2.attn.v", 2)) < 1e-12);
    const arma::mat written = layer.W_O(head) * run.trace.matrix("blocks.2.attn.z", head);
    BOOST_TEST(arma::norm(written - run.trace.matrix("blocks.2.attn.result", head)) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(
    from_a_file_comes_what_it_holds_whose_matrices_are_written_row_by_row_of_the_input)
{
  std::vector<float> gain(64, 2), bias(64, 3), qkv(64 * 192), qkv_bias(192, 4), output(64 * 64);
  qkv[192 * 5 + 64 + 7] = 1; // the key's coordinate 7 of the input's coordinate 5
  output[64 * 5 + 9] = 1;    // the output 9 of the head's coordinate 5
  const epreuve::TemporaryFolder folder;
  epreuve::write_file(folder / "model.safetensors",
                      epreuve::tests::safetensors(
                          {epreuve::tests::stored("h.1.ln_1.weight", {64}, gain),
                           epreuve::tests::stored("h.1.ln_1.bias", {64}, bias),
                           epreuve::tests::stored("h.1.attn.c_attn.weight", {64, 192}, qkv),
                           epreuve::tests::stored("h.1.attn.c_attn.bias", {192}, qkv_bias),
                           epreuve::tests::stored("h.1.attn.c_proj.weight", {64, 64}, output)}));
  const AttentionLayer read = attention_layer(epreuve::gpt2::Checkpoint(folder.path()), 1);
  BOOST_TEST(read.heads == 1U);
  BOOST_TEST(arma::accu(read.gain) == 128);
  BOOST_TEST(arma::accu(read.bias) == 192);
  BOOST_TEST(arma::accu(read.qkv_bias) == 768);
  BOOST_TEST(arma::accu(arma::abs(read.W_Q(0))) + arma::accu(arma::abs(read.W_V(0))) == 0);
  BOOST_TEST(read.W_K(0)(7, 5) == 1);
  BOOST_TEST(read.W_O(0)(9, 5) == 1);
}

BOOST_AUTO_TEST_CASE(a_head_that_is_not_there_is_refused)
{
  BOOST_CHECK_EXCEPTION(layer.W_O(3), epreuve::Error, says("attention_layer", "no head 3 among 3"));
}
