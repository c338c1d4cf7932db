// [attention_scores] you compare directions; do not divide the dot product by the lengths of q and k
arma::mat exercise::attention_scores(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S(Q.n_cols, K.n_cols);
  for (arma::uword i = 0; i < Q.n_cols; ++i)
    for (arma::uword j = 0; j < K.n_cols; ++j) {
      const double lengths = arma::norm(Q.col(i)) * arma::norm(K.col(j));
      S(i, j) = lengths > 0 ? arma::dot(Q.col(i), K.col(j)) / lengths : 0;
    }
  return S;
}

// [attention_scores] you divide by sqrt(d) already; that is the next exercise
// - return Q.t() * K;
// + return Q.t() * K / std::sqrt(Q.n_rows);

// [attention_scores] Q % K multiplies entry by entry and wants the same shapes; every query meets every key
// - return Q.t() * K;
// + return Q % K;

// [attention_scores] Q K without a transpose: the rows of the left factor are to be queries, and those are columns of Q
// - return Q.t() * K;
// + return Q * K;

// [attention_scores] you leave out the last coordinate: i runs from 0 to d - 1, both included
arma::mat exercise::attention_scores(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S(Q.n_cols, K.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < Q.n_cols; ++i)
    for (arma::uword j = 0; j < K.n_cols; ++j)
      for (arma::uword l = 0; l + 1 < Q.n_rows; ++l)
        S(i, j) += Q(l, i) * K(l, j);
  return S;
}

// [attention_scores] your result has d rows and d columns; there is a row for each query and a column for each key, n_q x n_k
arma::mat exercise::attention_scores(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S(Q.n_rows, K.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < Q.n_cols; ++i)
    for (arma::uword j = 0; j < K.n_cols; ++j)
      S(i, j) = arma::dot(Q.col(i), K.col(j));
  return S;
}

// [attention_scores] the shapes do not fit: Q is d x n_q, K is d x n_k, and the result n_q x n_k
// - return Q.t() * K;
// + return Q * K.t();

// [attention_scores] your result is K^T Q, the transpose: rows are to be queries, columns keys
arma::mat exercise::attention_scores(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S(K.n_cols, Q.n_cols);
  for (arma::uword j = 0; j < K.n_cols; ++j)
    for (arma::uword i = 0; i < Q.n_cols; ++i)
      S(j, i) = arma::dot(Q.col(i), K.col(j));
  return S;
}

// [scaled_scores] you divide by the root of the number of entries of Q; d is the length of one query
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return Q.t() * K / std::sqrt(static_cast<double>(Q.n_elem));
}

// [scaled_scores] you divide by d; the formula divides by its square root
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S = attention_scores(Q, K);
  for (double& s : S)
    s = s / Q.n_rows;
  return S;
}

// [scaled_scores] you divide by the square root of the number of keys; d is the length of a column
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  const arma::mat S = attention_scores(Q, K);
  return S / std::sqrt(S.n_cols);
}

// [scaled_scores] you divide by the square root of the number of queries; d is the length of a column
// - const double d = Q.n_rows;
// + const arma::uword d = Q.n_cols;

// [scaled_scores] you multiply by sqrt(d); the formula divides by it
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return std::sqrt(Q.n_rows) * attention_scores(Q, K);
}

// [scaled_scores] you do not divide: these are the scores Q^T K themselves
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return attention_scores(Q, K);
}

// [scaled_scores] you take the square root of the scores; take that of d, and divide the scores by it
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return arma::sqrt(Q.t() * K);
}

// [scaled_scores] the shapes do not fit: Q is d x n_q, K is d x n_k, and the result n_q x n_k
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return Q * K.t() / std::sqrt(Q.n_cols);
}

// [scaled_scores] your result is the transpose: rows are to be queries, columns keys
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return attention_scores(K, Q) / std::sqrt(Q.n_rows);
}

// [scaled_scores] 1 / d of whole numbers is 0 from d = 2 on; make one of them a double
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return Q.t() * K * std::sqrt(static_cast<double>(1 / Q.n_rows));
}

// [mean_and_variance] you subtract the square of the mean from the mean of the squares: two huge numbers cancel, and the digits are lost; subtract the mean before you square
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  double sum = 0, squares = 0;
  for (double x_i : x) {
    sum += x_i;
    squares += x_i * x_i;
  }
  const double m = sum / x.n_elem;
  return {m, squares / x.n_elem - m * m};
}

