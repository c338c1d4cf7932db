#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/math/embedding.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "figures-formula.hpp"

#include <cmath>
#include <string>
#include <vector>

/**
# Token plus position

Before any formula for $w_k$ there is a decision: the position is *added* to the token. Two
vectors of $\mathbb R^n$ become one, and $n$ does not grow.
*/
using namespace epreuve::course;

/**
## A sentence is a matrix

A sentence $(t_1, \dots, t_K)$ becomes the matrix $V$ whose columns are the token vectors
(*vecteurs tokens*). The figure shows the document's sentence: six columns, all of them different,
as the articles *le* and *la* are two tokens.
*/
static const std::vector<std::string> words{"le", "chat", "course", "la", "souris", "."};

SECTION(matrix_of_a_sentence)
{
  const arma::uword n = 4, K = words.size();
  const arma::mat A = arma::randi<arma::mat>(n, K, arma::distr_param(-9, 9));
  const arma::mat V = embed(A, {0, 1, 2, 3, 4, 5});
  chapter.claim("exo7-4.1-fig-V", holds)
      .same_shape("V", arma::size(V), "n x K", arma::size(n, K))
      .property("column k of V is the vector of token tₖ, that is A e for its unit vector e",
                over_integer_matrices({"A n x N"},
                                      [](Draw& draw, auto& table) {
                                        std::vector<arma::uword> text(draw.size("K", 1, 6));
                                        for (arma::uword& token : text)
                                          token = draw.size("token", 0, table.n_cols - 1);
                                        return difference(embed(table, text),
                                                          table * one_hot(text, table.n_cols));
                                      }),
                exactly());
  chapter.figure("sentence", [](Figure& figure) { draw_sentence(figure, words); });

  /**
  The formula next to the figure names the last column $v(t_k)$, with the small $k$ that denotes any
  place of the sentence, and puts the matrix into $M_{n,K}$. Up to place $k$ there are $k$
  columns. Two words, cut after the first, would be enough to show it; here are six, cut after the
  second. A slip: the list of tokens in the sentence before ends with $t_K$.
  */
  chapter.claim("exo7-4.1-V-index", slip)
      .as_printed("V = (v(t₁), v(t₂), …, v(tₖ)) ∈ M_{n,K}, with k = 2 and K = 6")
      .same_shape("(v(t₁), …, v(tₖ))", arma::size(embed(A, {0, 1})), "M_{n,K}", arma::size(n, K))
      .meant("V = (v(t₁), v(t₂), …, v(t_K))", "(t₁, t₂, …, t_K), two sentences before")
      .same_shape("(v(t₁), …, v(t_K))", arma::size(V), "M_{n,K}", arma::size(n, K));
}

/**
## What is added

The vector that enters the network is $u_k = v(t_k) + w_k$: one part that depends on the token
alone, one that depends on the place alone. Which functions $u(t, k)$ are of that form? Those
where exchanging a token for another makes the same difference at every place,

$$u(t, k) - u(t', k) = u(t, l) - u(t', l) .$$

We check this of the embedding of our GPT-2, and compare it with the sum column by column, on
tables of random integers, for which sums in `double` are exact. It is the code that every later
chapter runs.
*/
static arma::mat entering(const arma::mat& A, const arma::mat& W,
                          const std::vector<gpt2::Token>& text)
{
  gpt2::Weights<double> weights;
  weights.wte = A;
  weights.wpe = W;
  arma::mat u;
  gpt2::embed(u, weights, text, 0);
  return u;
}

SECTION(sum)
{
  const auto columns =
      over_integer_matrices({"A n x N", "W n x K"}, [](Draw& draw, auto& A, auto& W) {
        std::vector<gpt2::Token> text(W.n_cols);
        for (gpt2::Token& token : text)
          token = gpt2::Token(draw.size("token", 0, A.n_cols - 1));
        const arma::mat u = entering(A, W, text);
        for (arma::uword k = 0; k < W.n_cols; ++k)
          for (arma::uword row = 0; row < A.n_rows; ++row)
            if (u(row, k) != A(row, text[k]) + W(row, k))
              return false;
        return arma::size(u) == arma::size(W);
      });
  const auto exchanged = over_integer_matrices({"A n x 2", "W n x K"}, [](auto& A, auto& W) {
    const arma::mat difference = entering(A, W, std::vector<gpt2::Token>(W.n_cols, 1)) -
                                 entering(A, W, std::vector<gpt2::Token>(W.n_cols, 0));
    return arma::all(arma::all(difference == arma::repmat(A.col(1) - A.col(0), 1, W.n_cols)));
  });
  chapter.claim("exo7-4.1-sum", holds)
      .property("GPT-2's code: uₖ is column tₖ of A plus column k of W, entry by entry", columns)
      .property("GPT-2's code: another token makes the same difference at every place", exchanged);
  chapter.claim("notes-1-position-added", holds)
      .equal("GPT-2: positions that have an embedding",
             published_sizes("wpe.weight")(0) / published_sizes("ln_f.weight")(0), 1024)
      .property("GPT-2's code: the embedding of the word plus that of the position", columns);
  chapter.claim("masterclass-add-z", holds)
      .property("z_pos is the sum of x_pos and PE_pos, component by component", columns);
}

