#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/gpt2/sampling.hpp"
#include "epreuve/instruments/gpt2/decided_by_weights.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/instruments/vectors.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve::course;
using gpt2::PublishedFiles;

/**
# The cat and the child

The document prints the five most probable continuations of two sentences.
*/
struct Completion
{
  std::string text;
  Tokens tokens, top;
  std::string words, printed;
};

static const Completion cat{"The cat sat on the",
                            {464, 3797, 3332, 319, 262},
                            {4314, 3996, 18507, 2323, 5743},
                            " floor bed couch ground edge",
                            "7.64% 6.53% 5.41% 5.21% 4.78%"};
static const Completion child{"The child sat on the",
                              {464, 1200, 3332, 319, 262},
                              {3996, 4314, 18507, 34902, 2323},
                              " bed floor couch sofa ground",
                              "13.11% 11.66% 7.06% 5.06% 4.78%"};

static arma::vec probabilities(const Completion& completion)
{
  std::vector<double> p;
  for (const auto& entry : parse_printed_table(completion.printed).entries)
    p.push_back(double(entry.value));
  return p;
}

/**
Only the weights can decide whether these are GPT-2's numbers, and it takes all of them: every
probability depends on every matrix. Some things can be decided from the pages alone: the
probabilities must fall, and leave something for the 50 252 other tokens. No token after the fifth
can have more than the fifth, so the rest must be spread over at least $(1-\sum p)/p_5$ further
tokens.
*/
SECTION(printed_lists)
{
  const bool decided = PublishedFiles::here().has_all();
  for (const auto& [id, completion] :
       {std::pair("exo7-2.1-top5-cat", &cat), {"exo7-2.1-top5-child", &child}}) {
    const arma::vec p = probabilities(*completion);
    Claim& top_five = chapter.claim(id, decided ? reproduced : needs_weights);
    top_five
        .fact("the five printed probabilities fall", p.is_sorted("strictdescend"),
              completion->printed)
        .at_most("sum of the five printed probabilities", arma::accu(p), 1)
        .at_least("further tokens that must share what the five leave",
                  (1 - arma::accu(p)) / p.min(), 12);
    if (!decided)
      top_five.without_weights(
          "order and sum fit; whether they are GPT-2's, all its published weights decide");
  }

  /**
  From the two lists the document draws a moral: GPT-2 "knows" that a child will sit on its bed, but
  the cat rather on the floor. As far as the lists go, it follows: bed leads for the child, floor
  for the cat. But the lead is small. The odds are $1.17 : 1$ for the cat's floor and $1.12 : 1$ for
  the child's bed, and both sit elsewhere most of the time. The subject of the sentence moves the
  logit of bed against floor by $0.27$. What was learned is a preference, and a slight one.
  */
  const arma::vec of_cat = probabilities(cat), of_child = probabilities(child);
  const double cat_bed = std::log(of_cat(1) / of_cat(0));
  const double child_bed = std::log(of_child(0) / of_child(1));
  decided_by_weights(chapter, "exo7-2.1-child-bed-cat-floor", "it follows from the printed lists")
      .at_most("printed: ln(bed/floor) for the cat", cat_bed, 0)
      .at_least("printed: ln(bed/floor) for the child", child_bed, 0)
      .within("printed: how far the subject moves ln(bed/floor)", child_bed - cat_bed, 0.27, 0.28);
}

/**
If the vocabulary is there, each id must be that of the word printed next to it, and the sentence must
have the tokens that we gave it.
*/
SECTION(words_of_the_lists, gpt2::tokenizer_files)
{
  const gpt2::Tokenizer& tokenizer = PublishedFiles::here().tokenizer().value();
  const Verdict verdict = PublishedFiles::here().has_all() ? reproduced : needs_weights;
  for (const auto& [claim, completion] :
       {std::pair(&chapter.claim("exo7-2.1-top5-cat", verdict), &cat),
        {&chapter.claim("exo7-2.1-top5-child", verdict), &child}}) {
    claim
        ->fact("tokens of the sentence in the vocabulary",
               tokenizer.encode(completion->text) == completion->tokens,
               fmt::format("they are \"{}\"", tokenizer.decode(completion->tokens)))
        .equal(fmt::format("words of the tokens {}", fmt::join(completion->top, ", ")),
               tokenizer.decode(completion->top), completion->words);
  }
}

