// [dense] each_row() adds a row to every row; b is a column, and is added to every column
// - y.each_col() += layer.b;
// + y.each_row() += layer.b;

// [dense] only the first token gets the bias; b is added to every column
// - y.each_col() += layer.b;
// + for (arma::uword i = 0; i < layer.b.n_elem; ++i)
// +     y(i) += layer.b(i);

// [dense] you add b_0 to every entry; each neuron, a row, has its own
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  return layer.W * x + layer.b(0);
}

// [dense] you left out the bias b
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  arma::mat y(layer.W.n_rows, x.n_cols);
  for (arma::uword i = 0; i < y.n_rows; ++i)
    for (arma::uword k = 0; k < y.n_cols; ++k)
      y(i, k) = arma::dot(layer.W.row(i), x.col(k));
  return y;
}

// [dense] you add b as it is: Armadillo adds matrices of the same size only and does not repeat a column; b is added to every column
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  return layer.W * x + layer.b;
}

// [dense] your result has a row for each token; tokens stay columns, so it is W x, out x K
// - arma::mat y = layer.W * x;
// -   y.each_col() += layer.b;
// + arma::mat y = x.t() * layer.W.t();
// +   y.each_row() += layer.b.t();

// [dense] you multiply by the transpose of W, which is out x in already
// - arma::mat y = layer.W * x;
// + arma::mat y = layer.W.t() * x;

// [dense] you multiply x W; a neuron is a row of W and meets the columns of x, W x
// - arma::mat y = layer.W * x;
// + arma::mat y = x * layer.W;

// [layer_norm] you add the bias before the gain; the gain multiplies first
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y(arma::size(x));
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const double m = arma::mean(x.col(k)), s = std::sqrt(arma::var(x.col(k), 1) + norm.epsilon);
    y.col(k) = norm.gain % ((x.col(k) - m) / s + norm.bias);
  }
  return y;
}

// [layer_norm] epsilon belongs under the root, and your variance divides by n - 1
// - const arma::rowvec variance = arma::mean(arma::square(y), 0);
// -   y.each_row() /= arma::sqrt(variance + norm.epsilon);
// + y.each_row() /= arma::stddev(x, 0, 0) + norm.epsilon;

// [layer_norm] epsilon belongs under the root: sqrt(v + epsilon), not sqrt(v) + epsilon
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const double m = arma::mean(x.col(k)), s = arma::stddev(x.col(k), 1);
    for (arma::uword i = 0; i < x.n_rows; ++i)
      y(i, k) = norm.gain(i) * (x(i, k) - m) / (s + norm.epsilon) + norm.bias(i);
  }
  return y;
}

// [layer_norm] epsilon is added to the variance as it is, not squared
// - const arma::rowvec variance = arma::mean(arma::square(y), 0);
// -   y.each_row() /= arma::sqrt(variance + norm.epsilon);
// + y.each_row() /= arma::sqrt(arma::var(x, 1, 0) + norm.epsilon * norm.epsilon);

// [layer_norm] gain and bias are exchanged: the gain multiplies, the bias is added
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  y.each_row() -= arma::mean(x, 0);
  y.each_row() /= arma::sqrt(arma::var(x, 1, 0) + norm.epsilon);
  y.each_col() %= norm.bias;
  y.each_col() += norm.gain;
  return y;
}

// [layer_norm] gain and bias have an entry for each coordinate, that is for each row; you apply them along the row
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  y.each_row() -= arma::mean(x, 0);
  y.each_row() /= arma::sqrt(arma::var(x, 1, 0) + norm.epsilon);
  y.each_row() %= norm.gain.t();
  y.each_row() += norm.bias.t();
  return y;
}

// [layer_norm] your variance divides by n - 1; the formula divides by n
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y(arma::size(x));
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const double m = arma::mean(x.col(k)), v = arma::var(x.col(k));
    y.col(k) = norm.gain % (x.col(k) - m) / std::sqrt(v + norm.epsilon) + norm.bias;
  }
  return y;
}

// [layer_norm] the bias is missing
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  y.each_row() -= arma::mean(x, 0);
  y.each_row() /= arma::sqrt(arma::var(x, 1, 0) + norm.epsilon);
  y.each_col() %= norm.gain;
  return y;
}

// [layer_norm] gain and bias are one column: Armadillo's % and + do not repeat it for each token
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  y.each_row() -= arma::mean(x, 0);
  y.each_row() /= arma::sqrt(arma::var(x, 1, 0) + norm.epsilon);
  return norm.gain % y + norm.bias;
}

// [layer_norm] epsilon is missing: without it a column of equal numbers is divided by 0
// - const arma::rowvec variance = arma::mean(arma::square(y), 0);
// -   y.each_row() /= arma::sqrt(variance + norm.epsilon);
// + y.each_row() /= arma::stddev(x, 1, 0);

// [layer_norm] gain and bias are missing: y = gain * (normed x) + bias, entry by entry
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  y.each_row() -= arma::mean(x, 0);
  y.each_row() /= arma::sqrt(arma::mean(arma::square(y), 0) + norm.epsilon);
  return y;
}

// [layer_norm] the mean is not subtracted from what you scale
// - y.each_row() -= arma::mean(x, 0);
// -   const arma::rowvec variance = arma::mean(arma::square(y), 0);
// -   y.each_row() /= arma::sqrt(variance + norm.epsilon);
// + y.each_row() /= arma::sqrt(arma::var(x, 1, 0) + norm.epsilon);

// [layer_norm] you divide by the variance; divide by its square root, the standard deviation
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y(arma::size(x));
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const arma::vec c = x.col(k) - arma::mean(x.col(k));
    const double v = arma::dot(c, c) / static_cast<double>(c.n_elem);
    y.col(k) = c / (v + norm.epsilon) % norm.gain + norm.bias;
  }
  return y;
}

// [layer_norm] your epsilon is always 1e-5; take the one you are given, norm.epsilon
// - const arma::rowvec variance = arma::mean(arma::square(y), 0);
// -   y.each_row() /= arma::sqrt(variance + norm.epsilon);
// + y.each_row() /= arma::sqrt(arma::mean(arma::square(y), 0) + 1e-5);

// [layer_norm] you norm the rows; a token is a column, with a mean and a variance of its own
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  for (arma::uword i = 0; i < x.n_rows; ++i) {
    const double m = arma::mean(x.row(i)), v = arma::var(x.row(i), 1);
    y.row(i) = norm.gain(i) * (x.row(i) - m) / std::sqrt(v + norm.epsilon) + norm.bias(i);
  }
  return y;
}

// [layer_norm] you take mean and variance over the whole matrix; every column has its own
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x - arma::mean(arma::vectorise(x));
  y /= std::sqrt(arma::mean(arma::square(arma::vectorise(y))) + norm.epsilon);
  y.each_col() %= norm.gain;
  y.each_col() += norm.bias;
  return y;
}

