// [digits] you compute powers or quotients as doubles, which have 16 digits; whole numbers divide exactly
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  for (arma::uword i = 0; i < m; ++i)
    c(i) =
        arma::uword(std::fmod(std::floor(double(k) / std::pow(double(b), double(i))), double(b)));
  return c;
}

// [digits] you write k in base 2, whatever b is
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  for (arma::uword i = 0; i < m; ++i)
    c(i) = (k >> i) % 2;
  return c;
}

// [digits] you take the remainder of k itself again and again, which is always the units; divide k by b in between
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  for (arma::uword& digit : c)
    digit = k % b;
  return c;
}

// [digits] you divide by b^i and keep all of the quotient; its last digit is the remainder by b
// - digit = k % b;
// + digit = k;

// [digits] you begin with b^1; the units are i = 0, where nothing is divided
// - for (arma::uword& digit : c) {
// + for (arma::uword& digit : c) {
// +     k /= b;
// - digit = k % b;
// -     k /= b;
// + digit = k % b;

// [digits] your digits are in the order in which they are written; here the units come first
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  for (arma::uword i = m; i-- > 0; k /= b)
    c(i) = k % b;
  return c;
}

// [digits] you put k into an int, which ends at 2^31 - 1; k may be as large as 10^18
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  int rest = static_cast<int>(k);
  for (arma::uword i = 0; i < m; ++i) {
    c(i) = static_cast<arma::uword>(rest) % b;
    rest = static_cast<int>(static_cast<arma::uword>(rest) / b);
  }
  return c;
}

// [sines_then_cosines] your cosines come first; here the sines do
// - ordered(i) = w(2 * i + 1);
// -     ordered(half + i) = w(2 * i);
// + ordered(i) = w(2 * i);
// +     ordered(half + i) = w(2 * i + 1);

// [sines_then_cosines] you exchange the halves of w; its sines are at every second index, not in its second half
arma::vec exercise::sines_then_cosines(const arma::vec& w)
{
  const arma::uword half = w.n_elem / 2;
  return arma::join_cols(w.tail(half), w.head(half));
}

// [sines_then_cosines] you exchange sine and cosine within each pair; here all sines come first, then all cosines
arma::vec exercise::sines_then_cosines(const arma::vec& w)
{
  arma::vec ordered(w.n_elem);
  for (arma::uword i = 0; i < w.n_elem; i += 2) {
    ordered(i) = w(i + 1);
    ordered(i + 1) = w(i);
  }
  return ordered;
}

// [sines_then_cosines] you reverse w: the sines are to be in their order, slowest last, and the cosines after them
arma::vec exercise::sines_then_cosines(const arma::vec& w)
{
  return arma::reverse(w);
}

// [sines_then_cosines] you go the other way, from halves to pairs: coordinate 2i + 1 goes to i, not i to 2i + 1
// - ordered(i) = w(2 * i + 1);
// -     ordered(half + i) = w(2 * i);
// + ordered(2 * i + 1) = w(i);
// +     ordered(2 * i) = w(half + i);

// [with_positions] you leave out the tokens beyond the table; the result must be empty
arma::mat exercise::with_positions(const arma::mat& X, const arma::mat& P, arma::uword first)
{
  if (first >= P.n_cols)
    return {};
  const arma::uword K = std::min(X.n_cols, P.n_cols - first);
  return X.head_cols(K) + P.cols(first, first + K - 1);
}

// [with_positions] you compare the number of tokens with the table, but not where they begin
// - if (X.n_cols > P.n_cols || first > P.n_cols - X.n_cols)
// + if (X.n_cols > P.n_cols)

// [with_positions] you always begin with position 0; the first token is at position first
// - return X + P.cols(first, first + X.n_cols - 1);
// + return X + P.head_cols(X.n_cols);

