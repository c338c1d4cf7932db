#include "chapters/13-multi-head/layer_of_heads.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>

using namespace epreuve::instruments;

static const arma::mat W_Q{{1, 0, -1, 0}, {0, 1, 1, 0}, {0, 0, 1, 1}, {1, -1, 0, 0}},
    W_K{{1, 1, 0, 0}, {0, 1, -1, 1}, {1, 0, 0, -1}, {0, 1, 0, 1}},
    W_V{{2, 0, 1, 0}, {0, 1, 0, 1}, {1, 0, 0, 1}, {0, 0, 3, -1}},
    W_O{{1, 0, 1, 0}, {1, 1, 0, 2}, {0, -1, 0, 1}, {1, 0, 0, 1}},
    x{{1, 0, 1}, {0, 1, 1}, {1, 1, 0}, {0, -1, 1}};

static LayerOfHeads layer(arma::uword r)
{
  return {r, RationalMatrix(W_Q), RationalMatrix(W_K), RationalMatrix(W_V), RationalMatrix(W_O)};
}

BOOST_AUTO_TEST_CASE(a_layer_by_bands_adds_what_its_bands_add_as_heads_in_doubles)
{
  for (const arma::uword r : {1, 2, 4}) {
    const double c = std::sqrt(double(r)) * std::log(2); // no division, and base 2
    arma::mat sum(arma::size(x));
    for (arma::uword first = 0; first < 4; first += r) {
      const arma::span band(first, first + r - 1);
      sum += epreuve::attention::self_attention(
          epreuve::attention::Head<double>{c * W_Q.rows(band.a, band.b), W_K.rows(band.a, band.b),
                                           W_V.rows(band.a, band.b), W_O.cols(band.a, band.b)},
          x);
    }
    const arma::mat y = by_bands(layer(r), RationalMatrix(x)).to_double();
    BOOST_TEST(arma::abs(y - sum).max() < 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(heads_are_bands_of_rows_and_of_columns_of_W_O)
{
  const ExactHead second = heads_of(layer(2)).at(1);
  BOOST_TEST((second.W_V == RationalMatrix{{1, 0, 0, 1}, {0, 0, 3, -1}}));
  BOOST_TEST((second.W_O == RationalMatrix{{1, 0}, {0, 2}, {0, 1}, {0, 1}}));
  BOOST_TEST(heads_of(layer(1)).size() == 4u);
}

BOOST_AUTO_TEST_CASE(a_band_that_does_not_divide_the_rows_is_refused)
{
  const auto says_so = [](const epreuve::Error& error) {
    return std::string(error.what()).find("r must divide the 4 rows") != std::string::npos;
  };
  BOOST_CHECK_EXCEPTION(heads_of(layer(3)), epreuve::Error, says_so);
  BOOST_CHECK_EXCEPTION(by_bands(layer(0), RationalMatrix(x)), epreuve::Error, says_so);
}
