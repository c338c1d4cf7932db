// [weight_back] you look ahead: a query's earlier keys are to the left of the diagonal
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  return arma::mean(pattern.diag(back));
}

// [weight_back] you divide by K; only K - back queries have a key so far back
// - return sum / static_cast<double>(pattern.n_rows - back);
// + return sum / pattern.n_rows;

// [weight_back] you take one column; the key `back` places before the query is a different one for each query
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  return arma::mean(arma::vec(pattern.col(back)));
}

// [weight_back] you return the largest of these weights; return their mean
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  return arma::vec(pattern.diag(-static_cast<arma::sword>(back))).max();
}

// [weight_back] your sum ends one query too early: i runs to K - 1, included
// - for (arma::uword i = back; i < pattern.n_rows; ++i)
// + for (arma::uword i = back; i + 1 < pattern.n_rows; ++i)

// [weight_back] you leave out the last query: i runs to K - 1, included
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  double sum = 0, weights = 0;
  for (arma::uword i = back; i + 1 < pattern.n_rows; ++i, ++weights)
    sum += pattern(i, i - back);
  return sum / weights;
}

// [weight_back] you divide by one too few: i = back, ..., K - 1 are K - back queries
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  return arma::accu(pattern.diag(-static_cast<arma::sword>(back))) /
         (static_cast<double>(pattern.n_rows) - static_cast<double>(back) - 1);
}

// [weight_back] you divide by one too many: i = back, ..., K - 1 are K - back queries
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  return arma::accu(pattern.diag(-static_cast<arma::sword>(back))) /
         static_cast<double>(pattern.n_rows - back + 1);
}

// [weight_back] your sum begins one query too late: query number `back` has such a key already, key 0
// - for (arma::uword i = back; i < pattern.n_rows; ++i)
// + for (arma::uword i = back + 1; i < pattern.n_rows; ++i)

// [weight_back] you return the sum of the weights; return their mean
// - return sum / static_cast<double>(pattern.n_rows - back);
// + return sum;

// [weight_back] you take all keys up to `back` places before the query; take only the one exactly so far back
// - sum += pattern(i, i - back);
// + for (arma::uword j = i - back; j <= i; ++j)
// +       sum += pattern(i, j);

// [weight_back] your sum begins one query too late: query number `back` has such a key already, key 0
double exercise::weight_back(const arma::mat& pattern, arma::uword back)
{
  double sum = 0, count = 0;
  for (arma::uword i = back + 1; i < pattern.n_rows; ++i) {
    sum += pattern(i, i - back);
    count += 1;
  }
  return count > 0 ? sum / count : 0;
}

// [duplicate_token_score] your sum is always 0: row i of the pattern is the query, column j the key, and right of the diagonal there is nothing
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i) {
    bool has_copy = false;
    for (arma::uword j = 0; j < i; ++j)
      if (j != i && tokens[j] == tokens[i]) {
        sum += pattern(j, i);
        has_copy = true;
      }
    queries += has_copy ? 1 : 0;
  }
  return queries == 0 ? 0 : sum / queries;
}

// [duplicate_token_score] you divide by the number of tokens; only queries with an earlier copy count
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i)
    for (arma::uword j = 0; j < i; ++j)
      if (tokens(j) == tokens(i))
        sum += pattern(i, j);
  return sum / tokens.n_elem;
}

// [duplicate_token_score] you take the first copy alone; the weights on all earlier copies belong together
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i)
    for (arma::uword j = 0; j < i; ++j)
      if (tokens(j) == tokens(i)) {
        sum += pattern(i, j);
        ++queries;
        break;
      }
  return queries == 0 ? 0 : sum / queries;
}

// [duplicate_token_score] you count the token itself among its copies; only j < i are earlier
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i) {
    double on_copies = 0;
    int copies = 0;
    for (arma::uword j = 0; j <= i; ++j)
      if (tokens(j) == tokens(i)) {
        on_copies += pattern(i, j);
        ++copies;
      }
    if (copies > 1) {
      sum += on_copies;
      ++queries;
    }
  }
  return queries == 0 ? 0 : sum / queries;
}

// [duplicate_token_score] you count queries whose copy comes later; only those with an earlier one count
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i) {
    bool has_copy = false;
    for (arma::uword j = 0; j < tokens.n_elem; ++j)
      if (j != i && tokens[j] == tokens[i]) {
        sum += pattern(i, j);
        has_copy = true;
      }
    queries += has_copy ? 1 : 0;
  }
  return queries == 0 ? 0 : sum / queries;
}

