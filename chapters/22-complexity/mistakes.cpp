// [attention_operations] a sum of d terms takes d - 1 additions, and one of n terms n - 1; you count one more
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * (2 * d + 1) + n * (5 * n) + n * d * 2 * n;
}

// [attention_operations] the largest of n scores takes n - 1 comparisons and the sum n - 1 additions; you count n of each
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * 2 * d + n * 5 * n + n * d * (2 * n - 1);
}

// [attention_operations] n^2 operations are missing: the division of each score by sqrt(d), or softmax's subtraction, exponential or division for each score
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * (2 * d - 1) + n * (5 * n - 2) + n * d * (2 * n - 1);
}

// [attention_operations] this is the term that grows fastest; the others are asked for too
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return 4 * n * n * d;
}

// [attention_operations] softmax is missing: these are the two products and the division
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * 2 * d + n * d * (2 * n - 1);
}

// [attention_operations] the outputs are missing: the pattern has to be multiplied by the values
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * 2 * d + n * (5 * n - 2);
}

// [attention_operations] softmax is counted for one row; there are n of them
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * 2 * d + 5 * n - 2 + n * d * (2 * n - 1);
}

// [attention_operations] n (n - 1) operations are missing: the comparisons for the largest score of each row, or the additions of its sum; or you count one division for a row of n weights
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * 2 * d + n * (4 * n - 1) + n * d * (2 * n - 1);
}

// [attention_operations] a product and the addition of it are two operations; you count them as one
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * (d + 1) + n * (5 * n - 2) + n * d * n;
}

// [attention_operations] the outputs are n d sums of n terms; you count n^2 sums of d terms, as for the scores
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * 2 * d + n * (5 * n - 2) + n * n * (2 * d - 1);
}

// [attention_operations] the count is more than 32 bits hold, and what does not fit is lost: compute with arma::uword
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  const auto n_32 = static_cast<std::uint32_t>(n), d_32 = static_cast<std::uint32_t>(d);
  return 4 * n_32 * n_32 * d_32 + 5 * n_32 * n_32 - n_32 * d_32 - 2 * n_32;
}

// [attention_operations] n^2 operations too many: a score's d products take d - 1 additions, and one division by sqrt(d), whose root is not counted
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return ::exercise::attention_operations(n, d) + n * n;
}

// [attention_operations] n operations too many: the largest of n scores takes n - 1 comparisons, and their sum n - 1 additions
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return ::exercise::attention_operations(n, d) + n;
}

// [attention_operations] n d operations too many: an output is a sum of n products, with n - 1 additions
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return ::exercise::attention_operations(n, d) + n * d;
}

// [attention_operations] n (n - 1) d operations are missing: the additions of the outputs, n - 1 for each of n d, or half of the scores, as if there were a causal mask
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * (n + 1) / 2 * 2 * d + n * (5 * n - 2) + n * d * (2 * n - 1);
}

// [attention_operations] n (n - 1) d operations are missing: the additions of the outputs, n - 1 for each of n d, or half of the scores, as if there were a causal mask
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * 2 * d + n * (5 * n - 2) + n * n * d;
}

// [attention_operations] you count one output for each token; it has d entries, each a sum of its own
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * 2 * d + n * (5 * n - 2) + n * (2 * n - 1);
}

// [attention_operations] n and d are exchanged: there are n^2 scores, sums of d terms
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return ::exercise::attention_operations(d, n);
}

// [attention_operations] the additions of the scores are missing: d - 1 for each of n^2
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  return n * n * (d + 1) + n * (5 * n - 2) + n * d * (2 * n - 1);
}

// [attention_operations] a float has 7 digits, and the count has more: compute with arma::uword
arma::uword exercise::attention_operations(arma::uword n, arma::uword d)
{
  const float of_n = float(n), of_d = float(d);
  return arma::uword(4 * of_n * of_n * of_d + 5 * of_n * of_n - of_n * of_d - 2 * of_n);
}

// [first_length] this is the last text for which Linformer does not take fewer operations; the first for which it does is asked for
// - return n;
// + return n - 1;

// [first_length] your n is always 1: the inequality is the wrong way round, or a difference that should be negative is a huge number, since arma::uword has no sign
// - while (8 * n * k * d + 5 * n * k >= 4 * n * n * d + 5 * n * n + 2 * k * d)
// + while ((4 * n * n * d + 5 * n * n - n * d - 2 * n) -
// +              (8 * n * k * d + 5 * n * k - n * d - 2 * k * d - 2 * n) <=
// +          0)

// [first_length] your n is always 1: the inequality is the wrong way round, or a difference that should be negative is a huge number, since arma::uword has no sign
// - while (8 * n * k * d + 5 * n * k >= 4 * n * n * d + 5 * n * n + 2 * k * d)
// + while (8 * n * k * d + 5 * n * k + n * d + 2 * n <
// +          4 * n * n * d + 5 * n * n + n * d + 2 * n + 2 * k * d)

// [first_length] 2k is where the largest terms are equal, 8nkd and 4n^2 d; the others move the length
arma::uword exercise::first_length(arma::uword k, arma::uword d)
{
  (void)d;
  return 2 * k;
}

// [first_length] you compare 8nkd with 4n^2 d alone; the terms without d, and 2kd, count too
arma::uword exercise::first_length(arma::uword k, arma::uword d)
{
  (void)d;
  return 2 * k + 1;
}