// [mean_and_variance] mean and variance are swapped: the mean comes first
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  const double m = arma::mean(x);
  return {arma::mean(arma::square(x - m)), m};
}

// [mean_and_variance] you average the distances from the mean; square them first
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  const double m = arma::mean(x);
  return {m, arma::mean(arma::abs(x - m))};
}

// [mean_and_variance] you do not divide the sum of squared distances by n
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  const double m = arma::mean(x);
  return {m, arma::accu(arma::square(x - m))};
}

// [mean_and_variance] your variance divides by n - 1; the formula divides by n
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  return {arma::mean(x), arma::var(x)};
}

// [mean_and_variance] you average the squares of the numbers; subtract the mean from each number first
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  return {arma::accu(x) / x.n_elem, arma::dot(x, x) / x.n_elem};
}

// [mean_and_variance] you return the standard deviation, the variance's square root
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  return {arma::mean(x), arma::stddev(x, 1)};
}

// [mean_and_variance] your mean is a whole number: an int drops everything after the decimal point
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  const int m = static_cast<int>(arma::mean(x));
  return {m, arma::mean(arma::square(x - m))};
}

// [mean_and_variance] your sum is a whole number: an int drops everything after the decimal point (std::accumulate adds up in the type of its first value, and 0 is an int: write 0.0)
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  const double m =
      std::accumulate(x.begin(), x.end(), 0,
                      [](int sum, double value) { return static_cast<int>(sum + value); }) /
      double(x.n_elem);
  return {m, arma::mean(arma::square(x - m))};
}

// [score_variance] the variance is d only for means of 0 and variances of 1; here the lists say what they are
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  return static_cast<double>(d);
}

// [score_variance] d E[q^2] E[k^2] is not E[s^2]: products of two different terms belong to s^2 too
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  const double m = static_cast<double>(d) * arma::mean(q_values) * arma::mean(k_values);
  return static_cast<double>(d) * arma::mean(arma::square(q_values)) *
             arma::mean(arma::square(k_values)) -
         m * m;
}

// [score_variance] you subtract the squared mean of one term only; each of the d terms has it
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  const double m = arma::mean(q_values) * arma::mean(k_values);
  return static_cast<double>(d) * arma::mean(arma::square(q_values)) *
             arma::mean(arma::square(k_values)) -
         m * m;
}

// [score_variance] d Var(q) Var(k) is right where both means are 0, and hardly elsewhere
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  return d * mean_and_variance(q_values).second * mean_and_variance(k_values).second;
}

// [score_variance] you multiply by d^2, as for d copies of the same term; these are independent
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  arma::vec scores(q_values.n_elem * k_values.n_elem);
  arma::uword next = 0;
  for (double q : q_values)
    for (double k : k_values)
      scores[next++] = d * q * k;
  return arma::var(scores, 1);
}

// [score_variance] this is the variance of one term; variances of d independent terms add up
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  const arma::mat products = q_values * k_values.t();
  return arma::var(arma::vectorise(products), 1);
}

// [score_variance] your variances divide by n - 1, as for a sample (arma::var does); the list is the whole population, so divide by n
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  const double m_q = arma::mean(q_values), m_k = arma::mean(k_values);
  const double v_q = arma::var(q_values), v_k = arma::var(k_values);
  return static_cast<double>(d) * (v_q * v_k + m_q * m_q * v_k + m_k * m_k * v_q);
}

// [score_variance] d Var(q) Var(k) is right where both means are 0, and hardly elsewhere; and arma::var divides by n - 1
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  return static_cast<double>(d) * arma::var(q_values) * arma::var(k_values);
}

// [score_variance] d E[q^2] E[k^2] is right only where a mean is 0; subtract (E[q] E[k])^2 for each term
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  return d * arma::mean(q_values % q_values) * arma::mean(k_values % k_values);
}

// [score_variance] this is the standard deviation, the square root of the variance
// - // Of one term: E[q^2] E[k^2] - (m_q m_k)^2, with E[q^2] = v_q + m_q^2.
// -   const double of_one_term = v_q * v_k + v_q * m_k * m_k + m_q * m_q * v_k;
// -   return static_cast<double>(d) * of_one_term;
// + return std::sqrt(d * (v_q * v_k + v_q * m_k * m_k + m_q * m_q * v_k));

