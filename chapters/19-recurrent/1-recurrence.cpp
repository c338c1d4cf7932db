#include "epreuve/chapter.hpp"
#include "epreuve/instruments/derivative.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/networks/recurrent.hpp"
#include "figures.hpp"

#include <cmath>
#include <map>
#include <string>
#include <vector>

/**
# One cell, again and again

## Order

The document begins with two sentences: *Le patient souffre de fièvre* is not *Fièvre souffre le patient*. They differ, of
course. But do they show that order matters? That needs the same words in another order, and the second sentence has
lost *de*. A reader who only counts words tells them apart.
*/
using namespace epreuve::course;
using networks::Cell;

namespace {

Cell<double> draw_cell(Draw& draw, arma::uword rows, arma::uword m, arma::uword n)
{
  return {draw.matrix("W", rows, n, -2, 2), draw.matrix("U", rows, m, -2, 2),
          draw.vector("b", rows, -2, 2)};
}

Reference tanh_50(const Reference& a)
{
  const Reference e = exp(Reference(-2) * a);
  return (Reference(1) - e) / (Reference(1) + e);
}

/// The states of an RNN that reads the columns of x from the state h on: m x T.
arma::mat read(const Cell<double>& cell, const arma::mat& x, arma::mat h)
{
  arma::mat states(h.n_rows, x.n_cols);
  for (arma::uword t = 0; t < x.n_cols; ++t)
    states.col(t) = h = rnn_cell(cell, arma::mat(x.col(t)), h);
  return states;
}

} // namespace

/**
To see what order does, an RNN reads the words a b and the words b a, and so does a sum of their vectors. Whole numbers
are added without rounding, so the two sums must agree to the last bit.
*/
SECTION(order)
{
  const std::vector<std::string> one{"le", "patient", "souffre", "de", "fièvre"},
      other{"fièvre", "souffre", "le", "patient"};
  std::map<std::string, int> counts;
  for (const std::string& word : one)
    ++counts[word];
  for (const std::string& word : other)
    --counts[word];
  chapter.claim("masterclass-seq-order", holds)
      .fact("the two sequences of words differ", one != other, "5 words and 4");
  chapter
      .finding("order-or-words", "The two sentences do not have the same words: \"de\" is missing "
                                 "from the second, so a reader without any sense of order tells "
                                 "them apart")
      .equal("how many more \"de\" the first has", counts["de"], 1);

  const auto bag = [](Draw& draw) {
    const arma::mat x = draw.integer_matrix("x", 3, draw.size("T", 2, 6), -9, 9);
    return difference(arma::sum(arma::reverse(x, 1), 1), arma::sum(x, 1));
  };
  const Cell<double> cell{{{1, 0}, {0, 1}}, {{0.5, 0}, {1, 0.5}}, arma::vec{0, 0}};
  const arma::mat ab{{1, 0}, {0, 1}};
  const double moved = arma::norm(read(cell, ab, arma::zeros(2, 1)).col(1) -
                                  read(cell, arma::reverse(ab, 1), arma::zeros(2, 1)).col(1));
  chapter
      .finding("order-seen", "A sum of word vectors is the same in every order; the state of an "
                             "RNN is not")
      .property("sum of the vectors of a text, and of the text read backwards", bag, exactly())
      .at_least("distance of the states after the words a b and b a", moved, 0.5);
}

/**
For *le chat voit le chien* and *le chien voit le chat* it takes order. A sum of word vectors loses it; a recurrent
network has it without being told any positions.

## The formula

$$ h_t = f(W_{hh} h_{t-1} + W_{xh} x_t + b), \qquad f = \tanh \text{ or } \mathrm{ReLU}. $$

The library's cell calls $W_{xh}$ $W$ and $W_{hh}$ $U$, as the LSTM's formulas will. We ask it of random cells, number by
number; and for ReLU, of which the library has no cell, we look at what the choice means. Sums of at most nine terms of
at most 4 are off by some $10^{-14}$.
*/
SECTION(formula)
{
  const auto term_by_term = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 4), m = draw.size("m", 1, 4);
    const Cell<double> cell = draw_cell(draw, m, m, n);
    const arma::vec x = draw.vector("x", n, -2, 2), h = draw.vector("h", m, -1, 1);
    arma::vec next(m);
    for (arma::uword i = 0; i < m; ++i) {
      double a = cell.b(i);
      for (arma::uword j = 0; j < m; ++j)
        a += cell.U(i, j) * h(j);
      for (arma::uword j = 0; j < n; ++j)
        a += cell.W(i, j) * x(j);
      next(i) = std::tanh(a);
    }
    return difference(rnn_cell(cell, arma::mat(x), arma::mat(h)), arma::mat(next));
  };
  double doubled = 1;
  for (int t = 0; t < 60; ++t)
    doubled = relu(2 * doubled);
  const auto in_two_pieces = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 3), m = draw.size("m", 1, 3), T = draw.size("T", 2, 6);
    const Cell<double> cell = draw_cell(draw, m, m, n);
    const arma::mat x = draw.matrix("x", n, T, -2, 2);
    const arma::mat whole = read(cell, x, arma::zeros(m, 1));
    return difference(read(cell, x.tail_cols(1), whole.cols(T - 2, T - 2)), whole.tail_cols(1));
  };
  chapter.claim("masterclass-rnn-equation", holds)
      .property("the library's cell and the formula, number by number", term_by_term,
                absolute(1e-13))
      .agree("state of h ← relu(2h) after 60 steps from 1, and 2⁶⁰: with ReLU nothing bounds it",
             doubled, std::ldexp(1, 60), exactly());
  chapter.claim("masterclass-beyond-recursion", holds)
      .property("the last state, computed from the last word and the state before alone",
                in_two_pieces, exactly())
      .by_reading(
          "Weakly parallel, as the heading has it: evaluated as written, step t waits for "
          "step t − 1. The page \"What waits for what\" decides how far that is necessary.");
  chapter.figure("cell", draw_cell_in_time);
}