// [layer_norm] you subtract the square of the mean from the mean of the squares: two huge numbers cancel, and the digits are lost; subtract the mean before you square
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const double m = arma::mean(x.col(k));
    const double v = arma::mean(arma::square(x.col(k))) - m * m;
    y.col(k) = norm.gain % (x.col(k) - m) / std::sqrt(v + norm.epsilon) + norm.bias;
  }
  return y;
}

// [layer_norm] the gain is missing
// - const arma::rowvec variance = arma::mean(arma::square(y), 0);
// -   y.each_row() /= arma::sqrt(variance + norm.epsilon);
// -   y.each_col() %= norm.gain;
// + y.each_row() /= arma::sqrt(arma::mean(arma::square(y), 0) + norm.epsilon);

// [causal_mask] you mask the diagonal too; a token may look at itself
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat masked = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = i; j < S.n_cols; ++j)
      masked(i, j) = -arma::datum::inf;
  return masked;
}

// [causal_mask] you mask the first row only; every query but the last has keys after it
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = S;
  M.row(0).tail(S.n_cols - 1).fill(-arma::datum::inf);
  return M;
}

// [causal_mask] you write plus infinity; the exponential that is 0 is that of minus infinity
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword j = 1; j < S.n_cols; ++j)
    M.submat(0, j, j - 1, j).fill(arma::datum::inf);
  return M;
}

// [causal_mask] you write the lowest double where minus infinity belongs: it is a number, and not below every score
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword j = 1; j < S.n_cols; ++j)
    M.submat(0, j, j - 1, j).fill(std::numeric_limits<double>::lowest());
  return M;
}

// [causal_mask] you write a large negative number where minus infinity belongs; scores may be as large
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword j = 1; j < S.n_cols; ++j)
    M.submat(0, j, j - 1, j).fill(-1e9);
  return M;
}

// [causal_mask] you let every query see the token that follows it; the mask begins at j = i + 1
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat masked = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = i + 2; j < S.n_cols; ++j)
      masked(i, j) = -arma::datum::inf;
  return masked;
}

// [causal_mask] you mask the past; rows are queries, so the future lies above the diagonal
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat masked = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < i; ++j)
      masked(i, j) = -arma::datum::inf;
  return masked;
}

// [causal_mask] a mask of 0 and 1 times minus infinity: 0 times infinity is not a number; and trimatu(M, 1) wants two columns at least
arma::mat exercise::causal_mask(const arma::mat& S)
{
  const arma::mat mask = arma::trimatu(arma::ones(arma::size(S)), 1);
  return S - mask * arma::datum::inf;
}

// [causal_mask] a mask of 0 and 1 times minus infinity: 0 times infinity is not a number, so what is allowed becomes NaN
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat mask = arma::zeros(arma::size(S));
  for (arma::uword j = 1; j < S.n_cols; ++j)
    mask.submat(0, j, j - 1, j).ones();
  return S - mask * arma::datum::inf;
}

// [causal_mask] you subtract a large number where minus infinity belongs; scores may be as large
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword j = 1; j < S.n_cols; ++j)
    M.submat(0, j, j - 1, j) -= 1e9;
  return M;
}

// [causal_mask] this is the mask alone; where a query may look, the score stays
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat M = arma::zeros(arma::size(S));
  for (arma::uword j = 1; j < S.n_cols; ++j)
    M.submat(0, j, j - 1, j).fill(-arma::datum::inf);
  return M;
}

// [causal_mask] you write 0 where minus infinity belongs: e^0 is 1, so softmax would still look there
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat lower(arma::size(S));
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j <= i; ++j)
      lower(i, j) = S(i, j);
  return lower;
}

// [attention_pattern] your softmax runs down the columns; each row is a distribution over the keys
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  for (arma::uword j = 0; j < S.n_cols; ++j) {
    S.col(j) = arma::exp(S.col(j) - S.col(j).max());
    S.col(j) /= arma::accu(S.col(j));
  }
  return S;
}

// [attention_pattern] you divide the scores by d; divide them by the square root of d
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S = causal_mask(Q.t() * K / static_cast<double>(Q.n_rows));
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    S.row(i) = arma::exp(S.row(i) - S.row(i).max());
    S.row(i) /= arma::accu(S.row(i));
  }
  return S;
}

// [attention_pattern] you mask the diagonal too, with a large negative number; a token may look at itself
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i).tail(A.n_cols - i).fill(-1e9);
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

// [attention_pattern] you mask the diagonal too; a token may look at itself, and the first one can look nowhere else
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i).tail(A.n_cols - i).fill(-arma::datum::inf);
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

// [attention_pattern] rows must be queries: the scores are Q^T K, yours are K^T Q
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  const arma::mat S = causal_mask(K.t() * Q / std::sqrt(static_cast<double>(Q.n_rows)));
  arma::mat A(arma::size(S));
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec e = arma::exp(S.row(i) - S.row(i).max());
    A.row(i) = e / arma::accu(e);
  }
  return A;
}

// [attention_pattern] you mask after the softmax, so that rows no longer sum to 1; mask the scores
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  const arma::mat S = Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows));
  arma::mat A(arma::size(S));
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec e = arma::exp(S.row(i) - S.row(i).max());
    for (arma::uword j = 0; j <= i; ++j)
      A(i, j) = e(j) / arma::accu(e);
  }
  return A;
}

// [attention_pattern] the future's scores are 0, not minus infinity: e^0 is 1, so softmax still looks there
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = arma::trimatl(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

// [attention_pattern] you take the maximum of a row before the mask: if a masked score is far larger, all that is left is e^{-thousands}, which is 0
// - const double d = static_cast<double>(Q.n_rows);
// -   arma::mat A = causal_mask(Q.t() * K / std::sqrt(d));
// + arma::mat A = Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows));
// - A = arma::exp(A);
// + A = arma::trimatl(arma::exp(A));

// [attention_pattern] your maximum starts at 0, but all scores of a row may be negative
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - std::max(0.0, A.row(i).max()));
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

// [attention_pattern] you mask with a large negative number; scores may be as large, and then a token sees those after it
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i).tail(A.n_cols - i - 1).fill(-1e4);
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

// [attention_pattern] a matrix and a column have different sizes: Armadillo does not repeat the column for you
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  const arma::mat E =
      arma::trimatl(arma::exp(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows))));
  return E / arma::sum(E, 1);
}

// [attention_pattern] the mask is missing: a token may not look at those after it
// - const double d = static_cast<double>(Q.n_rows);
// -   arma::mat A = causal_mask(Q.t() * K / std::sqrt(d));
// + arma::mat A = Q.t() * K / std::sqrt(Q.n_rows);

