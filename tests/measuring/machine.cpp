// What the machine's limits are measured with does the work that it is credited with.

#include "epreuve/measuring/machine.hpp"

#include "epreuve/blas.hpp"

#include "support/toy_weights.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>

using namespace epreuve::gpt2;
using epreuve::blas_threads;
using epreuve::tests::toy_weights;

BOOST_AUTO_TEST_CASE(a_loop_of_multiply_adds_advances_each_of_its_chains_each_time)
{
  BOOST_TEST(!multiply_adds().empty());
  for (const MultiplyAdds& loop : multiply_adds()) {
    BOOST_TEST_CONTEXT(loop.name)
    {
      // y + 1, from whole numbers: no sum below 2^24 is rounded.
      const float begin = loop.advance(1, 1, 0);
      for (const std::size_t times : {1U, 2U, 1000U})
        BOOST_TEST(loop.advance(1, 1, times) == begin + static_cast<float>(loop.chains * times));
      // 2 y: the factor is there too.
      BOOST_TEST(loop.advance(2, 0, 5) == 32 * begin);
    }
  }
}

BOOST_AUTO_TEST_CASE(each_way_of_reading_reads_every_weight_once)
{
  const Config config{.layers = 3, .heads = 2, .n = 34, .N = 5003, .context = 7, .mlp = 71};
  Weights<float> weights = toy_weights<float>(config, 1);
  // Small whole numbers, so that no order of summing rounds; their sum tells most omissions.
  double expected = 0, count = 0;
  const auto fill = [&](arma::fmat& matrix) {
    for (arma::uword i = 0; i < matrix.n_elem; ++i)
      matrix[i] = static_cast<float>(i % 7) + 1;
    expected += arma::accu(arma::conv_to<arma::mat>::from(matrix));
    count += static_cast<double>(matrix.n_elem);
  };
  fill(weights.wte);
  for (auto& block : weights.blocks)
    for (auto* layer : {&block.qkv, &block.heads, &block.mlp_in, &block.mlp_out})
      fill(layer->neurons);
  WeightsReader read(weights);
  BOOST_TEST(read.bytes() == 4 * count);
  for (std::size_t way = 0; way < WeightsReader::ways.size(); ++way)
    BOOST_TEST(read(way) == expected, WeightsReader::ways[way]);
}

BOOST_AUTO_TEST_CASE(each_way_of_reading_eight_bits_reads_a_byte_for_each_weight)
{
  // Sizes that panels and groups divide: no byte is beside a weight's.
  const Config config{.layers = 3, .heads = 2, .n = 32, .N = 4800, .context = 7, .mlp = 64};
  const Weights<float> weights = in_eight_bits(toy_weights<float>(config, 1));
  WeightsReader read(weights);
  BOOST_TEST(read.bytes() == 32.0 * 4800 + 3 * (4 * 32 * 32 + 2 * 32 * 64));
  for (std::size_t way = 0; way + 1 < WeightsReader::ways.size(); ++way)
    BOOST_TEST(read(way) == 0.0F, WeightsReader::ways[way]); // the numbers in their place
  BOOST_TEST(read(WeightsReader::ways.size() - 1) != 0.0F);
}

#ifdef NDEBUG // a loop is at the peak only where it is compiled for speed
BOOST_AUTO_TEST_CASE(no_product_of_matrices_outdoes_the_peak)
{
  // The best of each: other processes may take turns with one of them.
  Sgemm sgemm;
  double product = 0, peak = 0;
  for (int attempt = 0; attempt < 3; ++attempt) {
    product = std::max(product, sgemm());
    peak = std::max(peak, peak_operations(blas_threads()));
  }
  BOOST_TEST(product > 0);
  BOOST_TEST(product <= 1.1 * peak);
}
#endif