/**
## What is shared, and how often

The same $W$, $U$ and $b$ act at every step: $m(m + n + 1)$ parameters for a text of any length. So a change of $U$ acts $T$
times, and the derivative by it is a sum of $T$ terms, one for each use; the way back adds them up. We compare that sum
with differences in 50 digits, of a network of one unit written out by hand.
*/
SECTION(sharing)
{
  const arma::rowvec x{0.3, -0.8, 0.5, 1.1, -0.2};
  const auto last = [&](const std::vector<Reference>& u) { // one u for each step
    Reference h = 0;
    for (arma::uword t = 0; t < x.n_elem; ++t)
      h = tanh_50(Reference(0.7) * Reference(x(t)) + u[t] * h + Reference(0.1));
    return std::vector<Reference>{h};
  };
  const arma::rowvec of_each = jacobian_50(last, arma::vec(x.n_elem, arma::fill::value(0.9)));
  const auto last_of_shared = [&](const std::vector<Reference>& u) {
    return last(std::vector<Reference>(x.n_elem, u[0]));
  };
  const Cell<double> cell{arma::mat{0.7}, arma::mat{0.9}, arma::vec{0.1}};
  const arma::mat h = read(cell, x, arma::zeros(1, 1));
  arma::mat G{1.}, sum{0.};
  for (arma::uword t = x.n_elem; t-- > 0;) {
    const auto back = rnn_cell_backward(cell, arma::mat(x.col(t)),
                                        t == 0 ? arma::zeros(1, 1) : arma::mat(h.col(t - 1)), G);
    sum += back.cell.U;
    G = back.h;
  }
  const Cell<double> wide{arma::mat(15, 8), arma::mat(15, 15), arma::vec(15)};
  chapter.claim("masterclass-rnn-sharing", holds)
      .agree("derivative by the shared u: sum of the derivatives by its five uses",
             jacobian_50(last_of_shared, arma::vec{0.9})(0), arma::accu(of_each), absolute(1e-14))
      .agree("the way back through five steps, added up", sum(0), arma::accu(of_each),
             absolute(1e-14))
      .equal("parameters of a cell of m = 15 on n = 8, whatever T: m (m + n + 1)",
             wide.W.n_elem + wide.U.n_elem + wide.b.n_elem, arma::uword{15 * 24});
}

/**
## History, and time

The output depends on the present word *and* on what went before, through $h_{t-1}$. Both halves: a change of the first
word moves the last state, and nothing else of the past is needed than $h_{t-1}$ (asked above, in two pieces). The state
can even tell the time. In an LSTM, whose formulas come two pages on, with all gates open and $\tilde c = 1$, the memory
is a clock: $c_t = t$, to the last bit.
*/
SECTION(history)
{
  const auto first_word_moves_the_last_state = [](Draw& draw) {
    // U is invertible and tanh is too: nothing is ever forgotten altogether.
    const arma::uword T = draw.size("T", 2, 6);
    const Cell<double> cell{arma::mat{1.}, arma::mat{draw.one_of("u", {-0.9, 0.5, 0.9})},
                            arma::vec{draw.real("b", -0.5, 0.5)}};
    arma::mat x = draw.matrix("x", 1, T, -1, 1);
    const double one = read(cell, x, arma::zeros(1, 1))(T - 1);
    x(0) += 1;
    return read(cell, x, arma::zeros(1, 1))(T - 1) != one;
  };
  chapter.claim("masterclass-rnn-history", holds)
      .property("a change of the first word changes the state after the last one",
                first_word_moves_the_last_state);

  const Cell<double> clock{arma::mat(4, 1), arma::mat(4, 1), arma::vec{40, 40, 40, 40}};
  const arma::mat nothing(1, 1, arma::fill::zeros);
  networks::LstmState<double> state{nothing, nothing};
  arma::vec c(1000);
  for (double& value : c) {
    state = lstm_cell(clock, nothing, state);
    value = state.c(0);
  }
  chapter.claim("masterclass-beyond-time", holds)
      .agree("memory c_t of an LSTM with open gates after t = 1, ..., 1000 words, and t", c,
             arma::regspace(1, 1000), exactly())
      .by_reading(
          "\"Implicitly\": no position is given to the network, and none is needed. That it "
          "memorises frequent patterns is seen on the last page, where it reads a language.");
}

/**
So a state of one number remembers something of every word. How *much* of it can still be used is another question, and the
next page's.
*/