// [first_length] as many tokens as mixtures are not enough: at n = k Linformer takes more operations, for it mixes as well
arma::uword exercise::first_length(arma::uword k, arma::uword d)
{
  (void)d;
  return k;
}

// [first_length] k and d are exchanged
// - while (8 * n * k * d + 5 * n * k >= 4 * n * n * d + 5 * n * n + 2 * k * d)
// + while (8 * n * k * d + 5 * n * d >= 4 * n * n * k + 5 * n * n + 2 * k * d)

// [first_length] the products are more than 32 bits hold, and what does not fit is lost: compute with arma::uword
// - arma::uword n = 1;
// -   while (8 * n * k * d + 5 * n * k >= 4 * n * n * d + 5 * n * n + 2 * k * d)
// + const auto k_32 = static_cast<std::uint32_t>(k), d_32 = static_cast<std::uint32_t>(d);
// +   std::uint32_t n = 1;
// +   while (8 * n * k_32 * d_32 + 5 * n * k_32 >= 4 * n * n * d_32 + 5 * n * n + 2 * k_32 * d_32)

// [first_length] you round the length at which both are equal; the first whole number above it is asked for
arma::uword exercise::first_length(arma::uword k, arma::uword d)
{
  const double a = 4. * double(d) + 5, b = (8. * double(d) + 5) * double(k);
  return arma::uword(std::lround((b + std::sqrt(b * b - 8 * a * double(k) * double(d))) / (2 * a)));
}

// [first_length] 5nk is forgotten: softmax of n rows of k weights
// - while (8 * n * k * d + 5 * n * k >= 4 * n * n * d + 5 * n * n + 2 * k * d)
// + while (8 * n * k * d >= 4 * n * n * d + 5 * n * n + 2 * k * d)

// [first_length] 2kd is forgotten, which Linformer has and attention does not
// - while (8 * n * k * d + 5 * n * k >= 4 * n * n * d + 5 * n * n + 2 * k * d)
// + while (8 * n * k * d + 5 * n * k >= 4 * n * n * d + 5 * n * n)

// [first_length] you try powers of two alone; the least n of all is asked for
// - ++n;
// + n *= 2;

// [first_length] you return by how much the text is longer than k; its length is asked for
arma::uword exercise::first_length(arma::uword k, arma::uword d)
{
  return ::exercise::first_length(k, d) - k;
}

// [first_length] the products are more than 32 bits hold, and what does not fit is lost: compute with arma::uword
// - while (8 * n * k * d + 5 * n * k >= 4 * n * n * d + 5 * n * n + 2 * k * d)
// + while (int(8 * n * k * d + 5 * n * k) >= int(4 * n * n * d + 5 * n * n + 2 * k * d))

// [positive_features] the factor 1 / sqrt(m) is missing: m terms would sum to m times e^{x . y}
// - return arma::exp(exponents - std::log(double(Omega.n_rows)) / 2);
// + return arma::exp(exponents);

// [positive_features] you divide by m; two features are multiplied, so each has the factor 1 / sqrt(m)
// - return arma::exp(exponents - std::log(double(Omega.n_rows)) / 2);
// + return arma::exp(exponents) / double(Omega.n_rows);

// [positive_features] you divide by sqrt(d), the number of dimensions; it is sqrt(m), the number of directions
// - return arma::exp(exponents - std::log(double(Omega.n_rows)) / 2);
// + return arma::exp(exponents) / std::sqrt(double(X.n_rows));

// [positive_features] the factor e^{-|x|^2 / 2} is missing
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  return arma::exp(Omega * X) / std::sqrt(double(Omega.n_rows));
}

// [positive_features] you have e^{-|x|^2}; it is e^{-|x|^2 / 2}
// - exponents.each_row() -= arma::sum(arma::square(X), 0) / 2;
// -   return arma::exp(exponents - std::log(double(Omega.n_rows)) / 2);
// + exponents.each_row() -= arma::sum(arma::square(X), 0);
// +   return arma::exp(exponents) / std::sqrt(double(Omega.n_rows));

// [positive_features] the sign of |x|^2 / 2: with + it is the factor of sine and cosine features
// - exponents.each_row() -= arma::sum(arma::square(X), 0) / 2;
// -   return arma::exp(exponents - std::log(double(Omega.n_rows)) / 2);
// + exponents.each_row() += arma::sum(arma::square(X), 0) / 2;
// +   return arma::exp(exponents) / std::sqrt(double(Omega.n_rows));

// [positive_features] e^{w . x} is infinite where w . x is large; add the exponents first, and take one exponential
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  arma::mat features = arma::exp(arma::mat(Omega * X));
  features.each_row() %= arma::exp(-arma::sum(arma::square(X), 0) / 2);
  return features / std::sqrt(double(Omega.n_rows));
}

// [positive_features] you subtract |w|^2 / 2 of the direction; it is |x|^2 / 2 of the vector
// - exponents.each_row() -= arma::sum(arma::square(X), 0) / 2;
// -   return arma::exp(exponents - std::log(double(Omega.n_rows)) / 2);
// + exponents.each_col() -= arma::sum(arma::square(Omega), 1) / 2;
// +   return arma::exp(exponents) / std::sqrt(double(Omega.n_rows));

