#include "epreuve/figures/diagram.hpp"
#include "logits.hpp"

#include <cmath>

using namespace epreuve::course;

void draw_example(Figure& figure)
{
  const std::vector<std::string> tokens{"1", "2", "3", "4"};
  figure.title("Four logits and their probabilities");
  figure.panel("x").axes("token", "logit").y_range(-2, 4);
  figure.bars(tokens, printed_example, "", {.value_text = true, .digits = 2});
  figure.panel("σ(x)").axes("token", "probability").y_range(0, 0.8);
  figure.bars(tokens, softmax(printed_example), "", {.value_text = true, .digits = 3});
  figure.caption("Softmax keeps the order and turns differences into ratios: the logits 3.3 and "
                 "2.2 differ by 1.1, their probabilities by the factor e^1.1 = 3.0.");
  figure.alt("Two bar charts of four tokens. Logits: 2.2, −1.1, 3.3, 0.44. Probabilities: "
             "0.237, 0.009, 0.713, 0.041.");
}

void draw_confidence(Figure& figure)
{
  const auto ray = [&](const arma::vec& direction, const std::string& legend) {
    const arma::vec unit = arma::normalise(arma::vec(direction - arma::mean(direction)));
    figure.curve([&](double r) { return softmax(r * unit).max(); }, 0, 12, 241, legend);
  };
  figure.title("Confidence along three directions of ℝ³");
  figure.axes("norm of the centred logits, ‖x − mean(x)‖", "largest probability");
  figure.x_range(0, 12).y_range(0, 1.05).horizontal_line(1.0 / 3).legend_at(Corner::bottom_right);
  ray({2, -1, -1}, "(2, −1, −1), the upper bound");
  ray({3, 2, 0}, "(3, 2, 0)");
  ray({1, 1, -2}, "(1, 1, −2)");
  figure.caption("In each direction confidence grows with the norm. How far depends on the "
                 "direction: where two tokens share the lead, neither ever passes 1/2.");
  figure.alt("Three rising curves from 1/3. Direction (2, −1, −1) nears 1 at norm 6, (3, 2, 0) "
             "at norm 12, and (1, 1, −2) stays below one half.");
}

void draw_most_near_zero(Figure& figure)
{
  constexpr arma::uword N = 50257;
  figure.title("How many of 50 257 probabilities exceed ε");
  figure.axes("ε", "number of tokens with σᵢ > ε").log_x().log_y();
  figure.x_range(1e-7, 1).y_range(0.8, 2e5).horizontal_line(N).legend_at(Corner::bottom_left);
  for (const double a : {0.5, 1.0, 2.0}) {
    const arma::vec p = softmax(-a * arma::log(arma::regspace(1, N)));
    const auto count = [&](double e) { return p(0) > e ? arma::accu(p > e) : arma::datum::nan; };
    figure.curve(count, 1e-7, 1, 561, fmt::format("logits −{} ln(rank)", a));
  }
  figure.curve([](double e) { return 1 / e; }, 1e-7, 1, 561, "bound 1/ε");
  figure.caption("Whatever the logits, the count stays below 1/ε, and below N (dashed). Shown: "
                 "logits that fall with the logarithm of the rank, as word frequencies do.");
  figure.alt("Three curves fall from 50 257 at small ε to 1; all stay below the straight line "
             "1/ε.");
}

void draw_top_five(Figure& figure, const TopFive& cat, const TopFive& child)
{
  figure.title("“... sat on the”: GPT-2's five most probable tokens").size(1000, 420);
  for (const TopFive& five : {cat, child}) {
    figure.panel(five.sentence).axes("token", "probability (%)").y_range(0, 15);
    figure.bars(five.tokens, five.percent, "", {.value_text = true, .digits = 2});
  }
  figure.caption("As printed in exo7 2.1. One word of the sentence changes, and bed overtakes "
                 "floor; the edge leaves the five, the sofa enters.");
  figure.alt("Two bar charts. The cat: floor 7.64, bed 6.53, couch 5.41, ground 5.21, edge 4.78 "
             "percent. The child: bed 13.11, floor 11.66, couch 7.06, sofa 5.06, ground 4.78.");
}

