// [states] your states are cut off at 0, as by ReLU; the formula has tanh
// - arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b)
// + arma::clamp(arma::vec(cell.W * x.col(t) + cell.U * h + cell.b), 0.0, arma::datum::inf)

// [states] the state is forgotten: h_{t-1} is 0 in every step; it is the state of the step before
// - h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
// -     all.col(t) = h;
// + all.col(t) = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);

// [states] there is no tanh: the states grow without bound
// - h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
// + h = cell.W * x.col(t) + cell.U * h + cell.b;

// [states] the bias is missing
// - h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
// + h = arma::tanh(cell.W * x.col(t) + cell.U * h);

// [states] you multiply the state by U transposed
// - h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
// + h = arma::tanh(cell.W * x.col(t) + cell.U.t() * h + cell.b);

// [states] you store the state before the word; column t has the state after it
// - for (arma::uword t = 0; t < x.n_cols; ++t) {
// + for (arma::uword t = 0; t < x.n_cols; ++t) {
// +     all.col(t) = h;
// - h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
// -     all.col(t) = h;
// + h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);

// [states] you begin with a state of ones; the first one is 0
// - arma::vec h(cell.U.n_rows, arma::fill::zeros);
// + arma::vec h(cell.U.n_rows, arma::fill::ones);

// [states] with no word there is no state to return: the answer has no column then
// - arma::mat exercise::states(const Cell& cell, const arma::mat& x)
// - {
// + arma::mat exercise::states(const Cell& cell, const arma::mat& x)
// + {
// +   if (x.n_cols == 0)
// +     return arma::mat(cell.U.n_rows, 1);

// [states] you add the state outside of tanh; U h is a part of its argument
// - h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
// + h = arma::tanh(cell.W * x.col(t) + cell.b) + cell.U * h;

// [states] your tanh is a quotient of exponentials, which are infinite above e^709, and infinity / infinity is no number; arma::tanh has no such bound
// - h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
// + const arma::vec a = cell.W * x.col(t) + cell.U * h + cell.b;
// +     h = (arma::exp(a) - arma::exp(-a)) / (arma::exp(a) + arma::exp(-a));

// [states] sigma stands where the formula has tanh
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h(cell.U.n_rows, arma::fill::zeros);
  for (arma::uword t = 0; t < x.n_cols; ++t)
    all.col(t) = h = 1 / (1 + arma::exp(-(cell.W * x.col(t) + cell.U * h + cell.b)));
  return all;
}

// [states] you keep the argument of tanh for the next step, and not the state; h_t is tanh of it
// - h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
// -     all.col(t) = h;
// + h = cell.W * x.col(t) + cell.U * h + cell.b;
// +     all.col(t) = arma::tanh(h);

// [states] you store the argument of tanh; the state is tanh of it
// - h = arma::tanh(cell.W * x.col(t) + cell.U * h + cell.b);
// -     all.col(t) = h;
// + all.col(t) = cell.W * x.col(t) + cell.U * h + cell.b;
// +     h = arma::tanh(all.col(t));

// [states] you return the last state alone; all T are asked for, a column each
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  const arma::mat all = ::exercise::states(cell, x);
  return x.n_cols == 0 ? arma::mat(cell.U.n_rows, 1) : arma::mat(all.tail_cols(1));
}

// [states] you begin with the bias as the state, and do not add it afterwards: the first state is 0, and b is added in every step
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  arma::mat all(cell.U.n_rows, x.n_cols);
  arma::vec h = cell.b;
  for (arma::uword t = 0; t < x.n_cols; ++t)
    all.col(t) = h = arma::tanh(cell.W * x.col(t) + cell.U * h);
  return all;
}

// [states] U multiplies the bias too: it is added to U h, not to h
arma::mat exercise::states(const Cell& cell, const arma::mat& x)
{
  return ::exercise::states({cell.W, cell.U, cell.U * cell.b}, x);
}

// [lstm_step] the forget and the input gate are exchanged: the first m rows are those of the forget gate
// - const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
// + const arma::vec f = gates.subvec(m, 2 * m - 1), i = gates.head(m), o = gates.tail(m);

// [lstm_step] you take the last two parts in the order of the document, output gate, then candidate; here the candidate is the third part
// - const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
// -   const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
// + const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1),
// +                   o = gates.subvec(2 * m, 3 * m - 1);
// +   const arma::vec candidate = arma::tanh(a.tail(m));

// [lstm_step] the candidate has sigma in your answer; it has tanh
// - const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
// + const arma::vec candidate = gates.subvec(2 * m, 3 * m - 1);

