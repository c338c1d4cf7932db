#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/gpt2/trace.hpp"
#include "epreuve/instruments/gpt2/decided_by_weights.hpp"
#include "figures.hpp"
#include "patterns.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::course;

/**
# What others have seen

Is the matrix GPT-2's? To compute it one needs everything up to layer 4: the token embedding and
the MLPs of four layers, which only the whole file has. But these heads have been looked at
before. The Transformer Explainer of the Polo Club of Data Science (Georgia Tech) ships the
weights of some heads on its example sentences, to six decimals, and the four heads of the
document are among them. We quote two of the sentences; the figure that opens the chapter shows the
first.

## The previous token

*4.11 links a word to the word before.* In the document's matrix all words but the first do so with
more than 99.98 % of their weight, and in the two other sentences with more than 99.9 %.

Others have found the same. @wang-2022 took apart how GPT-2 Small completes "When Mary and
John went to the store, John gave a drink to"; the circuit that they describe has two heads that look
at the previous token, 2.2 and 4.11.

The right half of the document's figure shows the same head on "To be or not to be", without
numbers, so there is nothing to compare but the shape: from every token the strongest line goes to
the one before. (`./epreuve gpt2 attention "To be or not to be" --layer 4 --head 11` draws it.)
*/
SECTION(previous_token)
{
  const arma::mat& h = black_dog().of_head.at("4.11");
  double least = h.diag(-1).min();
  for (const PublishedPatterns& seen : transformer_explainer())
    least = std::min(least, seen.of_head.at("4.11").diag(-1).min());
  decided_by_weights(chapter, "exo7-6.5-previous-token",
                     "so say the printed matrix and ten published rows")
      .at_least("smallest printed weight on the previous word", h.diag(-1).min(), 0.9998)
      .at_least("smallest weight on the previous word, two published sentences included", least,
                0.999)
      .by_reading("Wang et al. (2022, arXiv:2211.00593) found two previous-token heads, 2.2 and "
                  "4.11, by other means and on other sentences");
  decided_by_weights(chapter, "exo7-6.5-fig-4-11", "the left half is the printed matrix")
      .equal("left half: where the strongest segments of tokens 0, 1, 2, 3 go", strongest_keys(h),
             "0 0 1 2");
  chapter.figure("four-heads",
                 [](Figure& figure) { draw_four_heads(figure, transformer_explainer().front()); });
}

/**
## Itself, all, repetitions

Now the three heads of layer 0. *0.3 matches the current token with itself*: in each published row
but the first of a sentence the largest weight is on the diagonal, between 0.43 and 0.98. *0.9
spreads attention over all tokens so far*: no weight vanishes. Its entropy shows how even a row is:
as a share of the entropy of the uniform distribution over as many tokens, it is 1 for perfect
evenness. The rows of 0.9 have 78 % on average, those of 0.3 have 52 %, those of 0.5 have 16 %.

*0.5 detects repetitions.* On these sentences it looks like a cleaner 0.3: in nine of the ten rows
at least nine tenths of the weight is the token's own. But nothing in them repeats, so they cannot
tell a head that looks at *the same place* from one that looks at *the same token*. The last page
can.
*/
/// Of the published rows of a head, leaving out the first of each sentence.
static double mean_evenness(const std::string& head)
{
  const auto of = [&](const PublishedPatterns& seen) { return evenness(seen.of_head.at(head)); };
  return arma::mean((of(transformer_explainer().front()) + of(transformer_explainer().back())) / 2);
}

