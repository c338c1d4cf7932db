#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/bpe_training.hpp"
#include "merges.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

/**
# The tokens: merges, and where greed fails

GPT-2 does not read words. Its 50,257 tokens were trained too, before all else and without a gradient: *byte-pair
encoding* (BPE) begins with bytes, and joins, again and again, the pair of neighbours that is most frequent.
*/
using namespace epreuve::course;

/**
## A merge at a time

Each merge makes one token more and the text shorter, by as many tokens as it joins. What is wanted is the list of $m$
merges after which the text has fewest tokens. That is a search among more lists than anybody can try: in a text with $s$
different pairs there are some $s^m$. So BPE takes the best *next* merge each time, and never looks back.

Is that the best list? For one merge one would think so. We try all texts in order of length, then of the number of
letters, of merges, then in the order of the alphabet; for each, all lists of merges.
*/
SECTION(greed)
{
  const auto trained = smallest_failure(7, Ties::lowest_first);
  const auto any = smallest_failure(7, Ties::any);
  const auto row = [](const char* rule, const Failure& failure) {
    return std::vector<std::string>{rule,
                                    failure.text,
                                    std::to_string(failure.merges),
                                    std::to_string(failure.greedy),
                                    std::to_string(failure.fewest),
                                    fmt::format("{}", fmt::join(failure.best, ", "))};
  };
  chapter.table(
      "The smallest texts on which greedy merges are not the best",
      {"of equally frequent pairs", "text", "merges", "greedy: tokens", "fewest", "a best list"},
      {row("the lowest", *trained), row("any", *any)});
  const gpt2::Vocabulary vocabulary = gpt2::train_vocabulary({{any->text, 1}}, any->merges);
  chapter
      .finding("greedy-merges",
               "Greedy merges are not always the best. The smallest text on which they are worse, "
               "however ties are broken, has seven letters and needs two merges.")
      .equal("with the trainer's rule for ties: text", trained->text, std::string("aaabab"))
      .equal("merges", trained->merges, 1u)
      .equal("tokens of the greedy list", trained->greedy, 5u)
      .equal("tokens of the best list", trained->fewest, 4u)
      .equal("with any rule: text", any->text, std::string("aaabaab"))
      .equal("merges", any->merges, 2u)
      .equal("tokens of the greedy lists at best", any->greedy, 4u)
      .equal("tokens of the best list", any->fewest, 3u)
      .fact("the trainer's first merge there joins a and a",
            vocabulary.merges.front() == gpt2::Merge{'a', 'a', 256},
            "it is the most frequent pair");
}

/**
In *aaabaab* the pair *aa* comes three times, if overlaps are counted, and is joined twice; *ab* comes twice and is joined
twice. Greed takes *aa*. Then all pairs are different, and another merge saves one token: *aab* twice would have been two
tokens. To get there one must begin with *ab*, the rarer pair, and go on with *a·ab*.

Counting joins instead of pairs mends this text but not the rule: with joins counted and every tie broken in the best
way, *aaaabaaab* is still encoded in four tokens where three merges can do it in three. Larger texts are rarely so
tight, and the next merge is only a little worse than it might be; a search would cost far more than it saves. But a
vocabulary is an approximation, and nothing in a model's later training can correct it: the merges are not trained with
the weights.
*/