// [duplicate_token_score] you take the nearest copy alone; the weights on all earlier copies belong together
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 1; i < tokens.n_elem; ++i)
    for (arma::uword j = i; j-- > 0;)
      if (tokens(j) == tokens(i)) {
        sum += pattern(i, j);
        ++queries;
        break;
      }
  return queries == 0 ? 0 : sum / queries;
}

// [duplicate_token_score] you compare a token with its neighbour alone; any earlier place may hold a copy
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 1; i < tokens.n_elem; ++i)
    if (tokens[i - 1] == tokens[i]) {
      sum += pattern(i, i - 1);
      ++queries;
    }
  return queries == 0 ? 0 : sum / queries;
}

// [duplicate_token_score] where nothing is repeated you divide 0 by 0; the score is 0 there
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i) {
    bool copied = false;
    for (arma::uword j = 0; j < i; ++j)
      if (tokens(j) == tokens(i)) {
        sum += pattern(i, j);
        copied = true;
      }
    queries += copied;
  }
  return sum / queries;
}

// [duplicate_token_score] you divide by the number of pairs; a query counts once, however many copies it has
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, pairs = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i)
    for (arma::uword j = 0; j < i; ++j)
      if (tokens[j] == tokens[i]) {
        sum += pattern(i, j);
        ++pairs;
      }
  return pairs == 0 ? 0 : sum / pairs;
}

// [duplicate_token_score] you return the sum; divide by the number of queries that have an earlier copy
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i)
    for (arma::uword j = 0; j < i; ++j)
      if (tokens[j] == tokens[i])
        sum += pattern(i, j);
  return sum;
}

// [duplicate_token_score] this is the weight on the tokens after earlier copies (induction); the exercise asks for that on the copies themselves
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i) {
    bool has_copy = false;
    for (arma::uword j = 0; j < i; ++j)
      if (tokens[j] == tokens[i]) {
        sum += pattern(i, j + 1);
        has_copy = true;
      }
    queries += has_copy ? 1 : 0;
  }
  return queries == 0 ? 0 : sum / queries;
}

// [duplicate_token_score] your sum is a whole number: an int drops everything after the decimal point
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  int sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i) {
    bool has_copy = false;
    for (arma::uword j = 0; j < i; ++j)
      if (j != i && tokens[j] == tokens[i]) {
        sum += pattern(i, j);
        has_copy = true;
      }
    queries += has_copy ? 1 : 0;
  }
  return queries == 0 ? 0 : sum / queries;
}

// [match] A = W_Q^T W_K has n x n entries and does not fit into memory; both numbers come from d x d products
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const arma::mat A = W_Q.t() * W_K;
  return arma::trace(A) / arma::norm(A, "fro");
}

// [match] you return the magnitude; a head that avoids itself has a negative m
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  return std::abs(arma::accu(W_Q % W_K)) / std::sqrt(arma::accu((W_Q * W_Q.t()) % (W_K * W_K.t())));
}

// [match] you divide by the norms of W_Q and W_K; the norm of the product is another number
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  return arma::accu(W_Q % W_K) / (arma::norm(W_Q, "fro") * arma::norm(W_K, "fro"));
}

// [match] A = W_Q^T W_K has n x n entries and takes too long; both numbers come from d x d products
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const auto row_of_A = [&](arma::uword i) { return arma::rowvec(W_Q.col(i).t() * W_K); };
  double trace = 0, squares = 0;
  for (arma::uword i = 0; i < W_Q.n_cols; ++i) {
    trace += row_of_A(i)(i);
    for (arma::uword j = 0; j < W_K.n_cols; ++j)
      squares += row_of_A(i)(j) * row_of_A(i)(j);
  }
  return trace / std::sqrt(squares);
}

// [match] you divide by the norm of W_Q W_K^T, which has the same trace as W_Q^T W_K but another norm
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const arma::mat small = W_Q * W_K.t();
  return arma::trace(small) / arma::norm(small, "fro");
}

// [match] you divide by the spectral norm of W_Q W_K^T; the norm of A asks for the squares of all its entries
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const arma::mat A = W_Q * W_K.t();
  return arma::trace(A) / arma::norm(A);
}

// [match] your norm is the spectral one, which arma::norm takes of a matrix unless you pass "fro"; and A does not fit into memory
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const arma::mat A = W_Q.t() * W_K;
  return arma::trace(A) / arma::norm(A);
}

// [match] you divide by the square of the norm: take its root
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  return arma::accu(W_Q % W_K) / arma::accu((W_Q * W_Q.t()) % (W_K * W_K.t()));
}

