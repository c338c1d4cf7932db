#include "epreuve/math/gelu.hpp"
#include "epreuve/math/rational_matrix.hpp"
#include "figures.hpp"
#include "pass.hpp"

/**
# The MLP: questions and answers

Step 3 of the notes is the dense half of a block, and it is told as a story. A first matrix asks
questions of the vector: each of its rows is one, the answer is a dot product plus a bias, "so
that the result is positive if yes and negative if no". A second matrix holds, in its column
$C_0$, what is to be added when question $n_0$ was answered by yes. The notes' example is the
question whether this vector speaks of Michael Jordan.

A story with numbers in it can be computed. Six coordinates: first name Michael, last name Jordan,
last name Jackson; then basketball, the Chicago Bulls, the number on the shirt. The question is
twice the sum of the first two coordinates, and here the bias does its work: with $-3$ the answer
is 1 when *both* names are there, $-1$ for one of them alone, $-3$ for none. Without it, half a
Michael Jordan would do. A second neuron asks for Michael Jackson. All in whole numbers, so that
nothing is rounded.
*/

using namespace epreuve::course;
using namespace epreuve::instruments;

static const std::vector<std::string> coordinates{"Michael",    "Jordan", "Jackson",
                                                  "basketball", "Bulls",  "number"};
static const RationalMatrix questions{{2, 2, 0, 0, 0, 0}, {2, 0, 2, 0, 0, 0}};
static const RationalMatrix biases{{-3, -3, -3, -3}, {-3, -3, -3, -3}};
/// Columns: Michael Jordan, Michael Jackson, Jordan, Michael.
static const RationalMatrix people{{1, 1, 0, 1}, {1, 0, 1, 0}, {0, 1, 0, 0},
                                   {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
static const RationalMatrix answers = questions * people + biases;

/**
What is said of that example must be true of every dense layer: a row asks for itself, and but for
the bias the layer is linear. The integers of the drawn layers are small, so that sums of them are
exact.
*/

static gpt2::Dense<double> integer_layer(Draw& draw)
{
  const arma::uword in = draw.size("in", 1, 6), out = draw.size("out", 1, 6);
  const arma::mat neurons = draw.integer_matrix("neurons", in, out, -9, 9);
  return {neurons, draw.integer_matrix("b", out, 1, -9, 9)};
}

SECTION(questions_of_a_row)
{
  chapter.claim("notes-3-linear", holds)
      .equal("two questions of four vectors: W x + b", answers,
             RationalMatrix{{1, -1, -1, -1}, {-1, 1, -3, -1}})
      .property(
          "row i asks alone: entry i is ⟨rowᵢ, x⟩ + bᵢ",
          [](Draw& draw) {
            const gpt2::Dense<double> layer = integer_layer(draw);
            const arma::mat x = draw.integer_matrix("x", layer.neurons.n_rows, 1, -9, 9);
            arma::vec one_by_one = layer.b;
            for (arma::uword i = 0; i < one_by_one.n_elem; ++i)
              one_by_one(i) += arma::dot(layer.neurons.col(i), x);
            return difference(dense(layer, x), one_by_one);
          },
          exactly())
      .property(
          "linear but for the bias: f(x + y) = f(x) + f(y) − f(0)",
          [](Draw& draw) {
            const gpt2::Dense<double> layer = integer_layer(draw);
            const arma::mat xy = draw.integer_matrix("x, y", layer.neurons.n_rows, 2, -9, 9);
            const auto f = [&](const arma::mat& v) { return dense(layer, v); };
            return difference(f(xy.col(0) + xy.col(1)),
                              f(xy.col(0)) + f(xy.col(1)) - f(0 * xy.col(0)));
          },
          exactly())
      .property(
          "the library's first layer",
          [](Draw& draw) {
            const ModelRun run = draw_run(draw);
            return difference(run.trace.matrix("blocks.0.mlp.pre"),
                              dense(run.weights().blocks.front().mlp_in,
                                    run.trace.matrix("blocks.0.ln2.normalized")));
          },
          absolute(1e-12), 100);
}

/**
Positive where both names are there, negative otherwise. Now the second matrix. If the activations
are $a_1, a_2, \dots$, its product with them is $a_1 C_1 + a_2 C_2 + \dots$: that a matrix times
a vector is a mixture of columns, with 0 and 1 for "leave it" and "take it", is all that the
notes' sentence needs. (Our `dense` computes in this way, column after column.) Michael Jordan gets
basketball, the Bulls and his 23; Michael Jackson does not.
*/

static const RationalMatrix knowledge{{0, 0}, {0, 0}, {0, 0}, {1, 0}, {1, 0}, {23, 0}};
static const RationalMatrix active{{1, 0, 0, 0}, {0, 1, 0, 0}};
static const RationalMatrix known = people + knowledge * active;

SECTION(columns_of_a_yes)
{
  chapter.claim("notes-3-reconstruct", holds)
      .equal(
          "Michael Jordan's vector, and his alone, gets C₀", known,
          RationalMatrix{
              {1, 1, 0, 1}, {1, 0, 1, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {23, 0, 0, 0}})
      .property(
          "neurons at 0 and 1: x + the columns of those at 1",
          [](Draw& draw) {
            const arma::uword n = draw.size("n", 1, 6), m = draw.size("neurons", 1, 8);
            const arma::mat C = draw.integer_matrix("C", n, m, -9, 9);
            const arma::vec a = draw.integer_matrix("a", m, 1, 0, 1);
            const arma::vec x = draw.integer_matrix("x", n, 1, -9, 9);
            arma::vec rebuilt = x;
            for (const arma::uword j : arma::uvec(arma::find(a == 1)))
              rebuilt += C.col(j);
            return difference(x + C * a, rebuilt);
          },
          exactly())
      .property(
          "the library's second layer: a₁C₁ + a₂C₂ + … + b",
          [](Draw& draw) {
            const ModelRun run = draw_run(draw);
            return difference(
                run.trace.matrix("blocks.0.mlp_out"),
                dense(run.weights().blocks.front().mlp_out, run.trace.matrix("blocks.0.mlp.post")));
          },
          absolute(1e-12), 100);
}

/**
The story simplifies in two places. GPT-2's neurons do not answer 0 or 1: the notes take ReLU,
which would turn the answers 1, $-1$, $-3$ into 1, 0, 0, as told; GPT-2 takes GELU, which turns
them into 0.84, $-0.16$ and $-0.004$. So the column is added 0.84 times, and for half a Michael
Jordan a sixth of it is *taken away*. And a bias is added at the end whatever the answers are.
The principle stands.

The notes leave room for two figures here, and both places are empty. There is nothing to compare
with, so we draw what the text around them describes, with our invented coordinates.
*/
SECTION(pictures_of_the_story)
{
  const arma::vec n_0 = answers.to_double().row(0).t();
  const std::vector<std::string> names{"Michael Jordan", "Michael Jackson", "Jordan", "Michael"};
  chapter.table("Does it speak of Michael Jordan?", Columns()
                                                        .column("vector", names)
                                                        .column("⟨row, x⟩ + b", n_0, "{:.0f}")
                                                        .column("ReLU", relu(n_0), "{:.0f}")
                                                        .column("GELU", gelu_tanh(n_0), "{:.4f}"));
  chapter.reading(
      "notes-3-figs", illustrative,
      "the two places for figures are empty in the copy, so there is nothing to compare "
      "with; drawn below, with numbers of our own, is what the text around them says: "
      "the questions, and the column that a yes adds");
  chapter.figure("questions",
                 [](Figure& figure) { draw_questions(figure, coordinates, questions, answers); });
  chapter.figure("answers", [](Figure& figure) {
    draw_answers(figure, coordinates, people, knowledge, known);
  });
}

/**
## One vector at a time

The same step says that the vectors do not talk to each other here, so that all can be treated at
once. If so, a token must get the same answer alone as in company, and shuffling the tokens must
shuffle the answers and do nothing else. For our own MLP that can be asked to the last bit. For
the library we can even ask it of a whole model: take away the positions, let the heads say
nothing, and each token passes through the layer norm and the MLP of every block on its own. When
the heads do speak, order matters, and not only because of positions: each token looks back, and
another order puts other tokens behind it.
*/

static arma::uvec draw_permutation(Draw& draw, arma::uword K)
{
  return arma::sort_index(draw.vector("order", K, 0, 1));
}

/// How far the logits of a shuffled text are from the shuffled logits: no positions, silent heads.
static Difference shuffled_without_heads(Draw& draw)
{
  gpt2::Weights<double> weights = draw_weights(draw);
  weights.wpe.zeros();
  for (gpt2::Block<double>& block : weights.blocks)
    silence(block.heads);
  const Tokens text = draw_text(draw, weights.config, 2);
  const arma::uvec order = draw_permutation(draw, text.size());
  Tokens shuffled;
  for (const arma::uword k : order)
    shuffled.push_back(text.at(k));
  const gpt2::Model<double> model(weights);
  return difference(model.logits(shuffled), model.logits(text).cols(order));
}

SECTION(parallel)
{
  const ModelRun run = small_run(chapter.seed());
  gpt2::Weights<double> without_positions = run.weights();
  without_positions.wpe.zeros();
  const gpt2::Model<double> unplaced(without_positions);
  const Tokens backwards(run.text.rbegin(), run.text.rend());
  chapter.claim("notes-3-parallel", holds)
      .property(
          "mlp(x) column by column, every bit",
          [](Draw& draw) {
            const gpt2::Weights<double> weights = draw_weights(draw);
            const arma::uword K = draw.size("K", 1, 6);
            const arma::mat x = draw.matrix("x", weights.config.n, K, -3, 3);
            arma::mat alone = x;
            alone.each_col([&](arma::vec& v) { v = mlp<double>(weights.blocks.front(), v); });
            return difference(mlp(weights.blocks.front(), x), alone);
          },
          exactly(), 200)
      .property(
          "mlp(x P) = mlp(x) P for every permutation P, every bit",
          [](Draw& draw) {
            const gpt2::Weights<double> weights = draw_weights(draw);
            const arma::uword K = draw.size("K", 1, 6);
            const arma::mat x = draw.matrix("x", weights.config.n, K, -3, 3);
            const arma::uvec order = draw_permutation(draw, K);
            return difference(mlp<double>(weights.blocks.front(), x.cols(order)),
                              mlp(weights.blocks.front(), x).cols(order));
          },
          exactly(), 200)
      .property("the library's model, heads silent, no positions: shuffled text, shuffled logits",
                shuffled_without_heads, absolute(1e-12), 200)
      .at_least(
          "where heads speak, the text backwards: change of the logits",
          difference(unplaced.logits(backwards), arma::fliplr(unplaced.logits(run.text))).absolute,
          0.01);
}
