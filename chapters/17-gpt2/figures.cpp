#include "figures.hpp"
#include "epreuve/figures/diagram.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

using namespace epreuve::figures;
using namespace epreuve::instruments;

/// The coordinates of Michael Jordan's vector.
static const std::vector<std::string> coordinates{"Michael",    "Jordan", "Jackson",
                                                  "basketball", "Bulls",  "number"};

void epreuve::draw_rounding_or_mistake(Figure& figure, const arma::vec& single_precision,
                                       const arma::vec& other_gelu, const arma::vec& other_epsilon)
{
  const auto add = [&](arma::vec distance, const std::string& name) {
    distance.replace(0, arma::datum::nan); // a logarithmic axis has no 0
    figure.line_points(arma::regspace(0, 24), distance, name);
  };
  figure.title("Distance from the right residual stream, block by block");
  figure.axes("blocks passed", "relative distance").log_y();
  figure.x_range(0, 24).y_range(1e-8, 1e-2).legend_at(Corner::top_right);
  add(other_gelu, "exact GELU, not tanh");
  add(other_epsilon, "ε = 10⁻⁶, not 10⁻⁵");
  add(single_precision, "single precision");
  figure.horizontal_line(0x1p-24);
  figure.caption("Single precision starts at its unit, 2⁻²⁴ (dashed). A mistake jumps where it is "
                 "made; before, the distance is 0 and not drawn.");
  figure.alt("Three curves over 24 blocks on a logarithmic scale. Single precision: 3e-8, then "
             "about 2e-7 throughout. The wrong ε jumps to 6e-5 at block 1, the wrong GELU to "
             "1e-4 at block 2, and both stay there.");
}

void epreuve::draw_norm_in_front(Figure& figure, const arma::vec& pre_norm,
                                 const arma::vec& post_norm)
{
  figure.title("The residual stream with pre-norm and with post-norm");
  figure.axes("blocks passed (attention and MLP in turn)", "size of the entries (rms)");
  figure.x_range(0, 24).y_range(0, 5).legend_at(Corner::top_left);
  figure.line_points(arma::regspace(0, 24), pre_norm, "pre-norm (GPT-2)");
  figure.line_points(arma::regspace(0, 24), post_norm, "post-norm (2017)");
  figure.caption(fmt::format(
      "The small model with 12 x 2 blocks. Pre-norm: every block adds about as much as any "
      "other, and at the end the embedding is {:.0f} % of the stream's size. Post-norm: the sum "
      "is brought back to size 1 each time.",
      100 * pre_norm.front() / pre_norm.back()));
  figure.alt("Two curves over 24 blocks. With pre-norm the size grows from 0.3 to above 4, like a "
             "square root; with post-norm it stays near 1.");
}

void epreuve::draw_causality(Figure& figure, arma::mat change)
{
  change.replace(0, arma::datum::nan); // blank
  const HeatMap look{.row_labels = {"embedding", "attention 1", "MLP 1", "attention 2", "MLP 2",
                                    "attention 3", "MLP 3", "attention 4", "MLP 4"},
                     .square_cells = false};
  figure.title("How far the vectors move when token 7 is replaced").size(860, 440);
  figure.axes("place in the text", "residual stream after");
  figure.heat_map(change, look);
  figure.caption("At first only the vector of token 7 is another. The first attention carries "
                 "the change to all later tokens; the earlier ones (blank) never change, not "
                 "in one bit.");
  figure.alt("A heat map of 9 steps by 12 places. Places 1 to 6 are blank in every row, place 7 "
             "is dark in all rows, places 8 to 12 are blank in the first row and coloured from "
             "the first attention on.");
}

void epreuve::draw_who_wrote_it(Figure& figure, const arma::vec& parts, const arma::vec& lens)
{
  const std::vector<std::string> writers{"word",   "place", "attn 1", "MLP 1", "attn 2", "MLP 2",
                                         "attn 3", "MLP 3", "attn 4", "MLP 4", "bias"};
  figure.title("Where the small model's answer comes from").size(1000, 420);
  figure.panel("parts of the winning logit").axes("written by", "contribution");
  figure.y_range(std::floor(parts.min()), std::ceil(parts.max()));
  figure.bars(writers, parts);
  figure.panel("logit lens").axes("blocks passed", "probability of that token");
  figure.x_range(0, 8).y_range(0, std::ceil(10 * lens.max()) / 10);
  figure.line_points(arma::regspace(0, 8), lens);
  figure.caption("Left: what each part of the stream adds to the logit of the token that wins. "
                 "Right: the probability of that token if the text were unembedded after so "
                 "many blocks. Random weights: there is no meaning in it yet.");
  figure.alt("Left: eleven bars, some positive and some negative. Right: a curve over 0 to 8 "
             "blocks that ends at the model's own probability.");
}

