#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-heads.hpp"
#include "typed_formula.hpp"

#include <string>
#include <vector>

/**
# What does not type-check

A product of matrices exists if the left one is as wide as the right one is high. That can be decided
without a number, letter by letter, and before one thinks about what a formula means. In five documents
we found nine formulas of attention that do not pass, or only by accident. Here they are in one place,
each with the answer of a program that knows shapes and nothing else.
*/
using namespace epreuve::course;

/**
## A program that reads shapes

It is given a formula and the shapes of its letters, as the document states them: $x$ is $n \times K$,
$W_Q$ is $r \times n$. Sizes stay letters. It names the first product that does not exist; it finds the
smallest numbers for the sizes at which it does not; and it looks for the *least correction*, trying all
formulas that are one change away, then two, then three: a transposition more or less, or two neighbours
exchanged.
*/
SECTION(collection)
{
  const std::vector<std::string> columns{"x n x K", "W_Q r x n", "W_K r x n",
                                         "A K x K", "B r x r",   "I n x n"};
  const std::vector<std::string> heads{"Q r x K", "K r x K", "V m x K", "q_i r x 1", "k_j r x 1"};
  const std::vector<std::string> printed_W_O{"x n x K", "W_V r x n", "W_O r x n"};
  struct Printed
  {
    std::string source, formula;
    const std::vector<std::string>& shapes;
    std::string wanted;
  };
  const std::vector<Printed> all{
      {"exo7 6.3", "xᵀ W_Qᵀ W_Kᵀ x", columns, "K x K"},
      {"exo7 6.3", "W_O W_V", printed_W_O, "n x n"},
      {"exo7 6.3", "(A ⊗ I) x", columns, "n x K"},
      {"notes", "softmax(Kᵀ Q) V", heads, "m x K"},
  };
  std::vector<std::vector<std::string>> rows;
  for (const auto& [source, formula, shapes, wanted] : all) {
    const std::vector<std::string> mended = least_corrections(formula, shapes, wanted);
    rows.push_back({source, formula, typing(formula, shapes).misfit,
                    smallest_misfit(formula, shapes), mended.empty() ? "none" : mended.front()});
  }
  chapter.table(
      "Products that do not exist, and the least change that mends them",
      {"where", "printed", "first product that does not exist", "smallest sizes", "mended"}, rows);
  const auto only = [](const char* formula) { return fmt::format("{}", formula); };
  const auto mended = [](const Printed& p) {
    return fmt::format("{}", fmt::join(least_corrections(p.formula, p.shapes, p.wanted), " or "));
  };
  chapter
      .finding("least-corrections",
               "of the formulas that do not exist three are mended by one change")
      .equal("of xᵀ W_Qᵀ W_Kᵀ x, as K x K: the only formula one change away", mended(all.at(0)),
             only("xᵀ W_Qᵀ W_K x"))
      .equal("of W_O W_V, both r x n, as n x n: the only one", mended(all.at(1)), only("W_Oᵀ W_V"))
      .equal("of softmax(KᵀQ) V, as m x K: the only one", mended(all.at(3)),
             only("V softmax(Kᵀ Q)"))
      .equal("of (A⊗I) x, as n x K: none with three changes", mended(all.at(2)), only(""))
      .equal("(A⊗I) vec(x) exists, its shape", typing("(A ⊗ I) vec(x)", columns).shape,
             only("Kn x 1"));
  chapter.figure("misfit", draw_misfit);
}