// [attention_pattern] the softmax is missing: these are the masked scores
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  return causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
}

// [attention_pattern] you subtract the largest score of the whole matrix; each row has its own, and a row far below it becomes 0 / 0
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  A = arma::exp(A - A.max());
  A.each_col() /= arma::sum(A, 1);
  return A;
}

// [attention_pattern] overflow: subtract each row's maximum before taking exponentials
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  const arma::mat e = arma::exp(causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows))));
  arma::mat A = e;
  for (arma::uword i = 0; i < A.n_rows; ++i)
    A.row(i) = e.row(i) / arma::sum(e.row(i));
  return A;
}

// [attention_pattern] you mask the past: rows are queries, so the future lies above the diagonal
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i).head(i).fill(-arma::datum::inf);
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

// [attention_pattern] you divide by the root of the number of tokens; d is the length of a query, the number of rows of Q
// - const double d = static_cast<double>(Q.n_rows);
// -   arma::mat A = causal_mask(Q.t() * K / std::sqrt(d));
// + arma::mat A = causal_mask(Q.t() * K / std::sqrt(Q.n_cols));

// [attention_pattern] your pattern is transposed: row i belongs to query i, and its sum is 1
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A.t();
}

// [attention_pattern] your scores are not divided by the square root of d
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A(Q.n_cols, K.n_cols);
  for (arma::uword i = 0; i < Q.n_cols; ++i) {
    arma::vec s(i + 1);
    for (arma::uword j = 0; j <= i; ++j)
      s(j) = arma::dot(Q.col(i), K.col(j));
    const arma::vec e = arma::exp(s - s.max());
    for (arma::uword j = 0; j <= i; ++j)
      A(i, j) = e(j) / arma::accu(e);
  }
  return A;
}

// [attention_pattern] you subtract the first score of each row; another may be so far above it that its exponential is infinite. Subtract the largest
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  A = arma::exp(A.each_col() - arma::vec(A.col(0)));
  A.each_col() /= arma::sum(A, 1);
  return A;
}

// [attention_head] your queries and keys are exchanged: queries are W_Q x, keys W_K x
// - return head.W_V * x * attention_pattern(head.W_Q * x, head.W_K * x).t();
// + const arma::mat K = head.W_K * x, Q = head.W_Q * x, V = head.W_V * x;
// +   return V * attention_pattern(K, Q).t();

// [attention_head] you mix the keys; mix the values, W_V x
// - return head.W_V * x * attention_pattern(head.W_Q * x, head.W_K * x).t();
// + const arma::mat K = head.W_K * x;
// +   return K * attention_pattern(head.W_Q * x, K).t();

// [attention_head] the mask is missing: a token may not look at those after it
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  arma::mat A =
      (head.W_Q * x).t() * (head.W_K * x) / std::sqrt(static_cast<double>(head.W_Q.n_rows));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return head.W_V * x * A.t();
}

// [attention_head] you mix the tokens themselves; a head mixes their values, W_V x
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat A = attention_pattern(head.W_Q * x, head.W_K * x);
  arma::mat Z(arma::size(x));
  for (arma::uword i = 0; i < x.n_cols; ++i)
    for (arma::uword j = 0; j <= i; ++j)
      Z.col(i) += A(i, j) * x.col(j);
  return Z;
}

// [attention_head] you mix the queries; mix the values, W_V x
// - return head.W_V * x * attention_pattern(head.W_Q * x, head.W_K * x).t();
// + const arma::mat Q = head.W_Q * x;
// +   return Q * attention_pattern(Q, head.W_K * x).t();

// [attention_head] you divide by the root of n; the scores are sums of d products, d the rows of W_Q
// - return head.W_V * x * attention_pattern(head.W_Q * x, head.W_K * x).t();
// + const double d = head.W_Q.n_rows, n = x.n_rows;
// +   const arma::mat queries = head.W_Q * x * std::sqrt(d / n);
// +   return head.W_V * x * attention_pattern(queries, head.W_K * x).t();

// [attention_head] your result has a row for each token (A V^T); tokens are columns, so it is V A^T, d x K
// - return head.W_V * x * attention_pattern(head.W_Q * x, head.W_K * x).t();
// + const arma::mat V = (head.W_V * x).t();
// +   return attention_pattern(head.W_Q * x, head.W_K * x) * V;

// [attention_head] the scores are not divided by the root of d
// - return head.W_V * x * attention_pattern(head.W_Q * x, head.W_K * x).t();
// + const double root = std::sqrt(static_cast<double>(head.W_Q.n_rows));
// +   return head.W_V * x * attention_pattern(root * head.W_Q * x, head.W_K * x).t();

// [attention_head] you take V A; rows of A are queries, so the mixture for each of them is V A^T
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat A = attention_pattern(head.W_Q * x, head.W_K * x);
  const arma::mat V = head.W_V * x;
  arma::mat Z(V.n_rows, x.n_cols);
  for (arma::uword i = 0; i < x.n_cols; ++i)
    for (arma::uword j = 0; j < x.n_cols; ++j)
      Z.col(i) += A(j, i) * V.col(j);
  return Z;
}

// [attention_head] overflow: subtract each row's maximum before taking exponentials
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * x;
  arma::mat A = arma::exp(causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows))));
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * x * A.t();
}

// [attention_head] you subtract the largest score of all rows: in a row that is far below it all exponentials are 0, and 0 / 0 is left. Subtract from each row its own
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * x;
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  A = arma::exp(A - A.max());
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * x * A.t();
}

// [attention_head] you subtract the first score of each row; another may be so far above it that its exponential is infinite. Subtract the largest
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * x;
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  A = arma::exp(A.each_col() - arma::vec(A.col(0)));
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * x * A.t();
}

// [attention_head] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * x;
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  A = arma::exp(A.each_col() - arma::vec(arma::clamp(arma::max(A, 1), 0, arma::datum::inf)));
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * x * A.t();
}

// [multi_head] you give head h every H-th row; it owns d neighbouring ones, from row h d on
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, heads = attention.heads, d = n / heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(n, x.n_cols);
  for (arma::uword h = 0; h < heads; ++h) {
    const arma::uvec rows = arma::regspace<arma::uvec>(h, heads, n - 1);
    const arma::mat Q = qkv.rows(rows), K = qkv.rows(n + rows), V = qkv.rows(2 * n + rows);
    z.rows(h * d, h * d + d - 1) = V * attention_pattern(Q, K).t();
  }
  return dense(attention.c_proj, z);
}

