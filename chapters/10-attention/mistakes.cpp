// [sentence_scores] you divide by sqrt(r); here the scores are wanted as they are
arma::mat exercise::sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x)
{
  return (W_Q * x).t() * (W_K * x) / std::sqrt(double(W_Q.n_rows));
}

// [sentence_scores] Q K without a transpose: the rows of the left factor are to be queries, and those are columns of Q
arma::mat exercise::sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x)
{
  return (W_Q * x) * (W_K * x);
}

// [sentence_scores] you compare the tokens themselves, x^T x; the queries are W_Q x and the keys W_K x
arma::mat exercise::sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x)
{
  return x.t() * x;
}

// [sentence_scores] you compare queries with queries; the keys are W_K x
arma::mat exercise::sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x)
{
  const arma::mat Q = W_Q * x;
  return Q.t() * Q;
}

// [sentence_scores] your result is K^T Q, the transpose: rows are to be queries
arma::mat exercise::sentence_scores(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& x)
{
  return (W_K * x).t() * (W_Q * x);
}

// [pattern_by_rows] your columns sum to 1; every query, a row, is to share out its attention
// - A.each_col() -= arma::max(A, 1);
// + A.each_row() -= arma::max(A, 0);
// - A.each_col() /= arma::sum(A, 1);
// + A.each_row() /= arma::sum(A, 0);

// [pattern_by_rows] you divide by d; the formula divides by its square root
// - arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
// + arma::mat A = Q * K.t() / double(Q.n_cols);

// [pattern_by_rows] you divide by the root of the number of queries; where tokens are rows, d is the number of columns
// - arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
// + arma::mat A = Q * K.t() / std::sqrt(double(Q.n_rows));

// [pattern_by_rows] you do not divide the scores by sqrt(d)
// - arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
// + arma::mat A = Q * K.t();

// [pattern_by_rows] the exponential of a score of thousands is infinite; subtract each row's largest score first
// - arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
// -   A.each_col() -= arma::max(A, 1);
// -   A = arma::exp(A);
// + arma::mat A = arma::exp(Q * K.t() / std::sqrt(double(Q.n_cols)));

// [pattern_by_rows] you subtract the largest score of all rows: in a row that is far below it all exponentials are 0, and 0 / 0 is left. Subtract from each row its own
// - A.each_col() -= arma::max(A, 1);
// -   A = arma::exp(A);
// + A = arma::exp(A - A.max());

// [pattern_by_rows] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
arma::mat exercise::pattern_by_rows(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    double largest = 0;
    for (const double s : A.row(i))
      largest = std::max(largest, s);
    A.row(i) = arma::exp(A.row(i) - largest);
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

// [pattern_by_rows] Q^T K is for tokens as columns; here they are rows, and the scores are Q K^T
// - arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
// + arma::mat A = Q.t() * K / std::sqrt(double(Q.n_cols));

// [pattern_by_rows] you subtract the mean of each row; the largest score may be so far above it that its exponential is infinite. Subtract the largest
// - A.each_col() -= arma::max(A, 1);
// -   A = arma::exp(A);
// + A = arma::exp(A.each_col() - arma::vec(arma::mean(A, 1)));

// [pattern_by_rows] you subtract the first score of each row; another may be so far above it that its exponential is infinite. Subtract the largest
// - A.each_col() -= arma::max(A, 1);
// -   A = arma::exp(A);
// + A = arma::exp(A.each_col() - arma::vec(A.col(0)));

// [pattern_by_rows] you subtract the largest magnitude of each row; where that belongs to a negative score, all exponentials may be 0, and 0 / 0 is left. Subtract the largest score
// - A.each_col() -= arma::max(A, 1);
// -   A = arma::exp(A);
// + A = arma::exp(A.each_col() - arma::vec(arma::max(arma::abs(A), 1)));

// [head_by_columns] your softmax is over queries; each query shares out its attention over the keys
// - return V * pattern_by_rows(Q.t(), K.t()).t();
// + return V * pattern_by_rows(K.t(), Q.t());

// [head_by_columns] every token hears all others alike; the scores decide how much
// - return V * pattern_by_rows(Q.t(), K.t()).t();
// + return V * arma::mat(x.n_cols, x.n_cols, arma::fill::value(1. / double(x.n_cols)));

// [head_by_columns] V A mixes by the columns of the pattern, which sum to anything; output i is mixed by row i, so V A^T
// - return V * pattern_by_rows(Q.t(), K.t()).t();
// + return V * pattern_by_rows(Q.t(), K.t());

// [head_by_columns] your keys ask and your queries answer: exchange the two
// - return V * pattern_by_rows(Q.t(), K.t()).t();
// + return V * pattern_by_rows(K.t(), Q.t()).t();

// [head_by_columns] you mix the tokens themselves; what is passed on are the values W_V x
arma::mat exercise::head_by_columns(const exercise::Head& head, const arma::mat& x)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * x;
  return x * pattern_by_rows(Q.t(), K.t()).t();
}