/**
## With the weights

Are the percentages rounded or cut? Formatting functions round, so that is what we expect; chapter
1 found a percentage of this document rounded where the decimals next to it were cut.
*/
SECTION(computed_lists, gpt2::all_weights)
{
  const gpt2::Model<double>& model = PublishedFiles::here().model();
  for (const auto& [claim, completion] :
       {std::pair(&chapter.claim("exo7-2.1-top5-cat", reproduced), &cat),
        {&chapter.claim("exo7-2.1-top5-child", reproduced), &child}}) {
    const arma::vec p = softmax(model.last_logits(completion->tokens));
    const arma::uvec best = arma::sort_index(p, "descend").eval().head_rows(5);
    claim
        ->equal("the five most probable tokens, computed and printed",
                fmt::format("{}", fmt::join(best, " ")),
                fmt::format("{}", fmt::join(completion->top, " ")))
        .prints(completion->printed, Values(p(best), 1e6));
  }
  const auto bed_less_floor = [&](const Completion& completion) {
    const arma::vec logits = model.last_logits(completion.tokens);
    return logits(3996) - logits(4314);
  };
  chapter.claim("exo7-2.1-child-bed-cat-floor", holds)
      .at_most("computed: logit of bed less that of floor, the cat", bed_less_floor(cat), 0)
      .at_least("computed: logit of bed less that of floor, the child", bed_less_floor(child), 0);

  /**
  The documents are not the only ones to have published values of this network. We also check
  whether the weights give what others found: the logarithm of the sum of exponentials, and the
  largest logit, for two texts (Transformer Explainer, Georgia Tech, from its examples; single
  precision, so to four decimals).
  */
  Claim& elsewhere = chapter.finding("as-found-elsewhere",
                                     "The model gives the logits that others have published");
  for (const auto& [what, tokens, sum, best, logit] :
       {std::tuple("Data visualization empowers users to",
                   Tokens{6601, 32704, 795, 30132, 2985, 284}, -134.067, 38350, -135.91316),
        {"Artificial Intelligence is transforming the", Tokens{8001, 9542, 9345, 318, 25449, 262},
         -99.47473, 835, -100.87852}}) {
    const arma::vec answer = model.last_logits(tokens);
    elsewhere.agree(fmt::format("{}: ln Σ eˣ", what), log_sum_exp(answer), sum, absolute(2e-3))
        .equal(fmt::format("{}: most probable token", what), answer.index_max(), best)
        .agree(fmt::format("{}: its logit", what), answer(best), logit, absolute(2e-3));
  }
}

/**
## From probabilities to a text

A distribution is not yet a word. One can always take the most probable token, or one can draw.
Between the two there are three knobs: a temperature (chapter 1), *top-k*, which keeps the $k$ most
probable tokens, and *top-p*, which keeps the fewest that together have probability $p$.
*/
SECTION(sampling)
{
  const auto choices = [](const arma::vec& logits, const gpt2::Sampling& sampling) {
    return gpt2::sampling_distribution(logits, {}, sampling);
  };
  const auto one_token = [&](const arma::vec& x) {
    arma::vec best(x.n_elem);
    best(x.index_max()) = 1;
    return worst(difference(choices(x, {.temperature = 0}), best),
                 worst(difference(choices(x, {.top_k = 1}), best),
                       difference(choices(x, {.top_p = 1e-9}), best)));
  };
  const auto same_odds = [&](const arma::vec& x, Draw& draw) {
    const arma::uword k = draw.size("k", 1, 20);
    const double p = draw.real("p", 0.01, 1);
    const arma::vec own = softmax(x), left = choices(x, {.top_k = k, .top_p = p});
    const arma::uvec kept = arma::find(left > 0);
    return difference(left(kept), own(kept) / arma::accu(own(kept)));
  };
  const auto unchanged = [&](const arma::vec& x) { return difference(choices(x, {}), softmax(x)); };
  chapter
      .finding("sampling", "Temperature, top-k and top-p choose among distributions from the one "
                           "the model gives to the most probable token alone")
      .property("T = 1, every token, p = 1: the model's own", vectors({1, 20}, 5, unchanged),
                exactly(), 200)
      .property("T = 0, or k = 1, or p near 0: the most probable token",
                vectors({1, 20}, 5, one_token), exactly(), 200)
      .property("what is kept keeps its odds, and the sum is 1", vectors({1, 20}, 5, same_odds),
                absolute(1e-14), 500);

  /**
  To see what they do, we take the cat's five printed probabilities and invent a tail for them: the
  remaining 70 % fall off geometrically over 40 tokens.
  */
  const arma::vec five = probabilities(cat), tail = arma::exp(-0.055 * arma::regspace(0, 39));
  const arma::vec logits =
      arma::log(arma::join_cols(five, tail * ((1 - arma::accu(five)) / arma::accu(tail))));
  chapter.figure("sampling", [&](Figure& figure) {
    draw_sampling(figure, {{"as it is (T = 1)", choices(logits, {})},
                           {"temperature 1/2", choices(logits, {.temperature = 0.5})},
                           {"top-k, k = 5", choices(logits, {.top_k = 5})},
                           {"top-p, p = 1/2", choices(logits, {.top_p = 0.5})}});
  });
}