// [positive_features] you subtract |x| / 2; the length is squared
// - exponents.each_row() -= arma::sum(arma::square(X), 0) / 2;
// -   return arma::exp(exponents - std::log(double(Omega.n_rows)) / 2);
// + exponents.each_row() -= arma::sqrt(arma::sum(arma::square(X), 0)) / 2;
// +   return arma::exp(exponents) / std::sqrt(double(Omega.n_rows));

// [positive_features] you subtract the squares of all vectors together; each column has a |x|^2 of its own
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  const arma::mat exponents = Omega * X - arma::accu(arma::square(X)) / 2;
  return arma::exp(exponents) / std::sqrt(double(Omega.n_rows));
}

// [positive_features] these are cosines, which may be negative; positive features are exponentials
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  arma::mat features = arma::cos(arma::mat(Omega * X));
  features.each_row() %= arma::exp(arma::sum(arma::square(X), 0) / 2);
  return features / std::sqrt(double(Omega.n_rows));
}

// [positive_features] the features of a vector are a column; yours are a row
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  arma::mat exponents = X.t() * Omega.t();
  exponents.each_col() -= arma::sum(arma::square(X), 0).t() / 2;
  return arma::exp(exponents) / std::sqrt(double(Omega.n_rows));
}

// [positive_features] you divide by sqrt(m) in the end, and what you divide may be infinite; let the root into the exponent, as -ln(m) / 2
// - return arma::exp(exponents - std::log(double(Omega.n_rows)) / 2);
// + return arma::exp(exponents) / std::sqrt(double(Omega.n_rows));

// [positive_features] you subtract the largest exponent of all: the features of softmax may have a common factor, since it cancels; these may not
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  arma::mat Z = Omega * X;
  Z.each_row() -= arma::rowvec(arma::sum(arma::square(X), 0) / 2);
  return arma::exp(Z - Z.max()) / std::sqrt(double(Omega.n_rows));
}

// [positive_features] you subtract the largest w . x of a column, and not |x|^2 / 2
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  arma::mat Z = Omega * X;
  Z.each_row() -= arma::rowvec(arma::max(Z, 0));
  return arma::exp(Z) / std::sqrt(double(Omega.n_rows));
}

// [positive_features] 1 / sqrt(m) is e^{-ln(m) / 2}; you let all of ln(m) into the exponent, which is 1 / m
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  arma::mat Z = Omega * X - std::log(double(Omega.n_rows));
  Z.each_row() -= arma::rowvec(arma::sum(arma::square(X), 0) / 2);
  return arma::exp(Z);
}

// [positive_features] your squares are summed by rows of X; |x|^2 is the sum over a column
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  arma::mat Z = Omega * X;
  Z.each_row() -= arma::rowvec(arma::sum(arma::square(X.t()), 0) / 2);
  return arma::exp(Z) / std::sqrt(double(Omega.n_rows));
}

// [positive_features] these are cosines of w . x; positive features are exponentials
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  return arma::cos(Omega * X) / std::sqrt(double(Omega.n_rows));
}

// [positive_features] you divide by sqrt(n), the number of vectors; it is sqrt(m), the number of directions
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  arma::mat Z = Omega * X;
  Z.each_row() -= arma::rowvec(arma::sum(arma::square(X), 0) / 2);
  return arma::exp(Z) / std::sqrt(double(X.n_cols));
}

// [positive_features] you subtract half the mean of the squares; |x|^2 is their sum
arma::mat exercise::positive_features(const arma::mat& X, const arma::mat& Omega)
{
  arma::mat Z = Omega * X;
  Z.each_row() -= arma::rowvec(arma::mean(arma::square(X), 0) / 2);
  return arma::exp(Z) / std::sqrt(double(Omega.n_rows));
}

// [positive_features] you divide by sqrt(d), the number of dimensions; it is sqrt(m), the number of directions
// - exponents.each_row() -= arma::sum(arma::square(X), 0) / 2;
// -   return arma::exp(exponents - std::log(double(Omega.n_rows)) / 2);
// + exponents.each_row() -= arma::sum(arma::square(X), 0) / 2 + std::log(double(X.n_rows)) / 2;
// +   return arma::exp(exponents);

// [buckets] the directions -r_1, ..., -r_b are missing: there are twice as many buckets as columns of R
// - of(j) = arma::join_cols(along, -along).index_max(); // of equal ones the first
// + of(j) = along.index_max();

// [buckets] you forget the sign: vectors on opposite sides are in different buckets, r_i and -r_i
// - of(j) = arma::join_cols(along, -along).index_max(); // of equal ones the first
// + of(j) = arma::vec(arma::abs(along)).index_max();

// [buckets] buckets are counted from 0; yours begin with 1
// - of(j) = arma::join_cols(along, -along).index_max(); // of equal ones the first
// + of(j) = arma::join_cols(along, -along).index_max() + 1;

// [buckets] of several largest dot products the first; you take the last
// - const arma::vec along = R.t() * X.col(j);
// -     of(j) = arma::join_cols(along, -along).index_max(); // of equal ones the first
// + const arma::vec along = R.t() * X.col(j), both = arma::join_cols(along, -along);
// +     of(j) = arma::uword(arma::find(both == both.max()).eval().back());

