#include "bigrams.hpp"
#include "figures.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

/**
# Learned unembedding: the way back that training finds

A token enters a language model as a vector of $\mathbb R^n$, its column of the matrix $A$. At the
other end a vector of $\mathbb R^n$ has to become a statement about all $N$ tokens. Chapter 02 took
the shortest solution of $Ax = y$ for that. Models do otherwise: they *learn* a second matrix $B$,
from the pairs of tokens that follow each other. What does it become? The inverse of the first? And
what can two matrices know, when $n$ is 768 and $N$ is 50257?
*/
using namespace epreuve::course;

/**
## The answer

Two layers $A$ and $B$ without anything between them are one matrix $F = BA$ of logits, of rank at
most $n$. If $n \ge N - 1$, training ends where softmax of column $i$ is the distribution of what
follows token $i$: it learns the frequencies, and no inverse. If $n$ is smaller, it cannot, except
where the logarithms of the frequencies happen to have a low rank; and their singular values show
how much it must lose at least. The figure shows that for a small language whose frequencies are
known exactly.
*/
SECTION(answer)
{
  chapter.shows("loss-against-n");
}

/**
## What the documents have wrong

Nothing but letters. There are two slips: $\Psi$ where $\psi$ was defined and $p_i$ where $\sigma_i$ was, and
$y$ for the output of the network, which is $z$. In our copy *retranscription* is the official (*officielle*)
translation of unembedding; the author wrote *officieuse*, unofficial.

Two sentences can be misread. *In all modern architectures embedding and unembedding are not symmetric*: they are
not inverse to each other, says the sentence before, and that is so in all of them. But in GPT-2 they are one matrix and its
transpose; in other models they are two. It is a choice of design, and the last section shows what it costs in
a network of two layers, and why a deep one may afford it. And $\psi(y)$ *corresponds* to a list of probabilities:
it is a vector of logits, and softmax leads from one to the other. To the question of a note, whether the
unembedding matrix is the inverse of the embedding matrix, the answer is no.

## The network

The first layer, the embedding (*plongement*), computes $y = Ax$ from the one-hot vector $x$ of a
token; the second, the unembedding (*retranscription*), computes $z = By$. Neither has a bias or an
activation. So $z = BAx$, and for $x = e_i$ that is column $i$ of $F = BA$. Its softmax is what the
network says about the token after token $i$. On integers all of this is exact.
*/
SECTION(network)
{
  const auto column_of_F =
      over_integer_matrices({"A n x N", "B N x n"}, [](Draw& draw, auto& A, auto& B) {
        const arma::uword i = draw.size("i", 0, A.n_cols - 1);
        const arma::vec e_i = arma::mat(arma::eye(A.n_cols, A.n_cols)).col(i);
        return difference(B * (A * e_i), arma::mat(B * A).col(i));
      });
  const auto rank_of_F = over_integer_matrices({"A n x N", "B N x n"}, [](auto& A, auto& B) {
    return rank(RationalMatrix(B * A)) <= std::min(A.n_rows, A.n_cols);
  });
  const arma::mat A(2, 5, arma::fill::ones), B(5, 2, arma::fill::ones);
  const arma::vec x(5, arma::fill::ones), y = A * x, z = B * y;
  chapter.claim("exo7-2.3-two-layers", holds)
      .property("B (A eᵢ) is column i of F = B A, all n and N up to 5", column_of_F, exactly())
      .property("rank of B A is at most n, in rationals", rank_of_F, 200);
  chapter.claim("exo7-2.3-fig-network", holds)
      .same_shape("y = A x, N = 5, n = 2", arma::size(y), "n x 1", arma::SizeMat(2, 1))
      .same_shape("z = B y, N = 5, n = 2", arma::size(z), "N x 1", arma::SizeMat(5, 1));
  chapter.figure("network", draw_network);

  /**
  Then the text combines the two maps into one function, $F: \mathbb R^N \to \mathbb R^N$, and says
  that it associates to the token $x$ the next token $y$. But the letter $y$ is taken: a few lines
  before, it is $Ax$, of $n$ entries. The result is $z$, as the text itself has it: a slip of one
  letter.
  */
  chapter.claim("exo7-2.3-F-notation", slip)
      .as_printed("F: ℝᴺ → ℝᴺ, F(x) = y, where y = A x")
      .same_shape("F(x), N = 5, n = 2", arma::SizeMat(5, 1), "y = A x", arma::size(y))
      .meant("F: ℝᴺ → ℝᴺ, F(x) = z = B A x", "z = By, four sentences before")
      .same_shape("F(x), N = 5, n = 2", arma::SizeMat(5, 1), "z = B A x", arma::size(z));
}

/**
## A language to learn

We train on a language whose bigrams are known as fractions: the small English of this course, in
which a text goes on for ever and each sentence ends with a full stop. To keep the numbers few we
keep its eleven most frequent words, and give all others one name, *…*. That is again a text, of $N
= 12$ tokens, and its table of bigrams is exact. $\pi_i$ is how often token $i$ occurs, and $P_{ji}$
how often $j$ follows it.

Many pairs never occur. Where a section needs $P > 0$ it mixes the table with the frequencies,
$\frac{9}{10} P_{ji} + \frac1{10} \pi_j$; then $\pi$ is still how often each token occurs.
*/
SECTION(language)
{
  const instruments::FrequentBigrams& forwards = fractions();
  const instruments::FrequentBigrams backwards{forwards.words, transpose(forwards.joint)};
  const std::vector<Rational> pi = forwards.frequencies();
  chapter.finding("bigrams", "The table is one of a text: each token is as often first as second.")
      .equal("the language's bigrams: sum of all, in fractions",
             std::accumulate(pi.begin(), pi.end(), Rational(0)), Rational(1))
      .fact("the language's bigrams: row sums are column sums, in fractions",
            pi == backwards.frequencies(), fmt::format("{} tokens", pi.size()));
  chapter.figure("bigrams", draw_bigrams);
}