SECTION(layer_0)
{
  Claim& itself = decided_by_weights(chapter, "exo7-6.5-head-0-3",
                                     "so say the published rows of two sentences");
  double least = 1;
  for (const PublishedPatterns& seen : transformer_explainer()) {
    itself.equal(fmt::format("the strongest keys of the published rows of “{}”", seen.text),
                 strongest_keys(seen.of_head.at("0.3")), "0 1 2 3 4 5");
    const arma::mat& spread = seen.of_head.at("0.9");
    least = std::min(least, spread(arma::trimatl_ind(arma::size(spread))).min());
  }
  decided_by_weights(chapter, "exo7-6.5-head-0-9", "so say the published rows of two sentences")
      .at_least("smallest published weight of head 0.9", least, 0.03)
      .at_least("evenness of the rows of head 0.9, mean over both sentences", mean_evenness("0.9"),
                0.75)
      .at_most("evenness of the rows of head 0.3, for comparison", mean_evenness("0.3"), 0.6);
  decided_by_weights(chapter, "exo7-6.5-head-0-5",
                     "nothing is repeated in the published sentences; the head's form says how it "
                     "could find repetitions")
      .at_most("evenness of the published rows of head 0.5", mean_evenness("0.5"), 0.25);
}

/**
So the published rows bear out what the document says of 0.3 and of 0.9, and leave 0.5 open: as long
as no token occurs twice, a token that looks for the same token finds only itself.

## With the weights

With the whole file we compute the patterns ourselves and compare them with what is printed and
published. They cannot agree exactly. Published weights are computed in single precision. A score of
some tens is then off by $10^{-5}$ or more, and a weight has the same relative error, so the last
one or two of the five printed digits cannot be expected: we ask for half a per cent of each number,
over eight orders of magnitude.

To see whether 0.5 finds repetitions, we say the first sentence twice, and ask which earlier token
gets the most weight (leaving out the first of all, on which many heads rest when they have nothing
to do).
*/
static arma::mat pattern_of(const std::vector<epreuve::gpt2::Token>& tokens,
                            const epreuve::Head& head)
{
  const std::string site = fmt::format("blocks.{}.attn.pattern", head.layer);
  gpt2::Trace<double> trace({site});
  gpt2::PublishedFiles::here().model().last_logits(tokens, &trace);
  return trace.matrix(site, head.head);
}

SECTION(computed, gpt2::all_weights)
{
  const arma::mat& h = black_dog().of_head.at("4.11");
  const arma::mat ours = pattern_of(black_dog().tokens, four.back());
  const arma::uvec shown = arma::find(h > 0);
  chapter.claim("exo7-6.5-matrix-4-11", holds)
      .at_most("largest relative distance of a printed number from ours",
               arma::abs(h(shown) / ours(shown) - 1).max(), 5e-3)
      .equal("computed weights above the diagonal", arma::trimatu(ours, 1).eval(),
             arma::mat(4, 4, arma::fill::zeros));
  chapter.claim("exo7-6.5-fig-4-11", holds)
      .equal("right half: where the strongest of “To be or not to be” go",
             strongest_keys(pattern_of({2514, 307, 393, 407, 284, 307}, four.back())),
             "0 0 1 2 3 4");
  Claim& repeats = chapter.claim("exo7-6.5-head-0-5", holds);
  for (const auto& [claim, head] :
       {std::pair(&chapter.claim("exo7-6.5-head-0-3", holds), four.at(0)),
        {&chapter.claim("exo7-6.5-head-0-9", holds), four.at(1)},
        {&repeats, four.at(2)},
        {&chapter.claim("exo7-6.5-previous-token", holds), four.at(3)}})
    for (const PublishedPatterns& seen : transformer_explainer())
      claim->agree(fmt::format("head {} of “{}”, as published", head.name(), seen.text),
                   pattern_of(seen.tokens, head), seen.of_head.at(head.name()), absolute(2e-4));
  std::vector<gpt2::Token> twice = transformer_explainer().front().tokens;
  twice.insert(twice.end(), {6601, 32704, 795, 30132, 2985, 284});
  const arma::mat pattern = pattern_of(twice, four.at(2));
  int found = 0;
  for (arma::uword i = 7; i < 12; ++i)
    found += pattern.row(i).subvec(1, i - 1).index_max() + 1 == i - 6;
  repeats.at_least("a sentence said twice: of 5 tokens, those that look most at their first copy",
                   found, 4);
}
