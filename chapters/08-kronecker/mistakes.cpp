// [vectorized] you exchange the indices of M: the row is the first of the two
arma::vec exercise::vectorized(const arma::mat& M)
{
  arma::vec v(M.n_elem);
  for (arma::uword j = 0; j < M.n_cols; j++)
    for (arma::uword i = 0; i < M.n_rows; i++)
      v(i + M.n_rows * j) = M(j, i);
  return v;
}

// [vectorized] you return the first column only; the others follow below it
arma::vec exercise::vectorized(const arma::mat& M)
{
  return M.col(0);
}

// [vectorized] you leave out the last column
arma::vec exercise::vectorized(const arma::mat& M)
{
  arma::vec v(M.n_elem, arma::fill::zeros);
  for (arma::uword j = 0; j + 1 < M.n_cols; j++)
    for (arma::uword i = 0; i < M.n_rows; i++)
      v(i + M.n_rows * j) = M(i, j);
  return v;
}

// [vectorized] your last column is on top; the first one belongs on top
arma::vec exercise::vectorized(const arma::mat& M)
{
  arma::mat v;
  for (arma::uword j = 0; j < M.n_cols; ++j)
    v = arma::join_cols(arma::mat(M.col(j)), v);
  return v.col(0);
}

// [vectorized] you stack the rows; vec stacks the columns
arma::vec exercise::vectorized(const arma::mat& M)
{
  arma::vec v(M.n_elem);
  arma::uword next = 0;
  for (arma::uword i = 0; i < M.n_rows; ++i)
    for (arma::uword j = 0; j < M.n_cols; ++j)
      v(next++) = M(i, j);
  return v;
}

// [vectorized] your columns follow each other at the distance of the number of columns; it is the number of rows
arma::vec exercise::vectorized(const arma::mat& M)
{
  arma::vec v(M.n_elem);
  for (arma::uword i = 0; i < M.n_rows; ++i)
    for (arma::uword j = 0; j < M.n_cols; ++j)
      v(i + j * M.n_cols) = M(i, j);
  return v;
}

// [unvectorized] you take n as the number of columns; it is the number of rows
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  return arma::reshape(v, v.n_elem / n, n);
}

// [unvectorized] you exchange the indices of M: the row is the first of the two
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, v.n_elem / n);
  for (arma::uword j = 0; j < M.n_cols; j++)
    for (arma::uword i = 0; i < n; i++)
      M(j, i) = v(i + n * j);
  return M;
}

// [unvectorized] your matrix has n p columns, one for each entry of v; their number is the length of v divided by n
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, v.n_elem);
  for (arma::uword j = 0; j < M.n_cols; j++)
    for (arma::uword i = 0; i < n; i++)
      M(i, j) = v(i + n * j);
  return M;
}

// [unvectorized] you multiply the index of the row by the number of rows; multiply the index of the column by it
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, v.n_elem / n);
  for (arma::uword j = 0; j < M.n_cols; j++)
    for (arma::uword i = 0; i < n; i++)
      M(i, j) = v(i * n + j);
  return M;
}

// [unvectorized] you fill row after row; vec stacked columns
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  const arma::uword p = v.n_elem / n;
  arma::mat M(n, p);
  for (arma::uword k = 0; k < v.n_elem; ++k)
    M(k / p, k % p) = v(k);
  return M;
}

// [unvectorized] you make n columns, as if M were square; their number is the length of v divided by n
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, n);
  for (arma::uword j = 0; j < n; j++)
    for (arma::uword i = 0; i < n; i++)
      M(i, j) = v(i + n * j);
  return M;
}

// [unvectorized] your result is the transpose: n is the number of rows
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(v.n_elem / n, n);
  for (arma::uword i = 0; i < M.n_rows; ++i)
    for (arma::uword j = 0; j < n; ++j)
      M(i, j) = v(i * n + j);
  return M;
}

// [unvectorized] your columns follow each other at the distance of the number of columns; it is the number of rows
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, v.n_elem / n);
  for (arma::uword j = 0; j < M.n_cols; j++)
    for (arma::uword i = 0; i < n; i++)
      M(i, j) = v(i + M.n_cols * j);
  return M;
}

// [shuffle] your indices count from 1; Armadillo's count from 0
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  std::vector<arma::uword> s;
  for (arma::uword i = 1; i <= n; ++i)
    for (arma::uword j = 1; j <= p; ++j)
      s.push_back(i + n * (j - 1));
  return arma::conv_to<arma::uvec>::from(s);
}