// [lstm_step] h' reads the memory before the step, c; it reads the new one, c'
// - return arma::join_rows(next, o % arma::tanh(next));
// + return arma::join_rows(next, o % arma::tanh(c));

// [lstm_step] tanh is missing in h' = o * tanh(c')
// - return arma::join_rows(next, o % arma::tanh(next));
// + return arma::join_rows(next, o % next);

// [lstm_step] you keep 1 - f of the memory; an open forget gate, f = 1, keeps all of it
// - const arma::vec next = f % c + i % candidate;
// + const arma::vec next = (1 - f) % c + i % candidate;

// [lstm_step] you add 1 - f of the candidate: that is how a GRU is made; an LSTM has a gate of its own for it, i
// - const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
// + const arma::vec f = gates.head(m), i = 1 - gates.head(m), o = gates.tail(m);

// [lstm_step] the state h is missing in the gates: a = W x + U h + b
// - const arma::vec a = cell.W * x + cell.U * h + cell.b;
// + const arma::vec a = cell.W * x + cell.b;

// [lstm_step] the columns are exchanged: c' first, then h'
// - return arma::join_rows(next, o % arma::tanh(next));
// + return arma::join_rows(o % arma::tanh(next), next);

// [lstm_step] your sigma is e^a / (1 + e^a), and above e^709 that is infinity / infinity; 1 / (1 + e^-a) has no such bound
// - const arma::vec gates = 1 / (1 + arma::exp(-a));
// + const arma::vec gates = arma::exp(a) / (1 + arma::exp(a));
// - const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
// -   const arma::vec next = f % c + i % candidate;
// + const arma::vec next = f % c + i % arma::tanh(a.subvec(2 * m, 3 * m - 1));

// [lstm_step] the bias is missing
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  return ::exercise::lstm_step({cell.W, cell.U, arma::vec(arma::size(cell.b))}, x, h, c);
}

// [lstm_step] the input gate is missing: c' = f * c + i * c~
// - const arma::vec f = gates.head(m), i = gates.subvec(m, 2 * m - 1), o = gates.tail(m);
// -   const arma::vec candidate = arma::tanh(a.subvec(2 * m, 3 * m - 1));
// -   const arma::vec next = f % c + i % candidate;
// -   return arma::join_rows(next, o % arma::tanh(next));
// + const arma::vec next = gates.head(m) % c + arma::tanh(a.subvec(2 * m, 3 * m - 1));
// +   return arma::join_rows(next, gates.tail(m) % arma::tanh(next));

// [lstm_step] the output gate is missing: h' = o * tanh(c')
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::vec next = ::exercise::lstm_step(cell, x, h, c).col(0);
  return arma::join_rows(next, arma::tanh(next));
}

// [lstm_step] sigma stands where h' = o * tanh(c') has tanh
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::vec next = ::exercise::lstm_step(cell, x, h, c).col(0);
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  return arma::join_rows(next, 1 / (1 + arma::exp(-a.tail(c.n_elem))) / (1 + arma::exp(-next)));
}

// [lstm_step] your gates have tanh; only the candidate has it, the gates have sigma
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = arma::tanh(cell.W * x + cell.U * h + cell.b);
  const arma::vec next = a.head(m) % c + a.subvec(m, 2 * m - 1) % a.subvec(2 * m, 3 * m - 1);
  return arma::join_rows(next, a.tail(m) % arma::tanh(next));
}

// [lstm_step] U multiplies the memory c; it multiplies the state h
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * c + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(-a));
  const arma::vec next =
      gates.head(m) % c + gates.subvec(m, 2 * m - 1) % arma::tanh(a.subvec(2 * m, 3 * m - 1));
  return arma::join_rows(next, gates.tail(m) % arma::tanh(next));
}

// [lstm_step] you take the rows of one unit together, four at a time; the first m rows are those of the forget gate, of all units
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::mat a = arma::reshape(cell.W * x + cell.U * h + cell.b, 4, m).t();
  const arma::mat gates = 1 / (1 + arma::exp(-a));
  const arma::vec next = gates.col(0) % c + gates.col(1) % arma::tanh(a.col(2));
  return arma::join_rows(next, gates.col(3) % arma::tanh(next));
}

// [lstm_step] the sign in your sigma is wrong: 1 / (1 + e^-a) is near 1 where a is large
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  const arma::uword m = c.n_elem;
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  const arma::vec gates = 1 / (1 + arma::exp(a));
  const arma::vec next =
      gates.head(m) % c + gates.subvec(m, 2 * m - 1) % arma::tanh(a.subvec(2 * m, 3 * m - 1));
  return arma::join_rows(next, gates.tail(m) % arma::tanh(next));
}

