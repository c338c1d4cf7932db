#include "figures.hpp"

#include "epreuve/chapter.hpp"
#include "epreuve/figures/diagram.hpp"

using namespace epreuve::course;

void draw_chain(Figure& figure)
{
  figure.title("Retranscription: from the model's state to probabilities");
  draw(figure, flow({box("state\ny ∈ ℝⁿ").below("n = 768 in GPT-2"),
                     box("logits\nx ∈ ℝᴺ").below("N = 50 257: one per token"),
                     box("probabilities\nσ(x) ∈ [0, 1]ᴺ", Ink::accent).below("sum 1")},
                    {"ψ", "softmax"}));
  figure.caption("The state y is sent by ψ to one logit for each token; softmax turns the logits "
                 "into probabilities.");
  figure.alt("Three boxes joined by arrows: y in R^n, by ψ to the logits x in R^N, by softmax "
             "to the probabilities σ(x) in [0, 1]^N.");
}

void draw_gros_felin(Figure& figure, const arma::vec& logits)
{
  const auto logit = [&](arma::uword i) { return minus(fmt::format("{:.2f}", logits(i))); };
  const auto likely = [](arma::uword i, arma::uword) {
    return i == 1 || i == 3 ? Ink::accent : Ink::plain;
  };
  figure.title("The concept “gros félin”: half lion, nearly half cat");
  draw(figure,
       flow({column({"y₁", "y₂", "y₃", "⋮", "yₙ"}).above("y ∈ ℝⁿ").below("says nothing to us"),
             column({logit(2), logit(0), logit(2), logit(1), logit(2)})
                 .above("x ∈ ℝᴺ")
                 .below("hard to read"),
             column({"2·10⁻⁶", "0.50", "2·10⁻⁶", "0.40", "2·10⁻⁶"})
                 .inked(likely)
                 .rows({"", "row i: lion", "", "row j: cat", ""}, Side::right)
                 .above("σ(x) ∈ [0, 1]ᴺ")
                 .below("sums to 1")},
            {"ψ", "softmax"}));
  figure.caption("Invented numbers: lion has 50 %, cat 40 %, and 10 % are shared by the 50 255 "
                 "other tokens. The logits are one choice that gives these probabilities.");
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
  figure.caption("The last steps of a decoder that knows 10 000 words. The document calls the "
                 "upper row log_probs; what softmax gives are probabilities. The highest cell is "
                 "the same.");
  figure.alt("A chain from bottom to top: decoder stack output, Linear, a row of logits numbered "
             "0 to 9999, Softmax, a row of probabilities with cell 5 marked, the index 5, the "
             "word am.");
}
