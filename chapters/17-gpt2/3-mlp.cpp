#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/gpt2/plain_pass.hpp"
#include "epreuve/math/gelu.hpp"
#include "figures.hpp"

#include <string>
#include <vector>

/**
# The MLP: questions and answers

Step 3 of the notes is the dense half of a block, and it is told as a story. A first matrix asks
questions of the vector: each of its rows is a question, the answer is a dot product plus a bias,
"so that the result is positive if yes and negative if no". A second matrix holds, in its column
$C_0$, what is to be added when the answer to question $n_0$ is yes. The notes' example is the
question whether this vector is about Michael Jordan.

A story with numbers in it can be computed. Six coordinates: first name Michael, last name Jordan,
last name Jackson; then basketball, the Chicago Bulls, the number on the shirt. The question is
twice the sum of the first two coordinates, and here the bias does its work: with $-3$ the answer is
1 when *both* names are there, $-1$ for one of them alone, $-3$ for neither. Without it, half a
Michael Jordan would do. A second neuron asks for Michael Jackson. All in whole numbers, so that
nothing is rounded.
*/
using namespace epreuve::course;

SECTION(story)
{
  const RationalMatrix questions{{2, 2, 0, 0, 0, 0}, {2, 0, 2, 0, 0, 0}};
  const RationalMatrix biases{{-3, -3, -3, -3}, {-3, -3, -3, -3}};
  const std::vector<std::string> names{"Michael Jordan", "Michael Jackson", "Jordan", "Michael"};
  const RationalMatrix people{{1, 1, 0, 1}, {1, 0, 1, 0}, {0, 1, 0, 0},
                              {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  const RationalMatrix answers = questions * people + biases;
  const Integers sides{.largest_side = 8};
  const auto row_by_row = [](auto& W, auto& b, auto& x) {
    arma::vec alone = b;
    for (arma::uword i = 0; i < W.n_rows; ++i)
      alone(i) += arma::dot(W.row(i), x);
    return difference(plain::dense<double>({W.t(), b}, x), alone);
  };
  chapter.claim("notes-3-linear", holds)
      .equal("two questions of four vectors: W x + b", answers,
             RationalMatrix{{1, -1, -1, -1}, {-1, 1, -3, -1}})
      .property("row i asks alone: entry i is ⟨rowᵢ, x⟩ + bᵢ",
                over_integer_matrices({"W m x n", "b m x 1", "x n x 1"}, row_by_row, sides),
                exactly());

  /**
  Positive where both names are there, negative otherwise. Now the second matrix. If the activations
  are $a_1, a_2, \dots$, its product with them is $a_1 C_1 + a_2 C_2 + \dots$: that a matrix times
  a vector is a mixture of columns, with 0 and 1 for "leave it" and "take it", is all that the
  notes' sentence needs. (The second pass computes in this way, column after column; that the
  library's two layers give the same was seen at the joints.) Michael Jordan gets basketball, the
  Bulls and his 23; Michael Jackson does not.
  */
  const RationalMatrix knowledge{{0, 0}, {0, 0}, {0, 0}, {1, 0}, {1, 0}, {23, 0}};
  const RationalMatrix known = people + knowledge * RationalMatrix{{1, 0, 0, 0}, {0, 1, 0, 0}};
  const auto adds_columns = [](auto& C, auto& said, auto& x) {
    const arma::vec a = arma::clamp(said, 0, 1);
    const arma::mat active = C.cols(arma::find(a));
    return difference(x + C * a, x + arma::sum(active, 1));
  };
  chapter.claim("notes-3-reconstruct", holds)
      .equal(
          "Michael Jordan's vector, and his alone, gets C₀", known,
          RationalMatrix{
              {1, 1, 0, 1}, {1, 0, 1, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {23, 0, 0, 0}})
      .property("neurons at 0 and 1: x + the columns of those at 1",
                over_integer_matrices({"C n x m", "answers m x 1", "x n x 1"}, adds_columns, sides),
                exactly());

  /**
  The story simplifies in two places. GPT-2's neurons do not answer 0 or 1: the notes take ReLU,
  which would turn the answers 1, $-1$, $-3$ into 1, 0, 0, as in the story; GPT-2 takes GELU, which
  turns them into 0.84, $-0.16$ and $-0.004$. So the column is added 0.84 times, and for half a
  Michael Jordan a sixth of it is *taken away*. And a bias is added at the end whatever the answers
  are. The principle holds.

  The notes leave room for two figures here. We draw what the text around them describes, with our
  invented coordinates.
  */
  const arma::vec n_0 = answers.to_double().row(0).t();
  chapter.table("Does it speak of Michael Jordan?", Columns()
                                                        .column("vector", names)
                                                        .column("⟨row, x⟩ + b", n_0, "{:.0f}")
                                                        .column("ReLU", relu(n_0), "{:.0f}")
                                                        .column("GELU", gelu_tanh(n_0), "{:.4f}"));
  chapter.reading("notes-3-figs", illustrative,
                  "both places for figures are empty in the copy; drawn below, with numbers of our "
                  "own, is what the text around them says: the questions, and what a yes adds");
  chapter.figure("questions", [&](Figure& f) { draw_questions(f, questions, answers); });
  chapter.figure("answers", [&](Figure& f) { draw_answers(f, people, knowledge, known); });
}

/**
## One vector at a time

The same step says that the vectors do not talk to each other here, so all can be treated at once.
If so, a token gets the same answer alone as in company, whatever the company. We can ask that of a
whole model: take away the positions, let the heads say nothing, and each token passes through the
layer norm and the MLP of every block on its own. When the heads do speak, company matters, and not
only because of positions: each token looks back at those before it.
*/
SECTION(parallel)
{
  const ModelRun run = small_run(chapter.seed());
  gpt2::Weights<double> without_positions = run.weights();
  without_positions.wpe.zeros();
  const gpt2::Model<double> unplaced(without_positions);
  const arma::vec alone = unplaced.last_logits({run.text.back()});
  chapter.claim("notes-3-parallel", holds)
      .property("the library's model, heads silent, no positions: any token alone",
                model_runs([](const ModelRun& drawn, Draw& draw) {
                  gpt2::Weights<double> weights = drawn.weights();
                  weights.wpe.zeros();
                  for (gpt2::Block<double>& block : weights.blocks)
                    silence(block.heads);
                  const gpt2::Model<double> model(weights);
                  const arma::uword k = draw.size("k", 0, drawn.text.size() - 1);
                  return difference(model.logits(drawn.text).col(k),
                                    model.last_logits({drawn.text.at(k)}));
                }),
                absolute(1e-12), 200)
      // Law: 3.2, with a standard deviation of the logarithm of 0.35 (116 seeds), the largest of many logits' changes.
      .at_least("where heads speak: change of the last token's logits if it is alone",
                difference(unplaced.last_logits(run.text), alone).absolute, 0.01);
}

/**
So the sentence is right, and it is right for the MLP and the layer norm only. What one token learns
about another comes through the heads, or not at all.
*/
