#include "epreuve/figures/diagram.hpp"
#include "figures.hpp"

using namespace epreuve::figures;
using namespace epreuve::math;

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