void epreuve::draw_next_word(Figure& figure, const std::string& text,
                             const std::vector<std::string>& words, const arma::vec& petit,
                             const arma::vec& exact)
{
  figure.title(fmt::format("The next word after “{}”", text)).size(760, 420);
  figure.axes("next word", "probability (%)");
  figure.y_range(0, 112 * std::max(petit.max(), exact.max()));
  figure.bars(words, arma::vec(100 * petit), "petit", {.value_text = true, .digits = 1});
  figure.bars(words, arma::vec(100 * exact), "exact", {.value_text = true, .digits = 1});
  figure.caption("What petit gives to each word that can be next, and its exact probability in the "
                 "language.");
  figure.alt("Pairs of bars, petit's and the exact one, for each word that can be next: they are "
             "of nearly the same height.");
}

void epreuve::draw_questions(Figure& figure, const RationalMatrix& questions,
                             const RationalMatrix& answers)
{
  HeatMap look{.row_labels = {"n₀", "n₁"},
               .column_labels = coordinates,
               .range = Range{-3, 3},
               .palette = Palette::diverging,
               .value_text = true,
               .digits = 0,
               .scale_label = "entry"};
  figure.title("Each row of the first matrix asks a question").columns(1).size(760, 520);
  figure.panel("the questions: W, with bias −3").axes("coordinate", "neuron");
  figure.heat_map(questions.to_double(), look);
  look.column_labels = {"M. Jordan", "M. Jackson", "Jordan", "Michael"};
  figure.panel("the answers: W x + b").axes("vector x", "neuron");
  figure.heat_map(answers.to_double(), look);
  figure.caption("Neuron n₀ asks for Michael Jordan, n₁ for Michael Jackson. A yes needs both "
                 "names; the bias makes everything else negative.");
  figure.alt("Two heat maps. The questions: row n₀ has 2 at Michael and Jordan, row n₁ 2 at "
             "Michael and Jackson, 0 elsewhere. The answers: 1 for the person asked for, −1 or "
             "−3 for the others.");
}

void epreuve::draw_parameters(Figure& figure, const std::vector<std::string>& parts,
                              const arma::vec& millions)
{
  figure.title("The 124 439 808 parameters of GPT-2 Small");
  figure.axes("part", "millions").y_range(0, 65);
  figure.bars(parts, millions, "", {.value_text = true, .digits = 2});
  figure.caption("Nearly a third of all weights is the table of tokens, used at the start and at "
                 "the end; the MLPs have twice as many as the attentions.");
  figure.alt("Bars: tokens 38.60 million, positions 0.79, attention 28.35, MLP 56.67, layer "
             "norms 0.04.");
}

void epreuve::draw_cost(Figure& figure, const arma::vec& lengths,
                        const instruments::PassOperations& operations)
{
  figure.title("Operations of GPT-2 Small for a text of K tokens");
  figure.axes("tokens K", "billions of operations").log_x().log_y();
  figure.x_range(1, 16384).y_range(1e-5, 1e5).legend_at(Corner::bottom_right);
  figure.x_ticks({1, 4, 16, 64, 256, 1024, 4096, 16384});
  figure.vertical_line(1024).vertical_line(9215);
  figure.line(lengths, operations.dense / 1e9, "dense layers");
  figure.line(lengths, operations.attention / 1e9, "attention");
  figure.line(lengths, operations.unembedding / 1e9, "unembedding, last token");
  figure.caption("Dense layers grow with K, attention with its square, and the unembedding of "
                 "one vector not at all. Dashed: the end of GPT-2's context, 1024. Dotted: "
                 "the length where attention would draw level, 9215.");
  figure.alt("On two logarithmic scales: a line of slope 1 from 0.17 to 2780, a line of slope 2 "
             "from 4e-5 to 4900 that crosses it at 9215, and a horizontal one at 0.08.");
}

void epreuve::draw_sampling(Figure& figure,
                            const std::vector<std::pair<std::string, arma::vec>>& distributions)
{
  const arma::uword many = 20;
  std::vector<std::string> ranks;
  for (arma::uword i = 1; i <= many; ++i)
    ranks.push_back(i <= 5 || i % 5 == 0 ? fmt::format("{}", i) : "");
  figure.title("One distribution, and what the three knobs make of it").size(1000, 640).columns(2);
  for (const auto& [name, probabilities] : distributions) {
    figure.panel(name).axes("rank of the token", "probability").y_range(0, 0.3);
    figure.bars(ranks, probabilities.head(many));
  }
  figure.caption("The five printed probabilities after “The cat sat on the” with an "
                 "invented tail of 40 tokens, of which 15 are shown. A low temperature favours "
                 "the head, top-k and top-p cut the tail off.");
  figure.alt("Four bar charts by rank. As it is: from 0.076 slowly down. Temperature one half: "
             "from 0.16 steeply down. Top-k: five bars from 0.26 to 0.16 and nothing else. "
             "Top-p: eleven bars from 0.15.");
}