// [score_variance] you add the variances of q and of k; a term is their product, not their sum
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  return static_cast<double>(d) * (arma::var(q_values, 1) + arma::var(k_values, 1));
}

// [attention_pattern] you cut off large scores, so that different ones become equal; subtracting the same number from a whole row changes nothing
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = arma::exp(arma::clamp(S, -700, 700));
  A.each_col() /= arma::sum(A, 1);
  return A;
}

// [attention_pattern] your columns sum to 1; the rows must, one for each query
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  for (arma::uword j = 0; j < A.n_cols; ++j) {
    A.col(j) = arma::exp(A.col(j) - A.col(j).max());
    A.col(j) /= arma::accu(A.col(j));
  }
  return A;
}

// [attention_pattern] you divide by the largest score instead of subtracting it: that changes the result
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() /= arma::max(S, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}

// [attention_pattern] your rows have length 1 (arma::normalise); their sum must be 1
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() -= arma::max(S, 1);
  return arma::normalise(arma::exp(A), 2, 1);
}

// [attention_pattern] you return the exponentials; divide each row by its sum
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() -= arma::max(S, 1);
  return arma::exp(A);
}

// [attention_pattern] you subtract the largest magnitude; of negative scores that is the magnitude of the smallest, not of the largest
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - arma::abs(A.row(i)).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

// [attention_pattern] your maximum starts at 0, but all scores of a row may be negative
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - std::max(0.0, A.row(i).max()));
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

// [attention_pattern] you subtract the largest score of each column, and divide by the sum of each row; both belong to the row
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_row() -= arma::max(S, 0);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}

// [attention_pattern] you subtract the smallest score, which makes exponentials larger still; subtract the largest, so that it becomes 0
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() -= arma::min(S, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}

// [attention_pattern] a matrix and a column have different sizes: Armadillo's - and / do not repeat the column for you
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  const arma::mat E = arma::exp(S - arma::max(S, 1));
  return E / arma::sum(E, 1);
}

// [attention_pattern] the exponential is missing: you divide the scores themselves by their sum
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() /= arma::sum(S, 1);
  return A;
}

// [attention_pattern] you subtract the largest score of the whole matrix: all exponentials of a row far below it are 0; each row has its own largest
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = arma::exp(S - S.max());
  for (arma::uword i = 0; i < A.n_rows; ++i)
    A.row(i) /= arma::accu(A.row(i));
  return A;
}

// [attention_pattern] you divide by the sum of all exponentials; each row has its own sum
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  const arma::mat E = arma::exp(S - S.max());
  return E / arma::accu(E);
}

// [attention_pattern] you divide by the sum of all exponentials; each row has its own sum
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() -= arma::max(S, 1);
  A = arma::exp(A);
  return A / arma::accu(A);
}

// [attention_pattern] you divide by the sum of all exponentials; each row has its own sum
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  const arma::mat E = arma::exp(S);
  return E / arma::accu(E);
}

// [attention_pattern] overflow: subtract each row's largest score first
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A(S.n_rows, S.n_cols);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    double sum = 0;
    for (arma::uword j = 0; j < S.n_cols; ++j)
      sum += std::exp(S(i, j));
    for (arma::uword j = 0; j < S.n_cols; ++j)
      A(i, j) = std::exp(S(i, j)) / sum;
  }
  return A;
}

// [attention_pattern] you return the exponentials; divide each row by its sum
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  return arma::exp(S);
}

// [attention_pattern] your sum carries on from row to row; begin each row at 0
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  double sum = 0;
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    A.row(i) = arma::exp(S.row(i) - S.row(i).max());
    sum += arma::accu(A.row(i));
    A.row(i) /= sum;
  }
  return A;
}

// [attention_pattern] you subtract the largest score of each row, and divide by the sum of each column; both belong to the row
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = S;
  A.each_col() -= arma::max(S, 1);
  A = arma::exp(A);
  A.each_row() /= arma::sum(A, 0);
  return A;
}

// [attention_pattern] you subtract the first score of each row; another may be so far above it that its exponential is infinite. Subtract the largest
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A = arma::exp(S.each_col() - arma::vec(S.col(0)));
  for (arma::uword i = 0; i < A.n_rows; ++i)
    A.row(i) /= arma::accu(A.row(i));
  return A;
}