/**
The masterclass writes the same with other letters: $x_{pos}$ for the token, $PE_{pos}$ for the
position. Of its $PE_{pos} \in \mathbb R^{d_{model}}$ we check the shape, and that it says
something: with the formula of the next page one token at two places gives two vectors.
*/
SECTION(masterclass)
{
  const arma::vec PE = position_vector(3, 512, 10'000, Ordering::sine_first);
  chapter.claim("masterclass-pos-add", holds)
      .same_shape("PE_pos", arma::size(PE), "x_pos, d_model = 512", arma::SizeMat(512, 1))
      .property(
          "x + PE_k and x + PE_l differ, two places up to 1023, d_model from 2 to 64",
          [](Draw& draw) {
            const arma::uword d = draw.even_size("d_model", 2, 64);
            const long k = draw.integer("k", 0, 1022), l = draw.integer("l", k + 1, 1023);
            const auto place = [&](long at) {
              return position_vector(at, d, 10'000, Ordering::sine_first);
            };
            const arma::vec x = draw.vector("x", d, -1, 1);
            return arma::any(x + place(k) != x + place(l));
          },
          200);

  /**
  The formula holds, then, and a check of it has little to say beyond shapes. But there are two
  slips in its formalism. The sequence is $[w_1, \dots, w_n]$, and each token of it is $w_{pos}$
  with $pos \in \{0, \dots, n-1\}$. Then there is a $w_0$ that is not in the sequence, and $w_n$
  never gets an embedding. Counting from 0 is right: the zeros of the formula for $PE_{pos}$ are
  there.
  */
  const arma::uword n = 4;
  const arma::uvec numbered = arma::regspace<arma::uvec>(1, n);
  const arma::uvec read = arma::regspace<arma::uvec>(0, n - 1);
  chapter.claim("masterclass-add-index", slip)
      .as_printed("the tokens of [w₁, …, wₙ] are the w_pos with pos = 0, …, n − 1")
      .fact("w₁, …, w₄ are w₀, …, w₃", arma::all(numbered == read),
            "w₀ is not in the sequence, w₄ has no embedding")
      .meant("the tokens of [w₀, …, wₙ₋₁] are the w_pos with pos = 0, …, n − 1",
             "the slide of the formula: pos is an integer ≥ 0")
      .equal("length of w₀, …, wₙ₋₁, n = 4", read.n_elem, n)
      .fact("PE_pos has its zeros, sin 0, at the first of them",
            position_vector(long(read(0)), 4, 10'000, Ordering::sine_first)(0) == 0,
            "PE₀ = (0, 1, 0, 1)");

  /**
  The other slip is on one of three copies of the same slide. Two have $z_{pos} = x_{pos} +
  PE_{pos}$; one has $x_{pos}$ on both sides, and explains $z_{pos}$ below. As an equation
  that says $PE_{pos} = 0$. Every pair of entries of $PE_{pos}$ is a point of the unit circle,
  so $|PE_{pos}|^2 = d_{model}/2$, and no position vector is 0.
  */
  const double squared_length = arma::dot(PE, PE);
  chapter.claim("masterclass-add-z-overlay", damaged)
      .as_copied("x_pos = x_pos + PE_pos")
      .agree("|x + PE - x|² is 0, d_model = 512", squared_length, 0, absolute(0.5))
      .restored("z_pos = x_pos + PE_pos")
      .agree("|z - x|² is |PE_pos|² = d_model / 2, d_model = 512", squared_length, 256,
             absolute(1e-11));
}

/**
## What a layer sees of a sum

Before giving up on the sum ("information is lost") compare it with something that is surely not
lossy: the token on top of the position, $2n$ numbers. The first thing any layer does is a
product $W u$. With the sum it is $W v + W w$; with the pile, $C v + D w$, where $C$ and $D$ are
learned separately. So a sum is a pile that is read with $C = D$, no more and no less, and where
tokens and positions keep to different directions, one $W$ does the work of $C$ and $D$. (Page 6
asks when they do.)

A score of attention is bilinear, $u_j^T B u_k$, and opens into four terms:

$$u_j^T B u_k = v_j^T B v_k + v_j^T B w_k + w_j^T B v_k + w_j^T B w_k .$$

Words with words, words with places, places with words, and places with places. Only the last
one is the same in all sentences. The two in the middle let a word ask for a place (a full stop
looks at the first word) or a place for a word (the last position looks for a verb).
*/
SECTION(what_a_layer_sees)
{
  chapter
      .finding("sum-is-a-pile",
               "A matrix W that reads the sum v + w is the matrix (W W) that reads "
               "v on top of w.")
      .property("W(v + w) = (W W)(v; w), all shapes, in integers",
                over_integer_matrices({"W m x n", "v n x 1", "w n x 1"},
                                      [](auto& W, auto& v, auto& w) {
                                        const arma::mat twice = arma::join_rows(W, W);
                                        return difference(W * (v + w),
                                                          twice * arma::join_cols(v, w));
                                      }),
                exactly());
  chapter
      .finding("four-scores",
               "A score between sums is four scores, one of which depends on the two places alone.")
      .property("(v + w)ᵀ B (v' + w') is the sum of its four parts, in integers",
                over_integer_matrices({"V n x K", "W n x K", "B n x n"},
                                      [](auto& V, auto& W, auto& B) {
                                        return difference((V + W).t() * B * (V + W),
                                                          V.t() * B * V + V.t() * B * W +
                                                              W.t() * B * V + W.t() * B * W);
                                      }),
                exactly());
  const arma::mat V = arma::normalise(arma::randn(16, words.size())) * std::sqrt(8.);
  chapter.figure("four-scores", [&](Figure& figure) {
    draw_four_scores(figure, words, V, position_matrix(words.size(), 16, 100));
  });
}

/**
In the figure $B = I$, and tokens and positions have the same length, $\sqrt8$. The last part is
a band along the diagonal, whatever the words are: with nothing but positions a head can look
nearby, and with $B = R_\ell$ (chapter 6) it looks $\ell$ places back. The first part would be
the same, rearranged, for *la souris course le chat.* Training decides how each part is used:
nothing in the sum forces it.
*/