/**
The first three were judged with exo7's formula, the last one with the notes. A least correction need not be the
right one, but here each is: the program, which knows nothing of attention, takes the transposition from $W_K$, gives
$W_O$ its other shape, and puts $V$ in front. $(A \otimes I)\, x$ cannot be mended by turning or exchanging anything: as a Kronecker product it
needs $\mathrm{vec}(x)$, and as an action it needs no mending.

## Right product, wrong shape

Five more are products that exist, but differ in shape from the other side of the equals sign, or from what the
formula needs. Here the program's answer is a shape, and the comparison is ours. (Dividing by $\sqrt r$ changes no
shape: that line is the first one again, and chapter 12 judges it.)
*/
SECTION(wrong_shape)
{
  const std::vector<std::string> all{"x n x K", "Q r x K",   "K r x K",   "A K x K",   "I n x n",
                                     "B r x r", "q_i r x 1", "k_j r x 1", "a_i 1 x r", "b_j 1 x r"};
  const auto shape = [&](const char* formula) { return typing(formula, all).shape; };
  const auto is = [](const char* text) { return std::string(text); };
  chapter.table("Two sides of an equation, or a formula and its purpose",
                {"where", "printed", "its shape", "what it should be"},
                {{"exo7 6.3", "softmax(Qᵀ K), for (A ⊗ I) x", shape("softmax(Qᵀ K)"), "n x K"},
                 {"exo7 6.3", "softmax(Qᵀ K / √r), for (A ⊗ I) x", shape("softmax(Qᵀ K)"), "n x K"},
                 {"exo7 6.4", "softmax(Qᵀ K), for h(x)", shape("softmax(Qᵀ K)"), "n x K"},
                 {"masterclass", "q_i k_jᵀ, vectors as columns", shape("q_i k_jᵀ"), "1 x 1"},
                 {"exo7 6.2", "(A ⊗ B), as a block of H", shape("(A ⊗ B)"), "r x r"}});
  chapter
      .finding("wrong-shapes", "five formulas are products that exist and have another shape "
                               "than what they are equated with")
      .equal("softmax(QᵀK)", shape("softmax(Qᵀ K)"), is("K x K"))
      .equal("q_i k_jᵀ of columns: a table of products", shape("q_i k_jᵀ"), is("r x r"))
      .equal("q_i k_jᵀ of rows: a number", shape("a_i b_jᵀ"), is("1 x 1"))
      .equal("a number again, the least correction for columns",
             fmt::format("{}", fmt::join(least_corrections("q_i k_jᵀ", all, "1 x 1"), " or ")),
             is("k_jᵀ q_i"))
      .equal("a head as a matrix", shape("(A ⊗ B)"), is("Kr x Kr"));
}

/**
- A pattern is not a sentence: softmax says which token listens to which, and not what is heard.
- $q_i k_j^T$ is a score if vectors are rows, and if they are columns, the table of all products of their
  entries. masterclass has rows, so its formula is right or wrong depending on what one calls a vector; and it takes the
  softmax of this single number, which is 1 whatever the number is.
- The direct sum of 6.2, $H = h_1 \oplus \dots \oplus h_{n/r}$, is to be $n \times n$ with heads as its blocks. A head
  as a matrix is $rK \times rK$, so $H$ is $nK \times nK$ and acts on $\mathrm{vec}$; or the heads are functions, and no
  matrix at all. The smallest sizes that show it are $r = 1$ and $K = 2$, and only for one word is there no
  difference. (Proposition 10; chapter 13 has the claim.)

## What shapes cannot see

That shapes fit is necessary and no more. Two mistakes pass the test. Where $n = r$ the printed
$x^T W_Q^T W_K^T x$ exists, and is the formula of another head, whose $W_K$ is transposed: one word is enough to
tell them apart. And $V\, \mathrm{softmax}(K^T Q)$ has the right shape whichever way softmax is taken; by columns it
is attention, by rows it weighs each key's queries, and the weights of a mean no longer sum to 1.
*/
SECTION(unseen)
{
  const Matrices smallest = smallest_counterexample(
      {"x n x K", "W_Q n x n", "W_K n x n"}, Integers{2, 0, 1}, [](auto& x, auto& W_Q, auto& W_K) {
        return difference(x.t() * W_Q.t() * W_K.t() * x, x.t() * W_Q.t() * W_K * x);
      });
  const arma::mat S{{0, 1}, {0, 3}}, ones{{1, 1}};
  const arma::mat by_columns = ones * softmax_columns(S), by_rows = ones * softmax_rows(S);
  chapter.finding("shapes-are-not-enough", "a formula that fits can still be wrong")
      .equal("words in the smallest sentence that tells W_Kᵀ from W_K", smallest.at(0).n_cols, 1)
      .equal("and its n = r", smallest.at(0).n_rows, 2)
      .agree("total weight per query, softmax by columns", by_columns, ones, absolute(1e-15))
      .at_least("largest total weight per query, softmax by rows", by_rows.max(), 1.5);
}

/**
A third kind of mistake is even harder to find: exchange $W_Q$ and $W_K$, and everything fits, and every row is a
distribution; only it is now the keys that ask. Nothing but the meaning of the letters forbids it.

So one checks shapes first, because it costs nothing; then a case with all sizes different, because
square matrices forgive; then a case with numbers, against sums written out; and only then believes a
formula. When you read the next paper, do the first step with a pencil: write below each letter its rows
and columns.

## The chapter in short

A head takes means of values, with weights that come from products of queries and keys. It leaves no
word out, does not see places, and has only patterns of its rank. Of 97 claims twenty do not hold.
*/
