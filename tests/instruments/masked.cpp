#include "epreuve/instruments/networks/masked.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

using namespace epreuve;
using namespace epreuve::instruments;

namespace {

networks::EncoderDecoder<float> small_model()
{
  auto model = networks::initial_encoder_decoder<float>(
      {.n = 4, .heads = 2, .hidden = 6, .blocks = 2, .source_tokens = 5, .target_tokens = 1}, 3);
  model.target.reset();
  model.decoder.clear();
  return model;
}

const MaskedTexts two_texts{{{0, 4, 2, 4}, {4, 3}}, {1, 3, 4}, {1, 0, 2}};

} // namespace

BOOST_AUTO_TEST_CASE(the_loss_is_the_surprise_at_the_masked_words_of_texts_apart)
{
  const auto model = small_model();
  const arma::fmat first = masked_logits(model, two_texts.texts[0]),
                   second = masked_logits(model, two_texts.texts[1]);
  const auto surprise = [](const arma::fvec& x, arma::uword word) {
    return std::log(arma::accu(arma::exp(arma::conv_to<arma::vec>::from(x)))) - double(x(word));
  };
  const double expected =
      (surprise(first.col(1), 1) + surprise(first.col(3), 0) + surprise(second.col(0), 2)) / 3;
  BOOST_TEST(masked_loss_and_gradient(model, two_texts).loss == expected,
             boost::test_tools::tolerance(1e-5));
}

BOOST_AUTO_TEST_CASE(the_gradient_is_the_slope_along_itself)
{
  auto model = small_model();
  auto of = masked_loss_and_gradient(model, two_texts);
  double squares = 0;
  const auto weights = parameters(model), slopes = parameters(of.gradient);
  for (const auto part : slopes)
    for (const float g : part)
      squares += double(g) * double(g);
  const auto moved = [&](float h) {
    for (std::size_t i = 0; i < weights.size(); ++i)
      for (std::size_t j = 0; j < weights[i].size(); ++j)
        weights[i][j] += h * slopes[i][j];
    return double(masked_loss_and_gradient(model, two_texts).loss);
  };
  const float h = 5e-4F;
  const double more = moved(h), less = moved(-2 * h);
  BOOST_TEST((more - less) / (2 * double(h)) == squares, boost::test_tools::tolerance(0.005));
}

BOOST_AUTO_TEST_CASE(every_word_sees_the_words_after_it)
{
  const auto model = small_model();
  BOOST_TEST(
      arma::abs(masked_logits(model, {0, 4, 2}).col(0) - masked_logits(model, {0, 4, 3}).col(0))
          .max() > 1e-3F);
}