// [multi_head] you take the keys first; the queries are rows 0 to n - 1 and the keys the next n
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat all = dense(attention.c_attn, x);
  arma::mat Z(n, x.n_cols);
  for (arma::uword i = 0; i < n; i += d) {
    const arma::mat A = attention_pattern(all.rows(n + i, n + i + d - 1), all.rows(i, i + d - 1));
    Z.rows(i, i + d - 1) = all.rows(2 * n + i, 2 * n + i + d - 1) * A.t();
  }
  return dense(attention.c_proj, Z);
}

// [multi_head] you give each head 3d neighbouring rows; all queries come first, then all keys, then all values
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword d = x.n_rows / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(x.n_rows, x.n_cols);
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::mat part = qkv.rows(3 * d * h, 3 * d * h + 3 * d - 1);
    const arma::mat A = attention_pattern(part.head_rows(d), part.rows(d, 2 * d - 1));
    z.rows(h * d, h * d + d - 1) = part.tail_rows(d) * A.t();
  }
  return dense(attention.c_proj, z);
}

// [multi_head] the bias of c_attn is missing; queries, keys and values all have one
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat& W = attention.c_attn.W;
  arma::mat z(n, x.n_cols);
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::uword a = h * d, b = a + d - 1;
    z.rows(a, b) =
        attention_head({W.rows(a, b), W.rows(n + a, n + b), W.rows(2 * n + a, 2 * n + b)}, x);
  }
  return dense(attention.c_proj, z);
}

// [multi_head] the bias b^O of c_proj is missing
// - return dense(attention.c_proj, z);
// + return attention.c_proj.W * z;

// [multi_head] the last dense layer is missing: W^O (Z_0; Z_1; ...) + b^O
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z;
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::uword a = h * d, b = a + d - 1;
    const arma::mat A = attention_pattern(qkv.rows(a, b), qkv.rows(n + a, n + b));
    z = arma::join_cols(z, arma::mat(qkv.rows(2 * n + a, 2 * n + b) * A.t()));
  }
  return z;
}

// [multi_head] you compute one head of n rows; there are H, each with a pattern of its own
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows;
  const arma::mat qkv = dense(attention.c_attn, x);
  const arma::mat Q = qkv.rows(0, n - 1), K = qkv.rows(n, 2 * n - 1), V = qkv.tail_rows(n);
  return dense(attention.c_proj, V * attention_pattern(Q, K).t());
}

// [multi_head] you add x to the result; that is the addition of the block
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat all = dense(attention.c_attn, x);
  arma::mat Z(n, x.n_cols);
  for (arma::uword i = 0; i < n; i += d) {
    const arma::mat A = attention_pattern(all.rows(i, i + d - 1), all.rows(n + i, n + i + d - 1));
    Z.rows(i, i + d - 1) = all.rows(2 * n + i, 2 * n + i + d - 1) * A.t();
  }
  return x + dense(attention.c_proj, Z);
}

// [multi_head] you divide the scores by the root of n; a head's queries have d = n / H entries
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(n, x.n_cols);
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::mat Q = qkv.rows(h * d, h * d + d - 1);
    const arma::mat K = qkv.rows(n + h * d, n + h * d + d - 1);
    const arma::mat V = qkv.rows(2 * n + h * d, 2 * n + h * d + d - 1);
    arma::mat A = arma::exp(causal_mask(Q.t() * K / std::sqrt(static_cast<double>(n))));
    A.each_col() /= arma::sum(A, 1);
    z.rows(h * d, h * d + d - 1) = V * A.t();
  }
  return dense(attention.c_proj, z);
}

// [multi_head] overflow: subtract each row's maximum before taking exponentials
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(n, x.n_cols);
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::mat Q = qkv.rows(h * d, h * d + d - 1);
    const arma::mat K = qkv.rows(n + h * d, n + h * d + d - 1);
    const arma::mat V = qkv.rows(2 * n + h * d, 2 * n + h * d + d - 1);
    arma::mat A = arma::exp(causal_mask(Q.t() * K / std::sqrt(static_cast<double>(d))));
    A.each_col() /= arma::sum(A, 1);
    z.rows(h * d, h * d + d - 1) = V * A.t();
  }
  return dense(attention.c_proj, z);
}

// [multi_head] you subtract the largest score of all rows: in a row that is far below it all exponentials are 0, and 0 / 0 is left. Subtract from each row its own
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(n, x.n_cols);
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::mat Q = qkv.rows(h * d, h * d + d - 1);
    const arma::mat K = qkv.rows(n + h * d, n + h * d + d - 1);
    const arma::mat V = qkv.rows(2 * n + h * d, 2 * n + h * d + d - 1);
    arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(d)));
    A = arma::exp(A - A.max());
    A.each_col() /= arma::sum(A, 1);
    z.rows(h * d, h * d + d - 1) = V * A.t();
  }
  return dense(attention.c_proj, z);
}

// [multi_head] you subtract the first score of each row; another may be so far above it that its exponential is infinite. Subtract the largest
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(n, x.n_cols);
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::mat Q = qkv.rows(h * d, h * d + d - 1);
    const arma::mat K = qkv.rows(n + h * d, n + h * d + d - 1);
    const arma::mat V = qkv.rows(2 * n + h * d, 2 * n + h * d + d - 1);
    arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(d)));
    A = arma::exp(A.each_col() - arma::vec(A.col(0)));
    A.each_col() /= arma::sum(A, 1);
    z.rows(h * d, h * d + d - 1) = V * A.t();
  }
  return dense(attention.c_proj, z);
}

// [multi_head] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(n, x.n_cols);
  for (arma::uword h = 0; h < attention.heads; ++h) {
    const arma::mat Q = qkv.rows(h * d, h * d + d - 1);
    const arma::mat K = qkv.rows(n + h * d, n + h * d + d - 1);
    const arma::mat V = qkv.rows(2 * n + h * d, 2 * n + h * d + d - 1);
    arma::mat A = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(d)));
    A = arma::exp(A.each_col() - arma::vec(arma::clamp(arma::max(A, 1), 0, arma::datum::inf)));
    A.each_col() /= arma::sum(A, 1);
    z.rows(h * d, h * d + d - 1) = V * A.t();
  }
  return dense(attention.c_proj, z);
}

// [mlp] your u is sqrt(2/pi) + 0.44715 t^3, as the document prints it: a misprint; it is sqrt(2/pi) (t + 0.044715 t^3)
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat h = dense(layers.c_fc, x);
  for (double& t : h)
    t = 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) + 0.44715 * std::pow(t, 3)));
  return dense(layers.c_proj, h);
}

// [mlp] the factor sqrt(2 / pi) is for t^3 too: mind the brackets
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * t + 0.044715 * t * t * t));
  });
  return dense(layers.c_proj, hidden);
}

// [mlp] your factor of t^3 is 0.44715; it is 0.044715, ten times smaller
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat h = dense(layers.c_fc, x);
  for (double& t : h)
    t = 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.44715 * t * t * t)));
  return dense(layers.c_proj, h);
}

