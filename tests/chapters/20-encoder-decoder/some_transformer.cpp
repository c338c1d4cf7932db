#include "chapters/20-encoder-decoder/some_transformer.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
using epreuve::evidence::check_property;
using epreuve::evidence::Draw;

BOOST_AUTO_TEST_CASE(networks_and_texts_have_the_announced_sizes)
{
  const auto fits = [](Draw& draw) {
    const SomeTransformer some = some_transformer(draw, 3);
    return some.network.encoder.size() == 3 && some.network.decoder.size() == 3 &&
           some.network.encoder[0].self.size() == 2 && some.texts.source.size() >= 2 &&
           some.texts.target.size() <= 5 &&
           arma::size(some.x) == arma::size(4, some.texts.source.size()) &&
           arma::size(some.logits) == arma::size(7, some.texts.target.size());
  };
  BOOST_TEST(check_property(fits, 20, 1).passed);
}
