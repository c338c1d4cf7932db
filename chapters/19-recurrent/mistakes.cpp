// [states] the state is forgotten: h_{t-1} is 0 in every step; it is the state of the step before
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h(cell.U.n_rows, arma::fill::zeros);
  for (arma::uword t = 0; t < x.n_cols; ++t) {
    all.col(t) = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
  }
  return all;
}

// [states] there is no tanh: the states grow without bound
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h(cell.U.n_rows, arma::fill::zeros);
  for (arma::uword t = 0; t < x.n_cols; ++t) {
    h = cell.W * x.col(t) + cell.U * h + cell.b;
    all.col(t) = h;
  }
  return all;
}

// [states] the bias is missing
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h(cell.U.n_rows, arma::fill::zeros);
  for (arma::uword t = 0; t < x.n_cols; ++t) {
    h = arma::tanh(cell.W * x.col(t) + cell.U * h);
    all.col(t) = h;
  }
  return all;
}

// [states] you multiply the state by U transposed
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h(cell.U.n_rows, arma::fill::zeros);
  for (arma::uword t = 0; t < x.n_cols; ++t) {
    h = arma::tanh(cell.W * x.col(t) + cell.U.t() * h + cell.b);
    all.col(t) = h;
  }
  return all;
}

// [states] you store the state before the word; column t has the state after it
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h(cell.U.n_rows, arma::fill::zeros);
  for (arma::uword t = 0; t < x.n_cols; ++t) {
    all.col(t) = h;
    h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
  }
  return all;
}

// [states] you begin with a state of ones; the first one is 0
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h(cell.U.n_rows, arma::fill::ones);
  for (arma::uword t = 0; t < x.n_cols; ++t) {
    h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
    all.col(t) = h;
  }
  return all;
}

// [states] with no word there is no state to return: the answer has no column then
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  if (x.n_cols == 0)
    return arma::mat(cell.U.n_rows, 1);
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h(cell.U.n_rows, arma::fill::zeros);
  for (arma::uword t = 0; t < x.n_cols; ++t) {
    h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
    all.col(t) = h;
  }
  return all;
}

// [states] you add the state outside of tanh; U h is a part of its argument
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h(cell.U.n_rows, arma::fill::zeros);
  for (arma::uword t = 0; t < x.n_cols; ++t) {
    h = arma::tanh(cell.W * x.col(t) + cell.b) + cell.U * h;
    all.col(t) = h;
  }
  return all;
}

// [states] your tanh is a quotient of exponentials, which are infinite above e^709, and infinity / infinity is no number; arma::tanh has no such bound
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h(cell.U.n_rows, arma::fill::zeros);
  for (arma::uword t = 0; t < x.n_cols; ++t) {
    const arma::vec a = cell.W * x.col(t) + cell.U * h + cell.b;
    h = (arma::exp(a) - arma::exp(-a)) / (arma::exp(a) + arma::exp(-a));
    all.col(t) = h;
  }
  return all;
}

// [lstm_step] the forget and the input gate are exchanged: the first m rows are those of the forget gate
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(-a));
  const arma::vec f = gates.subvec(m, 2 * m - 1), i = gates.head(m), o = gates.tail(m);
  const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
  const arma::vec next = f % c + i % candidate;
  return arma::join_rows(next, o % arma::tanh(next));
}

// [lstm_step] you take the last two parts in the order of the document, output gate, then candidate; here the candidate is the third part
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(-a));
  const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1),
                  o = gates.subvec(2 * m, 3 * m - 1);
  const arma::vec candidate = arma::tanh(a.tail(m));
  const arma::vec next = f % c + i % candidate;
  return arma::join_rows(next, o % arma::tanh(next));
}

// [lstm_step] the candidate has sigma in your answer; it has tanh
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(-a));
  const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
  const arma::vec candidate = gates.subvec(2 * m, 3 * m - 1);
  const arma::vec next = f % c + i % candidate;
  return arma::join_rows(next, o % arma::tanh(next));
}