// [mlp] your GELU is the exact one, with erf; GPT-2's is the approximation with tanh
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat h = dense(layers.c_fc, x);
  for (double& t : h)
    t = t / 2 * (1 + std::erf(t / std::sqrt(2.0)));
  return dense(layers.c_proj, h);
}

// [mlp] you apply GELU to x; it belongs between the two layers
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat active = x;
  active.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t * t)));
  });
  return dense(layers.c_proj, dense(layers.c_fc, active));
}

// [mlp] you apply GELU after the second layer too; it belongs only between the two
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  const auto gelu = [](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t * t)));
  };
  arma::mat h = x;
  for (const Dense* layer : {&layers.c_fc, &layers.c_proj}) {
    h = dense(*layer, h);
    h.transform(gelu);
  }
  return h;
}

// [mlp] Armadillo's x * y is a product of matrices and wants shapes that fit; entry by entry it is x % y
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  const arma::mat h = dense(layers.c_fc, x);
  const arma::mat u = std::sqrt(2 / arma::datum::pi) * (h + 0.044715 * h * h * h);
  return dense(layers.c_proj, h / 2 % (1 + arma::tanh(u)));
}

// [mlp] the activation is missing: two dense layers in a row are only one dense layer
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  return dense(layers.c_proj, dense(layers.c_fc, x));
}

// [mlp] the biases are missing; both layers have one
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = layers.c_fc.W * x;
  hidden.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t * t)));
  });
  return layers.c_proj.W * hidden;
}

// [mlp] 0.044715 multiplies t^3; in yours it multiplies t
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t)));
  });
  return dense(layers.c_proj, hidden);
}

// [mlp] the factor inside tanh is the square root of 2 / pi
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(2 / arma::datum::pi * (t + 0.044715 * t * t * t)));
  });
  return dense(layers.c_proj, hidden);
}

// [mlp] a half is missing in your GELU: it is t / 2, not t
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) {
    return t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t * t)));
  });
  return dense(layers.c_proj, hidden);
}

// [mlp] your activation is ReLU; GPT-2's is GELU
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat h = dense(layers.c_fc, x);
  h.transform([](double t) { return t > 0 ? t : 0; });
  return dense(layers.c_proj, h);
}

// [mlp] you add x to the result; that is the block's addition, and the MLP returns only what it computes
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t * t)));
  });
  return x + dense(layers.c_proj, hidden);
}

// [mlp] your GELU is the one with a sigmoid; GPT-2's is the approximation with tanh
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) { return t / (1 + std::exp(-1.702 * t)); });
  return dense(layers.c_proj, hidden);
}

// [mlp] you have t^2 where the formula has t^3
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  arma::mat hidden = dense(layers.c_fc, x);
  hidden.transform([](double t) {
    return 0.5 * t * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * t * t)));
  });
  return dense(layers.c_proj, hidden);
}

// [mlp] the first bias, b_1, is missing
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  Mlp without = layers;
  without.c_fc.b.zeros();
  const arma::mat t = dense(without.c_fc, x);
  const arma::mat inner = std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * arma::pow(t, 3));
  return dense(layers.c_proj, t / 2 % (1 + arma::tanh(inner)));
}

// [mlp] the second bias, b_2, is missing
// - const arma::mat u = std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * arma::pow(t, 3));
// -   return dense(layers.c_proj, t / 2 % (1 + arma::tanh(u)));
// + const arma::mat inner = std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * arma::pow(t, 3));
// +   return layers.c_proj.W * (t / 2 % (1 + arma::tanh(inner)));

// [block] you norm the sum before you pass it on; pass on x' as it is, and give a normed copy of it to the MLP
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y =
      layer_norm(weights.ln_2, x + multi_head(weights.attn, layer_norm(weights.ln_1, x)));
  return y + exercise::mlp(weights.mlp, y);
}

// [block] you add to the normed copy; add to the stream that was not normed
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  arma::mat y = layer_norm(weights.ln_1, x);
  y += multi_head(weights.attn, y);
  y = layer_norm(weights.ln_2, y);
  y += exercise::mlp(weights.mlp, y);
  return y;
}

// [block] you add x a second time; the stream after attention contains it already
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = x + multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return x + y + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, y));
}

// [block] the first addition is missing: x' is x plus what attention computes
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return y + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, y));
}

// [block] ln_1 precedes both halves; the MLP has a layer norm of its own, ln_2
// - return middle + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, middle));
// + return middle + exercise::mlp(weights.mlp, layer_norm(weights.ln_1, middle));

// [block] what attention added is lost: the MLP's result is added to x', not to x
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat attended = x + multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return x + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, attended));
}

// [block] the MLP comes first in your block; attention does
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = x + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, x));
  return y + multi_head(weights.attn, layer_norm(weights.ln_1, y));
}

// [block] the second addition is missing: x'' is x' plus what the MLP computes
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = x + multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return exercise::mlp(weights.mlp, layer_norm(weights.ln_2, y));
}

// [block] the layer norms are missing: attention and MLP read normed copies of the stream
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat middle = x + multi_head(weights.attn, x);
  return middle + exercise::mlp(weights.mlp, middle);
}

// [block] the residual additions are missing: each half adds to what it was given
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  arma::mat y = multi_head(weights.attn, layer_norm(weights.ln_1, x));
  y = exercise::mlp(weights.mlp, layer_norm(weights.ln_2, y));
  return y;
}

// [block] you norm after each addition; in GPT-2 attention and MLP read a normed copy, and the stream itself is never normed
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  arma::mat y = x;
  y += multi_head(weights.attn, y);
  y = layer_norm(weights.ln_1, y);
  y += exercise::mlp(weights.mlp, y);
  return layer_norm(weights.ln_2, y);
}

// [block] the layer norms are exchanged: ln_1 is before the attention, ln_2 before the MLP
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = x + multi_head(weights.attn, layer_norm(weights.ln_2, x));
  return y + exercise::mlp(weights.mlp, layer_norm(weights.ln_1, y));
}

// [block] what attention computes is not added to the stream: x' is x plus that, and x'' adds to x'
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return x + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, y));
}

// [block] your MLP reads the block's input; it reads the stream after attention was added
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  arma::mat y = x;
  y += multi_head(weights.attn, layer_norm(weights.ln_1, x));
  y += exercise::mlp(weights.mlp, layer_norm(weights.ln_2, x));
  return y;
}

// [block] your MLP reads the stream itself; it reads a normed copy, ln_2(x')
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat y = x + multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return y + exercise::mlp(weights.mlp, y);
}

// [unembed] you return the logits of the last token alone; every column has its own
// - return A.t() * layer_norm(ln_f, x);
// + const arma::mat normed = layer_norm(ln_f, x);
// +   return A.t() * normed.col(normed.n_cols - 1);