// [shuffle] your shuffle goes the other way: you return where each entry goes, and s says where it comes from
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  arma::uvec s(n * p);
  for (arma::uword j = 0; j < p; ++j)
    for (arma::uword i = 0; i < n; ++i)
      s(i + n * j) = j + p * i;
  return s;
}

// [shuffle] your shuffle moves nothing: vec(M^T) has the entries of vec(M) in another order
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  arma::umat places(n, p);
  for (arma::uword k = 0; k < n * p; ++k)
    places(k) = k;
  return arma::vectorise(places);
}

// [shuffle] your indices count from 1; Armadillo's count from 0
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  arma::uvec s(n * p);
  for (arma::uword j = 0; j < p; j++)
    for (arma::uword i = 0; i < n; i++)
      s(i + n * j) = j + p * i + 1;
  return s;
}

// [shuffle] your columns follow each other at the distance of the number of columns; it is the number of rows
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  arma::uvec s(n * p);
  for (arma::uword i = 0; i < n; i++)
    for (arma::uword j = 0; j < p; j++)
      s(j + p * i) = i + p * j;
  return s;
}

// [kronecker] you multiply entry by entry; every entry of A is multiplied by every entry of B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  return A % B;
}

// [kronecker] your factors are exchanged, this is B (x) A: the entries of A multiply copies of B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat C(A.n_rows * B.n_rows, A.n_cols * B.n_cols);
  for (arma::uword r = 0; r < C.n_rows; ++r)
    for (arma::uword c = 0; c < C.n_cols; ++c)
      C(r, c) = A(r % A.n_rows, c % A.n_cols) * B(r / A.n_rows, c / A.n_cols);
  return C;
}

// [kronecker] you put all blocks below one another; arrange them as the entries of A are arranged, in rows and columns
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat C(A.n_elem * B.n_rows, B.n_cols);
  arma::uword top = 0;
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols; ++j)
      for (arma::uword k = 0; k < B.n_rows; ++k, ++top)
        for (arma::uword l = 0; l < B.n_cols; ++l)
          C(top, l) = A(i, j) * B(k, l);
  return C;
}

// [kronecker] you return the ordinary product A B; in the Kronecker product each a_ij multiplies a whole B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  return A * B;
}

// [kronecker] you multiply vec(A) by the row vec(B)^T: these are the right products, but not in blocks
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  return vectorized(A) * vectorized(B).t();
}

// [kronecker] your blocks overlap: block (i, j) begins at row i and column j, where each block is one B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat K(A.n_rows * B.n_rows, A.n_cols * B.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; i++)
    for (arma::uword j = 0; j < A.n_cols; j++)
      K.submat(i, j, arma::size(B)) = A(i, j) * B;
  return K;
}

// [kronecker] you take remainders for A as well as for B: the entries of A change from block to block, not within one
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat K(A.n_rows * B.n_rows, A.n_cols * B.n_cols);
  for (arma::uword r = 0; r < K.n_rows; r++)
    for (arma::uword c = 0; c < K.n_cols; c++)
      K(r, c) = A(r % A.n_rows, c % A.n_cols) * B(r % B.n_rows, c % B.n_cols);
  return K;
}

// [kronecker] your blocks are square, as if B had as many rows as columns; each has the shape of B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  const arma::uword n = B.n_cols;
  arma::mat C(A.n_rows * n, A.n_cols * n);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols; ++j)
      for (arma::uword k = 0; k < n; ++k)
        for (arma::uword l = 0; l < n; ++l)
          C(i * n + k, j * n + l) = A(i, j) * B(k, l);
  return C;
}

// [kronecker] your blocks follow each other in steps of the size of A; each block is one B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat K(A.n_rows * B.n_rows, A.n_cols * B.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; i++)
    for (arma::uword j = 0; j < A.n_cols; j++)
      for (arma::uword k = 0; k < B.n_rows; k++)
        for (arma::uword l = 0; l < B.n_cols; l++)
          K(i * A.n_rows + k, j * A.n_cols + l) = A(i, j) * B(k, l);
  return K;
}

// [kronecker] you add the entry a_ij to B; it is multiplied
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat K(A.n_rows * B.n_rows, A.n_cols * B.n_cols);
  for (arma::uword i = 0; i < A.n_rows; i++)
    for (arma::uword j = 0; j < A.n_cols; j++)
      K.submat(i * B.n_rows, j * B.n_cols, arma::size(B)) = A(i, j) + B;
  return K;
}

// [kronecker] your block in row i and column j is a_ji B; it is a_ij B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat C;
  for (arma::uword i = 0; i < A.n_cols; ++i) {
    arma::mat blocks;
    for (arma::uword j = 0; j < A.n_rows; ++j)
      blocks = arma::join_rows(blocks, A(j, i) * B);
    C = arma::join_cols(C, blocks);
  }
  return C;
}