void draw_naive_overflow(Figure& figure)
{
  const auto panel = [&](const std::string& name, double lo, double hi) {
    const auto pair = [](double t) { return arma::fvec{float(t), float(t) - 1}; };
    const auto naive = [&](double t) { return double(softmax_naive(pair(t))(0)); };
    const auto stable = [&](double t) { return double(softmax(pair(t))(0)); };
    figure.panel(name).axes("t", "σ₁ of x = (t, t − 1)");
    figure.x_range(lo, hi).y_range(-0.05, 1.15);
    figure.curve(stable, lo, hi, 1201, "stable").curve(naive, lo, hi, 1201, "naive");
  };
  figure.title("One probability in single precision").size(1000, 420);
  panel("where e^t underflows", -105, -98);
  figure.text(-104.35, 0.4, "nan (0/0)").text(-103.5, 1.06, "1/1");
  panel("where e^t overflows", 87.8, 89.2);
  figure.text(88.57, 0.06, "finite/∞").text(88.96, 0.4, "nan (∞/∞)");
  figure.caption("The stable formula follows the truth, 0.7311 for every t. The naive one loses "
                 "digits below −87; above 88.4 it gives 0, above 88.7 no number at all.");
  figure.alt("Two panels. Left: below t = −100 the naive curve jumps ever more wildly, between "
             "0.5 and 1, and ends at −104. Right: it drops to 0 at 88.4 and ends at 88.7. The "
             "stable curve stays at 0.7311.");
}

void draw_temperature(Figure& figure)
{
  const arma::vec x = printed_example;
  figure.title("The printed example at every temperature").size(1000, 440);
  figure.panel("probabilities").axes("temperature T", "σᵢ(x/T)");
  figure.log_x().x_range(0.1, 100).y_range(-0.02, 1.02).legend_at(Corner::top_right);
  figure.vertical_line(1).horizontal_line(0.25);
  for (const arma::uword i : {2, 0, 3, 1})
    figure.curve([&](double T) { return softmax(x, T)(i); }, 0.1, 100, 181,
                 fmt::format("x = {}{}", x(i) < 0 ? "−" : "", std::abs(x(i))));
  figure.panel("entropy").axes("temperature T", "H (nats)");
  figure.log_x().x_range(0.1, 100).y_range(0, 1.5).vertical_line(1).horizontal_line(std::log(4));
  figure.curve([&](double T) { return entropy(softmax(x, T)); }, 0.1, 100, 181);
  figure.caption("Cold, the largest logit takes everything; hot, all four share evenly. Dotted: "
                 "1/4 and ln 4. The document's numbers are at T = 1.");
  figure.alt("Left: four probabilities against temperature on a logarithmic axis, from 1, 0, 0, 0 "
             "to one quarter each. Right: the entropy rises from 0 to ln 4.");
}

void draw_jacobian(Figure& figure)
{
  const auto J = [](double T) { return softmax_jacobian(printed_example / T); };
  const auto eigenvalue = [&](double T) { return arma::eig_sym(J(T)).max(); };
  const auto entry = [&](double T) { return arma::abs(J(T)).max(); };
  figure.title("The Jacobian of the printed example").size(1000, 440);
  figure.panel("at T = 1").axes("logit j", "probability i");
  figure.heat_map(J(1), {.range = Range{-0.25, 0.25},
                         .palette = Palette::diverging,
                         .value_text = true,
                         .digits = 4,
                         .scale_label = "∂σᵢ/∂xⱼ"});
  figure.panel("at every temperature").axes("temperature T", "size of J at x/T");
  figure.log_x().x_range(0.1, 100).y_range(0, 0.55).legend_at(Corner::bottom_right);
  figure.horizontal_line(0.5).horizontal_line(0.25);
  figure.curve(eigenvalue, 0.1, 100, 181, "largest eigenvalue");
  figure.curve(entry, 0.1, 100, 181, "largest entry");
  figure.caption("Where one probability is nearly 1, J vanishes and no gradient passes: an answer "
                 "that is certain does not move. Horizontal lines: the bounds 1/4 and 1/2.");
  figure.alt("Left: a 4 by 4 heat map, positive on the diagonal (0.205 for token 3), negative "
             "elsewhere (−0.169 between tokens 1 and 3). Right: largest entry and eigenvalue "
             "against temperature, near 0 when cold, below the bounds 1/4 and 1/2.");
}