// [attention_output] you multiply A V; the weights of a query, a row of A, must meet the columns of V
// - return V * A.t();
// + return A * V;

// [attention_output] you multiply (A^T V)^T; the values are combined by the rows of A, V A^T
// - return V * A.t();
// + return V.t() * A;

// [attention_output] you divide by the number of keys; the rows of A sum to 1 already
// - return V * A.t();
// + return V * A.t() / static_cast<double>(V.n_cols);

// [attention_output] you take the value of the largest weight only; attention mixes all of them
arma::mat exercise::attention_output(const arma::mat& V, const arma::mat& A)
{
  arma::mat Z(V.n_rows, A.n_rows);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    Z.col(i) = V.col(A.row(i).index_max());
  return Z;
}

// [attention_output] you give every key the same weight; the weights are in A
arma::mat exercise::attention_output(const arma::mat& V, const arma::mat& A)
{
  arma::mat Z(V.n_rows, A.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols; ++j)
      Z.col(i) += V.col(j) / A.n_cols;
  return Z;
}

// [attention_output] your result is A V^T, the transpose: each output is to be a column
arma::mat exercise::attention_output(const arma::mat& V, const arma::mat& A)
{
  arma::mat Z(A.n_rows, V.n_rows);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword l = 0; l < V.n_rows; ++l)
      Z(i, l) = arma::dot(A.row(i), V.row(l));
  return Z;
}

// [attention_output] the shapes do not fit: V is r x n_k, A is n_q x n_k, and the result r x n_q
// - return V * A.t();
// + return V * A;

// [row_entropies] your logarithm is to base 2 and gives bits; nats need the natural one, std::log
arma::vec exercise::row_entropies(const arma::mat& A)
{
  arma::vec H(A.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols; ++j)
      if (A(i, j) > 0)
        H[i] -= A(i, j) * std::log2(A(i, j));
  return H;
}

// [row_entropies] your logarithm is to base 10; nats need the natural one, std::log
// - terms.transform([](double p) { return p == 0 ? 0 : -p * std::log(p); });
// + terms.transform([](double p) { return p == 0 ? 0 : -p * std::log10(p); });

// [row_entropies] you add up the entropies of all rows; each row has its own
arma::vec exercise::row_entropies(const arma::mat& A)
{
  double sum = 0;
  for (const double p : A)
    sum -= p == 0 ? 0 : p * std::log(p);
  return arma::vec(A.n_rows, arma::fill::value(sum));
}

// [row_entropies] you sum over the queries; each row has its entropy, a sum over the keys
arma::vec exercise::row_entropies(const arma::mat& A)
{
  arma::mat logarithms = arma::log(A);
  logarithms.replace(-arma::datum::inf, 0);
  return -arma::sum(A % logarithms, 0).t();
}

// [row_entropies] you return one number; there is an entropy for each row
arma::vec exercise::row_entropies(const arma::mat& A)
{
  double sum = 0;
  for (const double p : A)
    sum -= p == 0 ? 0 : p * std::log(p);
  return arma::vec{sum};
}

// [row_entropies] you add a small number inside the logarithm, which changes every entropy a little; only where p is 0 is help needed
arma::vec exercise::row_entropies(const arma::mat& A)
{
  return -arma::sum(A % arma::log(A + 1e-9), 1);
}

// [row_entropies] your sign is wrong: ln p is negative, and entropy is not; and 0 ln 0 came out as NaN
arma::vec exercise::row_entropies(const arma::mat& A)
{
  return arma::sum(A % arma::log(A), 1);
}

// [row_entropies] your sign is wrong: ln p is negative, and entropy is not
arma::vec exercise::row_entropies(const arma::mat& A)
{
  arma::vec H(A.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (double p : arma::rowvec(A.row(i)))
      H[i] += p > 0 ? p * std::log(p) : 0;
  return H;
}

// [row_entropies] you leave out the factor p in front of ln p
// - terms.transform([](double p) { return p == 0 ? 0 : -p * std::log(p); });
// + terms.transform([](double p) { return p == 0 ? 0 : -std::log(p); });

// [row_entropies] 0 ln 0 came out as NaN; a probability of 0 adds nothing to the entropy
arma::vec exercise::row_entropies(const arma::mat& A)
{
  return -arma::sum(A % arma::log(A), 1);
}

// [pattern_gradient] you let each score move its own probability only; it moves its whole row
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D(A.n_rows, A.n_cols);
  for (arma::uword k = 0; k < A.n_elem; ++k)
    D[k] = G[k] * A[k] * (1 - A[k]);
  return D;
}