// [unembed] your layer norm leaves out gain and bias
// - return A.t() * layer_norm(ln_f, x);
// + const LayerNorm plain{arma::ones(x.n_rows), arma::zeros(x.n_rows), ln_f.epsilon};
// +   return A.t() * layer_norm(plain, x);

// [unembed] the layer norm is missing: the logits are A^T ln_f(x)
arma::mat exercise::unembed(const LayerNorm& ln_f, const arma::mat& A, const arma::mat& x)
{
  arma::mat logits(A.n_cols, x.n_cols);
  for (arma::uword t = 0; t < A.n_cols; ++t)
    for (arma::uword k = 0; k < x.n_cols; ++k)
      logits(t, k) = arma::dot(A.col(t), x.col(k));
  return logits;
}

// [unembed] you norm the embedding's columns; norm x
// - return A.t() * layer_norm(ln_f, x);
// + return layer_norm(ln_f, A).t() * x;

// [unembed] you multiply by A itself, which is n x N; a logit is a scalar product with a column of A
// - return A.t() * layer_norm(ln_f, x);
// + return A * layer_norm(ln_f, x);

// [unembed] you return probabilities; logits are what softmax would be given
arma::mat exercise::unembed(const LayerNorm& ln_f, const arma::mat& A, const arma::mat& x)
{
  arma::mat p = arma::exp(A.t() * layer_norm(ln_f, x));
  for (arma::uword k = 0; k < p.n_cols; ++k)
    p.col(k) /= arma::accu(p.col(k));
  return p;
}

// [unembed] your result is transposed: tokens of the text are columns, those of the vocabulary rows
// - return A.t() * layer_norm(ln_f, x);
// + return layer_norm(ln_f, x).t() * A;

// [top_k] you return the least probable tokens; sort in descending order
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  arma::vec p = arma::exp(logits - logits.max());
  p /= arma::sum(p);
  const arma::uvec order = arma::stable_sort_index(logits);
  const arma::uvec ids = order.head(std::min(k, logits.n_elem));
  return {ids, p.elem(ids)};
}

// [top_k] your ids count from 1; the first token is number 0
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  arma::vec p = arma::exp(logits - logits.max());
  p /= arma::sum(p);
  std::vector<arma::uword> ids(logits.n_elem);
  std::iota(ids.begin(), ids.end(), 1);
  std::stable_sort(ids.begin(), ids.end(),
                   [&](arma::uword a, arma::uword b) { return logits(a - 1) > logits(b - 1); });
  ids.resize(std::min<std::size_t>(k, ids.size()));
  const arma::uvec chosen(ids);
  return {chosen, p.elem(chosen - 1)};
}

// [top_k] your tokens are in the order of their ids; the most probable comes first
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::vec weights = arma::exp(logits - logits.max());
  const arma::uvec order = arma::stable_sort_index(logits, "descend");
  const arma::uvec ids = arma::sort(order.head(std::min(k, logits.n_elem)).eval());
  return {ids, arma::vec(weights.elem(ids) / arma::accu(weights))};
}

// [top_k] you return the logits of these tokens; return their probabilities
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::uvec order = arma::stable_sort_index(logits, "descend");
  const arma::uvec ids = order.head(std::min(k, order.n_elem));
  return {ids, logits.elem(ids)};
}

// [top_k] your search for the largest starts at 0, but all logits may be 0 or negative
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::vec weights = arma::exp(logits - logits.max());
  arma::uvec ids(std::min(k, logits.n_elem));
  std::vector<bool> taken(logits.n_elem);
  for (arma::uword& id : ids) {
    double largest = 0;
    id = 0;
    for (arma::uword j = 0; j < logits.n_elem; ++j)
      if (!taken[j] && logits[j] > largest) {
        largest = logits[j];
        id = j;
      }
    taken[id] = true;
  }
  return {ids, arma::vec(weights.elem(ids) / arma::accu(weights))};
}

// [top_k] there may be fewer than k tokens; take those that there are
// - p /= arma::accu(p);
// + p /= arma::sum(p);
// - const arma::uvec ids = order.head(std::min(k, order.n_elem));
// + const arma::uvec ids = order.head(k);

// [top_k] overflow: subtract the maximum before taking exponentials
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::uvec order = arma::stable_sort_index(logits, "descend");
  double sum = 0;
  for (const double logit : logits)
    sum += std::exp(logit);
  arma::uvec ids(std::min(k, logits.n_elem));
  arma::vec p(ids.n_elem);
  for (arma::uword i = 0; i < ids.n_elem; ++i) {
    ids(i) = order(i);
    p(i) = std::exp(logits(ids(i))) / sum;
  }
  return {ids, p};
}

// [top_k] your probabilities are those of the first ids of the vocabulary; each belongs to the id next to it
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::vec weights = arma::exp(logits - logits.max());
  const arma::vec p = weights / arma::accu(weights);
  const arma::uvec order = arma::stable_sort_index(logits, "descend");
  const arma::uword n = std::min(k, logits.n_elem);
  return {order.head(n), p.head(n)};
}

// [top_k] your probabilities are the softmax of the k logits alone; take that of all N
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  arma::uvec ids = arma::stable_sort_index(logits, "descend");
  ids = ids.head(std::min(k, logits.n_elem)).eval();
  arma::vec p = arma::exp(logits.elem(ids) - logits.max());
  p /= arma::sum(p);
  return {ids, p};
}

// [top_k] you sort the probabilities: far below the largest logit they are all 0 and their order is lost; sort the logits
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::vec weights = arma::exp(logits - logits.max());
  const arma::vec p = weights / arma::accu(weights);
  const arma::uvec order = arma::stable_sort_index(p, "descend");
  const arma::uvec ids = order.head(std::min(k, logits.n_elem));
  return {ids, p.elem(ids)};
}

// [top_k] of equal logits you put the higher id first; the lower one comes first
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  arma::vec p = arma::exp(logits - logits.max());
  p /= arma::sum(p);
  const arma::uvec order = arma::reverse(arma::stable_sort_index(logits));
  const arma::uvec ids = order.head(std::min(k, logits.n_elem));
  return {ids, p.elem(ids)};
}

// [top_k] your sort loses the order of equal logits; arma::stable_sort_index keeps it
// - const arma::uvec order = arma::stable_sort_index(logits, "descend");
// + const arma::uvec order = arma::sort_index(logits, "descend");

