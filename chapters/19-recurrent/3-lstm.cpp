#include "epreuve/chapter.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/networks/recurrent.hpp"
#include "epreuve/reference.hpp"
#include "figures.hpp"
#include "lstm_terms.hpp"

#include <cmath>

/**
# The LSTM: factors of its own choice

The *long short-term memory* of @hochreiter-schmidhuber-1997 keeps a second vector, the memory $c_t$, and three gates
(*portes*), numbers between 0 and 1 for each of its entries: *forget* $f_t$, *input* $i_t$, *output* $o_t$. The document
has it as

$$ \begin{aligned}
 f_t &= \sigma(W_f x_t + U_f h_{t-1} + b_f) & \tilde c_t &= \tanh(W_c x_t + U_c h_{t-1} + b_c) \\
 i_t &= \sigma(W_i x_t + U_i h_{t-1} + b_i) & c_t &= f_t \odot c_{t-1} + i_t \odot \tilde c_t \\
 o_t &= \sigma(W_o x_t + U_o h_{t-1} + b_o) & h_t &= o_t \odot \tanh(c_t)
\end{aligned} $$

## Six formulas

The library's cell shows $c_t$ and $h_t$ alone. But a gate can be seen if the others stand still. A bias of 40 opens a gate,
$\sigma(40) = 1$ in double precision, one of $-800$ shuts it, $\sigma(-800) = 0$, and $\tanh(40) = 1$. So $c_t = f_t$ if $c_{t-1} = 1$
and the input gate is shut; $c_t = i_t$ if $c_{t-1} = 0$ and $\tilde c = 1$; $c_t = \tilde c_t$ if $c_{t-1} = 0$ and the input gate is
open; and $h_t = o_t$ if $c_{t-1} = 40$ is kept. What is seen is compared with the printed formula, number by number.
*/
using namespace epreuve::course;
using networks::Cell;
using State = networks::LstmState<double>;

namespace {

constexpr arma::uword forget = 0, input = 1, candidate = 2, output = 3; // of the library's rows
constexpr double open = 40, shut = -800;

/// A random cell of m units and one step of it.
struct Step
{
  Cell<double> cell;
  arma::vec x, h, c;
  arma::uword m;
};

Step draw_step(Draw& draw)
{
  const arma::uword n = draw.size("n", 1, 3), m = draw.size("m", 1, 3);
  return {{draw.matrix("W", 4 * m, n, -2, 2), draw.matrix("U", 4 * m, m, -2, 2),
           draw.vector("b", 4 * m, -2, 2)},
          draw.vector("x", n, -2, 2),
          draw.vector("h", m, -1, 1),
          draw.vector("c", m, -2, 2),
          m};
}

void hold(Step& step, arma::uword gate, double at)
{
  const arma::span rows(gate * step.m, (gate + 1) * step.m - 1);
  step.cell.W.rows(rows.a, rows.b).zeros();
  step.cell.U.rows(rows.a, rows.b).zeros();
  step.cell.b(rows).fill(at);
}

} // namespace

/**
A gate is held by rows of zeros in its matrices and one bias. The printed formula is written once more, as loops over numbers,
from the gate's own rows:
*/
namespace {

/// The printed formula of a gate, number by number: f(W x + U h + b) with the gate's own rows.
arma::vec by_formula(const Step& step, arma::uword gate, double (*f)(double))
{
  arma::vec y(step.m);
  for (arma::uword k = 0; k < step.m; ++k) {
    const arma::uword row = gate * step.m + k;
    double a = step.cell.b(row);
    for (arma::uword j = 0; j < step.x.n_elem; ++j)
      a += step.cell.W(row, j) * step.x(j);
    for (arma::uword j = 0; j < step.m; ++j)
      a += step.cell.U(row, j) * step.h(j);
    y(k) = f(a);
  }
  return y;
}

double sigma(double a)
{
  return 1 / (1 + std::exp(-a));
}

State after(const Step& step)
{
  return lstm_cell(step.cell, arma::mat(step.x), {arma::mat(step.h), arma::mat(step.c)});
}

} // namespace

