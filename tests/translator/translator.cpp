// The small Transformer that comes with the suite: what was withheld from it, its files, how it translates.

#include "epreuve/translator/making.hpp"

#include "epreuve/system/read_text.hpp"
#include "epreuve/system/sha256.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using language::english;
using language::french;
using language::Twins;
using tests::says;

namespace {

const translator::Translator& shipped()
{
  static const translator::Translator translator = translator::read(translator::folder());
  return translator;
}

const translator::Split& divided()
{
  static const translator::Split split = translator::split();
  return split;
}

std::size_t count_right(const std::vector<Twins>& sentences, std::size_t every = 1)
{
  std::size_t right = 0;
  for (std::size_t i = 0; i < sentences.size(); i += every)
    right +=
        translator::judged(shipped(), sentences[i].source, sentences[i].target).is_written ? 1 : 0;
  return right;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_translators_files_are_those_that_their_hashes_name)
{
  std::istringstream lines(read_text(translator::folder() / "SHA256SUMS"));
  std::size_t files = 0;
  for (std::string hash, name; lines >> hash >> name; ++files) {
    const std::string bytes = read_text(translator::folder() / name);
    Sha256 sum;
    sum.add(std::as_bytes(std::span(bytes)));
    BOOST_TEST(std::move(sum).hex() == hash, name);
  }
  BOOST_TEST(files == 2u);
  BOOST_TEST(file_size(translator::folder() / "model.safetensors") < 200'000u);
}

BOOST_AUTO_TEST_CASE(its_words_are_those_of_the_languages)
{
  BOOST_TEST(shipped().source_words == english().words(), boost::test_tools::per_element());
  BOOST_TEST(shipped().target_words == french().words(), boost::test_tools::per_element());
  BOOST_TEST((translator::tokens({"the", "cat", "."}, shipped().source_words) ==
              english().encode("the cat .")));
  BOOST_CHECK_EXCEPTION(translator::tokens({"dog"}, shipped().source_words), Error, says("dog"));
}

BOOST_AUTO_TEST_CASE(the_likely_sentences_are_divided_and_each_word_is_left_to_the_training)
{
  const translator::Split& split = divided();
  std::set<std::vector<language::Word>> all;
  std::size_t count = split.training.size() + split.withheld.size();
  for (const auto* some : {&split.training, &split.withheld})
    for (const Twins& twins : *some)
      all.insert(twins.source);
  for (const auto& construction : split.constructions) {
    BOOST_TEST(!construction.empty());
    count += construction.size();
    for (const Twins& twins : construction)
      all.insert(twins.source);
  }
  BOOST_TEST(all.size() == count);
  BOOST_TEST(count ==
             language::likely_twins(english(), french(), translator::least_likely()).size());
  // One in eight by the hash: 3 standard deviations of some 1400.
  const double share =
      double(split.withheld.size()) / double(split.withheld.size() + split.training.size());
  BOOST_TEST(std::abs(share - 0.125) < 0.01);

  std::set<language::Word> source, target;
  for (const Twins& twins : split.training) {
    source.insert(twins.source.begin(), twins.source.end());
    target.insert(twins.target.begin(), twins.target.end());
  }
  BOOST_TEST(source.size() == english().words().size());
  BOOST_TEST(target.size() == french().words().size());
}

BOOST_AUTO_TEST_CASE(no_step_of_the_training_has_a_withheld_sentence)
{
  const auto pairs_at = [](std::uint64_t seed, std::uint64_t step) {
    return translator::pairs_of_step(divided().training, 16, seed, step);
  };
  for (std::uint64_t step = 0; step < 200; ++step)
    for (const networks::TextPair& pair : pairs_at(1, step)) {
      const std::string sentence = english().text(pair.source);
      BOOST_TEST(!translator::is_withheld(sentence), sentence);
      BOOST_TEST(!translator::construction_of(sentence).has_value(), sentence);
      const auto twins = language::translation(english(), french(), pair.source);
      BOOST_REQUIRE(twins.has_value());
      BOOST_TEST((twins->target == pair.target));
    }
  const auto first = [&](std::uint64_t seed, std::uint64_t step) {
    std::vector<std::vector<translator::Token>> sources;
    for (const networks::TextPair& pair : pairs_at(seed, step))
      sources.push_back(pair.source);
    return sources;
  };
  BOOST_TEST((first(1, 7) == first(1, 7)));
  BOOST_TEST((first(1, 7) != first(1, 8)));
  BOOST_TEST((first(1, 7) != first(2, 7)));
}

BOOST_AUTO_TEST_CASE(it_translates_withheld_sentences)
{
#ifdef EPREUVE_SANITIZE
  constexpr std::size_t every = 50;
#else
  constexpr std::size_t every = 1;
#endif
  const std::vector<Twins>& withheld = divided().withheld;
  BOOST_TEST(double(count_right(withheld, every)) >
             0.99 * double((withheld.size() + every - 1) / every));
}

BOOST_AUTO_TEST_CASE(one_pass_over_the_right_words_decides_whether_they_are_written)
{
  // Wrong translations too, by asking for those of another sentence, and for one that a word is changed in.
  const std::vector<Twins>& withheld = divided().withheld;
  for (std::size_t i = 0; i < 40; ++i) {
    const Twins& twins = withheld[i * 30];
    const std::vector<translator::Token> written =
        translator::translate(shipped(), twins.source).target;
    BOOST_TEST(translator::judged(shipped(), twins.source, written).is_written);
    BOOST_TEST(translator::judged(shipped(), twins.source, twins.target).is_written ==
               (written == twins.target));
    std::vector<translator::Token> changed = written;
    changed[i % changed.size()] = 1 + changed[i % changed.size()] % 50;
    BOOST_TEST(translator::judged(shipped(), twins.source, changed).is_written ==
               (changed == written));
  }
}

BOOST_AUTO_TEST_CASE(what_is_written_has_a_law_for_each_word_and_patterns_of_each_head)
{
  const translator::Written written =
      translator::translate(shipped(), english().encode("the little green creature sleeps ."));
  BOOST_TEST(written.laws.n_cols == written.target.size());
  BOOST_TEST(written.cross.size() == shipped().network.decoder.size());
  BOOST_TEST(arma::abs(arma::sum(written.laws) - 1).max() < 1e-12);
  for (const arma::cube& heads : written.cross) {
    BOOST_TEST(heads.n_rows == written.target.size());
    BOOST_TEST(heads.n_cols == 6u);
    BOOST_TEST(heads.n_slices == shipped().network.decoder.front().cross.size());
    for (arma::uword h = 0; h < heads.n_slices; ++h)
      BOOST_TEST(arma::abs(arma::sum(heads.slice(h), 1) - 1).max() < 1e-12);
  }
  // A limit on the words is kept.
  BOOST_TEST(
      translator::translate(shipped(), english().encode("the cat sleeps ."), 2).target.size() ==
      2u);
}

BOOST_AUTO_TEST_CASE(what_is_written_to_a_folder_is_read_back_rounded)
{
  const TemporaryFolder folder;
  translator::Settings settings = translator::settings();
  settings.sizes.n = 8;
  settings.sizes.heads = 2;
  settings.sizes.hidden = 6;
  auto network = networks::initial_encoder_decoder<float>(settings.sizes, 5);
  translator::write(folder.path(), network, settings.sizes);
  translator::Translator read = translator::read(folder.path());
  translator::Translator expected = translator::rounded(std::move(network));
  const auto a = networks::parameters(read.network), b = networks::parameters(expected.network);
  BOOST_REQUIRE_EQUAL(a.size(), b.size());
  for (std::size_t p = 0; p < a.size(); ++p)
    BOOST_TEST(std::ranges::equal(a[p], b[p]));
}

BOOST_AUTO_TEST_CASE(a_short_training_lowers_the_loss_and_depends_on_its_seed_alone)
{
  translator::Settings settings = translator::settings();
  settings.sizes.n = 8;
  settings.sizes.heads = 2;
  settings.sizes.hidden = 8;
  settings.sizes.blocks = 1;
  settings.pairs = 4;
  settings.schedule = {.rate = 1e-2, .final_rate = 1e-2, .warm_up = 5, .steps = 60};
  std::vector<double> losses, again;
  translator::trained(settings, [&](std::uint64_t, double loss) { losses.push_back(loss); });
  translator::trained(settings, [&](std::uint64_t, double loss) { again.push_back(loss); });
  BOOST_TEST(losses == again, boost::test_tools::per_element());
  BOOST_TEST(losses.back() < 0.8 * losses.front());
}