// [head_by_columns] the exponential of a score of thousands is infinite; subtract each row's largest score first
// - return V * pattern_by_rows(Q.t(), K.t()).t();
// + arma::mat A = arma::exp(Q.t() * K / std::sqrt(double(Q.n_rows)));
// +   A.each_col() /= arma::sum(A, 1);
// +   return V * A.t();

// [head_by_columns] you subtract the largest score of all rows: in a row that is far below it all exponentials are 0, and 0 / 0 is left. Subtract from each row its own
// - return V * pattern_by_rows(Q.t(), K.t()).t();
// + arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
// +   A = arma::exp(A - A.max());
// +   A.each_col() /= arma::sum(A, 1);
// +   return V * A.t();

// [head_by_columns] you subtract the mean of each row; the largest score may be so far above it that its exponential is infinite. Subtract the largest
// - return V * pattern_by_rows(Q.t(), K.t()).t();
// + arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
// +   A = arma::exp(A.each_col() - arma::vec(arma::mean(A, 1)));
// +   A.each_col() /= arma::sum(A, 1);
// +   return V * A.t();

// [head_by_columns] you subtract the first score of each row; another may be so far above it that its exponential is infinite. Subtract the largest
// - return V * pattern_by_rows(Q.t(), K.t()).t();
// + arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
// +   A = arma::exp(A.each_col() - arma::vec(A.col(0)));
// +   A.each_col() /= arma::sum(A, 1);
// +   return V * A.t();

// [head_by_columns] you subtract the largest magnitude of each row; where that belongs to a negative score, all exponentials may be 0, and 0 / 0 is left. Subtract the largest score
// - return V * pattern_by_rows(Q.t(), K.t()).t();
// + arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
// +   A = arma::exp(A.each_col() - arma::vec(arma::max(arma::abs(A), 1)));
// +   A.each_col() /= arma::sum(A, 1);
// +   return V * A.t();

// [head_by_columns] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
// - return V * pattern_by_rows(Q.t(), K.t()).t();
// + arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
// +   A = arma::exp(A.each_col() - arma::vec(arma::clamp(arma::max(A, 1), 0, arma::datum::inf)));
// +   A.each_col() /= arma::sum(A, 1);
// +   return V * A.t();

// [head_by_columns] you do not divide the scores by sqrt(r)
arma::mat exercise::head_by_columns(const exercise::Head& head, const arma::mat& x)
{
  arma::mat A = (head.W_Q * x).t() * (head.W_K * x);
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * x * A.t();
}

// [head_by_columns] you divide by the root of n, the rows of x; a score is a sum of r products, r the rows of W_Q
arma::mat exercise::head_by_columns(const exercise::Head& head, const arma::mat& x)
{
  arma::mat A = (head.W_Q * x).t() * (head.W_K * x) / std::sqrt(double(x.n_rows));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * x * A.t();
}

// [translated] W_Q and W_K have changed places
// - return {head.W_Q.t(), head.W_K.t(), head.W_V.t()};
// + return {head.W_K.t(), head.W_Q.t(), head.W_V.t()};

// [translated] the shapes are still those of columns, r x n: on X they do not fit
// - return {head.W_Q.t(), head.W_K.t(), head.W_V.t()};
// + return {head.W_Q, head.W_K, head.W_V};

// [translated] the shapes are right, but reshape reads the entries in columns and writes them in columns; a transpose exchanges rows and columns
// - return {head.W_Q.t(), head.W_K.t(), head.W_V.t()};
// + return {arma::reshape(head.W_Q, head.W_Q.n_cols, head.W_Q.n_rows),
// +           arma::reshape(head.W_K, head.W_K.n_cols, head.W_K.n_rows),
// +           arma::reshape(head.W_V, head.W_V.n_cols, head.W_V.n_rows)};

// [translated] W_V has to be transposed as well
// - return {head.W_Q.t(), head.W_K.t(), head.W_V.t()};
// + return {head.W_Q.t(), head.W_K.t(), head.W_V};