// [lstm_step] h' reads the memory before the step, c; it reads the new one, c'
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(-a));
  const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
  const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
  const arma::vec next = f % c + i % candidate;
  return arma::join_rows(next, o % arma::tanh(c));
}

// [lstm_step] tanh is missing in h' = o * tanh(c')
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(-a));
  const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
  const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
  const arma::vec next = f % c + i % candidate;
  return arma::join_rows(next, o % next);
}

// [lstm_step] you keep 1 - f of the memory; an open forget gate, f = 1, keeps all of it
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(-a));
  const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
  const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
  const arma::vec next = (1 - f) % c + i % candidate;
  return arma::join_rows(next, o % arma::tanh(next));
}

// [lstm_step] you add 1 - f of the candidate: that is how a GRU is made; an LSTM has a gate of its own for it, i
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(-a));
  const arma::vec f = gates.head(m), i = 1 - gates.head(m), o = gates.tail(m);
  const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
  const arma::vec next = f % c + i % candidate;
  return arma::join_rows(next, o % arma::tanh(next));
}

// [lstm_step] the state h is missing in the gates: a = W x + U h + b
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(-a));
  const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
  const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
  const arma::vec next = f % c + i % candidate;
  return arma::join_rows(next, o % arma::tanh(next));
}

// [lstm_step] the columns are exchanged: c' first, then h'
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(-a));
  const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
  const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
  const arma::vec next = f % c + i % candidate;
  return arma::join_rows(o % arma::tanh(next), next);
}

// [lstm_step] your sigma is e^a / (1 + e^a), and above e^709 that is infinity / infinity; 1 / (1 + e^-a) has no such bound
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  const arma::vec gates = arma::exp(a) / (1 + arma::exp(a));
  const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
  const arma::vec next = f % c + i % arma::tanh(a.subvec(2 * m, 3 * m - 1));
  return arma::join_rows(next, o % arma::tanh(next));
}

// [gradient_back] the steps are in the wrong order: the last step is next to g
arma::vec exercise::gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g)
{
  arma::vec back = g;
  for (arma::uword t = 0; t < h.n_cols; ++t)
    back = U.t() * ((1 - arma::square(h.col(t))) % back);
  return back;
}

// [gradient_back] this is the way of a change of h_0, forwards; a gradient goes back through the transposed matrix U
arma::vec exercise::gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g)
{
  arma::vec back = g;
  for (arma::uword t = h.n_cols; t-- > 0;)
    back = U * ((1 - arma::square(h.col(t))) % back);
  return back;
}

// [gradient_back] slopes and matrix are in the wrong order: J^T = U^T diag(1 - h * h), the slopes act first
arma::vec exercise::gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g)
{
  arma::vec back = g;
  for (arma::uword t = h.n_cols; t-- > 0;)
    back = (1 - arma::square(h.col(t))) % (U.t() * back);
  return back;
}

// [gradient_back] the slopes are missing: each step multiplies by 1 - h * h as well
arma::vec exercise::gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g)
{
  arma::vec back = g;
  for (arma::uword t = 0; t < h.n_cols; ++t)
    back = U.t() * back;
  return back;
}

// [gradient_back] the slope of tanh is 1 - h * h, not 1 - h
arma::vec exercise::gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g)
{
  arma::vec back = g;
  for (arma::uword t = h.n_cols; t-- > 0;)
    back = U.t() * ((1 - h.col(t)) % back);
  return back;
}

// [gradient_back] h is tanh(a) already; you take tanh of it again
arma::vec exercise::gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g)
{
  arma::vec back = g;
  for (arma::uword t = h.n_cols; t-- > 0;)
    back = U.t() * ((1 - arma::square(arma::tanh(h.col(t)))) % back);
  return back;
}

// [gradient_back] you leave out the last step, whose factor is next to g
arma::vec exercise::gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g)
{
  arma::vec back = g;
  for (arma::uword t = h.n_cols; t > 1; --t)
    back = U.t() * ((1 - arma::square(h.col(t - 2))) % back);
  return back;
}