// [lstm_step] c' and h' are one long column here; they are asked for as two columns
arma::mat exercise::lstm_step(const Cell& cell, const arma::vec& x, const arma::vec& h,
                              const arma::vec& c)
{
  return arma::vectorise(::exercise::lstm_step(cell, x, h, c));
}

// [gradient_back] the slope of tanh is 1 - h * h; your sign is a plus
// - (1 - arma::square(h.col(t)))
// + (1 + arma::square(h.col(t)))

// [gradient_back] the steps are in the wrong order: the last step is next to g
// - for (arma::uword t = h.n_cols; t-- > 0;)
// + for (arma::uword t = 0; t < h.n_cols; ++t)

// [gradient_back] this is the way of a change of h_0, forwards; a gradient goes back through the transposed matrix U
// - back = U.t() * ((1 - arma::square(h.col(t))) % back);
// + back = U * ((1 - arma::square(h.col(t))) % back);

// [gradient_back] slopes and matrix are in the wrong order: J^T = U^T diag(1 - h * h), the slopes act first
// - back = U.t() * ((1 - arma::square(h.col(t))) % back);
// + back = (1 - arma::square(h.col(t))) % (U.t() * back);

// [gradient_back] the slopes are missing: each step multiplies by 1 - h * h as well
// - for (arma::uword t = h.n_cols; t-- > 0;)
// -     back = U.t() * ((1 - arma::square(h.col(t))) % back);
// + for (arma::uword t = 0; t < h.n_cols; ++t)
// +     back = U.t() * back;

// [gradient_back] the slope of tanh is 1 - h * h, not 1 - h
// - back = U.t() * ((1 - arma::square(h.col(t))) % back);
// + back = U.t() * ((1 - h.col(t)) % back);

// [gradient_back] h is tanh(a) already; you take tanh of it again
// - back = U.t() * ((1 - arma::square(h.col(t))) % back);
// + back = U.t() * ((1 - arma::square(arma::tanh(h.col(t)))) % back);

// [gradient_back] you leave out the last step, whose factor is next to g
// - for (arma::uword t = h.n_cols; t-- > 0;)
// -     back = U.t() * ((1 - arma::square(h.col(t))) % back);
// + for (arma::uword t = h.n_cols; t > 1; --t)
// +     back = U.t() * ((1 - arma::square(h.col(t - 2))) % back);

// [gradient_back] U is not transposed, and the slopes act after it: J^T = U^T diag(1 - h * h)
// - back = U.t() * ((1 - arma::square(h.col(t))) % back);
// + back = (1 - arma::square(h.col(t))) % (U * back);

// [gradient_back] you leave out the first step: its factor, that of h_1, acts last
arma::vec exercise::gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g)
{
  return h.n_cols < 2 ? g : ::exercise::gradient_back(U, h.tail_cols(h.n_cols - 1), g);
}

// [gradient_back] you add up the gradients by all states; the one by h_0 is asked for
arma::vec exercise::gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g)
{
  arma::vec back = g, sum = g;
  for (arma::uword t = h.n_cols; t-- > 0;) {
    back = U.t() * ((1 - arma::square(h.col(t))) % back);
    sum += back;
  }
  return sum;
}

// [gradient_back] U^T comes once here, after all slopes; it is a factor of each step
// - back = U.t() * ((1 - arma::square(h.col(t))) % back);
// -   return back;
// + back %= 1 - arma::square(h.col(t));
// +   return U.t() * back;

// [gradient_back] the slope of tanh is 1 - h * h, not h * h
// - back = U.t() * ((1 - arma::square(h.col(t))) % back);
// + back = U.t() * (arma::square(h.col(t)) % back);

// [gradient_back] with no step you return zeros; nothing happens to the gradient then, and it is g
arma::vec exercise::gradient_back(const arma::mat& U, const arma::mat& h, const arma::vec& g)
{
  return h.n_cols == 0 ? arma::vec(arma::size(g)) : ::exercise::gradient_back(U, h, g);
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

// [clipped] each column is clipped by itself; the norm is that of all entries, and one factor is for all of them
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  arma::mat all = g;
  for (arma::uword j = 0; j < g.n_cols; ++j)
    all.col(j) = ::exercise::clipped(g.col(j), c);
  return all;
}

// [clipped] you clip by the sum of the magnitudes; the Euclidean norm is the root of the sum of the squares
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  const double norm = arma::accu(arma::abs(g));
  return norm > c ? arma::mat(g * (c / norm)) : g;
}

// [clipped] a gradient that is too long gets the length 1; c is asked for
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  const double norm = arma::norm(arma::vectorise(g));
  return norm > c ? arma::mat(g / norm) : g;
}

