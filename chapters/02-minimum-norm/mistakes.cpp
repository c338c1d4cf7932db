// [residual_norm] you collect the sum in a whole number, which drops everything after the decimal point; sum in a double
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  int squares = 0;
  for (double difference : arma::vec(A * x - y))
    squares += difference * difference;
  return std::sqrt(squares);
}

// [residual_norm] you return the largest magnitude of the entries; the length counts all of them
// - return arma::norm(A * x - y);
// + return arma::norm(A * x - y, "inf");

// [residual_norm] you sum the magnitudes of the entries; the length has their squares, and a root
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  double sum = 0;
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    double r = -y(i);
    for (arma::uword j = 0; j < A.n_cols; ++j)
      r += A(i, j) * x(j);
    sum += std::abs(r);
  }
  return sum;
}

// [residual_norm] you divide by the number of equations before you take the root: that gives a root mean square, not a length
// - return arma::norm(A * x - y);
// + return std::sqrt(arma::mean(arma::square(A * x - y)));

// [residual_norm] you return the difference of two lengths, |A x| and |y|; subtract the vectors first
// - return arma::norm(A * x - y);
// + const arma::vec Ax = A * x;
// +   return std::fabs(std::sqrt(arma::dot(Ax, Ax)) - std::sqrt(arma::dot(y, y)));

// [residual_norm] your sums run over n unknowns, the number of equations; there are N
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  double squares = 0;
  for (arma::uword i = 0; i < A.n_rows; i++) {
    double difference = -y(i);
    for (arma::uword j = 0; j < A.n_rows; j++)
      difference += A(i, j) * x(j);
    squares += difference * difference;
  }
  return std::sqrt(squares);
}

// [residual_norm] you divide by the length of y; the exercise asks for the length of A x - y itself
// - return arma::norm(A * x - y);
// + return arma::norm(A * x - y) / arma::norm(y);

// [residual_norm] you sum the entries themselves, where those of opposite signs cancel; the length has their squares, and a root
// - return arma::norm(A * x - y);
// + return std::abs(arma::accu(A * x - y));

// [residual_norm] you return the square of the length; its square root is missing
double exercise::residual_norm(const arma::mat& A, const arma::vec& x, const arma::vec& y)
{
  const arma::vec residual = A * x - y;
  double sum = 0;
  for (double r : residual)
    sum += r * r;
  return sum;
}

// [residual_norm] you add y; subtract it, A x - y
// - return arma::norm(A * x - y);
// + return arma::norm(A * x + y);

// [residual_norm] you multiply x by A^T; the equations are A x = y
// - return arma::norm(A * x - y);
// + return arma::norm(A.t() * x - y);

// [residual_norm] your result does not depend on y; subtract it from A x
// - return arma::norm(A * x - y);
// + return arma::norm(A * x);

// [right_inverse] your factors are exchanged: A^T, N x n, goes to the left of (A A^T)^{-1}, n x n
// - return A.t() * arma::inv(A * A.t());
// + const arma::mat inverse = arma::inv(A * A.t());
// +   return inverse * A.t();

// [right_inverse] you divide by a number, the sum of the squares in A; A A^T is a number only if A is one row
// - return A.t() * arma::inv(A * A.t());
// + return A.t() / arma::trace(A * A.t());

// [right_inverse] you divide by the determinant of A A^T; that is its inverse only if A is one row
// - return A.t() * arma::inv(A * A.t());
// + return A.t() / arma::det(A * A.t());

// [right_inverse] (A A^T)^{-1} is missing: you return A^T, as if the rows had length 1 and were perpendicular
arma::mat exercise::right_inverse(const arma::mat& A)
{
  arma::mat B(A.n_cols, A.n_rows);
  for (arma::uword i = 0; i < A.n_rows; i++)
    for (arma::uword j = 0; j < A.n_cols; j++)
      B(j, i) = A(i, j);
  return B;
}

// [right_inverse] A A^T enters your product as it is; take its inverse
// - return A.t() * arma::inv(A * A.t());
// + return A.t() * (A * A.t());