// [buckets] the order is r_1, ..., r_b, then -r_1, ..., -r_b; yours alternates between the two
// - const arma::vec along = R.t() * X.col(j);
// -     of(j) = arma::join_cols(along, -along).index_max(); // of equal ones the first
// + arma::vec both(2 * R.n_cols);
// +     for (arma::uword i = 0; i < R.n_cols; ++i) {
// +       both(2 * i) = arma::dot(R.col(i), X.col(j));
// +       both(2 * i + 1) = -both(2 * i);
// +     }
// +     of(j) = both.index_max();

// [buckets] this is the bucket of -x: the largest dot product is asked for, and r_1 . x comes before -r_1 . x
// - of(j) = arma::join_cols(along, -along).index_max(); // of equal ones the first
// + of(j) = arma::join_cols(along, -along).index_min();

// [buckets] of equally large ones every r_i . x comes before every -r_i . x; you go through the columns of R and look at both signs of each
arma::uvec exercise::buckets(const arma::mat& X, const arma::mat& R)
{
  arma::uvec of(X.n_cols, arma::fill::zeros);
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    double largest = 0;
    for (arma::uword i = 0; i < R.n_cols; ++i)
      if (const double along = arma::dot(R.col(i), X.col(j)); std::abs(along) > largest) {
        largest = std::abs(along);
        of(j) = along > 0 ? i : i + R.n_cols;
      }
  }
  return of;
}

// [buckets] you number the buckets by the signs of all r_i . x; a bucket is the one direction with the largest dot product
arma::uvec exercise::buckets(const arma::mat& X, const arma::mat& R)
{
  arma::uvec of(X.n_cols, arma::fill::zeros);
  for (arma::uword j = 0; j < X.n_cols; ++j)
    for (arma::uword i = 0; i < R.n_cols; ++i)
      of(j) += arma::dot(R.col(i), X.col(j)) > 0 ? arma::uword{1} << i : 0;
  return of;
}

// [buckets] you compare angles, with directions of length 1; the formula has r_i . x, and a longer direction has more vectors
arma::uvec exercise::buckets(const arma::mat& X, const arma::mat& R)
{
  arma::uvec of(X.n_cols);
  const arma::mat unit = arma::normalise(R);
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    const arma::vec along = unit.t() * X.col(j);
    of(j) = arma::join_cols(along, -along).index_max();
  }
  return of;
}

// [buckets] you find for each direction a vector; a bucket is for each vector a direction
arma::uvec exercise::buckets(const arma::mat& X, const arma::mat& R)
{
  const arma::mat along = R.t() * X;
  return arma::index_max(arma::join_cols(along, -along), 1);
}

// [buckets] your maximum begins at 0 and your search at the second direction, so the first bucket is never chosen for its own dot product
arma::uvec exercise::buckets(const arma::mat& X, const arma::mat& R)
{
  arma::uvec found(X.n_cols, arma::fill::zeros);
  const arma::mat dots = arma::join_cols(R.t() * X, -R.t() * X);
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    double largest = 0;
    for (arma::uword i = 1; i < dots.n_rows; ++i)
      if (dots(i, j) > largest) {
        largest = dots(i, j);
        found(j) = i;
      }
  }
  return found;
}

// [buckets] all vectors have the bucket of one; each has its own
arma::uvec exercise::buckets(const arma::mat& X, const arma::mat& R)
{
  const arma::mat dots = arma::join_cols(R.t() * X, -R.t() * X);
  return arma::uvec(X.n_cols, arma::fill::value(dots.index_max() % dots.n_rows));
}

// [buckets] where the dot product is 0 you take -r; r . x and -r . x are equal then, and r comes first
arma::uvec exercise::buckets(const arma::mat& X, const arma::mat& R)
{
  const arma::mat dots = R.t() * X;
  arma::uvec found(X.n_cols);
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    const arma::uword i = arma::vec(arma::abs(dots.col(j))).index_max();
    found(j) = dots(i, j) > 0 ? i : i + R.n_cols;
  }
  return found;
}

// [buckets] the opposite directions begin at b, the number of columns of R; yours begin at the number of its rows
arma::uvec exercise::buckets(const arma::mat& X, const arma::mat& R)
{
  const arma::mat dots = R.t() * X;
  arma::uvec found(X.n_cols);
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    const arma::uword i = arma::vec(arma::abs(dots.col(j))).index_max();
    found(j) = dots(i, j) >= 0 ? i : i + R.n_rows;
  }
  return found;
}

// [buckets] the directions are the columns of R; you multiply by its rows
arma::uvec exercise::buckets(const arma::mat& X, const arma::mat& R)
{
  return ::exercise::buckets(X, R.t());
}

// [causal_features] you sum over all keys; token i sees those up to itself alone
arma::mat exercise::causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V)
{
  const arma::mat N = V * Phi.t();
  const arma::vec s = arma::sum(Phi, 1);
  arma::mat Z = N * Psi;
  Z.each_row() /= s.t() * Psi;
  return Z;
}

// [causal_features] you sum over the keys from token i on; it sees those up to itself
arma::mat exercise::causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V)
{
  arma::mat weights = arma::trimatl(arma::mat(Phi.t() * Psi));
  weights.each_row() /= arma::rowvec(arma::sum(weights, 0));
  return V * weights;
}

