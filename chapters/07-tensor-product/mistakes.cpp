// [tensor_action] you transpose both factors; B stays as it is
// - return B * M * A.t();
// + return B.t() * M * A.t();

// [tensor_action] you exchange A and B; B goes to the left, A to the right
// - return B * M * A.t();
// + return A * M * B.t();

// [tensor_action] you transpose B instead of A
// - return B * M * A.t();
// + return B.t() * M * A;

// [tensor_action] you leave A as it is; in B M A^T it is transposed
// - return B * M * A.t();
// + return B * M * A;

// [image] you take a_jj B C_j alone; the sum runs over all columns of M
arma::vec exercise::image(const arma::mat& A, const arma::mat& B, const arma::mat& M, arma::uword j)
{
  return A(j, j) * (B * M.col(j));
}

// [image] you multiply column j by B but do not mix the columns; A mixes them
arma::vec exercise::image(const arma::mat& A, const arma::mat& B, const arma::mat& M, arma::uword j)
{
  return B * M.col(j);
}

// [image] you take column j of A, as in the document's (†); take row j
arma::vec exercise::image(const arma::mat& A, const arma::mat& B, const arma::mat& M, arma::uword j)
{
  arma::vec sum(B.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < M.n_cols; ++i)
    sum += A(i, j) * (B * M.col(i));
  return sum;
}

// [image] you mix the columns of M, but B does nothing to them
arma::vec exercise::image(const arma::mat& A, const arma::mat& B, const arma::mat& M, arma::uword j)
{
  return M * A.row(j).t();
}

// [rearrangement] you set a 1 at (j, order_j) and another at (order_j, j); a row of A has one
// - A(j, order(j)) = 1;
// + A(j, order(j)) = A(order(j), j) = 1;

// [rearrangement] each row of your A is divided by p; a token is moved whole
// - A(j, order(j)) = 1;
// + A(j, order(j)) = 1.0 / double(order.n_elem);

// [rearrangement] your A is the identity, which moves no token
arma::mat exercise::rearrangement(const arma::uvec& order)
{
  return arma::eye(order.n_elem, order.n_elem);
}

// [rearrangement] this is the transpose: it sends token j to place order_j, instead of taking token order_j to place j
// - A(j, order(j)) = 1;
// + A(order(j), j) = 1;

// [rearrangement] a column that is wanted in two places is put into the first of them only
arma::mat exercise::rearrangement(const arma::uvec& order)
{
  const arma::uword p = order.n_elem;
  arma::mat A(p, p, arma::fill::zeros);
  for (arma::uword i = 0; i < p; ++i)
    for (arma::uword j = 0; j < p; ++j)
      if (order(j) == i) {
        A(j, i) = 1;
        break;
      }
  return A;
}

// [rearrangement] you exchange rows one after the other, so a later exchange moves what an earlier one has put in its place; set row j by itself
// - arma::mat A(order.n_elem, order.n_elem, arma::fill::zeros);
// + arma::mat A = arma::eye(order.n_elem, order.n_elem);
// - A(j, order(j)) = 1;
// + A.swap_rows(j, order(j));

// [rearrangement] you sort the order, which undoes it, and only if no index occurs twice; row j has its 1 in column order_j
arma::mat exercise::rearrangement(const arma::uvec& order)
{
  const arma::mat identity = arma::eye(order.n_elem, order.n_elem);
  return identity.rows(arma::stable_sort_index(order));
}

// [rearrangement] indices count from 0: order_j is the column itself
// - A(j, order(j)) = 1;
// + A(j, order(j) - 1) = 1;

// [one_after_the_other] A1 A2 would be right if A were not transposed; (A2 A1)^T = A1^T A2^T
// - return {second.A * first.A, second.B * first.B};
// + return {first.A * second.A, second.B * first.B};

// [one_after_the_other] A is right, but B1 B2 lets the second head act first
// - return {second.A * first.A, second.B * first.B};
// + return {second.A * first.A, first.B * second.B};

// [one_after_the_other] you multiply both pairs in reading order; what acts first is on the right
// - return {second.A * first.A, second.B * first.B};
// + return {first.A * second.A, first.B * second.B};

// [one_after_the_other] you return A^T: the action contains the transposition already
// - return {second.A * first.A, second.B * first.B};
// + return {first.A.t() * second.A.t(), second.B * first.B};

// [invariants] you multiply the determinants without exponents; B acts on p columns and A on n rows
exercise::Invariants exercise::invariants(const arma::mat& A, const arma::mat& B)
{
  return {arma::trace(A) * arma::trace(B), arma::det(A) * arma::det(B)};
}