// [head_by_rows] W X is for tokens as columns; where they are rows, X is on the left
// - return pattern_by_rows(X * head.W_Q, X * head.W_K) * X * head.W_V;
// + return pattern_by_rows(head.W_Q * X, head.W_K * X) * head.W_V * X;

// [head_by_rows] your keys ask and your queries answer: exchange the two
// - return pattern_by_rows(X * head.W_Q, X * head.W_K) * X * head.W_V;
// + return pattern_by_rows(X * head.W_K, X * head.W_Q) * X * head.W_V;

// [head_by_rows] you mix by the columns of the pattern: where tokens are rows nothing is transposed but K
// - return pattern_by_rows(X * head.W_Q, X * head.W_K) * X * head.W_V;
// + return pattern_by_rows(X * head.W_Q, X * head.W_K).t() * X * head.W_V;

// [head_by_rows] your result is the transpose: outputs are to be rows
// - return pattern_by_rows(X * head.W_Q, X * head.W_K) * X * head.W_V;
// + return (pattern_by_rows(X * head.W_Q, X * head.W_K) * X * head.W_V).t();

// [head_by_rows] you mix the tokens themselves; what is passed on are the values X W_V
// - return pattern_by_rows(X * head.W_Q, X * head.W_K) * X * head.W_V;
// + return pattern_by_rows(X * head.W_Q, X * head.W_K) * X;

// [head_by_rows] the exponential of a score of thousands is infinite; subtract each row's largest score first
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  const arma::mat Q = X * head.W_Q, K = X * head.W_K;
  arma::mat A = arma::exp(Q * K.t() / std::sqrt(double(Q.n_cols)));
  A.each_col() /= arma::sum(A, 1);
  return A * X * head.W_V;
}

// [head_by_rows] you subtract the largest score of all rows: in a row that is far below it all exponentials are 0, and 0 / 0 is left. Subtract from each row its own
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  const arma::mat Q = X * head.W_Q, K = X * head.W_K;
  arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
  A = arma::exp(A - A.max());
  A.each_col() /= arma::sum(A, 1);
  return A * X * head.W_V;
}

// [head_by_rows] you subtract the mean of each row; the largest score may be so far above it that its exponential is infinite. Subtract the largest
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  const arma::mat Q = X * head.W_Q, K = X * head.W_K;
  arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
  A = arma::exp(A.each_col() - arma::vec(arma::mean(A, 1)));
  A.each_col() /= arma::sum(A, 1);
  return A * X * head.W_V;
}

// [head_by_rows] you subtract the first score of each row; another may be so far above it that its exponential is infinite. Subtract the largest
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  const arma::mat Q = X * head.W_Q, K = X * head.W_K;
  arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
  A = arma::exp(A.each_col() - arma::vec(A.col(0)));
  A.each_col() /= arma::sum(A, 1);
  return A * X * head.W_V;
}

// [head_by_rows] you subtract the largest magnitude of each row; where that belongs to a negative score, all exponentials may be 0, and 0 / 0 is left. Subtract the largest score
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  const arma::mat Q = X * head.W_Q, K = X * head.W_K;
  arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
  A = arma::exp(A.each_col() - arma::vec(arma::max(arma::abs(A), 1)));
  A.each_col() /= arma::sum(A, 1);
  return A * X * head.W_V;
}

// [head_by_rows] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  const arma::mat Q = X * head.W_Q, K = X * head.W_K;
  arma::mat A = Q * K.t() / std::sqrt(double(Q.n_cols));
  A = arma::exp(A.each_col() - arma::vec(arma::clamp(arma::max(A, 1), 0, arma::datum::inf)));
  A.each_col() /= arma::sum(A, 1);
  return A * X * head.W_V;
}

// [head_by_rows] you do not divide the scores by sqrt(d)
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  arma::mat A = (X * head.W_Q) * (X * head.W_K).t();
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A * (X * head.W_V);
}

// [head_by_rows] you divide by the root of n, the columns of X; a score is a sum of d products, d the columns of W_Q
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  arma::mat A = (X * head.W_Q) * (X * head.W_K).t() / std::sqrt(double(X.n_cols));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A * (X * head.W_V);
}

// [head_as_matrix] W ⊗ A acts on the rows one after the other; vec puts columns one below the other, and for these it is A ⊗ W
// - return arma::kron(A, W);
// + return arma::kron(W, A);