// [with_positions] after the last position you use it again; there is no such position, and the result must be empty
arma::mat exercise::with_positions(const arma::mat& X, const arma::mat& P, arma::uword first)
{
  arma::mat sum = X;
  for (arma::uword j = 0; j < X.n_cols; ++j)
    sum.col(j) += P.col(std::min(first + j, P.n_cols - 1));
  return sum;
}

// [with_positions] you refuse a sentence that ends at the last position; position L - 1 is still in the table
// - if (X.n_cols > P.n_cols || first > P.n_cols - X.n_cols)
// + if (first + X.n_cols >= P.n_cols)

// [with_positions] you give no position to tokens beyond the table; the result must be empty
arma::mat exercise::with_positions(const arma::mat& X, const arma::mat& P, arma::uword first)
{
  arma::mat sum = X;
  for (arma::uword j = 0; j < X.n_cols && first + j < P.n_cols; ++j)
    sum.col(j) += P.col(first + j);
  return sum;
}

// [with_positions] after the last position you start over with the first; two tokens would then have the same place
arma::mat exercise::with_positions(const arma::mat& X, const arma::mat& P, arma::uword first)
{
  arma::mat sum = X;
  for (arma::uword j = 0; j < X.n_cols; ++j)
    sum.col(j) += P.col((first + j) % P.n_cols);
  return sum;
}

// [with_positions] P.n_cols - X.n_cols is below 0 where there are more tokens than positions, and an arma::uword is not: it becomes a huge number. Compare first + X.n_cols with P.n_cols
// - if (X.n_cols > P.n_cols || first > P.n_cols - X.n_cols)
// + if (first > P.n_cols - X.n_cols)

// [position_of] you take the arcsine, which knows a quarter of a turn; the cosine tells which one
// - const double angle = std::atan2(w(2 * i + 1), w(2 * i));
// + const double angle = std::asin(std::max(-1., std::min(1., w(2 * i + 1))));

// [position_of] you cut the result off instead of rounding it: 2.99 is position 3
// - return std::lround(k);
// + return long(k);

// [position_of] you exchange sine and cosine: std::atan2 takes the sine first, and the cosine comes first in a pair
// - const double angle = std::atan2(w(2 * i + 1), w(2 * i));
// + const double angle = std::atan2(w(2 * i), w(2 * i + 1));

// [position_of] you read the fastest pair alone; it has made whole turns that only the slower pairs know of
long exercise::position_of(const arma::vec& w, double p)
{
  const double angle = std::atan2(w(1), w(0));
  return std::lround(angle < 0 ? angle + 2 * std::acos(-1.) : angle);
}

// [position_of] you let the slowest pair decide last; its error of 0.01 is many positions, and the faster pairs are more exact
long exercise::position_of(const arma::vec& w, double p)
{
  const arma::uword n = w.n_elem;
  const double omega = std::pow(p, -(double(n) - 2) / double(n));
  return std::lround(std::atan2(w(n - 1), w(n - 2)) / omega);
}

// [position_of] you cut the number of turns off; round it, since noise may have brought the angle across its turn
// - k = (angle + turn * std::round((k * omega - angle) / turn)) / omega;
// + k = (angle + turn * std::trunc((k * omega - angle) / turn)) / omega;

// [position_of] you read the slowest pair alone: its error of 0.01 is many positions, and the faster pairs are more exact
long exercise::position_of(const arma::vec& w, double p)
{
  const arma::uword n = w.n_elem;
  double angle = std::atan2(w(n - 1), w(n - 2));
  if (angle < 0)
    angle += 2 * arma::datum::pi;
  return std::lround(angle * std::pow(p, double(n - 2) / double(n)));
}

// [causal_means] you go down the columns; tokens are columns, and their mean goes along the rows
// - Y.col(k) = sum / double(k + 1);
// + Y.col(k) = arma::cumsum(X.col(k)) / double(k + 1);

// [causal_means] you go down the columns; tokens are columns, and their mean goes along the rows
arma::mat exercise::causal_means(const arma::mat& X)
{
  arma::mat Y = arma::cumsum(X, 0);
  for (arma::uword i = 0; i < X.n_rows; ++i)
    Y.row(i) /= double(i + 1);
  return Y;
}

