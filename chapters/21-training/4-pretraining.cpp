#include "epreuve/chapter.hpp"
#include "epreuve/language/language.hpp"
#include "epreuve/math/softmax.hpp"
#include "holes.hpp"

/**
# Pretraining: what is kept, and what is forgotten

A model that has learnt from a large collection of texts is a good beginning for another task. This page says what the
documents say of such models, and what the words *finely calibrated* hide.
*/
using namespace epreuve::course;

/**
## What was read before

*Since 2018* is right: GPT came in June of that year, pretrained on books, and BERT in October, on books and
Wikipedia. Vectors of single words had been trained in advance since 2013; what was new was that the whole network was.
The list of examples puts two kinds next to each other, BERT, which fills masks, and models that write. *BARD* is not a
model but a service, which ran on several.
*/
SECTION(models)
{
  chapter.reading("iaetnous-models-2018", holds,
                  "GPT (June 2018) was pretrained on books, BERT (October 2018) on books and "
                  "Wikipedia; the sentence does not say that nothing was pretrained before");
  chapter.reading("iaetnous-models-list", holds,
                  "all of them rest on pretrained weights; loosely said, since Google's PaLM is a "
                  "GPT by its form only, and BARD is a service on top of LaMDA and PaLM 2");
}

/**
## Human feedback, in one line

RLHF trains on a *reward*: $r(w)$ says how much people like the answer $w$. Reward alone would end in the one best-liked
answer, so the model is held near the pretrained law $p$:

$$ J(q) = \sum_w q_w r_w - \beta\,\mathrm{KL}(q\,\|\,p)
        = \beta \ln Z - \beta\,\mathrm{KL}(q\,\|\,p^*), \qquad
   p^*_w = \frac{p_w\, e^{r_w/\beta}}{Z}, \quad Z = \sum_w p_w\, e^{r_w/\beta} . $$

By Gibbs' inequality the best $q$ is $p^*$ and nothing else: the pretrained law, tilted. What had probability 0 keeps it:
feedback chooses among what pretraining has found possible. For small $\beta$ it insists on the best-liked answer; for
large $\beta$ it does nothing.
*/
SECTION(feedback)
{
  const auto laws = [](Draw& draw, auto&& what) {
    const arma::uword n = draw.size("n", 2, 6);
    const arma::vec p = softmax(draw.vector("x", n, -3, 3)),
                    q = softmax(draw.vector("y", n, -3, 3));
    const arma::vec r = draw.vector("r", n, -2, 2);
    const double beta = draw.real("beta", 0.25, 4);
    return what(p, q, r, beta);
  };
  const auto objective = [](const arma::vec& p, const arma::vec& q, const arma::vec& r,
                            double beta) {
    return arma::dot(q, r) - beta * arma::dot(q, arma::log(q / p));
  };
  chapter
      .finding("feedback-tilts", "With a reward and a penalty β KL(q ‖ p), the best law is the "
                                 "pretrained one, tilted: p e^(r/β) / Z.")
      .property(
          "J(q) = β ln Z − β KL(q ‖ p*)",
          [&](Draw& draw) {
            return laws(
                draw, [&](const arma::vec& p, const arma::vec& q, const arma::vec& r, double beta) {
                  const double Z = arma::dot(p, arma::exp(r / beta));
                  const arma::vec best = p % arma::exp(r / beta) / Z;
                  return difference(objective(p, q, r, beta),
                                    beta * std::log(Z) - beta * arma::dot(q, arma::log(q / best)));
                });
          },
          absolute(1e-12))
      .property("J(q) ≤ J(p*), less roundings", [&](Draw& draw) {
        return laws(draw,
                    [&](const arma::vec& p, const arma::vec& q, const arma::vec& r, double beta) {
                      const arma::vec best = softmax(arma::log(p) + r / beta);
                      return objective(p, q, r, beta) <= objective(p, best, r, beta) + 1e-12;
                    });
      });
  chapter.claim("iaetnous-models-finetuning", holds)
      .by_reading(
          "both begin with pretrained weights and move them a little, one by the texts of a "
          "task, the other by a reward; neither is confined to one task");
}

/**
## The rules of grammar

Nobody explains syntax to a model (exo7): no program of this suite has a rule of the language in it but the one that
speaks it. That training finds some of the rules can be counted. The network of two neighbours of page 2 has seen nothing
but successive words; how much probability does it leave to words that can stand in *no* sentence between the two?
*/
SECTION(grammar)
{
  const BothSides both = trained_on_both_sides(language::english(), 200, 0.2);
  chapter.claim("exo7-4.1-grammar-learned", holds)
      .at_least("probability of words that no sentence allows, before training",
                both.impossible_before, 0.8)
      .at_most("after training on successive words alone", both.impossible_after, 0.05)
      .by_reading("what is learnt is a law of words, in which a rule is a probability that is "
                  "nearly 0");
}
