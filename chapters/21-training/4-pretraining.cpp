#include "epreuve/chapter.hpp"
#include "epreuve/language/language.hpp"
#include "epreuve/logs/twins.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <cmath>

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
}

/**
## English, then French

The suite's language has a twin: the same grammar with French words, so that each sentence has a translation that is as
probable. A small model (two layers, $d = 48$, a token per word) learns English, then goes on with French alone, as one
fine-tunes. On the way it is asked for the next word everywhere in 100 sentences of either language, and its answers $q$
are compared with the exact laws $p$: what is plotted is the mean of $\mathrm{KL}(p\,\|\,q)$, which only the truth makes
0. The training takes ten seconds and is not run here: its log is in git, and `./epreuve train twins` makes it again. It is
one training of each kind, from one seed; we read nothing from it that is less than a factor of two.
*/
SECTION(forgetting)
{
  const logs::TwinsLog& log = logs::twins();
  const auto &before = log.at("fine-tuning", 0), &after = log.at("fine-tuning", 300),
             &mixed = log.at("with English", 300), &afresh = log.at("from nothing", 80);
  chapter.figure("forgetting", draw_forgetting);
  chapter.claim("iaetnous-models-finetuning", holds)
      .at_least("French, KL in nats before fine-tuning", before.french_later, 5)
      .at_most("after 300 steps", after.french_later, 0.4)
      .by_reading(
          "both begin with pretrained weights and move them, one by the texts of a task, the "
          "other by a reward; neither is confined to one task");
  chapter
      .finding("forgetting", "A model that goes on with French alone forgets English; with both in "
                             "each batch it learns French and keeps English.")
      .at_most("English, KL in nats after English", before.english_later, 0.1)
      .at_least("after 300 steps of French", after.english_later, 2)
      .at_most("after 300 steps of both", mixed.english_later, 0.2)
      .at_most("French, after 300 steps of both", mixed.french_later, 0.6);
  chapter
      .finding("no-head-start", "Where the words are others, pretraining is no head start: a model "
                                "from nothing is sooner at half the distance.")
      .at_least("French after 80 steps: fine-tuned, of a model from nothing",
                log.at("fine-tuning", 80).french_later / afresh.french_later, 1.5)
      .at_most("French words that English lacks: length of the mean direction, before English",
               log.alike_before, 0.2)
      .at_least("after English", log.alike_after_english, 0.95);
}

/**
*Finely* is not the word for it: after 20 steps the model begins its sentences in French, and after 300 its English is
no better than a guess. Nothing in the loss speaks for what is not in the texts. The remedy is to keep some English in them
(*rehearsal*); then only the first word is a guess between two languages, which costs about $\ln 2$.

We expected that the grammar would be carried over. It was not, and there is a reason that can be counted. French words
never came while English was learnt, so each step pushed all of them away, by $q - 0$, in the same direction. In the end
their vectors, which began at random, all point one way: the mean of the unit vectors is 0.99 long, and was 0.10. The model
has learnt that these words are *one* word, which never comes. Drawing them anew before fine-tuning (in the log too) makes
the model faster, though not faster than one that begins from nothing. Pretraining carries over what the two tasks share,
and these two share almost no words.
*/