// [causal_features] you add key and value of token i after its output is computed; a token sees itself too
// - for (arma::uword i = 0; i < V.n_cols; ++i) {
// + for (arma::uword i = 0; i < V.n_cols; ++i) {
// +     Z.col(i) = N * Psi.col(i) / arma::dot(s, Psi.col(i));
// - s += Phi.col(i);
// -     Z.col(i) = N * Psi.col(i) / arma::dot(s, Psi.col(i));
// + s += Phi.col(i);

// [causal_features] the denominator s_i . psi_i is missing: the weights have to sum to 1
// - arma::mat Z(V.n_rows, V.n_cols), N(V.n_rows, Phi.n_rows, arma::fill::zeros);
// -   arma::vec s(Phi.n_rows, arma::fill::zeros);
// + arma::mat Z(V.n_rows, V.n_cols), N(V.n_rows, Phi.n_rows, arma::fill::zeros);
// - s += Phi.col(i);
// -     Z.col(i) = N * Psi.col(i) / arma::dot(s, Psi.col(i));
// + Z.col(i) = N * Psi.col(i);

// [causal_features] the numerator sums over the keys up to token i, the denominator over all of them
// - arma::vec s(Phi.n_rows, arma::fill::zeros);
// + const arma::vec s = arma::sum(Phi, 1);
// - N += V.col(i) * Phi.col(i).t();
// -     s += Phi.col(i);
// + N += V.col(i) * Phi.col(i).t();

// [causal_features] you divide by the sum of the features of the keys; it is their dot product with the query's
// - Z.col(i) = N * Psi.col(i) / arma::dot(s, Psi.col(i));
// + Z.col(i) = N * Psi.col(i) / arma::accu(s);

// [causal_features] queries and keys are exchanged: the features of the keys are summed
// - N += V.col(i) * Phi.col(i).t();
// -     s += Phi.col(i);
// -     Z.col(i) = N * Psi.col(i) / arma::dot(s, Psi.col(i));
// + N += V.col(i) * Psi.col(i).t();
// +     s += Psi.col(i);
// +     Z.col(i) = N * Phi.col(i) / arma::dot(s, Phi.col(i));

// [causal_features] the sums do not grow: each token sees itself alone, and its output is its own value
arma::mat exercise::causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V)
{
  arma::mat Z(V.n_rows, V.n_cols);
  for (arma::uword i = 0; i < V.n_cols; ++i) {
    const arma::mat N = V.col(i) * Phi.col(i).t();
    Z.col(i) = N * Psi.col(i) / arma::dot(Phi.col(i), Psi.col(i));
  }
  return Z;
}

// [causal_features] you take the exponential of the dot products; a product of features is the weight already
arma::mat exercise::causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V)
{
  arma::mat Z(V.n_rows, V.n_cols);
  for (arma::uword i = 0; i < V.n_cols; ++i) {
    const arma::vec weights = arma::exp(arma::vec(Phi.head_cols(i + 1).t() * Psi.col(i)));
    Z.col(i) = V.head_cols(i + 1) * weights / arma::accu(weights);
  }
  return Z;
}

// [causal_features] you divide by the number of tokens so far; the denominator is s_i . psi_i
// - arma::mat Z(V.n_rows, V.n_cols), N(V.n_rows, Phi.n_rows, arma::fill::zeros);
// -   arma::vec s(Phi.n_rows, arma::fill::zeros);
// + arma::mat Z(V.n_rows, V.n_cols), N(V.n_rows, Phi.n_rows, arma::fill::zeros);
// - s += Phi.col(i);
// -     Z.col(i) = N * Psi.col(i) / arma::dot(s, Psi.col(i));
// + Z.col(i) = N * Psi.col(i) / double(i + 1);

// [causal_features] the numerator sums over the keys up to token i, the denominator has that of token i alone
arma::mat exercise::causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V)
{
  arma::mat Z = ::exercise::causal_features(Psi, Phi, V);
  arma::vec s(Phi.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < V.n_cols; ++i) {
    s += Phi.col(i);
    Z.col(i) *= arma::dot(s, Psi.col(i)) / arma::dot(Phi.col(i), Psi.col(i));
  }
  return Z;
}

// [causal_features] your s sums the features of the queries; it sums those of the keys
arma::mat exercise::causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V)
{
  arma::mat Z = ::exercise::causal_features(Psi, Phi, V);
  arma::vec s(Phi.n_rows, arma::fill::zeros), of_queries = s;
  for (arma::uword i = 0; i < V.n_cols; ++i) {
    s += Phi.col(i);
    of_queries += Psi.col(i);
    Z.col(i) *= arma::dot(s, Psi.col(i)) / arma::dot(of_queries, Psi.col(i));
  }
  return Z;
}

// [causal_features] you divide by the sum of the query's features; the denominator is s_i . psi_i
arma::mat exercise::causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V)
{
  arma::mat Z = ::exercise::causal_features(Psi, Phi, V);
  arma::vec s(Phi.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < V.n_cols; ++i) {
    s += Phi.col(i);
    Z.col(i) *= arma::dot(s, Psi.col(i)) / arma::accu(Psi.col(i));
  }
  return Z;
}

// [causal_features] a token sees itself and the one before it here; it sees all tokens up to itself
arma::mat exercise::causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V)
{
  arma::mat Z(V.n_rows, V.n_cols);
  for (arma::uword i = 0; i < V.n_cols; ++i) {
    const arma::uword first = i == 0 ? 0 : i - 1;
    const arma::vec weights = Phi.cols(first, i).t() * Psi.col(i);
    Z.col(i) = V.cols(first, i) * weights / arma::accu(weights);
  }
  return Z;
}