// [product_entry] you divide row and column by the size of A; a block is as large as B
// - A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols)
// + A(r / A.n_rows, c / A.n_cols) * B(r % A.n_rows, c % A.n_cols)

// [product_entry] you divide by the size of A, and take remainders by that of B; both belong to B, as each block is one B
// - return A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols);
// + return A(r / A.n_rows, c / A.n_cols) * B(r % B.n_rows, c % B.n_cols);

// [product_entry] this is the entry of B (x) A: divide by the size of B, since each block is one B
// - return A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols);
// + const arma::uword i = r / A.n_rows, j = c / A.n_cols;
// +   const arma::uword k = r - i * A.n_rows, l = c - j * A.n_cols;
// +   return A(k, l) * B(i, j);

// [product_entry] you form the whole product, 65 GB for two matrices of 300 x 300, to read one entry
// - return A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols);
// + const arma::mat product = kronecker(A, B);
// +   return product(r, c);

// [product_entry] quotient and remainder are exchanged: the quotients belong to A, the remainders to B
// - return A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols);
// + // Quotient and remainder exchanged.
// +   return A(r % B.n_rows, c % B.n_cols) * B(r / B.n_rows, c / B.n_cols);

// [product_entry] you take remainders for A as well as for B: the entries of A change from block to block, not within one
// - return A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols);
// + return A(r % A.n_rows, c % A.n_cols) * B(r % B.n_rows, c % B.n_cols);

// [product_entry] you exchange rows and columns: this is entry (c, r)
// - return A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols);
// + return A(c / B.n_rows, r / B.n_cols) * B(c % B.n_rows, r % B.n_cols);

// [product_entry] you divide the column by the number of rows of B; a block is as wide as B has columns
// - return A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols);
// + return A(r / B.n_rows, c / B.n_rows) * B(r % B.n_rows, c % B.n_rows);

// [product_entry] you add the two entries; in a_ij B they are multiplied
// - return A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols);
// + const double a = A(r / B.n_rows, c / B.n_cols), b = B(r % B.n_rows, c % B.n_cols);
// +   return a + b;

// [product_entry] you forget the factor from A: within block (i, j) each entry of B is multiplied by a_ij
// - return A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols);
// + return B(r % B.n_rows, c % B.n_cols);

// [kronecker_times] you multiply by A only; B acts too
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return vectorized(unvectorized(x, B.n_rows) * A.t());
}

// [kronecker_times] you multiply by B only; A acts too
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return vectorized(B * unvectorized(x, B.n_rows));
}

// [kronecker_times] you transpose both; in B M A^T the transpose is on A alone
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return vectorized(B.t() * unvectorized(x, B.n_rows) * A.t());
}

// [kronecker_times] this is (B (x) A) x: the factors are exchanged, or x is cut into rows, where vec stacks columns
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  arma::mat M(B.n_rows, A.n_rows);
  arma::uword at = 0;
  for (arma::uword i = 0; i < M.n_rows; ++i)
    for (arma::uword j = 0; j < M.n_cols; ++j)
      M(i, j) = x(at++);
  const arma::mat Y = B * M * A.t();
  arma::vec y(x.n_elem);
  at = 0;
  for (arma::uword i = 0; i < Y.n_rows; ++i)
    for (arma::uword j = 0; j < Y.n_cols; ++j)
      y(at++) = Y(i, j);
  return y;
}

// [kronecker_times] your product is A M B^T, with A on the left; B acts on the columns of M, from the left
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return vectorized(A * unvectorized(x, B.n_rows) * B.t());
}

// [kronecker_times] you form the whole product, 1.7 GB for two matrices of 120 x 120; act with A and B one after the other instead
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return arma::kron(A, B) * x;
}

// [kronecker_times] you stack the rows of B M A^T in the end; vec stacks its columns
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  const arma::mat M = unvectorized(x, B.n_rows);
  return vectorized(A * (B * M).t());
}

// [kronecker_times] you cut x into the rows of M; vec stacked its columns
// - const arma::mat M = unvectorized(x, B.n_cols);
// + arma::mat M(B.n_cols, A.n_cols);
// +   for (arma::uword i = 0; i < M.n_rows; ++i)
// +     for (arma::uword j = 0; j < M.n_cols; ++j)
// +       M(i, j) = x(i * M.n_cols + j);

// [kronecker_times] your M is p x n; it has n rows, as many as B has columns
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return vectorized(B * unvectorized(x, A.n_rows) * A.t());
}

