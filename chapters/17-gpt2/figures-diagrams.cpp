#include "figures.hpp"

#include <fmt/format.h>

using namespace epreuve::figures;
using namespace epreuve::math;

void epreuve::draw_pipeline(Figure& figure)
{
  figure.title("GPT-2: from a text to probabilities for the next token");
  figure.bare().size(960, 400).x_range(0, 19).y_range(-1.6, 5.3);
  const auto stage = [&](double x, const std::string& name, const std::string& what, Ink ink) {
    figure.box(x, 2, x + 2.3, 4, name, ink);
    figure.text(x + 1.15, 1.3, what, Align::center, Ink::muted);
  };
  stage(0.1, "text", "The cat sat\non the", Ink::plain);
  stage(4.2, "tokens\nt₁ … t_K", "464, 3797, 3332,\n319, 262", Ink::plain);
  stage(8.3, "vectors\nv₁ … v_K", "n × K", Ink::plain);
  stage(12.4, "w ∈ ℝⁿ", "n = 768", Ink::plain);
  stage(16.5, "p₁ … p_N", "N = 50 257", Ink::accent);
  figure.arrow(2.5, 3, 4.1, 3).text(3.3, 4.6, "tokenisation");
  figure.arrow(6.6, 3, 8.2, 3).text(7.4, 4.6, "embedding\n+ position");
  figure.arrow(10.7, 3, 12.3, 3).text(11.5, 4.6, "transformer");
  figure.arrow(14.8, 3, 16.4, 3).text(15.6, 4.6, "unembedding\n+ softmax");
  const Stroke thin{.ink = Ink::muted, .width = 1, .dashed = true};
  figure.segment(11.5, 2.8, 11.5, 0.8, "", thin).segment(5.5, 0.8, 17.5, 0.8, "", thin);
  figure.segment(5.5, 0.8, 5.5, 0.4, "", thin).segment(17.5, 0.8, 17.5, 0.4, "", thin);
  for (int i = 0; i < 6; ++i) {
    const double x = 5.5 + 2.05 * i;
    figure.box(x, -0.7, x + 1.75, 0.4,
               i == 4       ? "⋯"
               : i % 2 == 0 ? "attention"
                            : "dense",
               i % 2 == 0 && i != 4 ? Ink::accent : Ink::plain);
    if (i < 5)
      figure.arrow(x + 1.75, -0.15, x + 2.05, -0.15);
  }
  figure.text(11.5, -1.3, "12 layers of each kind in turn; every one turns n × K into n × K",
              Align::center, Ink::muted);
  figure.caption("A text becomes tokens, each token a column; layers of attention and dense "
                 "layers change the columns in turn; of the last column, unembedding makes one "
                 "probability for every token of the vocabulary.");
  figure.alt("Five boxes in a row: text, tokens t₁ to t_K, vectors v₁ to v_K, w in R^n, "
             "probabilities p₁ to p_N; the arrows say tokenisation, embedding, transformer, "
             "unembedding. Below the transformer: attention and dense layers alternating.");
}

void epreuve::draw_answers(Figure& figure, const std::vector<std::string>& coordinates,
                           const RationalMatrix& people, const RationalMatrix& knowledge,
                           const RationalMatrix& known)
{
  figure.title("A neuron at 1 adds its column").bare().size(860, 420);
  figure.x_range(0, 14).y_range(-0.9, 7.2);
  const auto column = [&](double left, const std::string& heading, const RationalMatrix& values,
                          arma::uword which, Ink ink) {
    figure.text(left + 0.8, 6.7, heading);
    for (arma::uword i = 0; i < values.rows(); ++i) {
      const double top = 6.2 - static_cast<double>(i);
      const auto value = static_cast<double>(values(i, which));
      figure.box(left, top - 0.9, left + 1.6, top, fmt::format("{:.0f}", value),
                 value != 0 ? ink : Ink::plain);
    }
  };
  for (arma::uword i = 0; i < coordinates.size(); ++i)
    figure.text(2.1, 5.75 - static_cast<double>(i), coordinates[i], Align::right);
  column(2.4, "x", people, 0, Ink::plain);
  figure.text(4.6, 3.25, "+ 1 ·");
  column(5.2, "C₀", knowledge, 0, Ink::accent);
  figure.text(7.4, 3.25, "+ 0 ·");
  column(8.0, "C₁", knowledge, 1, Ink::accent);
  figure.text(10.3, 3.25, "=");
  column(11, "x + y", known, 0, Ink::accent);
  figure.text(6, -0.5, "n₀ says 1", Align::center, Ink::muted);
  figure.text(8.8, -0.5, "n₁ says 0", Align::center, Ink::muted);
  figure.caption("The vector of Michael Jordan: neuron n₀ is active and adds what column C₀ "
                 "knows of him; neuron n₁ is not, and its column stays out.");
  figure.alt("Columns of six numbers: x = (1, 1, 0, 0, 0, 0), plus once C₀ = (0, 0, 0, 1, 1, 23), "
             "plus nothing of C₁, gives (1, 1, 0, 1, 1, 23).");
}
