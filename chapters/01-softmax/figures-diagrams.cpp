#include "figures.hpp"

#include "epreuve/chapter.hpp"

using namespace epreuve::course;

void draw_chain(Figure& figure)
{
  figure.title("Retranscription: from the model's state to probabilities");
  figure.bare().size(860, 200).x_range(0, 12).y_range(0.2, 2.3);
  figure.box(0.2, 1, 2.8, 2, "state\ny ∈ ℝⁿ").arrow(2.8, 1.5, 4.7, 1.5, "ψ");
  figure.box(4.7, 1, 7.3, 2, "logits\nx ∈ ℝᴺ").arrow(7.3, 1.5, 9.2, 1.5, "softmax");
  figure.box(9.2, 1, 11.8, 2, "probabilities\nσ(x) ∈ [0, 1]ᴺ", Ink::accent);
  figure.text(1.5, 0.55, "n = 768 in GPT-2", Align::center, Ink::muted);
  figure.text(6, 0.55, "N = 50 257: one per token", Align::center, Ink::muted);
  figure.text(10.5, 0.55, "sum 1", Align::center, Ink::muted);
  figure.caption("The state y is sent by ψ to one logit for each token; softmax turns the logits "
                 "into probabilities.");
  figure.alt("Three boxes joined by arrows: y in R^n, by ψ to the logits x in R^N, by softmax "
             "to the probabilities σ(x) in [0, 1]^N.");
}

void draw_gros_felin(Figure& figure, const arma::vec& logits)
{
  figure.title("The concept “gros félin”: half lion, nearly half cat");
  figure.bare().size(860, 380).x_range(-0.9, 11.1).y_range(-0.2, 6.6);
  const auto column = [&](double left, const std::string& heading, const std::string& remark,
                          const std::vector<std::string>& cells) {
    figure.text(left + 0.9, 6.2, heading);
    figure.text(left + 0.9, 0.3, remark, Align::center, Ink::muted);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const double top = 5.7 - static_cast<double>(i);
      const bool likely = cells[i] == "0.50" || cells[i] == "0.40";
      figure.box(left, top - 0.9, left + 1.8, top, cells[i], likely ? Ink::accent : Ink::plain);
    }
  };
  const auto logit = [&](arma::uword i) { return minus(fmt::format("{:.2f}", logits(i))); };
  column(-0.7, "y ∈ ℝⁿ", "says nothing to us", {"y₁", "y₂", "y₃", "⋮", "yₙ"});
  column(3.2, "x ∈ ℝᴺ", "hard to read", {logit(2), logit(0), logit(2), logit(1), logit(2)});
  column(7.1, "σ(x) ∈ [0, 1]ᴺ", "sums to 1", {"2·10⁻⁶", "0.50", "2·10⁻⁶", "0.40", "2·10⁻⁶"});
  figure.arrow(1.3, 3.25, 3, 3.25, "ψ").arrow(5.2, 3.25, 6.9, 3.25, "softmax");
  figure.text(9.1, 4.25, "row i: lion", Align::left).text(9.1, 2.25, "row j: cat", Align::left);
  figure.caption("Invented numbers: lion has 50 %, cat 40 %, and 10 % are shared by the 50 255 "
                 "other tokens. The logits are one choice that gives these probabilities.");
  figure.alt("Three columns: y with entries y₁ to yₙ, the logits x (lion 12.00, cat 11.78, "
             "others −0.43), the probabilities (lion 0.50, cat 0.40, others 2·10⁻⁶).");
}

void draw_decoder_output(Figure& figure)
{
  figure.title("From the decoder's output to a word");
  figure.bare().size(760, 540).x_range(0, 10).y_range(0, 9.2);
  const auto numbered_row = [&](double bottom, Ink ink_of_5) {
    for (int i = 0; i < 8; ++i)
      figure.box(1.25 + 0.6 * i, bottom, 1.85 + 0.6 * i, bottom + 0.7,
                 i < 6    ? fmt::format("{}", i)
                 : i == 6 ? "…"
                          : "9999",
                 i == 5 ? ink_of_5 : Ink::plain);
  };
  figure.box(1.8, 0.2, 5.5, 0.9, "decoder stack output").arrow(3.65, 0.9, 3.65, 1.5);
  figure.box(1.8, 1.5, 5.5, 2.3, "Linear").arrow(3.65, 2.3, 3.65, 2.9);
  numbered_row(2.9, Ink::plain);
  figure.arrow(3.65, 3.6, 3.65, 4.2).box(1.8, 4.2, 5.5, 5, "Softmax").arrow(3.65, 5, 3.65, 5.6);
  numbered_row(5.6, Ink::accent);
  figure.arrow(4.55, 6.3, 4.55, 6.9).box(4.15, 6.9, 4.95, 7.5, "5");
  figure.arrow(4.55, 7.5, 4.55, 8.1).box(3.95, 8.1, 5.15, 8.8, "am", Ink::accent);
  figure.text(6.4, 3.25, "logits, one per word", Align::left);
  figure.text(6.4, 6.1, "probabilities", Align::left);
  figure.text(6.4, 5.7, "(not log_probs)", Align::left, Ink::muted);
  figure.text(6.4, 7.2, "index of the highest cell", Align::left);
  figure.text(6.4, 8.45, "word of this index", Align::left);
  figure.caption("The last steps of a decoder that knows 10 000 words. The document calls the "
                 "upper row log_probs; what softmax gives are probabilities. The highest cell is "
                 "the same.");
  figure.alt("A chain from bottom to top: decoder stack output, Linear, a row of logits numbered "
             "0 to 9999, Softmax, a row of probabilities with cell 5 marked, the index 5, the "
             "word am.");
}