// [right_inverse] you invert A itself, which only a square matrix allows; A A^T is square
// - return A.t() * arma::inv(A * A.t());
// + return arma::inv(A);

// [right_inverse] you treat A A^T as diagonal; the rows of A may be at any angle to one another
arma::mat exercise::right_inverse(const arma::mat& A)
{
  arma::mat B = A.t();
  for (arma::uword i = 0; i < A.n_rows; ++i)
    B.col(i) /= arma::dot(A.row(i), A.row(i));
  return B;
}

// [right_inverse] you take the reciprocal of each entry of A A^T; the inverse of a matrix is another matrix
// - return A.t() * arma::inv(A * A.t());
// + arma::mat gram = A * A.t();
// +   gram.transform([](double g) { return 1 / g; });
// +   return A.t() * gram;

// [right_inverse] A^T A is N x N and its rank is n only, so it has no inverse; A A^T has one
// - return A.t() * arma::inv(A * A.t());
// + return arma::inv(A.t() * A) * A.t();

// [right_inverse] A^T A is N x N and its rank is n only, so it has no inverse; A A^T has one
// - return A.t() * arma::inv(A * A.t());
// + return A.t() * arma::inv(A.t() * A);

// [right_inverse] A^T A is N x N and its rank is n only, so it has no inverse; A A^T has one
// - return A.t() * arma::inv(A * A.t());
// + const arma::mat inverse = arma::inv(A.t() * A);
// +   return inverse * A.t();

// [right_inverse] your B is a right inverse, but not the one of the shortest x: you invert the first n columns of A and leave out the others
// - return A.t() * arma::inv(A * A.t());
// + arma::mat B(A.n_cols, A.n_rows, arma::fill::zeros);
// +   B.head_rows(A.n_rows) = arma::inv(A.head_cols(A.n_rows));
// +   return B;

// [right_inverse] you return the transpose: A^T comes first, and the result is N x n
// - return A.t() * arma::inv(A * A.t());
// + const arma::mat gram = A * A.t(), inverse = arma::inv(gram);
// +   return inverse * A;

// [right_inverse] your first factor is A, n x N, which does not fit (A A^T)^{-1}, n x n; the formula begins with A^T
// - return A.t() * arma::inv(A * A.t());
// + return A * arma::inv(A * A.t());

// [right_inverse] the factor A^T is missing: you return (A A^T)^{-1}, which is n x n
// - return A.t() * arma::inv(A * A.t());
// + return arma::inv(A * A.t());

// [minimum_norm_solution] you divide by a number, the sum of the squares in A; A A^T is a number only if A is one row
// - return right_inverse(A) * y;
// + return A.t() * y / arma::accu(A % A);

// [minimum_norm_solution] you multiply y by the transpose of the right inverse; that is n x N, and y has n entries
// - return right_inverse(A) * y;
// + return right_inverse(A).t() * y;

// [minimum_norm_solution] your factors are exchanged: A^T, N x n, goes to the left of (A A^T)^{-1}, n x n
// - return right_inverse(A) * y;
// + const arma::mat inverse = arma::inv(A * A.t());
// +   return inverse * A.t() * y;

// [minimum_norm_solution] A A^T enters your product as it is; take its inverse
// - return right_inverse(A) * y;
// + return A.t() * (A * A.t()) * y;

// [minimum_norm_solution] you treat A A^T as diagonal: you divide by the squares of the rows' lengths, which is right only for rows that are perpendicular
// - return right_inverse(A) * y;
// + const arma::mat G = A * A.t();
// +   return A.t() * (y / G.diag());

// [minimum_norm_solution] A^T A is N x N and its rank is n only, so it has no inverse; A A^T has one
// - return right_inverse(A) * y;
// + const arma::mat inverse = arma::inv(A.t() * A);
// +   return inverse * (A.t() * y);

// [minimum_norm_solution] A^T A is N x N and its rank is n only, so it has no inverse; A A^T has one
// - return right_inverse(A) * y;
// + return arma::inv(A.t() * A) * A.t() * y;