// [causal_means] your means are of a token and all that come after; a causal mask hides these
// - for (arma::uword k = 0; k < X.n_cols; ++k) {
// + for (arma::uword k = X.n_cols; k-- > 0;) {
// - Y.col(k) = sum / double(k + 1);
// + Y.col(k) = sum / double(X.n_cols - k);

// [causal_means] you divide by the number of all tokens; column k is the mean of k + 1
arma::mat exercise::causal_means(const arma::mat& X)
{
  return arma::cumsum(X, 1) / double(X.n_cols);
}

// [causal_means] you divide column k by k, but it is the mean of k + 1 columns
// - Y.col(k) = sum / double(k + 1);
// + Y.col(k) = sum / std::max(1., double(k));

// [causal_means] you take the mean of the token and the mean before it; then what is far back counts ever less
arma::mat exercise::causal_means(const arma::mat& X)
{
  arma::mat Y = X;
  for (arma::uword k = 1; k < X.n_cols; ++k)
    Y.col(k) = (Y.col(k - 1) + X.col(k)) / 2;
  return Y;
}

// [causal_means] you add up the columns, but do not divide by how many there are
arma::mat exercise::causal_means(const arma::mat& X)
{
  return arma::cumsum(X, 1);
}

// [causal_means] your tokens see the whole sentence; a causal mask hides all that comes later
arma::mat exercise::causal_means(const arma::mat& X)
{
  return arma::repmat(arma::mean(X, 1).eval(), 1, X.n_cols);
}

// [causal_means] your means leave out the token itself; it sees itself, too
arma::mat exercise::causal_means(const arma::mat& X)
{
  arma::mat Y(arma::size(X), arma::fill::zeros);
  arma::vec sum(X.n_rows, arma::fill::zeros);
  for (arma::uword k = 0; k < X.n_cols; ++k) {
    if (k > 0)
      Y.col(k) = sum / double(k);
    sum += X.col(k);
  }
  return Y;
}

// [token_and_position] you look for the token nearest to u and the position nearest to u; what has to be near u is their sum
exercise::Pair exercise::token_and_position(const arma::vec& u, const arma::mat& V,
                                            const arma::mat& W)
{
  Pair pair{0, 0};
  double least = arma::datum::inf;
  for (arma::uword t = 0; t < V.n_cols; ++t)
    if (const double distance = arma::norm(u - V.col(t)); distance < least) {
      least = distance;
      pair.token = t;
    }
  least = arma::datum::inf;
  for (arma::uword k = 0; k < W.n_cols; ++k)
    if (const double distance = arma::norm(u - W.col(k)); distance < least) {
      least = distance;
      pair.position = k;
    }
  return pair;
}

// [token_and_position] you compare u with the difference of token and position; they were added
// - if (const double distance = arma::norm(u - V.col(t) - W.col(k)); distance < least) {
// + if (const double distance = arma::norm(u - V.col(t) + W.col(k)); distance < least) {

// [token_and_position] you look for the largest dot product with u, which the longest sum wins; look for the least distance
exercise::Pair exercise::token_and_position(const arma::vec& u, const arma::mat& V,
                                            const arma::mat& W)
{
  Pair best{0, 0};
  double largest = -arma::datum::inf;
  for (arma::uword t = 0; t < V.n_cols; ++t)
    for (arma::uword k = 0; k < W.n_cols; ++k)
      if (const double product = arma::dot(u, V.col(t) + W.col(k)); product > largest) {
        largest = product;
        best = {t, k};
      }
  return best;
}

// [token_and_position] you return the position as token and the token as position
// - nearest = {t, k};
// + nearest = {k, t};

