#include "epreuve/translator/translator.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"

#include <algorithm>

namespace epreuve::translator {
std::vector<Token> tokens(const std::vector<std::string>& words,
                          const std::vector<std::string>& list)
{
  std::vector<Token> places;
  for (const std::string& word : words) {
    const auto place = std::find(list.begin(), list.end(), word);
    if (place == list.end())
      throw Error("the translator has no word \"{}\"", word);
    places.push_back(static_cast<Token>(place - list.begin()));
  }
  return places;
}

networks::Pairs<double> as_read(const Translator& translator, const std::vector<Token>& source,
                                const std::vector<Token>& target)
{
  networks::Pairs<double> pairs =
      networks::side_by_side({{source, target}}, end, translator.network.source.n_rows);
  if (!translator.positions) {
    pairs.source_positions.zeros();
    pairs.target_positions.zeros();
  }
  return pairs;
}

arma::mat laws(const Translator& translator, const std::vector<Token>& source,
               const std::vector<Token>& target)
{
  return math::softmax_columns(
      networks::logits(translator.network, as_read(translator, source, target)));
}

Written translate(const Translator& translator, const std::vector<Token>& source, std::size_t most)
{
  std::vector<Token> target;
  while (target.size() < most && (target.empty() || target.back() != end)) {
    // What the last token is does not matter: the decoder is given those before it.
    target.push_back(end);
    target.back() = networks::logits(translator.network, as_read(translator, source, target))
                        .col(target.size() - 1)
                        .index_max();
  }
  return given(translator, source, target);
}

Written given(const Translator& translator, const std::vector<Token>& source,
              const std::vector<Token>& target)
{
  const bool has_cross = !translator.network.decoder.front().cross.empty();
  return {.target = target,
          .laws = laws(translator, source, target),
          .cross = has_cross ? networks::cross_patterns(translator.network,
                                                        as_read(translator, source, target))
                             : std::vector<arma::cube>()};
}

Judged judged(const Translator& translator, const std::vector<Token>& source,
              const std::vector<Token>& target)
{
  const arma::mat p = laws(translator, source, target);
  const arma::urowvec best = arma::index_max(p);
  Judged of{.is_written = std::equal(best.begin(), best.end(), target.begin(), target.end()),
            .probability = 1};
  for (arma::uword i = 0; i < target.size(); ++i)
    of.probability *= p(target[i], i);
  return of;
}

} // namespace epreuve::translator