// [minimum_norm_solution] you scale x to length 1; then A x is no longer y
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  arma::vec x = right_inverse(A) * y;
  const double length = arma::norm(x);
  if (length > 0)
    x /= length;
  return x;
}

// [minimum_norm_solution] A^T is missing: you return (A A^T)^{-1} y, of n entries; x has N
// - return right_inverse(A) * y;
// + const arma::mat gram = A * A.t();
// +   return arma::inv(gram) * y;

// [minimum_norm_solution] your x solves A x = y, but it is not the shortest: you use the first n unknowns and set the others to 0
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::uword n = A.n_rows;
  arma::vec x = arma::zeros(A.n_cols);
  const arma::vec found = arma::inv(A.cols(0, n - 1)) * y;
  for (arma::uword i = 0; i < n; ++i)
    x[i] = found[i];
  return x;
}

// [minimum_norm_solution] your sign is the opposite: A x is -y
// - return right_inverse(A) * y;
// + return -(right_inverse(A) * y);

// [minimum_norm_solution] (A A^T)^{-1} is missing: your x is A^T y
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  arma::vec x(A.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; i++)
    for (arma::uword j = 0; j < A.n_cols; j++)
      x(j) += A(i, j) * y(i);
  return x;
}

// [kernel_projector] you return a basis of the kernel, N - n columns; P is the N x N matrix that projects onto it
// - return arma::eye(A.n_cols, A.n_cols) - right_inverse(A) * A;
// + return arma::null(A);

// [kernel_projector] you return a basis of the kernel, N - n columns; P is the N x N matrix that projects onto it
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, A);
  if (A.n_rows == A.n_cols)
    return arma::zeros(A.n_cols, A.n_cols);
  return V.tail_cols(A.n_cols - A.n_rows);
}

// [kernel_projector] your factors are exchanged: with a basis Z of the kernel as columns, Z^T Z is the identity, and Z Z^T projects
// - return arma::eye(A.n_cols, A.n_cols) - right_inverse(A) * A;
// + const arma::mat Z = arma::null(A);
// +   return Z.t() * Z;

// [kernel_projector] the two matrices that you subtract have the same shape only if A is square: the identity and B A are both N x N
// - return arma::eye(A.n_cols, A.n_cols) - right_inverse(A) * A;
// + return arma::eye(A.n_rows, A.n_rows) - right_inverse(A) * A;

// [kernel_projector] your P is a reflection: you subtract B A from the identity twice; subtract it once
// - return arma::eye(A.n_cols, A.n_cols) - right_inverse(A) * A;
// + return arma::eye(A.n_cols, A.n_cols) - 2 * right_inverse(A) * A;

// [kernel_projector] your P is 0, as if no z but 0 were in the kernel (V V^T with all columns of V is the identity)
// - return arma::eye(A.n_cols, A.n_cols) - right_inverse(A) * A;
// + return arma::zeros(A.n_cols, A.n_cols);

// [kernel_projector] you subtract from a matrix of ones in place of the identity
// - return arma::eye(A.n_cols, A.n_cols) - right_inverse(A) * A;
// + return 1 - right_inverse(A) * A;

// [kernel_projector] you subtract B from the identity, and its shape is N x n; B A is N x N
// - return arma::eye(A.n_cols, A.n_cols) - right_inverse(A) * A;
// + return arma::eye(A.n_cols, A.n_cols) - right_inverse(A);

// [kernel_projector] your product is A B, which is the n x n identity; the projection has B A, N x N
// - return arma::eye(A.n_cols, A.n_cols) - right_inverse(A) * A;
// + const arma::mat B = right_inverse(A);
// +   return arma::eye(A.n_rows, A.n_rows) - A * B;

// [kernel_projector] you return the projection onto the rows of A, B A; the exercise asks for what it leaves, I - B A
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  arma::mat P(A.n_cols, A.n_cols, arma::fill::zeros);
  for (arma::uword j = 0; j < A.n_cols; ++j)
    P.col(j) = minimum_norm_solution(A, A.col(j));
  return P;
}