// [clipped] each entry is clipped by itself: that turns the gradient; one factor is for all of them
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  return arma::clamp(g, -c, c);
}

// [clipped] a gradient that is shorter than c becomes longer; it stays as it is
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  const double largest = arma::abs(g).max();
  if (largest == 0)
    return g;
  return g * (c / largest / arma::norm(arma::vectorise(g) / largest));
}

// [clipped] the squares of large entries are infinite, and the gradient is lost; divide by the largest entry before you square
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  const double norm = std::sqrt(arma::accu(arma::square(g)));
  return norm > c ? arma::mat(g * (c / norm)) : g;
}

// [clipped] you divide 0 by its norm; a gradient of 0 stays 0
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  const double largest = arma::abs(g).max();
  const double norm = arma::norm(arma::vectorise(g) / largest);
  const double factor = c / largest / norm;
  return factor > 1 ? g : arma::mat(g * factor);
}

// [clipped] you clip by the largest entry; c is for the Euclidean norm
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  const double largest = arma::abs(g).max();
  return largest > c ? arma::mat(g * (c / largest)) : g;
}

// [clipped] you clip by the square of the norm
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  const double largest = arma::abs(g).max();
  if (largest == 0)
    return g;
  const double norm = arma::norm(arma::vectorise(g) / largest);
  return g * std::min(1., c / largest / largest / norm / norm);
}

// [clipped] you clip by the spectral norm; the norm is that of all entries, Euclidean
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  const double largest = arma::abs(g).max();
  if (largest == 0)
    return g;
  return g * std::min(1., c / largest / arma::norm(arma::mat(g / largest), 2));
}

// [clipped] you multiply by c before you divide by the norm, and g c is infinite where both are large; g (c / |g|) is not
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  const double largest = arma::abs(g).max();
  if (largest == 0)
    return g;
  const double norm = largest * arma::norm(arma::vectorise(g) / largest);
  return norm > c ? arma::mat(g * c / norm) : g;
}

// [composed] the matrices are in the wrong order: what acts first is on the right
arma::mat exercise::composed(const arma::mat& A, const arma::vec& b, const arma::mat& C,
                             const arma::vec& d)
{
  return arma::join_rows(A * C, C * b + d);
}

// [composed] the first vector goes through the second matrix too: C b + d
arma::mat exercise::composed(const arma::mat& A, const arma::vec& b, const arma::mat& C,
                             const arma::vec& d)
{
  return arma::join_rows(C * A, b + d);
}

// [composed] the first vector is lost: C (A h + b) + d has C b in it
arma::mat exercise::composed(const arma::mat& A, const arma::vec& b, const arma::mat& C,
                             const arma::vec& d)
{
  return arma::join_rows(C * A, d);
}

// [composed] the second vector is added after C; it does not go through A, and b does not either
arma::mat exercise::composed(const arma::mat& A, const arma::vec& b, const arma::mat& C,
                             const arma::vec& d)
{
  return arma::join_rows(C * A, A * d + b);
}

// [composed] entry by entry is not one matrix after the other: C * A is a product of matrices
arma::mat exercise::composed(const arma::mat& A, const arma::vec& b, const arma::mat& C,
                             const arma::vec& d)
{
  return arma::join_rows(C % A, C * b + d);
}

// [half_life] the sign: the logarithm of a number below 1 is negative, and n is positive
double exercise::half_life(double f)
{
  return std::log(2) / std::log(f);
}

// [half_life] this is the number of steps after which 1/e is left
double exercise::half_life(double f)
{
  return -1 / std::log(f);
}

// [half_life] the quotient is upside down: n ln f = ln(1/2)
double exercise::half_life(double f)
{
  return -std::log(f) / std::log(2);
}

// [half_life] n need not be whole
double exercise::half_life(double f)
{
  return std::ceil(std::log(2) / -std::log(f));
}

// [half_life] a product is not a sum: after n steps f^n is left, not 1 - n (1 - f)
double exercise::half_life(double f)
{
  return 0.5 / (1 - f);
}
