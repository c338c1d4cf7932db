#include "beam_search.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/language/language.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

/**
# Writing: the most probable word, or the most probable sentence

A decoder gives a law of the next word. What is to be written is a sentence. To take the most probable word each time is
*greedy* (*glouton*), and need not give the most probable sentence: a word that many continuations share wins over one that
has a single, better one. *Beam search* (*recherche en faisceau*) keeps the $b$ most probable beginnings instead of one.

A trained network shows this with numbers of its own that nobody can check. So we ask the language of this course,
whose every probability is a fraction, for the law of the next word.
Which sentence do the two write from nothing? The most probable one is found by another search, which drops nothing: a
beginning is at least as probable as any sentence that continues it, so the most probable beginning is continued until it
is a sentence.
*/
using namespace epreuve::course;

SECTION(greedy_and_beam)
{
  const language::Language& english = language::english();
  const NextWord next = [&](const std::vector<arma::uword>& words) { return english.next(words); };
  const Hypothesis greedy = beam_search(next, 0, 1), two = beam_search(next, 0, 2),
                   best = most_probable_text(next, 0);
  chapter
      .finding("greedy-loses", "greedy search writes a sentence that is a third as probable as the "
                               "best one; a beam of two finds that")
      .equal("greedy", english.text(greedy.words), "the little cat sits on the couch .")
      .equal("its probability", greedy.probability, Rational(1575, 262'144))
      .equal("a beam of two", english.text(two.words), "the cats sit on the couch .")
      .equal("its probability", two.probability, Rational(9, 512))
      .equal("the most probable of all sentences", english.text(best.words),
             english.text(two.words))
      .equal("its probability, from the grammar's odds", english.sentence_probability(best.words),
             Rational(9, 512));

  std::vector<std::vector<std::string>> rows;
  const auto after = [&](const Hypothesis& text, std::size_t words) {
    const std::size_t shown = std::min(words, text.words.size());
    const std::vector<arma::uword> beginning(text.words.begin(),
                                             text.words.begin() + std::ptrdiff_t(shown));
    return fmt::format("{:.4f}  {}", double(english.prefix_probability(beginning)),
                       english.text(beginning));
  };
  for (std::size_t words = 1; words <= greedy.words.size(); ++words)
    rows.push_back({std::to_string(words), after(greedy, words), after(two, words)});
  chapter.table("How probable it is that a text begins so", {"words", "greedy", "a beam of two"},
                rows);
}

/**
After *the*, the word *little* is the most probable, and after it much is open: which animal, of which colour. *cats* is
a little less probable, and leaves less to be decided. The lead is lost with the fourth word, and greedy search never
looks back. With as many beginnings as there are sentences, a beam cannot miss the best one; with two, it can in general, and
does not here.

The most probable sentence is not always the best one to write, either. For an open question it is short and dull; a
translation has few good answers, and there it is what one wants.

## In short

- Greedy search maximises each factor in turn, not the product.
- A beam of width $b$ runs the decoder for $b$ beginnings at once, and returns the best that it has kept. It is no proof that
  there is no better one.
*/