// [kronecker_times] you transpose B; in B M A^T the transpose is on A
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return vectorized(B.t() * unvectorized(x, B.n_rows) * A);
}

// [kronecker_times] you compute vec(B M A); the formula has A^T
arma::vec exercise::kronecker_times(const arma::mat& A, const arma::mat& B, const arma::vec& x)
{
  return arma::vectorise(B * arma::reshape(x, B.n_cols, A.n_rows) * A);
}

// [mixed_product] you multiply A1 by B2 and B1 by A2; A1 meets A2, and B1 meets B2
// - return kronecker(left.A * right.A, left.B * right.B);
// + return kronecker(left.A * right.B, left.B * right.A);

// [mixed_product] you multiply the factors entry by entry, %; these are products of matrices, *
// - return kronecker(left.A * right.A, left.B * right.B);
// + return kronecker(left.A % right.A, left.B % right.B);

// [mixed_product] your factors are exchanged, this is B1 B2 (x) A1 A2
// - return kronecker(left.A * right.A, left.B * right.B);
// + const arma::mat AA = left.A * right.A, BB = left.B * right.B;
// +   return arma::kron(BB, AA);

// [mixed_product] you form both products, of 1.2 GB each for rows of 12 000, to multiply them; multiply the small matrices first
// - return kronecker(left.A * right.A, left.B * right.B);
// + const arma::mat first = kronecker(left.A, left.B);
// +   const arma::mat second = kronecker(right.A, right.B);
// +   return first * second;

// [mixed_product] you multiply A1 by B1 and A2 by B2; A1 meets A2, and B1 meets B2
// - return kronecker(left.A * right.A, left.B * right.B);
// + return kronecker(left.A * left.B, right.A * right.B);

// [mixed_product] you multiply A1 A2 by B1 B2; the result is their Kronecker product
// - return kronecker(left.A * right.A, left.B * right.B);
// + return left.A * right.A * left.B * right.B;

// [mixed_product] you multiply the last factor first, as for an inverse or a transpose; here the order is kept
// - return kronecker(left.A * right.A, left.B * right.B);
// + // As if it were an inverse or a transpose: the last first.
// +   return kronecker(right.A * left.A, right.B * left.B);

// [kronecker_solve] you solve with A only; B has to be undone too
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  return vectorized(arma::solve(A, unvectorized(y, B.n_rows).t()).t());
}

// [kronecker_solve] you solve with B only; A has to be undone too
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  return vectorized(arma::solve(B, unvectorized(y, B.n_rows)));
}

// [kronecker_solve] you solve (B (x) A) x = y: the factors are exchanged, or y is cut into rows, where vec stacks columns
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat N = arma::solve(A, unvectorized(y, A.n_rows));
  return vectorized(arma::solve(B, N.t()).t());
}

// [kronecker_solve] you form the whole product, 1.7 GB for two matrices of 120 x 120, and solve with it; solve with B and with A, one after the other
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  return arma::solve(kronecker(A, B), y);
}

// [kronecker_solve] you solve with A from the left and B from the right; in B M A^T = Y they are the other way round
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat N = arma::solve(A, unvectorized(y, B.n_rows));
  return vectorized(arma::solve(B, N.t()).t());
}

// [kronecker_solve] you multiply y by A (x) B; you are asked for the x with (A (x) B) x = y
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  return kronecker_times(A, B, y);
}

// [kronecker_solve] you cut y into the rows of a matrix; vec stacks its columns
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat Y = unvectorized(y, A.n_rows).t();
  return vectorized(arma::solve(A, arma::solve(B, Y).t()).t());
}

// [kronecker_solve] you stack the rows of the solution in the end; vec stacks its columns
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat N = arma::solve(B, unvectorized(y, B.n_rows));
  return vectorized(arma::solve(A, N.t()));
}

// [kronecker_solve] you solve with B^T and with A^T in place of A; in B M A^T the transpose is on A alone
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat N = arma::solve(B.t(), unvectorized(y, B.n_rows));
  return vectorized(N * arma::inv(A));
}

// [kronecker_solve] you multiply by transposes; they are inverses only for rotations and the like
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  return vectorized(B.t() * unvectorized(y, B.n_rows) * A);
}

// [kronecker_solve] you solve B M A = Y; the formula has A^T
arma::vec exercise::kronecker_solve(const arma::mat& A, const arma::mat& B, const arma::vec& y)
{
  const arma::mat Y = unvectorized(y, B.n_rows);
  return vectorized(arma::inv(B) * Y * arma::inv(A));
}