// [kernel_projector] you project along the rows one at a time, which is right only if they are perpendicular; (A A^T)^{-1} belongs between the factors
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  arma::mat P(A.n_cols, A.n_cols, arma::fill::eye);
  for (arma::uword i = 0; i < A.n_rows; i++) {
    const arma::rowvec row = arma::normalise(A.row(i));
    P -= row.t() * row;
  }
  return P;
}

// [kernel_projector] your sign is wrong: it is I - B A
// - return arma::eye(A.n_cols, A.n_cols) - right_inverse(A) * A;
// + return right_inverse(A) * A - arma::eye(A.n_cols, A.n_cols);

// [kernel_projector] your P is I - A^T A, a projection only if the rows of A are perpendicular and of length 1; (A A^T)^{-1} belongs between the factors
// - return arma::eye(A.n_cols, A.n_cols) - right_inverse(A) * A;
// + arma::mat P = -A.t() * A;
// +   P.diag() += 1;
// +   return P;

// [kernel_projector] for a square A you return an empty matrix; only 0 is in its kernel, and P is the N x N matrix of zeros
// - {
// + {
// +   if (A.n_rows == A.n_cols)
// +     return arma::mat();

// [numerical_rank] you count all that is not exactly 0, and tiny numbers stand for 0 here: count the singular values above 10^-10 times the largest
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  return arma::accu(arma::vec(arma::svd(A)) > 0);
}

// [numerical_rank] you count singular values of a matrix of zeros; none of them is greater than 10^-10 times the largest, which is 0
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  const arma::vec s = arma::svd(A);
  return arma::accu(s >= 1e-10 * s.max());
}

// [numerical_rank] your bound is about 10^-16 times the largest singular value, as in arma::rank; the exercise asks for 10^-10
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  return arma::rank(A);
}

// [numerical_rank] you compare the singular values with a fixed number: a tiny matrix may have full rank. Compare them with the largest
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  arma::uword rank = 0;
  for (double s : arma::vec(arma::svd(A)))
    if (s > 1e-12)
      ++rank;
  return rank;
}

// [numerical_rank] your count leaves out the largest singular value
// - while (rank < s.n_elem && s(rank) > 1e-10 * s(0))
// -     ++rank;
// + for (arma::uword i = 1; i < s.n_elem; ++i)
// +     if (s(i) > 1e-10 * s(0))
// +       ++rank;

// [numerical_rank] you count columns that are not 0; one may be a combination of the others
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  arma::uword rank = 0;
  for (arma::uword j = 0; j < A.n_cols; j++)
    if (arma::any(A.col(j) != 0))
      ++rank;
  return rank;
}

// [numerical_rank] you count rows that are not 0; one may be a combination of the others
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  arma::uword rank = 0;
  for (arma::uword i = 0; i < A.n_rows; i++)
    if (arma::norm(A.row(i)) > 0)
      rank++;
  return rank;
}

// [numerical_rank] the eigenvalues of A A^T and A^T A are the squares of the singular values; compared with 10^-10 they set the bound at 10^-5
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  const arma::vec squares = arma::square(arma::vec(arma::svd(A)));
  return arma::accu(squares > 1e-10 * squares.max());
}

// [numerical_rank] you look at the diagonal of A only; its other entries count too
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  return arma::accu(A.diag() != 0);
}

// [numerical_rank] you return the dimension of the kernel, N less the rank
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  return arma::null(A).eval().n_cols;
}

// [numerical_rank] you return the largest rank that a matrix of this shape can have; look at its entries
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  return A.n_rows < A.n_cols ? A.n_rows : A.n_cols;
}

// [numerical_rank] you count the singular values that vanish; the others are the rank
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  const arma::vec s = arma::svd(A);
  return arma::accu(s <= 1e-10 * s(0));
}

// [shortest_solution] you compare |A x - y| with a fixed number: a tiny y is near everything. Compare it with |y|
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = arma::pinv(A, 1e-10 * arma::norm(A)) * y;
  if (residual_norm(A, x, y) > 1e-8)
    return arma::vec();
  return x;
}