/**
First the four formulas that look alike:
*/
SECTION(formulas)
{
  const auto f = [](Draw& draw) {
    Step step = draw_step(draw);
    step.c.ones();
    hold(step, input, shut);
    return difference(after(step).c, by_formula(step, forget, sigma));
  };
  const auto i = [](Draw& draw) {
    Step step = draw_step(draw);
    step.c.zeros();
    hold(step, candidate, open);
    return difference(after(step).c, by_formula(step, input, sigma));
  };
  const auto o = [](Draw& draw) {
    Step step = draw_step(draw);
    step.c.fill(40);
    hold(step, forget, open);
    return difference(after(step).h, by_formula(step, output, sigma));
  };
  const auto c_tilde = [](Draw& draw) {
    Step step = draw_step(draw);
    step.c.zeros();
    hold(step, input, open);
    return difference(after(step).c, by_formula(step, candidate, std::tanh));
  };
  const Tolerance roundings = absolute(1e-14); // sums of seven terms of at most 4
  chapter.claim("masterclass-lstm-f", holds).property("the forget gate, seen", f, roundings);
  chapter.claim("masterclass-lstm-i", holds).property("the input gate, seen", i, roundings);
  chapter.claim("masterclass-lstm-o", holds).property("the output gate, seen", o, roundings);
  chapter.claim("masterclass-lstm-candidate", holds)
      .property("the candidate, seen", c_tilde, roundings);
  /**
  And then the two that join them, of a cell whose gates are all free. The memory is a sum of two products; what the cell
  says of it goes through $\tanh$ once more, and through the output gate.
  */
  const auto cell = [](Draw& draw) {
    const Step step = draw_step(draw);
    return difference(after(step).c, arma::vec(by_formula(step, forget, sigma) % step.c +
                                               by_formula(step, input, sigma) %
                                                   by_formula(step, candidate, std::tanh)));
  };
  const auto hidden = [](Draw& draw) {
    const Step step = draw_step(draw);
    const State now = after(step);
    return difference(now.h, arma::mat(by_formula(step, output, sigma) % arma::tanh(now.c)));
  };
  chapter.claim("masterclass-lstm-cell", holds)
      .property("c_t of a random cell, from the printed gates", cell, absolute(1e-13));
  chapter.claim("masterclass-lstm-hidden", holds)
      .property("h_t, from c_t and the printed gate", hidden, roundings);
  chapter.figure("lstm", draw_lstm);
}

/**
## What the symbols mean

$\sigma$ lies between 0 and 1 and $\tanh$ between $-1$ and 1, the ends excluded. In double precision they are reached
all the same, which is how we could hold gates above; so a gate that is open by 37 or more has a derivative of 0 to the
last bit. And $|h_t| < 1$ follows, but nothing bounds the memory: it counted to 1000 two pages ago.

The list of symbols ends with *① : produit élément par élément*. No formula has a ①.
*/
SECTION(symbols)
{
  const auto inside = [](double x) {
    const Reference y(x), e = exp(-y), two = exp(Reference(-2) * y);
    const Reference s = Reference(1) / (Reference(1) + e);
    const Reference t = (Reference(1) - two) / (Reference(1) + two);
    return s > Reference(0) && s < Reference(1) && t > Reference(-1) && t < Reference(1);
  };
  chapter.claim("masterclass-lstm-ranges", holds)
      .property("0 < σ < 1 and −1 < tanh < 1, in 50 digits", over(-50, 50), inside)
      .fact("in double precision the ends are reached: σ(37) = 1, tanh(20) = 1",
            math::sigmoid(37.) == 1 && std::tanh(20.) == 1, "1 and 1");
  const auto entry_by_entry = [](Draw& draw) {
    const arma::uword m = draw.size("m", 1, 5);
    const arma::vec f = draw.vector("f", m, 0, 1), c = draw.vector("c", m, -9, 9);
    return difference(f % c, arma::diagmat(f) * c);
  };
  chapter.claim("masterclass-lstm-hadamard", damaged)
      .as_copied("① : produit élément par élément")
      .contradicted("① is in no formula; ⊙ is, and is explained nowhere else")
      .restored("⊙ : produit élément par élément, f ⊙ c = diag(f) c")
      .property("products entry by entry, and diag(f) c", entry_by_entry, ulps(1));
  const auto keep = [](double of_forget, double of_input, double of_output) {
    Step step{{arma::mat(4, 1), arma::mat(4, 1), arma::vec(4)}, {0.}, {0.}, {3.}, 1};
    hold(step, forget, of_forget);
    hold(step, input, of_input);
    hold(step, candidate, open);
    hold(step, output, of_output);
    const State now = after(step);
    return arma::vec{now.c(0), now.h(0)};
  };
  chapter.claim("masterclass-lstm-gates", holds)
      .agree("forget gate open, input gate shut: the memory 3 is kept", keep(open, shut, open)(0),
             3, exactly())
      .agree("both shut: it is gone", keep(shut, shut, open)(0), 0, exactly())
      .agree("both open, candidate 1: 1 is added", keep(open, open, open)(0), 4, exactly())
      .agree("output gate shut: nothing is said of it", keep(open, shut, shut)(1), 0, exactly());
}