// [match] this is the sum of all entries of A; the trace is the sum of the diagonal alone
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const double norm = std::sqrt(arma::accu((W_Q * W_Q.t()) % (W_K * W_K.t())));
  return arma::dot(arma::vec(arma::sum(W_Q, 1)), arma::vec(arma::sum(W_K, 1))) / norm;
}

// [match] you return the trace; divide it by the norm of A
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  return arma::accu(W_Q % W_K);
}

// [nearest_rotation] you always change a sign; do so only where det(U V^T) = -1, which is a reflection
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, Y * X.t());
  U.col(U.n_cols - 1) *= -1;
  return U * V.t();
}

// [nearest_rotation] you subtract the mean of the points first; a rotation turns about 0, and nothing is moved
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  const arma::mat of_X = X.each_col() - arma::mean(X, 1), of_Y = Y.each_col() - arma::mean(Y, 1);
  arma::svd(U, s, V, of_Y * of_X.t());
  if (arma::det(U) * arma::det(V) < 0)
    U.col(U.n_cols - 1) *= -1;
  return U * V.t();
}

// [nearest_rotation] you change the sign of the largest singular value; that of the smallest, the last, costs least
// - arma::vec sigma;
// -   arma::svd(U, sigma, V, Y * X.t());
// + arma::vec s;
// +   arma::svd(U, s, V, Y * X.t());
// - U.tail_cols(1) *= -1;
// + V.col(0) *= -1;

// [nearest_rotation] your rotation takes Y to X: it is the inverse of the one that takes X to Y
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, X * Y.t());
  if (arma::det(U) * arma::det(V) < 0)
    U.col(U.n_cols - 1) *= -1;
  return U * V.t();
}

// [nearest_rotation] you change the sign of the last row of U; directions are its columns
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, Y * X.t());
  if (arma::det(U) * arma::det(V) < 0)
    U.row(U.n_rows - 1) *= -1;
  return U * V.t();
}

// [nearest_rotation] you return the best matrix of all (least squares); only rotations are allowed
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  return arma::solve(X * X.t(), X * Y.t()).t();
}

// [nearest_rotation] where det(U V^T) = -1 you return the negative of it, which in the plane is still a reflection and in space changes three signs; change only one
// - if (arma::det(U * V.t()) < 0)
// -     U.tail_cols(1) *= -1;
// -   return U * V.t();
// + const arma::mat R = U * V.t();
// +   return arma::det(R) < 0 ? arma::mat(-R) : R;

// [nearest_rotation] you decompose X^T Y, which is N x N; the d x d matrix is Y X^T
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, X.t() * Y);
  return V * U.t();
}

// [nearest_rotation] where det(U V^T) = -1 your R is a reflection; change a sign there
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, Y * X.t());
  return U * V.t();
}

// [nearest_rotation] you keep the singular values: this is Y X^T itself; a rotation changes no length
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  return Y * X.t();
}

// [nearest_rotation] you multiply U V; the decomposition is U S V^T, so it is V^T that turns X
arma::mat exercise::nearest_rotation(const arma::mat& X, const arma::mat& Y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, Y * X.t());
  if (arma::det(U) * arma::det(V) < 0)
    U.col(U.n_cols - 1) *= -1;
  return U * V;
}

// [composition] A and C have n x n entries and do not fit into memory; all norms come from d x d products
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::norm(A * C, "fro") / (arma::norm(A, "fro") * arma::norm(C, "fro"));
}

// [composition] you multiply C A; the score is of A C, where C writes first and A reads
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::norm(C * A, "fro") / (arma::norm(A, "fro") * arma::norm(C, "fro"));
}

// [composition] you multiply C A; the score is of A C, where C writes first and A reads
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(first.W_O.t(), first.W_V * second.W_Q.t() * second.W_K) /
         norm(second.W_Q, second.W_K) / norm(first.W_O.t(), first.W_V);
}

// [composition] the heads are exchanged: the first one writes, the keys of the second one read
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = first.W_Q.t() * first.W_K, C = second.W_O * second.W_V;
  return arma::norm(A * C, "fro") / (arma::norm(A, "fro") * arma::norm(C, "fro"));
}

// [composition] the heads are exchanged: the first one writes, the keys of the second one read
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(first.W_Q, first.W_K * second.W_O * second.W_V) / norm(first.W_Q, first.W_K) /
         norm(second.W_O.t(), second.W_V);
}

// [composition] you take W_K and W_O alone; W_Q and W_V change the norms too
double exercise::composition(const Head& first, const Head& second)
{
  return arma::norm(second.W_K * first.W_O, "fro") /
         (arma::norm(second.W_K, "fro") * arma::norm(first.W_O, "fro"));
}