// [shortest_solution] you divide by singular values that numerical_rank does not count: the bound of pinv() is about 10^-16 times the largest, that of the formula 10^-10 times
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = arma::pinv(A) * y;
  if (residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    return arma::vec();
  return x;
}

// [shortest_solution] you divide by singular values that are 0; leave these out
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd_econ(U, s, V, A);
  const arma::vec x = V * ((U.t() * y) / s);
  if (residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    return arma::vec();
  return x;
}

// [shortest_solution] you find no solution where there is one: A x differs from y by rounding, so compare the difference with a small number, not with 0
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = arma::pinv(A) * y;
  if (residual_norm(A, x, y) != 0)
    return arma::vec();
  return x;
}

// [shortest_solution] you multiply by the singular values; the formula divides by them
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::uword r = numerical_rank(A);
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, A);
  arma::vec x(A.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < r; i++)
    x += V.col(i) * arma::dot(U.col(i), y) * s(i);
  if (residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    return arma::vec();
  return x;
}

// [shortest_solution] (A A^T)^{-1} exists only if the rows of A are independent; here A may have any rank
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = minimum_norm_solution(A, y);
  if (residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    return arma::vec();
  return x;
}

// [shortest_solution] (A A^T)^{-1} exists only if the rows of A are independent; here A may have any rank
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = A.t() * arma::inv(A * A.t()) * y;
  if (residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    return arma::vec();
  return x;
}

// [shortest_solution] you return an x even where A x = y has no solution; compute the residual, and return an empty vector where it is not small
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  if (numerical_rank(A) == 0)
    return arma::zeros(A.n_cols);
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, A);
  arma::vec x(A.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < s.n_elem; i++)
    if (s(i) > 1e-10 * s(0))
      x += arma::dot(U.col(i), y) / s(i) * V.col(i);
  return x;
}

// [shortest_solution] you refuse every A of rank below n; y may still be a combination of its columns
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  if (numerical_rank(A) < A.n_rows)
    return {};
  return minimum_norm_solution(A, y);
}

// [shortest_solution] you refuse every system with more equations than unknowns; some have a solution
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = arma::pinv(A, 1e-10 * arma::norm(A)) * y;
  if (A.n_rows > A.n_cols || residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    return arma::vec();
  return x;
}

// [shortest_solution] for y = 0 both sides of your comparison are 0, and x = 0 is a solution: <=, not <
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = arma::pinv(A, 1e-10 * arma::norm(A)) * y;
  if (residual_norm(A, x, y) < 1e-8 * arma::norm(y))
    return x;
  return arma::vec();
}

// [shortest_solution] where there is no solution, return an empty vector, arma::vec(), not zeros
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  arma::vec x = arma::pinv(A, 1e-8) * y;
  if (residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    x.zeros();
  return x;
}

// [shortest_solution] you compare the singular values with a fixed number: those of a tiny matrix count too. Compare them with the largest
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = arma::pinv(A, 1e-10) * y;
  if (residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    return arma::vec();
  return x;
}

// [shortest_solution] the singular values of A A^T are the squares of those of A: 1e-8 becomes 1e-16, which pinv takes for rounding. Use the singular values of A
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::vec x = A.t() * arma::pinv(A * A.t()) * y;
  if (residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    return arma::vec();
  return x;
}

// [shortest_solution] you return an x even where A x = y has no solution; compute the residual, and return an empty vector where it is not small
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  return arma::pinv(A) * y;
}

// [shortest_solution] arma::solve finds nothing where the rank of A is below n and N, though a solution may exist; the singular values give it
arma::vec exercise::shortest_solution(const arma::mat& A, const arma::vec& y)
{
  arma::vec x;
  if (!arma::solve(x, A, y, arma::solve_opts::no_approx) ||
      residual_norm(A, x, y) > 1e-8 * arma::norm(y))
    return arma::vec();
  return x;
}