/**
## One derivative, and three more

How does $c_t$ change with $c_{t-1}$? The answer one reads is $\mathrm{diag}(f_t)$: no matrix, no $\tanh'$, and the product of
many is the product of the gates. That is true *with $h_{t-1}$ held fixed*. But $h_{t-1} = o_{t-1} \odot \tanh c_{t-1}$ moves
too, and all gates read it:

$$ \frac{dc_t}{dc_{t-1}} = \mathrm{diag}(f_t) + \bigl[ \underbrace{\mathrm{diag}(c_{t-1} f_t (1 - f_t))\,U_f}_{\text{forget}} +
   \underbrace{\mathrm{diag}(\tilde c_t\, i_t (1 - i_t))\,U_i}_{\text{input}} +
   \underbrace{\mathrm{diag}(i_t (1 - \tilde c_t^2))\,U_c}_{\text{candidate}} \bigr]\,
   \mathrm{diag}\bigl(o_{t-1} (1 - \tanh^2 c_{t-1})\bigr) . $$

The three terms in brackets are an RNN inside the LSTM: they have its matrices and its saturation. We compare the sum with
the library's way back, which knows nothing of the four parts.
*/
SECTION(derivative)
{
  const auto whole = [](Draw& draw) {
    Step step = draw_step(draw);
    const arma::vec o = draw.vector("o", step.m, 0, 1);
    step.h = o % arma::tanh(step.c);
    const LstmTerms terms = lstm_terms(step.cell, step.x, step.c, o);
    arma::mat back(step.m, step.m); // row k: the derivatives of entry k of c_t
    for (arma::uword k = 0; k < step.m; ++k) {
      State G{arma::zeros(step.m, 1), arma::zeros(step.m, 1)};
      G.c(k) = 1;
      const State to = lstm_cell_backward(step.cell, arma::mat(step.x),
                                          {arma::mat(step.h), arma::mat(step.c)}, G)
                           .before;
      back.row(k) = (to.c + to.h % o / arma::square(arma::cosh(step.c))).t();
    }
    return difference(arma::mat(terms.held + terms.by_forget + terms.by_input + terms.by_candidate),
                      back);
  };
  /**
  How large are the four? We look at cells before training, 15 units after 20 random words, and take the spectral norm
  of each term.
  */
  constexpr arma::uword m = 15, n = 8, samples = 40;
  arma::mat norms(samples, 4);
  for (arma::uword s = 0; s < samples; ++s) {
    Cell<double> cell{arma::randn(4 * m, n) / std::sqrt(double(n)),
                      arma::randn(4 * m, m) / std::sqrt(double(m)), arma::zeros(4 * m)};
    cell.b.head(m).ones();
    State state{arma::zeros(m, 1), arma::zeros(m, 1)};
    arma::mat before = state.c;
    for (arma::uword t = 0; t < 20; ++t) {
      before = state.c;
      state = lstm_cell(cell, arma::mat(arma::randn(n)), state);
    }
    const arma::vec o = state.h / arma::tanh(state.c);
    const LstmTerms terms = lstm_terms(cell, arma::randn(n), state.c, o);
    norms.row(s) = {arma::norm(terms.held, 2), arma::norm(terms.by_forget, 2),
                    arma::norm(terms.by_input, 2), arma::norm(terms.by_candidate, 2)};
  }
  const arma::rowvec mean = arma::mean(norms);
  chapter.figure("four-terms", [&](Figure& figure) { draw_four_terms(figure, mean.t()); });
  chapter
      .finding("four-terms",
               "The derivative of an LSTM's memory by the memory before is diag(f) with h held "
               "fixed; in all it has three terms more, and in an untrained cell they are not small")
      .property("the four terms, and the library's way back", whole, absolute(1e-13))
      // Law of 2: 0.927 with a standard deviation of 0.006, and each norm is below 1; 0.66 with 0.017 (51 seeds).
      .within("mean norm of diag(f), 40 random cells of 15 units", mean(0), 0.7, 1)
      .at_least("that of the three others, summed", arma::accu(mean.tail(3)), 0.3);
}

/**
## Where its gradients still die

A gate is a sigmoid, so $f < 1$ strictly, and $\prod f_t$ vanishes like any other product of numbers below a bound below
1. What the LSTM gains is the bound. Half is left after $\ln 2 / {-\ln f}$ steps: two for $f = \sigma(1)$, 38 for
$f = \sigma(4)$, 693 for $f = 0.999$. The cell of 1997 had no forget gate at all, $f = 1$; @gers-2000
added it, because a memory that never forgets grows without bound.
*/
SECTION(still)
{
  chapter.claim("masterclass-lstm-purpose", holds)
      .by_reading("So the title and the abstract of the paper of 1997 have it. Its cell had "
                  "two gates; the third came in 2000.")
      .agree("derivative of the cell's memory by that of 100 steps before, with the gate of 1997, "
             "f = 1, and h held fixed",
             std::pow(math::sigmoid(open), 100), 1, exactly());
  const auto half = [](double f) { return std::log(2.) / -std::log(f); };
  chapter.claim("masterclass-limits-gradient", holds)
      .at_most("what f = 0.99 leaves of a gradient after 1000 steps", std::pow(0.99, 1000), 1e-4)
      .at_least("steps until half is left, f = σ(4), over those of f = σ(1): attenuated",
                half(math::sigmoid(4.)) / half(math::sigmoid(1.)), 10)
      .within("steps until half is left with f = 0.999", half(0.999), 692, 694);
}

/**
So "attenuate, and not solve" is right, and in the strongest sense: no gate below 1 can solve it for texts of every length.
*/