void epreuve::draw_pipeline(Figure& figure)
{
  figure.title("GPT-2: from a text to probabilities for the next token");
  const Element attention = box("attention", Ink::accent), dense = box("dense");
  draw(figure,
       stack({flow({box("text").below("The cat sat\non the"),
                    box("tokens\nt₁ … t_K").below("464, 3797, 3332,\n319, 262"),
                    box("vectors\nv₁ … v_K").below("n × K"), box("w ∈ ℝⁿ").below("n = 768"),
                    box("p₁ … p_N", Ink::accent).below("N = 50 257")},
                   {"tokenisation", "embedding\n+ position", to("transformer").named("transformer"),
                    "unembedding\n+ softmax"}),
              flow({attention, dense, attention, dense, "⋯", dense})
                  .below("12 layers of each kind in turn; every one turns n × K into n × K")
                  .named("layers")
                  .in_line_with("transformer")}),
       {zoom("transformer", "layers")});
  figure.caption("A text becomes tokens, each token a column; layers of attention and dense "
                 "layers change the columns in turn; of the last column come the probabilities.");
  figure.alt("Five boxes in a row: text, tokens t₁ to t_K, vectors v₁ to v_K, w in R^n, "
             "probabilities p₁ to p_N; the arrows say tokenisation, embedding, transformer, "
             "unembedding. Below the transformer: attention and dense layers alternating.");
}

void epreuve::draw_answers(Figure& figure, const RationalMatrix& people,
                           const RationalMatrix& knowledge, const RationalMatrix& known)
{
  const auto entries = [](const RationalMatrix& vectors, arma::uword which, Ink not_0) {
    const arma::vec values = vectors.to_double().col(which);
    return cells(values).inked(
        [=](arma::uword i, arma::uword) { return values(i) != 0 ? not_0 : Ink::plain; });
  };
  figure.title("A neuron at 1 adds its column");
  draw(figure, row({entries(people, 0, Ink::plain).above("x").rows(coordinates), "+ 1 ·",
                    entries(knowledge, 0, Ink::accent).above("C₀").below("n₀ says 1"), "+ 0 ·",
                    entries(knowledge, 1, Ink::accent).above("C₁").below("n₁ says 0"), "=",
                    entries(known, 0, Ink::accent).above("x + y")}));
  figure.caption("The vector of Michael Jordan: neuron n₀ is active and adds what column C₀ "
                 "knows of him; neuron n₁ is not, and its column stays out.");
  figure.alt("Columns of six numbers: x = (1, 1, 0, 0, 0, 0), plus once C₀ = (0, 0, 0, 1, 1, 23), "
             "plus nothing of C₁, gives (1, 1, 0, 1, 1, 23).");
}

void epreuve::draw_staircase(Figure& figure, const arma::vec& steps, const arma::vec& missing,
                             const arma::vec& half_width, const arma::vec& best)
{
  const arma::vec at = steps + 1; // a logarithmic axis has no 0
  figure.title("petit goes down the staircase").size(860, 500);
  figure.axes("steps of training (+ 1)", "loss above the entropy rate (nats a word)")
      .log_x()
      .log_y();
  figure.x_range(1, 1e4).y_range(1e-3, 10).legend_at(Corner::bottom_left);
  figure.band(at, missing - half_width, missing + half_width, "95 % interval");
  figure.line_points(at, missing, "petit");
  for (arma::uword k = 0; k < best.n_elem; ++k) {
    figure.segment(1, best[k], 1e4, best[k], "", {.ink = Ink::muted, .dashed = true});
    figure.text(1.2, 1.2 * best[k], "the best that sees " + epreuve::counted(k, "word"),
                Align::left, Ink::muted);
  }
  figure.caption(fmt::format("What is missing in petit's probabilities over its training of {:.0f} "
                             "steps: by so much its loss is above the entropy "
                             "rate, 0.8351 nats a word. Dashed: below such a line no model comes "
                             "that sees only so many words before.",
                             steps.back()));
  figure.alt(
      fmt::format("On logarithmic axes a curve falls from {:.1f} nats at the first step to {:.2f} "
                  "near step 300, then "
                  "slowly to {:.4f} at the end; dashed lines at {:.2f}, {:.2f}, {:.2f} and {:.3f}.",
                  missing.front(), missing[arma::index_min(arma::abs(steps - 300))], missing.back(),
                  best[0], best[1], best[2], best[3]));
}

void epreuve::draw_belief(Figure& figure, const std::vector<std::string>& sites,
                          const std::vector<arma::vec>& shares, double of_words)
{
  figure.title("Beliefs that a linear map reads off the residual stream");
  figure.axes("stream after", "share of prefixes").y_range(0, 1);
  figure.bars(sites, shares[0], "petit", {.value_text = true, .digits = 2});
  figure.bars(sites, shares[1], "beliefs exchanged", {.value_text = true, .digits = 2});
  figure.bars(sites, shares[2], "before training", {.value_text = true, .digits = 2});
  figure.horizontal_line(of_words, "counted words");
  figure.caption(fmt::format(
      "The share of prefixes whose belief, one of 252, is the nearest to what the map reads; "
      "fitted on "
      "200 texts, tested on 200 others. Counting the words of the sentence allows {:.2f} (line).",
      of_words));
  figure.alt(fmt::format("Bars at four sites. petit rises from {:.2f} to {:.2f}, with exchanged "
                         "beliefs alike; before training "
                         "it stays near {:.2f}.",
                         shares[0].front(), shares[0].back(), shares[2].back()));
}