// [composition] you divide by the norms of the factors; the norms of the products A and C are other numbers
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_Q, second.W_K * first.W_O * first.W_V) /
         (arma::norm(second.W_Q, "fro") * arma::norm(second.W_K, "fro") *
          arma::norm(first.W_O, "fro") * arma::norm(first.W_V, "fro"));
}

// [composition] you divide by the norm of A alone; divide by that of C too
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_Q, second.W_K * first.W_O * first.W_V) / norm(second.W_Q, second.W_K);
}

// [composition] you return the norm of A C; divide it by the norms of A and of C
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::norm(A * C, "fro");
}

// [composition] you return the norm of A C; divide it by the norms of A and of C
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_Q, second.W_K * first.W_O * first.W_V);
}

// [composition] both your matrices belong to the second head; C is what the first one writes
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_Q, second.W_K * second.W_O * second.W_V) / norm(second.W_Q, second.W_K) /
         norm(second.W_O.t(), second.W_V);
}

// [composition] this is how the queries of the second head read the first (Q-composition); the exercise asks for the keys, A C and not A^T C
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::norm(A.t() * C, "fro") / (arma::norm(A, "fro") * arma::norm(C, "fro"));
}

// [composition] this is how the queries of the second head read the first (Q-composition); the exercise asks for the keys, A C and not A^T C
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_K, second.W_Q * first.W_O * first.W_V) / norm(second.W_Q, second.W_K) /
         norm(first.W_O.t(), first.W_V);
}

// [composition] A and C have n x n entries and take too long; all norms come from d x d products
double exercise::composition(const Head& first, const Head& second)
{
  double of_a = 0, of_c = 0, of_both = 0;
  for (arma::uword i = 0; i < second.W_Q.n_cols; ++i) {
    const arma::rowvec a = second.W_Q.col(i).t() * second.W_K, c = first.W_O.row(i) * first.W_V;
    of_a += arma::dot(a, a);
    of_c += arma::dot(c, c);
    for (arma::uword j = 0; j < first.W_V.n_cols; ++j)
      of_both += std::pow(arma::dot(a, first.W_O * first.W_V.col(j)), 2);
  }
  return std::sqrt(of_both / of_a / of_c);
}

// [composition] you divide by norms of the d x d matrices W_Q W_K^T and W_V W_O, which are not those of A and C
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_Q, second.W_K * first.W_O * first.W_V) /
         (arma::norm(second.W_Q * second.W_K.t(), "fro") *
          arma::norm(first.W_V * first.W_O, "fro"));
}

// [composition] your norm is the spectral one, which arma::norm takes of a matrix unless you pass "fro"; and A and C do not fit into memory
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::norm(A * C) / (arma::norm(A) * arma::norm(C));
}

// [composition] you return the square of the score; take the root
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_Q.t() * second.W_K, C = first.W_O * first.W_V;
  return arma::accu(arma::square(A * C)) /
         (arma::accu(arma::square(A)) * arma::accu(arma::square(C)));
}

// [composition] you return the square of the score; take the root
// - const arma::mat between = second.W_K * first.W_O; // A C = W_Q^T (W_K W_O) W_V
// -   return std::sqrt(squared_norm(second.W_Q, between * first.W_V) /
// -                    squared_norm(second.W_Q, second.W_K) / squared_norm(first.W_O.t(), first.W_V));
// + const arma::mat between = second.W_K * first.W_O;
// +   return squared_norm(second.W_Q, between * first.W_V) / squared_norm(second.W_Q, second.W_K) /
// +          squared_norm(first.W_O.t(), first.W_V);

// [composition] this is how the values of the second head read the first (V-composition); the exercise asks for the keys
double exercise::composition(const Head& first, const Head& second)
{
  const arma::mat A = second.W_O * second.W_V, C = first.W_O * first.W_V;
  return arma::norm(A * C, "fro") / (arma::norm(A, "fro") * arma::norm(C, "fro"));
}

// [composition] this is how the values of the second head read the first (V-composition); the exercise asks for the keys
double exercise::composition(const Head& first, const Head& second)
{
  const auto norm = [](const arma::mat& L, const arma::mat& R) {
    return std::sqrt(arma::accu((L * L.t()) % (R * R.t())));
  };
  return norm(second.W_O.t(), second.W_V * first.W_O * first.W_V) /
         norm(second.W_O.t(), second.W_V) / norm(first.W_O.t(), first.W_V);
}