// [causal_features] the denominator is one step late: s_i includes the key of token i
arma::mat exercise::causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V)
{
  arma::mat Z = ::exercise::causal_features(Psi, Phi, V);
  arma::vec late = Phi.col(0), s(Phi.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < V.n_cols; ++i) {
    s += Phi.col(i);
    Z.col(i) *= arma::dot(s, Psi.col(i)) / arma::dot(late, Psi.col(i));
    late = s;
  }
  return Z;
}

// [causal_features] you add key and value of token i after its output is computed; a token sees itself too
arma::mat exercise::causal_features(const arma::mat& Psi, const arma::mat& Phi, const arma::mat& V)
{
  arma::mat Z(V.n_rows, V.n_cols, arma::fill::zeros), N(V.n_rows, Phi.n_rows, arma::fill::zeros);
  arma::vec s(Phi.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < V.n_cols; ++i) {
    if (i > 0)
      Z.col(i) = N * Psi.col(i) / arma::dot(s, Psi.col(i));
    N += V.col(i) * Phi.col(i).t();
    s += Phi.col(i);
  }
  return Z;
}

// [layers_needed] a token keeps what it has heard, also where it does not see itself: the residual stream is missing
// - for (arma::uword layers = 1; layers < n; ++layers) {
// -     arma::umat now = heard;
// + for (arma::uword layers = 1; layers <= n * n; ++layers) {
// +     arma::umat now(n, n, arma::fill::zeros);
// - return 0; // a path of n tokens has n - 1 steps
// + return 0;

// [layers_needed] you read rows that this layer has changed already; all tokens of a layer hear what was heard before it
// - now.row(i) = arma::max(now.row(i), heard.row(j));
// + now.row(i) = arma::max(now.row(i), now.row(j));
// - return 0; // a path of n tokens has n - 1 steps
// + return 0;

// [layers_needed] you stop as soon as one token has heard all; each of them must
// - if (heard.min() == 1)
// + if (arma::any(arma::min(heard, 1) == 1))
// - return 0; // a path of n tokens has n - 1 steps
// + return 0;

// [layers_needed] you stop as soon as one token has been heard by all; each of them must
// - if (heard.min() == 1)
// + if (arma::any(arma::min(heard, 0) == 1))
// - return 0; // a path of n tokens has n - 1 steps
// + return 0;

// [layers_needed] you look at what token 0 has heard, and at no other
// - if (heard.min() == 1)
// + if (heard.row(0).min() == 1)
// - return 0; // a path of n tokens has n - 1 steps
// + return 0;

// [layers_needed] your number is one too small: what a token sees is heard in the first layer, and before it each has heard itself alone
// - arma::umat heard(n, n, arma::fill::eye);
// + arma::umat heard = arma::max(sees, arma::umat(n, n, arma::fill::eye));
// +   if (heard.min() == 1)
// +     return 0;
// - return 0; // a path of n tokens has n - 1 steps
// + return 0;

// [layers_needed] hearing has a direction: that token i sees token j does not let j hear i
// - if (sees(i, j) == 1)
// + if (sees(i, j) == 1 || sees(j, i) == 1)
// - return 0; // a path of n tokens has n - 1 steps
// + return 0;

// [layers_needed] you join the table with itself, so that each step is as many layers as all before it; one layer joins it with the pattern
arma::uword exercise::layers_needed(const arma::umat& sees)
{
  const arma::uword n = sees.n_rows;
  arma::umat heard = arma::max(sees, arma::umat(n, n, arma::fill::eye));
  for (arma::uword layers = 1; layers <= n; ++layers) {
    if (heard.min() == 1)
      return layers;
    heard = arma::conv_to<arma::umat>::from(heard * heard > 0);
  }
  return 0;
}

// [layers_needed] where no number of layers is enough, 0 is asked for
// - return 0; // a path of n tokens has n - 1 steps
// + return n;

// [layers_needed] you wait until a layer changes nothing; the one before it was enough
arma::uword exercise::layers_needed(const arma::umat& sees)
{
  const arma::uword n = sees.n_rows;
  arma::umat heard(n, n, arma::fill::eye);
  for (arma::uword layers = 1;; ++layers) {
    arma::umat now = heard;
    for (arma::uword i = 0; i < n; ++i)
      for (arma::uword j = 0; j < n; ++j)
        if (sees(i, j) == 1)
          now.row(i) = arma::max(now.row(i), heard.row(j));
    if (arma::all(arma::vectorise(now == heard)))
      return heard.min() == 1 ? layers : 0;
    heard = now;
  }
}

// [layers_needed] a token keeps what it has heard, also where it does not see itself: the residual stream is missing
arma::uword exercise::layers_needed(const arma::umat& sees)
{
  arma::umat heard = sees;
  for (arma::uword layers = 1; layers <= sees.n_rows; ++layers) {
    if (heard.min() > 0)
      return layers;
    heard = arma::clamp(heard * sees, 0, 1);
  }
  return 0;
}