// [head_as_matrix] this is A ⊗ I: tokens are mixed, but W is forgotten
// - return arma::kron(A, W);
// + return arma::kron(A, arma::mat(W.n_cols, W.n_cols, arma::fill::eye));

// [head_as_matrix] with A^T this is vec(W x A); the formula has A^T on the right, and the transpose is in it already
// - return arma::kron(A, W);
// + return arma::kron(arma::mat(A.t()), W);

// [head_as_matrix] this is I ⊗ W: every token is changed by W, but none hears another
// - return arma::kron(A, W);
// + return arma::kron(arma::mat(A.n_rows, A.n_rows, arma::fill::eye), W);

// [head_as_matrix] W is not transposed: it is on the left of x
// - return arma::kron(A, W);
// + return arma::kron(A, arma::mat(W.t()));

// [soft_lookup] you divide by sqrt(r) too; here T alone stands below the scores
// - K.t() * q / T;
// + K.t() * q / (T * std::sqrt(double(q.n_elem)));

// [soft_lookup] you return the value of the best key; a soft lookup is a mean of all of them
arma::vec exercise::soft_lookup(const arma::vec& q, const arma::mat& K, const arma::mat& V,
                                double T)
{
  const arma::vec s = K.t() * q;
  return V.col(s.index_max());
}

// [soft_lookup] you multiply by T; the smaller T is, the larger the scores should be
// - const arma::vec s = K.t() * q / T;
// -   const arma::vec weights = arma::exp(s - s.max());
// + const arma::vec s = K.t() * q * T, weights = arma::exp(s - s.max());

// [soft_lookup] you weigh by the distance of key and query; the formula weighs by their inner product
// - const arma::vec s = K.t() * q / T;
// + arma::vec s(K.n_cols);
// +   for (arma::uword j = 0; j < K.n_cols; ++j)
// +     s(j) = -arma::accu(arma::square(K.col(j) - q)) / (2 * T);

// [soft_lookup] your weights do not sum to 1: divide by their sum
// - const arma::vec weights = arma::exp(s - s.max());
// -   return V * weights / arma::accu(weights);
// + return V * arma::exp(s - s.max());

// [soft_lookup] at small T the exponential is infinite, and infinity over infinity is not a number; subtract the largest score first
// - const arma::vec s = K.t() * q / T;
// -   const arma::vec weights = arma::exp(s - s.max());
// + const arma::vec weights = arma::exp(K.t() * q / T);

// [soft_lookup] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
// - const arma::vec s = K.t() * q / T;
// -   const arma::vec weights = arma::exp(s - s.max());
// + const arma::vec s = K.t() * q / T, weights = arma::exp(s - std::max(0., s.max()));

// [soft_lookup] the temperature is forgotten
// - const arma::vec s = K.t() * q / T;
// -   const arma::vec weights = arma::exp(s - s.max());
// + const arma::vec s = K.t() * q, weights = arma::exp(s - s.max());

// [soft_lookup] you subtract the mean; the largest score may be so far above it that its exponential is infinite. Subtract the largest
// - const arma::vec s = K.t() * q / T;
// -   const arma::vec weights = arma::exp(s - s.max());
// + const arma::vec s = K.t() * q / T, weights = arma::exp(s - arma::mean(s));

// [soft_lookup] you subtract the first score; another may be so far above it that its exponential is infinite. Subtract the largest
// - const arma::vec s = K.t() * q / T;
// -   const arma::vec weights = arma::exp(s - s.max());
// + const arma::vec s = K.t() * q / T, weights = arma::exp(s - s(0));

// [soft_lookup] you subtract the largest magnitude; where that belongs to a negative score, all exponentials may be 0, and 0 / 0 is left. Subtract the largest score
// - const arma::vec s = K.t() * q / T;
// -   const arma::vec weights = arma::exp(s - s.max());
// + const arma::vec s = K.t() * q / T, weights = arma::exp(s - arma::abs(s).max());

// [largest_temperature] std::log10 is the logarithm to base 10; softmax is made of e
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  return gap / std::log10(double(n - 1) * (1 - epsilon) / epsilon);
}

// [largest_temperature] this is 1 / T: how much the scores are to be multiplied by
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  return std::log(double(n - 1) * (1 - epsilon) / epsilon) / gap;
}

// [largest_temperature] the best key is not one of the others: these are n - 1
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  return gap / std::log(double(n) * (1 - epsilon) / epsilon);
}

// [largest_temperature] there are n - 1 other keys, and in the worst case all of them are at the gap
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  return gap / std::log((1 - epsilon) / epsilon);
}