// [invariants] you raise each determinant to the size of its own matrix; raise it to the size of the other
// - std::pow(arma::det(A), B.n_rows) * std::pow(arma::det(B), A.n_rows)};
// + std::pow(arma::det(A), A.n_rows) * std::pow(arma::det(B), B.n_rows)};

// [invariants] you add the traces; multiply them
// - return {arma::trace(A) * arma::trace(B),
// + return {arma::trace(A) + arma::trace(B),

// [invariants] the trace has no exponents; only the determinant has them
// - return {arma::trace(A) * arma::trace(B),
// + return {std::pow(arma::trace(A), B.n_rows) * std::pow(arma::trace(B), A.n_rows),

// [least_multiplications] you multiply from left to right; other orders may be cheaper
double exercise::least_multiplications(const arma::uvec& sizes)
{
  double sum = 0;
  for (arma::uword k = 1; k + 1 < sizes.n_elem; ++k)
    sum += double(sizes(0)) * double(sizes(k)) * double(sizes(k + 1));
  return sum;
}

// [least_multiplications] you multiply from right to left; other orders may be cheaper
double exercise::least_multiplications(const arma::uvec& sizes)
{
  double sum = 0;
  const arma::uword last = sizes.n_elem - 1;
  for (arma::uword k = 1; k < last; ++k)
    sum += double(sizes(k - 1)) * double(sizes(k)) * double(sizes(last));
  return sum;
}

// [least_multiplications] you always carry out the cheapest product next; that may spoil the later ones
double exercise::least_multiplications(const arma::uvec& sizes)
{
  std::vector<double> left(sizes.begin(), sizes.end());
  double sum = 0;
  while (left.size() > 2) {
    std::size_t best = 1;
    const auto cost = [&](std::size_t k) { return left[k - 1] * left[k] * left[k + 1]; };
    for (std::size_t k = 2; k + 1 < left.size(); ++k)
      if (cost(k) < cost(best))
        best = k;
    sum += cost(best);
    left.erase(left.begin() + long(best));
  }
  return sum;
}

// [least_multiplications] you try left to right and right to left; with four matrices there are three more orders
double exercise::least_multiplications(const arma::uvec& sizes)
{
  double from_left = 0, from_right = 0;
  const arma::uword last = sizes.n_elem - 1;
  for (arma::uword k = 1; k < last; ++k) {
    from_left += double(sizes(0)) * double(sizes(k)) * double(sizes(k + 1));
    from_right += double(sizes(k - 1)) * double(sizes(k)) * double(sizes(last));
  }
  return std::min(from_left, from_right);
}

// [least_multiplications] you count additions too; count only multiplications
// - {
// -   // least(i, j): for X_{i+1} ... X_j, whose last product joins two shorter ones at k
// + {
// - double(sizes(i)) * double(sizes(k)) * double(sizes(j)));
// + 2 * double(sizes(i)) * double(sizes(k)) * double(sizes(j)));

// [least_multiplications] an int ends at 2^31 - 1 and an unsigned int at 2^32 - 1: count in double, or in arma::uword
double exercise::least_multiplications(const arma::uvec& sizes)
{
  const arma::uword m = sizes.n_elem - 1;
  arma::umat least(m + 1, m + 1, arma::fill::zeros);
  for (arma::uword length = 2; length <= m; ++length)
    for (arma::uword i = 0; i + length <= m; ++i) {
      const arma::uword j = i + length;
      for (arma::uword k = i + 1; k < j; ++k) {
        const auto count =
            static_cast<unsigned int>(least(i, k) + least(k, j) + sizes(i) * sizes(k) * sizes(j));
        if (k == i + 1 || count < least(i, j))
          least(i, j) = count;
      }
    }
  return double(least(0, m));
}

// [least_multiplications] the same stretches are asked for again and again, 3^59 times in all for 60 matrices; keep the answer for each
double exercise::least_multiplications(const arma::uvec& sizes)
{
  const arma::uword m = sizes.n_elem - 1;
  if (m == 1)
    return 0;
  double least = arma::datum::inf;
  for (arma::uword k = 1; k < m; ++k)
    least = std::min(least, least_multiplications(sizes.head(k + 1)) +
                                least_multiplications(sizes.tail(m - k + 1)) +
                                double(sizes(0)) * double(sizes(k)) * double(sizes(m)));
  return least;
}