// [layers_needed] you look at what the last token has heard, and at no other
arma::uword exercise::layers_needed(const arma::umat& sees)
{
  const arma::uword n = sees.n_rows;
  arma::umat pattern = sees;
  pattern.diag().ones();
  arma::umat heard = pattern;
  for (arma::uword layers = 1; layers < n; ++layers) {
    if (heard.row(n - 1).min() > 0)
      return layers;
    heard = arma::clamp(heard * pattern, 0, 1);
  }
  return 0;
}

// [layers_needed] you double the number of layers in each step; the least number is asked for, and it may lie between
arma::uword exercise::layers_needed(const arma::umat& sees)
{
  arma::umat heard = sees;
  heard.diag().ones();
  for (arma::uword layers = 1; layers < 2 * sees.n_rows; layers *= 2) {
    if (heard.min() > 0)
      return layers;
    heard = arma::clamp(heard * heard, 0, 1);
  }
  return 0;
}

// [layers_needed] your loop ends too early: a chain of n tokens needs n - 1 layers
arma::uword exercise::layers_needed(const arma::umat& sees)
{
  const arma::uword layers = ::exercise::layers_needed(sees);
  return layers + 1 < sees.n_rows ? layers : 0;
}

// [layers_needed] your loop ends too early: a chain of n tokens needs n - 1 layers, and you try n / 2
arma::uword exercise::layers_needed(const arma::umat& sees)
{
  const arma::uword layers = ::exercise::layers_needed(sees);
  return layers <= sees.n_rows / 2 ? layers : 0;
}

// [layers_needed] you count pairs, and one that is met twice counts twice; each token must have heard every other
arma::uword exercise::layers_needed(const arma::umat& sees)
{
  arma::umat pattern = sees;
  pattern.diag().ones();
  arma::umat heard = pattern;
  for (arma::uword layers = 1; layers <= sees.n_rows; ++layers) {
    if (arma::accu(heard) >= heard.n_elem)
      return layers;
    heard = heard * pattern;
  }
  return 0;
}

// [layers_needed] you read rows that this layer has changed already; all tokens of a layer hear what was heard before it
arma::uword exercise::layers_needed(const arma::umat& sees)
{
  const arma::uword n = sees.n_rows;
  arma::umat heard = sees;
  heard.diag().ones();
  const arma::umat pattern = heard;
  for (arma::uword layers = 1; layers <= n; ++layers) {
    if (heard.min() > 0)
      return layers;
    for (arma::uword i = 0; i < n; ++i)
      for (arma::uword j = 0; j < n; ++j)
        if (pattern(i, j) > 0)
          heard.row(i) = arma::max(heard.row(i), heard.row(j));
  }
  return 0;
}

// [attention_in_tiles] the keys after the last whole tile are left out; the last tile may be smaller
// - for (arma::uword first = 0; first < K.n_cols; first += tile) {
// + tile = std::min(tile, K.n_cols);
// +   for (arma::uword first = 0; first + tile <= K.n_cols; first += tile) {

// [attention_in_tiles] the sums are not shrunk when the maximum rises
// - arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// + arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));
// - sums = sums % shrunk + arma::sum(S, 0);
// + sums += arma::sum(S, 0);

// [attention_in_tiles] the mixed values are not shrunk when the maximum rises
// - arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// + arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));
// - sums = sums % shrunk + arma::sum(S, 0);
// -     mixed.each_row() %= shrunk;
// + sums = sums % shrunk + arma::sum(S, 0);

// [attention_in_tiles] neither the sums nor the mixed values are shrunk when the maximum rises
// - arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// + arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));
// - const arma::rowvec shrunk = arma::exp(largest - raised);
// -     sums = sums % shrunk + arma::sum(S, 0);
// -     mixed.each_row() %= shrunk;
// + sums += arma::sum(S, 0);

// [attention_in_tiles] a tile with smaller scores lowers your maximum, and what was met before grows beyond all bounds; the maximum is that of all keys so far
// - arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// -     const arma::rowvec raised = arma::max(largest, arma::rowvec(arma::max(S, 0)));
// + arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));
// +     const arma::rowvec raised = arma::max(S, 0);

// [attention_in_tiles] the maximum begins with 0, and where all scores are far below it every exponential is 0; it begins with -infinity
// - arma::rowvec largest(Q.n_cols), sums(Q.n_cols, arma::fill::zeros);
// -   largest.fill(-arma::datum::inf);
// + arma::rowvec largest(Q.n_cols, arma::fill::zeros), sums(Q.n_cols, arma::fill::zeros);
// - arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// + arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));

// [attention_in_tiles] the exponentials of large scores are infinite; subtract the largest score so far
arma::mat exercise::attention_in_tiles(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                                       arma::uword tile)
{
  arma::rowvec sums(Q.n_cols, arma::fill::zeros);
  arma::mat mixed(V.n_rows, Q.n_cols, arma::fill::zeros);
  for (arma::uword first = 0; first < K.n_cols; first += tile) {
    const arma::uword last = std::min(first + tile, K.n_cols) - 1;
    const arma::mat S =
        arma::exp(arma::mat(K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows))));
    sums += arma::sum(S, 0);
    mixed += V.cols(first, last) * S;
  }
  mixed.each_row() /= sums;
  return mixed;
}

// [attention_in_tiles] the keys after the last whole tile are left out; the last tile may be smaller
// - for (arma::uword first = 0; first < K.n_cols; first += tile) {
// -     const arma::uword last = std::min(first + tile, K.n_cols) - 1;
// -     arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// + for (arma::uword first = 0; first + tile <= K.n_cols; first += tile) {
// +     const arma::uword last = first + tile - 1;
// +     arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));