// [top_k] your search for the largest begins at -10^9, and a logit may be below that; begin at -infinity
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  const arma::vec e = arma::exp(logits - logits.max());
  std::vector<bool> taken(logits.n_elem, false);
  arma::uvec ids(std::min(k, logits.n_elem), arma::fill::zeros);
  for (arma::uword& id : ids) {
    double largest = -1e9;
    for (arma::uword i = 0; i < logits.n_elem; ++i)
      if (!taken[i] && logits(i) > largest) {
        largest = logits(i);
        id = i;
      }
    taken[id] = true;
  }
  return {ids, arma::vec(e(ids) / arma::accu(e))};
}

// [merge_step] going through the text you join any pair of `merges`; a step joins only one, the best that occurs
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  Symbols joined;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const bool found =
        i + 1 < symbols.size() &&
        std::ranges::find(merges, std::pair(symbols[i], symbols[i + 1])) != merges.end();
    joined.push_back(found ? symbols[i] + symbols[i + 1] : symbols[i]);
    i += found ? 1 : 0;
  }
  return joined;
}

// [merge_step] you compare what two neighbours read together; compare each of the two symbols by itself
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [first, second] : merges) {
    Symbols joined;
    bool found = false;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && symbols[i] + symbols[i + 1] == first + second) {
        joined.push_back(first + second);
        found = true;
        ++i;
      } else
        joined.push_back(symbols[i]);
    if (found)
      return joined;
  }
  return symbols;
}

// [merge_step] you join the pair in either order; the first of the pair must come first in the text
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [first, second] : merges) {
    Symbols joined;
    bool found = false;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && ((symbols[i] == first && symbols[i + 1] == second) ||
                                     (symbols[i] == second && symbols[i + 1] == first))) {
        joined.push_back(symbols[i] + symbols[i + 1]);
        found = true;
        ++i;
      } else
        joined.push_back(symbols[i]);
    if (found)
      return joined;
  }
  return symbols;
}

// [merge_step] you go on to the next pairs of `merges`; one step joins one pair
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  std::vector<std::string> result = symbols;
  for (const auto& [left, right] : merges)
    for (std::size_t i = 0; i + 1 < result.size(); ++i)
      if (result[i] == left && result[i + 1] == right) {
        result[i] = left + right;
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
  return result;
}

// [merge_step] you take the pair that comes first in the text; take the one that comes first in `merges`
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  std::pair<std::string, std::string> chosen;
  bool found = false;
  std::vector<std::string> result;
  std::size_t i = 0;
  while (i < symbols.size()) {
    if (i + 1 < symbols.size()) {
      const std::pair<std::string, std::string> here{symbols[i], symbols[i + 1]};
      if (!found && std::find(merges.begin(), merges.end(), here) != merges.end()) {
        chosen = here;
        found = true;
      }
      if (found && here == chosen) {
        result.push_back(here.first + here.second);
        i += 2;
        continue;
      }
    }
    result.push_back(symbols[i]);
    i += 1;
  }
  return result;
}

// [merge_step] you look at the pair's first symbol alone; its second must follow
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [first, second] : merges) {
    Symbols joined;
    bool found = false;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && symbols[i] == first) {
        joined.push_back(first + symbols[i + 1]);
        found = true;
        ++i;
      } else
        joined.push_back(symbols[i]);
    if (found)
      return joined;
  }
  return symbols;
}

// [merge_step] you try the first pair of `merges` only; if it does not occur, the next one that does is joined
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  Symbols joined;
  for (std::size_t i = 0; i < symbols.size(); ++i)
    if (!merges.empty() && i + 1 < symbols.size() && symbols[i] == merges[0].first &&
        symbols[i + 1] == merges[0].second) {
      joined.push_back(symbols[i] + symbols[i + 1]);
      ++i;
    } else
      joined.push_back(symbols[i]);
  return joined;
}

// [merge_step] what was just joined takes part again in the same step; go on after it
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  Symbols result = symbols;
  for (const auto& [first, second] : merges) {
    bool found = false;
    for (std::size_t i = 0; i + 1 < result.size(); ++i)
      while (i + 1 < result.size() && result[i].ends_with(first) && result[i + 1] == second) {
        result[i] += second;
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        found = true;
      }
    if (found)
      return result;
  }
  return result;
}

// [merge_step] your last symbol is lost where it is in no pair
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  Symbols joined;
  std::pair<std::string, std::string> best;
  bool found = false;
  for (const auto& pair : merges)
    for (std::size_t i = 0; i + 1 < symbols.size() && !found; ++i)
      if (symbols[i] == pair.first && symbols[i + 1] == pair.second) {
        best = pair;
        found = true;
      }
  for (std::size_t i = 0; i + 1 < symbols.size(); ++i)
    if (found && symbols[i] == best.first && symbols[i + 1] == best.second) {
      joined.push_back(best.first + best.second);
      ++i;
    } else
      joined.push_back(symbols[i]);
  return joined;
}

// [merge_step] your last symbol is lost where it is in no pair
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [first, second] : merges) {
    Symbols joined;
    bool found = false;
    for (std::size_t i = 0; i + 1 < symbols.size(); ++i)
      if (symbols[i] == first && symbols[i + 1] == second) {
        joined.push_back(first + second);
        found = true;
        ++i;
      } else
        joined.push_back(symbols[i]);
    if (found)
      return joined;
  }
  return symbols;
}

// [merge_step] you take the last pair of `merges` that applies; the best comes first
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (auto merge = merges.rbegin(); merge != merges.rend(); ++merge) {
    Symbols joined;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && symbols[i] == merge->first && symbols[i + 1] == merge->second)
        joined.push_back(merge->first + merge->second), ++i;
      else
        joined.push_back(symbols[i]);
    if (joined.size() < symbols.size())
      return joined;
  }
  return symbols;
}

// [merge_step] without symbols, symbols.size() - 1 is not -1 but a huge number: sizes have no sign; write i + 1 < symbols.size()
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [left, right] : merges) {
    std::vector<std::string> result;
    std::size_t i = 0;
    for (; i < symbols.size() - 1; ++i)
      if (symbols[i] == left && symbols[i + 1] == right)
        result.push_back(symbols[i] + symbols[++i]);
      else
        result.push_back(symbols[i]);
    if (i < symbols.size())
      result.push_back(symbols[i]);
    if (result.size() < symbols.size())
      return result;
  }
  return symbols;
}

// [merge_step] you return the symbols as they were: the joined ones are lost
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges&)
{
  return symbols;
}

// [merge_step] you join the pair only once; it is joined wherever it occurs
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  std::vector<std::string> result = symbols;
  for (const auto& pair : merges)
    for (std::size_t i = 0; i + 1 < result.size(); ++i)
      if (result[i] == pair.first && result[i + 1] == pair.second) {
        result[i] += result[i + 1];
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        return result;
      }
  return result;
}