void draw_chain(Figure& figure)
{
  figure.title("Retranscription: from the model's state to probabilities");
  draw(figure, flow({box("state\ny ∈ ℝⁿ").below("n = 768 in GPT-2"),
                     box("logits\nx ∈ ℝᴺ").below("N = 50 257: one per token"),
                     box("probabilities\nσ(x) ∈ [0, 1]ᴺ", Ink::accent).below("sum 1")},
                    {"ψ", "softmax"}));
  figure.caption("From one vector to a logit for each token, and from logits to probabilities.");
  figure.alt("Three boxes joined by arrows: y in R^n, by ψ to the logits x in R^N, by softmax "
             "to the probabilities σ(x) in [0, 1]^N.");
}

void draw_gros_felin(Figure& figure, const arma::vec& logits)
{
  const auto lion = fmt::format("{:.2f}", logits(0)), cat = fmt::format("{:.2f}", logits(1));
  const auto other = fmt::format("−{:.2f}", -logits(2));
  const auto likely = [](arma::uword i, arma::uword) { return i % 2 ? Ink::accent : Ink::plain; };
  figure.title("The concept “gros félin”: half lion, nearly half cat");
  draw(figure,
       flow({column({"y₁", "y₂", "y₃", "⋮", "yₙ"}).above("y ∈ ℝⁿ").below("says nothing to us"),
             column({other, lion, other, cat, other}).above("x ∈ ℝᴺ").below("hard to read"),
             column({"2·10⁻⁶", "0.50", "2·10⁻⁶", "0.40", "2·10⁻⁶"})
                 .inked(likely)
                 .rows({"", "row i: lion", "", "row j: cat", ""}, Side::right)
                 .above("σ(x) ∈ [0, 1]ᴺ")
                 .below("sums to 1")},
            {"ψ", "softmax"}));
  figure.caption("Invented numbers; the logits are one choice that gives these probabilities.");
  figure.alt("Three columns: y with entries y₁ to yₙ, the logits x (lion 12.00, cat 11.78, "
             "others −0.43), the probabilities (lion 0.50, cat 0.40, others 2·10⁻⁶).");
}

void draw_decoder_output(Figure& figure)
{
  const Element words = cell_row({"0", "1", "2", "3", "4", "5", "…", "9999"});
  const auto highest = [](arma::uword, arma::uword j) { return j == 5 ? Ink::accent : Ink::plain; };
  figure.title("From the decoder's output to a word");
  draw(figure, flow({box("decoder stack output"), box("Linear"),
                     words.right("logits, one per word"), box("Softmax"),
                     words.inked(highest).named("σ").right("probabilities\n(not log_probs)"),
                     box("5").in_line_with(cell("σ", 0, 5)).right("index of the highest cell"),
                     box("am", Ink::accent).right("word of this index")},
                    {}, Side::above));
  figure.caption("The last steps of a decoder that knows 10 000 words, under their right names.");
  figure.alt("A chain from bottom to top: decoder stack output, Linear, a row of logits numbered "
             "0 to 9999, Softmax, a row of probabilities with cell 5 marked, the index 5, the "
             "word am.");
}
