#include "alignment_error.hpp"
#include "beam_search.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/language/twins.hpp"
#include "epreuve/logs/ablations.hpp"
#include "epreuve/translator/making.hpp"
#include "examination.hpp"
#include "figures.hpp"
#include "share.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/**
# A translator, and where it looks

Does a Transformer translate what it has never read? And does its cross-attention, which papers draw as an *alignment*
of two sentences, point from each word to the word that it renders? For real languages nobody can say exactly: a
sentence has many good translations, and people who align them by hand disagree. The language of this course has a
French twin, word by word. Each sentence has one translation, and each French word renders one English word, which the
derivation names. So both questions have answers that can be counted.

## The answer

It translates nearly all of what was withheld, new combinations of words included. And where it looks is not an
alignment. The best of its eight heads looks at the wrong word more often than at the right one, the mean of a block's
heads is wrong for every third word, and read one step later none of them does much better than chance. Yet where two
words cross, that mean is nearly always right.
*/
using namespace epreuve::course;
using language::english;
using language::french;
using language::Twins;

namespace {

std::vector<std::string> row_of_share(const std::string& withheld, const std::string& why,
                                      const Share& share)
{
  return {withheld, why, fmt::format("{} of {}", share.right, share.all),
          fmt::format("{:.2f} % to {:.2f} %", 100 * share.least(shown_confidence),
                      100 * share.most(shown_confidence))};
}

std::vector<Twins> withheld_one_in(std::size_t k)
{
  std::vector<Twins> some;
  for (std::size_t i = 0; i < examination().by_hash.sentences.size(); i += k)
    some.push_back(examination().by_hash.sentences[i]);
  return some;
}

} // namespace

SECTION(links)
{
  chapter.shows("where-it-looks");
}

