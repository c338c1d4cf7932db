#include "chapters/20-encoder-decoder/article_sizes.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_rows_of_an_embedding_are_those_that_make_the_printed_number)
{
  BOOST_TEST(article_sizes().size() == 11U);
  for (const ArticleSizes& line : article_sizes()) {
    const auto [least, most] = rows_of_embedding(line);
    BOOST_TEST(std::abs(weights_of_blocks(line) + least * double(line.n) -
                        (line.printed - 0.5) * 1e6) < 1e-3);
    BOOST_TEST(std::abs(weights_of_blocks(line) + most * double(line.n) -
                        (line.printed + 0.5) * 1e6) < 1e-3);
  }
}

BOOST_AUTO_TEST_CASE(the_blocks_of_the_base_model_are_counted_matrix_by_matrix)
{
  double all = 0;
  for (int b = 0; b < 6; ++b) {
    const double attention = 4. * 512 * 512, network = 512. * 2048 + 2048 + 2048. * 512 + 512;
    all += attention + network + 2 * 1024;     // encoder
    all += 2 * attention + network + 3 * 1024; // decoder
  }
  BOOST_TEST(weights_of_blocks(article_sizes()[0]) == all);
}
