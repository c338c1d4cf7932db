#include "chapters/20-encoder-decoder/ablations_log.hpp"

#include "epreuve/system/read_text.hpp"
#include "epreuve/system/sha256.hpp"
#include "epreuve/translator/making.hpp"

#include <boost/test/unit_test.hpp>

#include <numeric>
#include <span>
#include <string>
#include <utility>

using namespace epreuve;
using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_log_of_ablations_is_as_the_training_wrote_it)
{
  const std::string text =
      read_text(EPREUVE_SOURCE_DIR "/chapters/20-encoder-decoder/ablations_log.hpp");
  Sha256 hash;
  hash.add(std::as_bytes(std::span(text)));
  BOOST_TEST(std::move(hash).hex() ==
                 "fb02d24e2c470dfdf47bae366e2def8ee045bc11d2e38a3da26a5adaaba7df21",
             "ablations_log.hpp was changed; if by ./epreuve train ablations, change the hash too");
}

BOOST_AUTO_TEST_CASE(the_log_counts_the_sentences_that_are_withheld)
{
  const translator::Split split = translator::split();
  BOOST_TEST(ablation_withheld == split.withheld.size());
  BOOST_TEST(ablation_constructions ==
             std::accumulate(split.constructions.begin(), split.constructions.end(), std::size_t{0},
                             [](std::size_t sum, const auto& some) { return sum + some.size(); }));
  for (const AblationRow& row : ablations_log) {
    BOOST_TEST(row.withheld <= ablation_withheld);
    BOOST_TEST(row.constructions <= ablation_constructions);
    BOOST_TEST(row.loss >= 0);
  }
}