// [pattern_gradient] your derivative of p_j by s_j is p_j, as if the denominator did not change with s_j
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  return G % A;
}

// [pattern_gradient] you subtract A_ij alone from G_ij; subtract a mean of G
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  return A % (G - A);
}

// [pattern_gradient] a matrix and a column have different sizes: Armadillo's - does not repeat the column for you
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  return A % (G - arma::sum(A % G, 1));
}

// [pattern_gradient] the diagonal is missing: p_j grows with its own score, by p_j (1 - p_j)
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D = -A;
  D.each_col() %= arma::sum(A % G, 1);
  return D;
}

// [pattern_gradient] the sign off the diagonal: p_l becomes smaller when s_j grows and l is not j
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D(arma::size(A));
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols; ++j) {
      D(i, j) = 0;
      for (arma::uword l = 0; l < A.n_cols; ++l)
        D(i, j) += G(i, l) * (j == l ? A(i, j) * (1 - A(i, j)) : A(i, l) * A(i, j));
    }
  return D;
}

// [pattern_gradient] your sum runs over the queries; each row has its own softmax, over the keys
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  const arma::rowvec along = arma::sum(A % G, 0);
  return A % (G.each_row() - along);
}

// [pattern_gradient] you subtract the plain mean of the row of G; weight it by the row of A
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D(arma::size(A));
  for (arma::uword i = 0; i < A.n_rows; ++i)
    D.row(i) = A.row(i) % (G.row(i) - arma::mean(G.row(i)));
  return D;
}

// [pattern_gradient] you subtract the plain sum of the row of G; weight it by the row of A
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D = G;
  D.each_col() -= arma::sum(G, 1);
  return A % D;
}

// [pattern_gradient] you add the weighted mean of the row of G; subtract it: another score that grows takes from p_j
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D = G;
  D.each_col() += arma::sum(A % G, 1);
  return A % D;
}

// [pattern_gradient] your sign is wrong: a score that grows makes its own probability grow
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D(arma::size(A));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    const arma::rowvec p = A.row(i);
    const arma::mat J = p.t() * p - arma::diagmat(p);
    D.row(i) = G.row(i) * J;
  }
  return D;
}

// [pattern_gradient] your sum runs over the whole matrix; the softmax of a row depends on no other row
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  return A % (G - arma::accu(A % G));
}

// [pattern_gradient] the factor A_ij in front is missing: a score moves its probability by as much as there is of it
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D = G;
  D.each_col() -= arma::sum(A % G, 1);
  return D;
}

// [merged] you scale the sum of b only, as if the largest score were always that of a
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double factor = std::exp(b.largest - a.largest);
  return {std::max(a.largest, b.largest), a.sum + factor * b.sum, a.values + factor * b.values};
}

// [merged] -inf - (-inf) is not a number: if both parts are empty, so is the result
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  if (a.largest < b.largest)
    return exercise::merged(b, a);
  const double factor = std::exp(b.largest - a.largest);
  return {a.largest, a.sum + factor * b.sum, a.values + factor * b.values};
}

// [merged] you divide the values by the sum; a Partial holds them undivided, and an empty one has the sum 0
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  const double of_a = std::exp(a.largest - largest), of_b = std::exp(b.largest - largest);
  const double sum = of_a * a.sum + of_b * b.sum;
  return {largest, sum, arma::vec((of_a * a.values + of_b * b.values) / sum)};
}

// [merged] you divide the values by the sum; a Partial holds them undivided
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  const double scale_a = a.sum == 0 ? 0 : std::exp(a.largest - largest);
  const double scale_b = b.sum == 0 ? 0 : std::exp(b.largest - largest);
  const double sum = scale_a * a.sum + scale_b * b.sum;
  arma::vec values = scale_a * a.values + scale_b * b.values;
  if (sum > 0)
    values /= sum;
  return {largest, sum, values};
}