// [largest_temperature] (n - 1) e^{-gap / T} is an upper bound of the others' weight, which is divided by 1 + itself; so a larger T will do
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  return gap / std::log(double(n - 1) / epsilon);
}

// [largest_temperature] std::log2 is the logarithm to base 2; softmax is made of e
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  return gap / std::log2(double(n - 1) * (1 - epsilon) / epsilon);
}

// [cross_attention] your softmax is over those who ask; each query shares out its attention over the keys
// - const arma::mat Q = head.W_Q * x, K = head.W_K * y, V = head.W_V * y;
// -   return V * pattern_by_rows(Q.t(), K.t()).t();
// + return head.W_V * y * pattern_by_rows((head.W_K * y).t(), (head.W_Q * x).t());

// [cross_attention] this is self-attention of y: x does not ask
// - const arma::mat Q = head.W_Q * x, K = head.W_K * y, V = head.W_V * y;
// -   return V * pattern_by_rows(Q.t(), K.t()).t();
// + return head_by_columns(head, y);

// [cross_attention] this is self-attention of x: y is not heard
// - const arma::mat Q = head.W_Q * x, K = head.W_K * y, V = head.W_V * y;
// -   return V * pattern_by_rows(Q.t(), K.t()).t();
// + return head_by_columns(head, x);

// [cross_attention] your values are made of x; it is y that answers
// - const arma::mat Q = head.W_Q * x, K = head.W_K * y, V = head.W_V * y;
// + const arma::mat Q = head.W_Q * x, K = head.W_K * y, V = head.W_V * x;

// [cross_attention] your queries are made of y and your keys and values of x: the other way round
// - const arma::mat Q = head.W_Q * x, K = head.W_K * y, V = head.W_V * y;
// -   return V * pattern_by_rows(Q.t(), K.t()).t();
// + return head.W_V * x * pattern_by_rows((head.W_Q * y).t(), (head.W_K * x).t()).t();

// [cross_attention] the exponential of a score of thousands is infinite; subtract each row's largest score first
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * y;
  arma::mat A = arma::exp(Q.t() * K / std::sqrt(double(Q.n_rows)));
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * y * A.t();
}

// [cross_attention] you subtract the largest score of all rows: in a row that is far below it all exponentials are 0, and 0 / 0 is left. Subtract from each row its own
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * y;
  arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
  A = arma::exp(A - A.max());
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * y * A.t();
}

// [cross_attention] you subtract the mean of each row; the largest score may be so far above it that its exponential is infinite. Subtract the largest
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * y;
  arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
  A = arma::exp(A.each_col() - arma::vec(arma::mean(A, 1)));
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * y * A.t();
}

// [cross_attention] you subtract the first score of each row; another may be so far above it that its exponential is infinite. Subtract the largest
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * y;
  arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
  A = arma::exp(A.each_col() - arma::vec(A.col(0)));
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * y * A.t();
}

// [cross_attention] you subtract the largest magnitude of each row; where that belongs to a negative score, all exponentials may be 0, and 0 / 0 is left. Subtract the largest score
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * y;
  arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
  A = arma::exp(A.each_col() - arma::vec(arma::max(arma::abs(A), 1)));
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * y * A.t();
}

// [cross_attention] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * y;
  arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
  A = arma::exp(A.each_col() - arma::vec(arma::clamp(arma::max(A, 1), 0, arma::datum::inf)));
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * y * A.t();
}

// [cross_attention] you do not divide the scores by sqrt(r)
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  arma::mat A = (head.W_Q * x).t() * (head.W_K * y);
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * y * A.t();
}

// [cross_attention] your queries are made of y and your keys of x: x asks, and y answers
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  arma::mat A = (head.W_Q * y).t() * (head.W_K * x) / std::sqrt(double(head.W_Q.n_rows));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return head.W_V * y * A;
}

// [values_gradient] you divide by how much each key is heard: a gradient is a sum over all who hear, not their mean
// - return G * A;
// + arma::mat D = G * A;
// +   D.each_row() /= arma::sum(A, 0) + 1e-300;
// +   return D;

// [values_gradient] the pattern does not depend on the values: no softmax is to be differentiated here
// - return G * A;
// + return G * (A % (1 - A));

// [values_gradient] G A^T would go forwards once more; V_aj is heard by query i with A_ij, and the sum is over i
// - return G * A;
// + return G * A.t();

// [values_gradient] your result is the transpose: it is to have the shape of V, m x n_k
// - return G * A;
// + return A.t() * G.t();