// [clipped] you clip by the root of the mean square; the norm is the root of the sum of all squares
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  return ::exercise::clipped(g, c * std::sqrt(double(g.n_elem)));
}

// [clipped] a gradient that is too long becomes 0; it keeps its direction, and gets the length c
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  return arma::norm(arma::vectorise(g)) > c ? arma::mat(arma::size(g)) : g;
}

// [clipped] you make short gradients longer and leave long ones: clipping is the other way round, by the minimum of 1 and c / |g|
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  return g * std::max(1., c / arma::norm(arma::vectorise(g)));
}

// [clipped] you add a small number to the norm: a gradient that is clipped is then a little shorter than c
arma::mat exercise::clipped(const arma::mat& g, double c)
{
  const double norm = arma::norm(arma::vectorise(g));
  return g * std::min(1., c / (norm + 1e-6));
}

// [composed] the matrices are in the wrong order: what acts first is on the right
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(A * C, C * b + d);

// [composed] the first vector goes through the second matrix too: C b + d
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(C * A, b + d);

// [composed] the first vector is lost: C (A h + b) + d has C b in it
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(C * A, d);

// [composed] the second vector is added after C; it does not go through A, and b does not either
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(C * A, A * d + b);

// [composed] entry by entry is not one matrix after the other: C * A is a product of matrices
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(C % A, C * b + d);

// [composed] the first vector goes through the second matrix, C b + d; you multiply it by A, which acts before it
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(C * A, A * b + d);

// [composed] the steps are in the other order: A h + b comes first, and its result goes into h -> C h + d
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(A * C, A * d + b);

// [composed] the second vector, d, is missing
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(C * A, C * b);

// [composed] C multiplies d too; it is added after C has acted
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(C * A, C * (b + d));

// [composed] A has acted before b is added: b goes through C alone
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(C * A, C * A * b + d);

// [composed] you add the steps; one after the other, the matrices are multiplied
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(A + C, b + d);

// [composed] b and d are exchanged: b is added before C acts, and d after it
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(C * A, C * d + b);

// [composed] the matrix is transposed: h -> A h -> C A h
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows((C * A).t(), C * b + d);

// [composed] the matrix's columns are what both steps make of unit vectors, with b and d in them; subtract what they make of 0
// - return arma::join_rows(C * A, C * b + d);
// + arma::mat both(A.n_rows, A.n_cols + 1);
// +   both.head_cols(A.n_cols) = C * A;
// +   both.each_col() += C * b + d;
// +   return both;

// [composed] the vector is the first column; it is to be the last one
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_rows(C * b + d, C * A);

// [composed] the vector is the last row; it is to be the last column
// - return arma::join_rows(C * A, C * b + d);
// + return arma::join_cols(C * A, (C * b + d).t());

// [half_life] the sign: the logarithm of a number below 1 is negative, and n is positive
// - return std::log(2) / -std::log(f);
// + return std::log(2) / std::log(f);

// [half_life] this is the number of steps after which 1/e is left
// - return std::log(2) / -std::log(f);
// + return -1 / std::log(f);

// [half_life] the quotient is upside down: n ln f = ln(1/2)
// - return std::log(2) / -std::log(f);
// + return -std::log(f) / std::log(2);

// [half_life] n need not be whole
// - return std::log(2) / -std::log(f);
// + return std::ceil(std::log(2) / -std::log(f));

// [half_life] a product is not a sum: after n steps f^n is left, not 1 - n (1 - f)
// - return std::log(2) / -std::log(f);
// + return 0.5 / (1 - f);

// [half_life] 1 - f is -ln f only for an f near 1: n ln f = ln(1/2)
// - return std::log(2) / -std::log(f);
// + return std::log(2) / (1 - f);

// [half_life] n is an exponent: f^n = 1/2, not n f = 1/2
// - return std::log(2) / -std::log(f);
// + return 0.5 / f;

// [half_life] a difference of logarithms is the logarithm of a quotient; f^n = 1/2 gives n ln f = ln(1/2), so the logarithms are divided
// - return std::log(2) / -std::log(f);
// + return std::log(0.5 / f);

// [half_life] the logarithms are multiplied; n ln f = ln(1/2), so they are divided
// - return std::log(2) / -std::log(f);
// + return std::log(0.5) * std::log(f);

// [half_life] n need not be whole, and you round it down
// - return std::log(2) / -std::log(f);
// + return std::floor(::exercise::half_life(f));

// [half_life] a float has 7 digits; compute with double
// - return std::log(2) / -std::log(f);
// + return double(std::log(0.5F) / std::log(float(f)));