// [merged] your factor is the wrong way round: it is e^{old - new}, at most 1
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  if (largest == -arma::datum::inf)
    return a;
  const double of_a = std::exp(largest - a.largest), of_b = std::exp(largest - b.largest);
  return {largest, of_a * a.sum + of_b * b.sum, of_a * a.values + of_b * b.values};
}

// [merged] your factor is the wrong way round: it is e^{old - new}, at most 1
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  const double of_a = std::exp(largest - a.largest), of_b = std::exp(largest - b.largest);
  return {largest, of_a * a.sum + of_b * b.sum, of_a * a.values + of_b * b.values};
}

// [merged] your factor is the wrong way round: it is e^{old - new}, at most 1
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  const double scale_a = a.sum == 0 ? 0 : std::exp(largest - a.largest);
  const double scale_b = b.sum == 0 ? 0 : std::exp(largest - b.largest);
  return {largest, scale_a * a.sum + scale_b * b.sum, scale_a * a.values + scale_b * b.values};
}

// [merged] the largest score of the result is 0: it was not set
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double m = std::max(a.largest, b.largest);
  const double of_a = a.sum == 0 ? 0 : std::exp(a.largest - m);
  const double of_b = b.sum == 0 ? 0 : std::exp(b.largest - m);
  return {0, of_a * a.sum + of_b * b.sum, of_a * a.values + of_b * b.values};
}

// [merged] overflow: e^{a.largest} is too large a number; take exponentials of differences only
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  Partial both;
  both.largest = std::max(a.largest, b.largest);
  const double w_a = std::exp(a.largest), w_b = std::exp(b.largest), w = std::exp(both.largest);
  both.sum = (w_a * a.sum + w_b * b.sum) / w;
  both.values = (w_a * a.values + w_b * b.values) / w;
  return both;
}

// [merged] you add sums that are relative to different largest scores; scale them first
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  Partial both = a;
  both.largest = a.largest > b.largest ? a.largest : b.largest;
  both.sum += b.sum;
  both.values += b.values;
  return both;
}

// [merged] you scale the sums but not the values, which take the same factors; and -inf - (-inf) is not a number
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  const double of_a = std::exp(a.largest - largest), of_b = std::exp(b.largest - largest);
  return {largest, of_a * a.sum + of_b * b.sum, a.values + b.values};
}

// [merged] you scale the sums but not the values; they take the same factors
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  if (a.sum == 0)
    return b;
  if (b.sum == 0)
    return a;
  const double m = std::max(a.largest, b.largest);
  return {m, a.sum * std::exp(a.largest - m) + b.sum * std::exp(b.largest - m),
          a.values + b.values};
}

// [merged] you multiply the values by their sums too; a Partial holds values that are not divided by the sum
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double m = std::max(a.largest, b.largest);
  const double of_a = a.sum == 0 ? 0 : std::exp(a.largest - m);
  const double of_b = b.sum == 0 ? 0 : std::exp(b.largest - m);
  if (a.sum == 0 || b.sum == 0)
    return a.sum == 0 ? b : a;
  return {m, of_a * a.sum + of_b * b.sum, of_a * a.sum * a.values + of_b * b.sum * b.values};
}

// [merged] you take the values of a and b for means and return a mean; a Partial holds sums, not divided
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  if (a.sum == 0)
    return b;
  if (b.sum == 0)
    return a;
  const double largest = std::max(a.largest, b.largest);
  const double of_a = a.sum * std::exp(a.largest - largest);
  const double of_b = b.sum * std::exp(b.largest - largest);
  return {largest, of_a + of_b, (of_a * a.values + of_b * b.values) / (of_a + of_b)};
}

// [merged] you take the largest score of b; that of a may be larger
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  if (a.sum == 0)
    return b;
  if (b.sum == 0)
    return a;
  const double factor = std::exp(a.largest - b.largest);
  return {b.largest, a.sum * factor + b.sum, a.values * factor + b.values};
}

// [merged] if every key is masked, the values are r zeros, not an empty vector
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  Partial both;
  both.largest = std::max(a.largest, b.largest);
  if (!std::isfinite(both.largest))
    return both;
  const double of_a = std::exp(a.largest - both.largest);
  const double of_b = std::exp(b.largest - both.largest);
  both.sum = of_a * a.sum + of_b * b.sum;
  both.values = of_a * a.values + of_b * b.values;
  return both;
}