// [attention_in_tiles] a tile ends at the last key where there are fewer left: yours reaches beyond them
// - const arma::uword last = std::min(first + tile, K.n_cols) - 1;
// -     arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// + const arma::uword last = first + tile - 1;
// +     arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));

// [attention_in_tiles] each tile has a softmax of its own, and you take the mean of them: tiles with large scores weigh more
arma::mat exercise::attention_in_tiles(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                                       arma::uword tile)
{
  arma::mat Z(V.n_rows, Q.n_cols, arma::fill::zeros);
  double tiles = 0;
  for (arma::uword first = 0; first < K.n_cols; first += tile) {
    const arma::uword last = std::min(first + tile, K.n_cols) - 1;
    arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));
    S.each_row() -= arma::rowvec(arma::max(S, 0));
    S = arma::exp(S);
    S.each_row() /= arma::rowvec(arma::sum(S, 0));
    Z += V.cols(first, last) * S;
    ++tiles;
  }
  return Z / tiles;
}

// [attention_in_tiles] you divide by the sum after every tile; what is divided already cannot be added to, so divide once, after the last one
// - arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// + arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));
// - largest = raised;
// + largest = raised;
// +     mixed.each_row() /= sums;
// - }
// -   mixed.each_row() /= sums;
// + }

// [attention_in_tiles] the scores are not divided by sqrt(d)
// - arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// + arma::mat S = K.cols(first, last).t() * Q;

// [attention_in_tiles] you divide the scores by d; it is sqrt(d)
// - arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// + arma::mat S = K.cols(first, last).t() * Q / double(Q.n_rows);

// [attention_in_tiles] one maximum for all queries: where a query has far smaller scores than another, all its exponentials are 0. Each query has its own
// - arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// -     const arma::rowvec raised = arma::max(largest, arma::rowvec(arma::max(S, 0)));
// + arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));
// +     const arma::rowvec raised =
// +         arma::max(largest, arma::rowvec(Q.n_cols, arma::fill::value(S.max())));

// [attention_in_tiles] your weights sum to 1 over the queries; each query has a softmax over the keys
arma::mat exercise::attention_in_tiles(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                                       arma::uword tile)
{
  (void)tile;
  arma::mat S = K.t() * Q / std::sqrt(double(Q.n_rows));
  S.each_col() -= arma::vec(arma::max(S, 1));
  S = arma::exp(S);
  S.each_col() /= arma::vec(arma::sum(S, 1));
  return V * S;
}

// [attention_in_tiles] each tile has a softmax of its own, and you add up the outputs: all weights together have to sum to 1
arma::mat exercise::attention_in_tiles(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                                       arma::uword tile)
{
  arma::mat sum(V.n_rows, Q.n_cols);
  for (arma::uword first = 0; first < K.n_cols; first += tile) {
    const arma::uword last = std::min(first + tile, K.n_cols) - 1;
    sum += ::exercise::attention_in_tiles(Q, K.cols(first, last), V.cols(first, last), tile);
  }
  return sum;
}

// [attention_in_tiles] this is the output of the last tile alone
arma::mat exercise::attention_in_tiles(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                                       arma::uword tile)
{
  const arma::uword n_k = K.n_cols, rest = n_k - (n_k - 1) / tile * tile;
  return ::exercise::attention_in_tiles(Q, K.tail_cols(rest), V.tail_cols(rest), tile);
}

// [attention_in_tiles] this is the output of the first tile alone
arma::mat exercise::attention_in_tiles(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                                       arma::uword tile)
{
  const arma::uword first = std::min(tile, K.n_cols);
  return ::exercise::attention_in_tiles(Q, K.head_cols(first), V.head_cols(first), tile);
}

// [attention_in_tiles] the mixed values are not divided by the sum in the end
arma::mat exercise::attention_in_tiles(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                                       arma::uword tile)
{
  arma::rowvec largest(Q.n_cols);
  largest.fill(-arma::datum::inf);
  arma::mat mixed(V.n_rows, Q.n_cols, arma::fill::zeros);
  for (arma::uword first = 0; first < K.n_cols; first += tile) {
    const arma::uword last = std::min(first + tile, K.n_cols) - 1;
    arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));
    const arma::rowvec raised = arma::max(largest, arma::rowvec(arma::max(S, 0)));
    S.each_row() -= raised;
    mixed.each_row() %= arma::exp(largest - raised);
    mixed += V.cols(first, last) * arma::exp(S);
    largest = raised;
  }
  return mixed;
}

// [attention_in_tiles] the factor is the wrong way round: what was summed before shrinks by e^{old largest - new largest}
// - arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows)); // keys x queries
// + arma::mat S = K.cols(first, last).t() * Q / std::sqrt(double(Q.n_rows));
// - const arma::rowvec shrunk = arma::exp(largest - raised);
// -     sums = sums % shrunk + arma::sum(S, 0);
// -     mixed.each_row() %= shrunk;
// + if (first > 0) {
// +       const arma::rowvec grown = arma::exp(raised - largest);
// +       sums %= grown;
// +       mixed.each_row() %= grown;
// +     }
// +     sums += arma::sum(S, 0);