// [token_and_position] you look for the position nearest to u, and then for the token; the token may make another position look nearer
exercise::Pair exercise::token_and_position(const arma::vec& u, const arma::mat& V,
                                            const arma::mat& W)
{
  Pair pair{0, 0};
  double least = arma::datum::inf;
  for (arma::uword k = 0; k < W.n_cols; ++k)
    if (const double distance = arma::norm(u - W.col(k)); distance < least) {
      least = distance;
      pair.position = k;
    }
  least = arma::datum::inf;
  for (arma::uword t = 0; t < V.n_cols; ++t)
    if (const double distance = arma::norm(u - V.col(t) - W.col(pair.position)); distance < least) {
      least = distance;
      pair.token = t;
    }
  return pair;
}

// [token_and_position] you look for the token nearest to u, and then for the position; the position may make another token look nearer
exercise::Pair exercise::token_and_position(const arma::vec& u, const arma::mat& V,
                                            const arma::mat& W)
{
  Pair pair{0, 0};
  double least = arma::datum::inf;
  for (arma::uword t = 0; t < V.n_cols; ++t)
    if (const double distance = arma::norm(u - V.col(t)); distance < least) {
      least = distance;
      pair.token = t;
    }
  least = arma::datum::inf;
  for (arma::uword k = 0; k < W.n_cols; ++k)
    if (const double distance = arma::norm(u - V.col(pair.token) - W.col(k)); distance < least) {
      least = distance;
      pair.position = k;
    }
  return pair;
}

// [token_and_position] you add up the magnitudes of the differences; |.| is the Euclidean length, the root of the sum of their squares
// - if (const double distance = arma::norm(u - V.col(t) - W.col(k)); distance < least) {
// + if (const double distance = arma::norm(u - V.col(t) - W.col(k), 1); distance < least) {

// [token_and_position] you compare the largest of the differences alone; |.| is the Euclidean length, the root of the sum of all squares
// - if (const double distance = arma::norm(u - V.col(t) - W.col(k)); distance < least) {
// + if (const double distance = arma::abs(u - V.col(t) - W.col(k)).max(); distance < least) {

// [token_and_position] you keep the least distance in a whole number: 0.7 becomes 0, and nothing is nearer than that. Keep it in a double
// - double least = arma::datum::inf;
// + long least = std::numeric_limits<int>::max();
// - if (const double distance = arma::norm(u - V.col(t) - W.col(k)); distance < least) {
// -         least = distance;
// + if (const double distance = arma::norm(u - V.col(t) - W.col(k));
// +           distance < static_cast<double>(least)) {
// +         least = static_cast<long>(distance);

// [token_and_position] the least distance so far begins with a number, and no pair may be as near as that; begin with arma::datum::inf
// - double least = arma::datum::inf;
// + double least = 100;

// [token_reader] you return which token it is, N x n, not the token's vector; multiply by V
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  return arma::pinv(arma::join_rows(V, W)).eval().head_rows(V.n_cols);
}

// [token_reader] your matrix leaves as it is what is orthogonal to tokens and positions; it shall take that to 0
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  const arma::mat both = arma::join_rows(V, W), parts = arma::pinv(both);
  return arma::eye(V.n_rows, V.n_rows) - W * parts.tail_rows(W.n_cols);
}

// [token_reader] your matrix keeps positions as it keeps tokens; multiply by (V 0), not by (V W)
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  const arma::mat both = arma::join_rows(V, W);
  return both * arma::pinv(both);
}

// [token_reader] you project orthogonally onto the tokens; what a position has along them remains, unless they are orthogonal
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  return V * arma::pinv(V);
}

// [token_reader] you take away the orthogonal projection onto the positions; that takes a part of the tokens, too
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  return arma::eye(V.n_rows, V.n_rows) - W * arma::pinv(W);
}

// [token_reader] your matrix keeps positions and forgets tokens
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  const arma::mat parts = arma::pinv(arma::join_rows(V, W));
  return W * parts.tail_rows(W.n_cols);
}

// [token_reader] your matrix is transposed: P V = V, not V^T P = V^T
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  const arma::mat parts = arma::pinv(arma::join_rows(V, W));
  return (V * parts.head_rows(V.n_cols)).t();
}