// [merge_step] a symbol that has just been joined is joined once more: go on after both symbols of the pair
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [first, second] : merges) {
    Symbols joined;
    bool found = false;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && symbols[i] == first && symbols[i + 1] == second) {
        joined.push_back(first + second);
        found = true;

      } else if (i == 0 || symbols[i - 1] != first || symbols[i] != second)
        joined.push_back(symbols[i]);
    if (found)
      return joined;
  }
  return symbols;
}

// [merge_step] you join from right to left; from left to right {"a", "a", "a"} becomes {"aa", "a"}
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [left, right] : merges) {
    std::vector<std::string> result = symbols;
    for (std::size_t i = result.size(); i-- > 0;)
      if (i + 1 < result.size() && result[i] == left && result[i + 1] == right) {
        result[i] = left + right;
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    if (result.size() < symbols.size())
      return result;
  }
  return symbols;
}

// [merge_step] the pair's second symbol stays in the text, after the joined one; go on after both
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [first, second] : merges) {
    Symbols joined;
    bool found = false;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && symbols[i] == first && symbols[i + 1] == second) {
        joined.push_back(first + second);
        found = true;

      } else
        joined.push_back(symbols[i]);
    if (found)
      return joined;
  }
  return symbols;
}

// [merge_step] you repeat until nothing applies; do one step only
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [left, right] : merges) {
    std::vector<std::string> result;
    for (const std::string& symbol : symbols)
      result.push_back(symbol);
    for (std::size_t i = 0; i + 1 < result.size(); ++i)
      if (result[i] == left && result[i + 1] == right) {
        result[i] = left + right;
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    if (result.size() < symbols.size())
      return merge_step(result, merges);
  }
  return symbols;
}

// [merge_step] you put a space between the joined symbols
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [first, second] : merges) {
    Symbols joined;
    bool found = false;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && symbols[i] == first && symbols[i + 1] == second) {
        joined.push_back(first + " " + second);
        found = true;
        ++i;
      } else
        joined.push_back(symbols[i]);
    if (found)
      return joined;
  }
  return symbols;
}

// [forward_pass] you return the logits after the last token alone; every column has its own
// - arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
// + arma::mat x = weights.wte.cols(tokens) + weights.wpe.cols(0, tokens.n_elem - 1);
// - return unembed(weights.ln_f, weights.wte, x);
// + return unembed(weights.ln_f, weights.wte, x.tail_cols(1));

// [forward_pass] the blocks are missing, between embedding and unembedding
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  const arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
  return unembed(weights.ln_f, weights.wte, x);
}

// [forward_pass] the last layer norm is missing: the end is A^T ln_f(x)
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.cols(0, tokens.n_elem - 1);
  for (arma::uword layer = 0; layer < weights.blocks.size(); ++layer)
    x = block(weights.blocks[layer], x);
  return weights.wte.t() * x;
}

// [forward_pass] the positions are missing: the start is wte_{t_k} + wpe_k
// - arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
// + arma::mat x(weights.wte.n_rows, tokens.n_elem);
// +   for (arma::uword k = 0; k < tokens.n_elem; ++k)
// +     x.col(k) = weights.wte.col(tokens(k));

// [forward_pass] the token embedding is missing: the start is wte_{t_k} + wpe_k
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wpe.head_cols(tokens.n_elem);
  for (const Block& block : weights.blocks)
    x = exercise::block(block, x);
  return unembed(weights.ln_f, weights.wte, x);
}

// [forward_pass] every token gets the embedding of position 0; token k is at position k
// - arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
// + arma::mat x = weights.wte.cols(tokens);
// +   x.each_col() += weights.wpe.col(0);

// [forward_pass] you pick the position's embedding by the token's id; it depends on the place k alone
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    x.col(k) += weights.wpe.col(tokens[k]);
  for (const Block& block : weights.blocks)
    x = exercise::block(block, x);
  return unembed(weights.ln_f, weights.wte, x);
}

// [forward_pass] your positions count from 1; the first token is at position 0
// - arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
// + arma::mat x(weights.wte.n_rows, tokens.n_elem);
// +   for (arma::uword k = 0; k < tokens.n_elem; ++k)
// +     x.col(k) = weights.wte.col(tokens(k)) + weights.wpe.col(k + 1);

// [forward_pass] you return probabilities; logits are what softmax would be given
// - return unembed(weights.ln_f, weights.wte, x);
// + arma::mat p = unembed(weights.ln_f, weights.wte, x);
// +   p.each_row() -= arma::max(p, 0);
// +   p = arma::exp(p);
// +   p.each_row() /= arma::sum(p, 0);
// +   return p;

// [forward_pass] every block of yours reads the embedding; each reads what the one before returned
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  const arma::mat x = weights.wte.cols(tokens) + weights.wpe.cols(0, tokens.n_elem - 1);
  arma::mat y;
  for (const Block& each : weights.blocks)
    y = block(each, x);
  return unembed(weights.ln_f, weights.wte, y);
}

// [forward_pass] the blocks run in reverse order; the first of the list comes first
// - for (const Block& each : weights.blocks)
// -     x = block(each, x);
// + for (std::size_t i = weights.blocks.size(); i-- > 0;)
// +     x = block(weights.blocks[i], x);

// [forward_pass] every block of yours has the weights of the first; each has weights of its own
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.cols(0, tokens.n_elem - 1);
  for (arma::uword layer = 0; layer < weights.blocks.size(); ++layer)
    x = block(weights.blocks[0], x);
  return unembed(weights.ln_f, weights.wte, x);
}

// [forward_pass] the first block is skipped: the list begins at 0
// - for (const Block& each : weights.blocks)
// -     x = block(each, x);
// + for (std::size_t i = 1; i < weights.blocks.size(); ++i)
// +     x = block(weights.blocks[i], x);

// [forward_pass] you embed the ids 0, 1, ..., the places in the text; embed the token t_k at each place
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.head_cols(tokens.n_elem) + weights.wpe.head_cols(tokens.n_elem);
  for (const Block& block : weights.blocks)
    x = exercise::block(block, x);
  return unembed(weights.ln_f, weights.wte, x);
}

// [forward_pass] your result is transposed: positions are columns, tokens of the vocabulary rows
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
  for (const Block& block : weights.blocks)
    x = exercise::block(block, x);
  return unembed(weights.ln_f, weights.wte, x).t();
}

// [forward_pass] you add all of wpe, the whole context; the text has only its first K positions
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe;
  for (const Block& block : weights.blocks)
    x = exercise::block(block, x);
  return unembed(weights.ln_f, weights.wte, x);
}

// [forward_pass] the last block is left out; all of them are passed
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  Weights without = weights;
  if (!without.blocks.empty())
    without.blocks.pop_back();
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
  for (const Block& each : without.blocks)
    x = block(each, x);
  return unembed(weights.ln_f, weights.wte, x);
}