/**
## Nothing of this was in the lessons

The language has infinitely many texts, and 11 686 sentences of a probability of at least one in a million, which make
up 98.6 % of what it says. One in eight of these is withheld: those whose text has a SHA-256 that begins with a byte
below 32. A hash knows nothing of grammar, so such a sentence may differ by one name from one that was seen. The other
kind is harder. Nine *constructions* are withheld altogether, words in a row of which each was seen in other company.
*Big creature* and *black creature* come in the training, *big black creature* does not.

The translator has two blocks of encoder and two of decoder with four heads each, $n = 32$, and 47 000 weights in a file
of 104 KB. `./epreuve train translator` makes it in under three minutes. What follows is not a log: the file is read,
and translates while this page is made. It is one training, though: the intervals below say how far the sentences that
were counted can be trusted, not what another seed would have learned. A translation is right if every word is. We need not write it word by word:
greedy writing gives the right sentence if and only if after each right beginning the most probable next word is the
right one, and one pass over the right words, as in training, says so.
*/
SECTION(unseen)
{
  const Examination& of = examination();
  std::vector<std::vector<std::string>> rows{row_of_share("by the hash", "", of.by_hash.right())};
  for (std::size_t k = 0; k < of.by_construction.size(); ++k) {
    const auto& [words, why] = translator::withheld_constructions()[k];
    rows.push_back(row_of_share(words, why, of.by_construction[k].right()));
  }
  rows.push_back(row_of_share("all constructions", "", of.constructions.right()));
  chapter.table("Sentences that were withheld, and those translated exactly; 95 % intervals of "
                "Clopper and Pearson",
                {"withheld", "what is to be put together", "right", "interval"}, rows);
  chapter
      .finding("translates-unseen", "The translator translates more than 99 % of the sentences "
                                    "that were withheld by a hash, and of those with a withheld "
                                    "construction")
      .equal("likely sentences",
             of.training.size() + of.by_hash.right().all + of.constructions.right().all,
             std::size_t{11'686})
      .at_least("of them withheld by the hash", double(of.by_hash.right().all), 1000)
      .at_least("the share of them that is right", of.by_hash.right().value(), 0.99)
      .at_most("their error, each weighted by its exact probability", of.by_hash.weighted_error(),
               0.001)
      .at_least("the share of constructions that is right", of.constructions.right().value(), 0.99)
      .at_most("their error, weighted", of.constructions.weighted_error(), 0.05);
}

/**
The last line of the constructions is the instructive one. *Three* is a rare word, and with *three creatures* withheld,
each sentence of the training that began with it went on with *cats*. Nothing said that what follows it is to be read
from the source: *trois chats* explains all that was seen. The network has learned this, and says it with a confidence
that no one would guess its ignorance from. *Two* was seen with both. So a construction is put together from its parts
if the parts came in different company, and that is as much as the words *it generalises* should be made to say.
*/
SECTION(company)
{
  const Examination& of = examination();
  chapter
      .finding("one-company",
               "Where a word was seen in one company only, this training has learned "
               "no other: after three, which only cats followed, creatures are "
               "cats")
      .equal("sentences of the training with three, but without three cats",
             std::ranges::count_if(of.training,
                                   [](const Twins& twins) {
                                     const std::string text = english().text(twins.source);
                                     return text.starts_with("three ") &&
                                            !text.starts_with("three cats ");
                                   }),
             std::ptrdiff_t{0})
      .equal("sentences with three creatures that are right",
             of.by_construction.back().right().right, std::size_t{0})
      .at_least("the share that is right in the eight other constructions",
                double(of.constructions.right().right) /
                    double(of.constructions.right().all - of.by_construction.back().right().all),
                0.99);
}

/**
Weighted by the exact probabilities, the constructions have an error of 4 %, since *three creatures* are more probable
than most of the others. The interval of all constructions begins below 99 %. Such an interval is meant for sentences
that are drawn by lot from more of them: those withheld by the hash nearly are, while those of the constructions are all
that there are, and nine kinds of them cannot speak for a tenth.

## Is there a better translation that it overlooks?

The last page showed a sentence on which greedy writing fails. For a translator there is a simple certificate. If the
sentence it writes has a probability above one half, no other sentence can have more, and no search, however wide, finds
a better one. And each of its words then has more than one half, given the words before it, so greedy writing finds it.
*/
SECTION(certificate)
{
  const Examination& of = examination();
  std::size_t certain = 0, greedy_is_best = 0;
  std::vector<Twins> open;
  for (const Examined* some : {&of.by_hash, &of.constructions})
    for (std::size_t i = 0; i < some->judged.size(); ++i)
      if (some->judged[i].probability > 0.5)
        ++certain;
      else
        open.push_back(some->sentences[i]);
  for (const Twins& twins : open) {
    const NextWord next = [&](const std::vector<arma::uword>& words) {
      std::vector<arma::uword> longer = words;
      longer.push_back(translator::end); // the decoder is given all but the last word
      const arma::vec law = translator::laws(of.translator, twins.source, longer).col(words.size());
      return std::vector<Rational>(law.begin(), law.end());
    };
    if (beam_search(next, translator::end, 1).words == beam_search(next, translator::end, 4).words)
      ++greedy_is_best;
  }
  chapter
      .finding("greedy-suffices",
               "Of nearly every withheld sentence the right translation has more than half of the "
               "probability, so that greedy writing finds the best one")
      .at_least("the share of sentences with this certificate",
                double(certain) / double(certain + open.size()), 0.99)
      .equal("of the others, those for which a beam of four finds something else",
             open.size() - greedy_is_best, std::size_t{0});
}

/**
So a beam is of no use here: what is wrong is wrong in the model, and a better search would find it all the same. That
is a fact about translation. The source leaves nothing open, and the law of the next word is nearly always sure. The
choices of the last page, which animal and which colour, were made by the author of the English sentence.

## Where it looks

In the figure at the top, *green creature* becomes *créature verte*. To say *créature*, the decoder has to leave *green*
out and to come back to it, and it does. But to say *la* it looks at the words that come later: an article in French has
a gender, and *the* does not know it.
*/
SECTION(looking)
{
  const translator::Translator& translator = examination().translator;
  const Twins twins = language::translation(english(), french(),
                                            english().encode("the little green creature sleeps ."))
                          .value();
  const translator::Written written = translator::translate(translator, twins.source);
  chapter.finding("crossing-written", "The translator writes the noun before its colour")
      .equal("the little green creature sleeps .", french().text(written.target),
             "la petite créature verte dort .");

  arma::mat exact(twins.target.size(), twins.source.size());
  for (arma::uword i = 0; i < twins.renders.size(); ++i)
    exact(i, twins.renders[i]) = 1;
  std::vector<LinksOfWords> panels{{"exact alignment", exact}};
  const arma::cube& upper = written.cross.back();
  panels.push_back({"block 2, head 2", upper.slice(1)});
  panels.push_back({"block 2, mean of its heads", arma::mean(upper, 2)});
  const auto texts = [](const language::Language& language, const auto& words) {
    std::vector<std::string> all;
    for (const language::Word word : words)
      all.push_back(language.words()[word]);
    return all;
  };
  chapter.figure("where-it-looks", [&](Figure& figure) {
    draw_where_it_looks(figure, texts(english(), twins.source), texts(french(), written.target),
                        panels);
  });
}

/**
## Attention is not alignment

How often does a head look where the alignment is? The *alignment error rate* of Och and Ney counts wrong links. Here
every French word has one right link, and of a pattern we take one for each word, the largest weight; then the rate is
simply the share of wrong ones. There are two customs. The pattern at step $i$ is that of the query which asks for the
$i$-th word, and does not know it; at step $i + 1$ the decoder has been given the word. Both are found in print, so we
measure both, on every eighth sentence withheld by the hash.
*/
SECTION(alignment)
{
  const AlignmentErrors of = alignment_errors(examination().translator, withheld_one_in(8));
  const arma::mat &asking = of.asking.error, &given = of.given.error;
  const arma::uword heads = asking.n_cols - 1;
  std::vector<std::vector<std::string>> rows;
  for (arma::uword b = 0; b < asking.n_rows; ++b)
    for (arma::uword h = 0; h <= heads; ++h) {
      std::vector<std::string> row{h < heads ? fmt::format("block {}, head {}", b + 1, h + 1)
                                             : fmt::format("block {}, mean of its heads", b + 1)};
      for (const arma::mat* values :
           {&asking, &given, &of.asking_crossed.error, &of.asking.mass, &of.asking.at_end})
        row.push_back(fmt::format("{:.2f}", (*values)(b, h)));
      rows.push_back(row);
    }
  rows.push_back({"the diagonal", fmt::format("{:.2f}", of.diagonal), "", "1.00", "", ""});
  rows.push_back({"a word at random", fmt::format("{:.2f}", of.uniform), "", "", "", ""});
  chapter.table(fmt::format("Alignment error rate, {} words of which {} are crossed; mean weight "
                            "at step i on the word that is rendered, and on \".\"",
                            of.asking.words, of.asking_crossed.words),
                {"pattern", "step i", "step i + 1", "crossed, step i", "weight", "on \".\""}, rows);
  chapter.figure("alignment-error", [&](Figure& figure) {
    draw_alignment_error(figure, asking, given, of.diagonal, of.uniform);
  });
  chapter
      .finding("not-alignments", "This translator makes next to no mistake, and has no head whose "
                                 "pattern is an alignment, however it is read")
      .at_least("error of the best head at step i", asking.head_cols(heads).min(), 0.4)
      .at_least("at step i + 1", given.head_cols(heads).min(), 0.7)
      .at_most("error of the diagonal", of.diagonal, 0.1)
      .at_least("error of the best pattern at step i + 1, less that at step i",
                given.min() - asking.min(), 0.2)
      .within("mean weight of all heads on \".\", where a word at random has 0.08",
              arma::mean(arma::mean(of.asking.at_end)), 0.04, 0.12);
  chapter
      .finding("crossings-are-seen",
               "The mean of the upper block's heads is wrong for more than a quarter of all words, "
               "but at crossings it is nearly always right")
      .at_least("its error, all words", asking(1, heads), 0.25)
      .at_most("its error, words that are crossed", of.asking_crossed.error(1, heads), 0.15)
      .at_least("error of the best head alone, words that are crossed",
                of.asking_crossed.error.head_cols(heads).min(), 0.2);
}

/**
No head is as near to the alignment as the diagonal, which knows nothing of either language. That says something about
the measure too: in these sentences only colours are crossed, one word in fifteen, so it is easy to be right by standing
in the right place. An error rate without that of the diagonal beside it says little. The mean of the upper block's
heads is the best of what we read, and at crossings, where the diagonal always fails, it is right for more than nine
words in ten. So the crossing was learned, by the heads together and by no head alone.

The step matters more than the head. When the decoder is given a word, it is looking for the next; so reading these
patterns at step $i + 1$ shows the alignment of another word. In deeper networks it has been found the other way round
[@chen-2020], so a figure that does not
say how it was read cannot be judged. Nor is the final "." a place where heads rest when there is nothing to look for,
as has been reported of other networks: it has the weight that chance would give it.

Why is a third of the words wrong, in a translator that makes no mistakes? The columns of $z$ are not words. The
encoder's self-attention has carried to each what the others say: the gender of *the* can be found in several places.
This can be asked without looking at weights. Take away one column of $z$ at a time, from all heads of both blocks, and
see without which a word becomes least probable.
*/
SECTION(removal)
{
  chapter
      .finding("columns-are-not-words",
               "For more than a quarter of the words, the column of z that this translator needs "
               "most is not that of the word which is rendered")
      .at_least("error of the alignment by removal",
                removal_error(examination().translator, withheld_one_in(40)), 0.25);
}

/**
So the patterns of the upper block, taken together, are about as far from the alignment as what the translator uses is.
What is wrong is not attention but the belief that a place in the encoder's output stands for the word in that place.

## What it needs

Which parts does a translator need? Two answers can be proven before any training.

Without cross-attention the decoder does not depend on the source. It writes the same sentence for each, and at most one
of them can be right. Without positions the encoder does not see an order: if the words are permuted, so are the columns
of $z$, through any number of blocks, heads, norms and residual connections; and cross-attention takes sums over all columns,
in which their order does not matter. The proposition of chapter 5 proves it for the whole network. So sentences with
the same words have the same translation. *The cat that the creature sees sleeps* and *the creature that the cat sees sleeps* are told apart by
nothing else.
*/
SECTION(order)
{
  chapter.proposition("permutation", {"encoder_permutation", "translation_permutation"});
  const Examination& of = examination();
  translator::Translator without_positions = of.translator;
  without_positions.positions = false;
  const auto laws = [](const translator::Translator& translator, const char* sentence) {
    const std::vector<arma::uword> target = french().encode("le chat que la créature voit dort .");
    return translator::laws(translator, english().encode(sentence), target);
  };
  const char *cat_sleeps = "the cat that the creature sees sleeps .",
             *creature_sleeps = "the creature that the cat sees sleeps .";
  std::map<std::vector<language::Word>, std::size_t> with_these_words;
  const auto sorted = [](std::vector<language::Word> words) {
    std::ranges::sort(words);
    return words;
  };
  for (const Twins& twins : language::likely_twins(english(), french(), translator::least_likely()))
    ++with_these_words[sorted(twins.source)];
  const auto ambiguous = std::ranges::count_if(of.by_hash.sentences, [&](const Twins& twins) {
    return with_these_words.at(sorted(twins.source)) > 1;
  });
  chapter
      .finding("no-order", "Without positions in the encoder, sentences of the same words have the "
                           "same translation, and most withheld sentences share their words with "
                           "another likely one")
      .agree("all laws of the next word, for two sentences of the same words",
             laws(without_positions, cat_sleeps), laws(without_positions, creature_sleeps),
             absolute(1e-12))
      .at_least(
          "the same with positions: the largest difference",
          arma::abs(laws(of.translator, cat_sleeps) - laws(of.translator, creature_sleeps)).max(),
          0.5)
      .at_least("withheld sentences that have the words of another likely one, the share",
                double(ambiguous) / double(of.by_hash.sentences.size()), 0.5);
}

/**
The other questions need trainings, whose log is in git: of each kind *one*, of 2000 steps, a third of the translator's.
`./epreuve train ablations` makes it again. One training can show that something is possible. It cannot show that a part
makes the difference between two trainings: another seed might have made as large a one, and we have not tried. The
intervals are of the sentences that were counted, and not of seeds.
*/
SECTION(parts)
{
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> names;
  std::vector<double> withheld, combined;
  const logs::AblationsLog& log = logs::ablations();
  for (const logs::Ablation& run : log.runs) {
    const Share by_hash{run.withheld, log.withheld},
        constructions{run.constructions, log.constructions};
    names.push_back(run.trained_with);
    withheld.push_back(by_hash.value());
    combined.push_back(constructions.value());
    const auto share = [](const Share& of) {
      return fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100 * of.value(),
                         100 * of.least(shown_confidence), 100 * of.most(shown_confidence));
    };
    rows.push_back(
        {run.trained_with, share(by_hash), share(constructions), fmt::format("{:.3f}", run.loss)});
  }
  chapter.table("Translated exactly after one training of 2000 steps each, 95 % intervals over "
                "sentences; the loss of the training, nats per word",
                {"trained with", "withheld by the hash", "constructions", "loss"}, rows);
  chapter.figure("ablations",
                 [&](Figure& figure) { draw_ablations(figure, names, withheld, combined); });
  const auto share_of_withheld = [&](std::string_view parts) {
    return double(log.with(parts).withheld) / double(log.withheld);
  };
  chapter
      .finding("needs-order-and-source",
               "Cross-attention and positions cannot be done without. One training each shows that "
               "one head, or one block, can translate withheld sentences too; in these trainings, "
               "fewer new constructions")
      .at_most("withheld sentences right without cross-attention, one training",
               double(log.with("no cross-attention").withheld), 1)
      .at_most("without positions, one training: the share", share_of_withheld("no positions"),
               0.75)
      .at_least("with one head, one training: the share", share_of_withheld("one head"), 0.99)
      .at_least("with one block, one training: the share", share_of_withheld("one block"), 0.99)
      .at_least("new constructions right with two blocks, less those with one, of 969; one "
                "training each",
                double(log.with("all parts").constructions) -
                    double(log.with("one block").constructions),
                100);
}

/**
Without positions two sentences in three are still right. What the decoder is given is a set of words, and most sets
have one usual order, which it learned as grammar: it knows that *la* comes before *petite*. It fails where who sees
whom is in the order alone, and must, whatever the seed. On the sentences withheld by the hash one head *can* do as well
as four, and one block as well as two: one training shows that. On new constructions the training with one block came out
worst of the three; whether that is the block or the seed, one training each does not say. The loss of these three is near
0, and the withheld sentences are nearly all right; yet on new combinations each of them is far behind the translator,
which had three times the steps. In these trainings new combinations came last, when the loss had almost nothing left to
say.

## In short

- In one training, withheld sentences are translated, and withheld combinations too, if the words that are combined were
  seen in different company.
- If a sentence has more than half of the probability, no search finds a better one.
- The pattern of a head need not be an alignment. Say which step you read, and compare with the diagonal.
- A decoder without cross-attention says one thing; an encoder without positions cannot tell who sees whom.
*/
