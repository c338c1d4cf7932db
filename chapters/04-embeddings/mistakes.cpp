// [looked_up] you multiply A by a matrix of N rows and K columns, 19 GB for a large vocabulary; copy the columns
arma::mat exercise::looked_up(const arma::mat& A, const arma::uvec& tokens)
{
  arma::mat e(A.n_cols, tokens.n_elem, arma::fill::zeros);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    e(tokens(k), k) = 1;
  return A * e;
}

// [looked_up] you return each token once and in order; a text repeats its tokens, in its own order
arma::mat exercise::looked_up(const arma::mat& A, const arma::uvec& tokens)
{
  return A.cols(arma::unique(tokens));
}

// [looked_up] you add the vectors; each token keeps its own column
arma::mat exercise::looked_up(const arma::mat& A, const arma::uvec& tokens)
{
  arma::mat x(A.n_rows, 1, arma::fill::zeros);
  for (const arma::uword token : tokens)
    x += A.col(token);
  return x;
}

// [looked_up] your result has a row for each token; tokens are columns
// - arma::mat x(A.n_rows, tokens.n_elem);
// + arma::mat x(tokens.n_elem, A.n_rows);
// - x.col(k) = A.col(tokens(k));
// + x.row(k) = A.col(tokens(k)).t();

// [looked_up] you take the first K columns of A; column k of the result is that of token t_k
// - x.col(k) = A.col(tokens(k));
// + x.col(k) = A.col(k);

// [one_hot] you count how often each token occurs; there is a column for each place of the text
arma::mat exercise::one_hot(const arma::uvec& tokens, arma::uword N)
{
  arma::mat e(N, 1, arma::fill::zeros);
  for (const arma::uword token : tokens)
    e(token) += 1;
  return e;
}

// [one_hot] your ones are counted from below; row 0 is that of token 0
// - e(tokens(k), k) = 1;
// + e(N - 1 - tokens(k), k) = 1;

// [one_hot] you write the token's number where the 1 belongs
// - e(tokens(k), k) = 1;
// + e(tokens(k), k) = static_cast<double>(tokens(k));

// [one_hot] your result is K x N; the vectors e_i are its columns, so it is N x K
// - arma::mat e(N, tokens.n_elem, arma::fill::zeros);
// + arma::mat e(tokens.n_elem, N, arma::fill::zeros);
// - e(tokens(k), k) = 1;
// + e(k, tokens(k)) = 1;

// [one_hot] you make as many rows as the largest token of this text needs; there are N
arma::mat exercise::one_hot(const arma::uvec& tokens, arma::uword N)
{
  arma::mat E(tokens.max() + 1, tokens.n_elem, arma::fill::zeros);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    E(tokens(k), k) = 1;
  (void)N;
  return E;
}

// [table_weights] you leave the unembedding out also if it is not tied
// - const arma::uword unembedding = tied == 1 ? 0 : n * N;
// -   return n * N + n * context + unembedding;
// + return n * N + n * context;

// [table_weights] you take 1 for not tied; tied = 1 is when the unembedding costs nothing
// - const arma::uword unembedding = tied == 1 ? 0 : n * N;
// -   return n * N + n * context + unembedding;
// + return n * N + n * context + (tied == 1 ? n * N : 0);

// [table_weights] you count the unembedding even if it is tied: then it is the table of tokens used again
// - const arma::uword unembedding = tied == 1 ? 0 : n * N;
// -   return n * N + n * context + unembedding;
// + return 2 * n * N + n * context;

// [table_weights] you count the positions twice if nothing is tied; only the tokens have an unembedding
// - const arma::uword unembedding = tied == 1 ? 0 : n * N;
// -   return n * N + n * context + unembedding;
// + return (tied == 1 ? 1 : 2) * (n * N + n * context);

// [table_weights] you forget the table of positions, n numbers for each place of the context
// - const arma::uword unembedding = tied == 1 ? 0 : n * N;
// -   return n * N + n * context + unembedding;
// + return tied == 1 ? n * N : 2 * n * N;

// [table_weights] an int ends at 2^31 - 1 and an unsigned int at 2^32 - 1; arma::uword has 64 bits
// - const arma::uword unembedding = tied == 1 ? 0 : n * N;
// -   return n * N + n * context + unembedding;
// + return static_cast<unsigned int>(n * (N + context + (tied == 1 ? 0 : N)));

// [table_gradient] you look dx up as if it were the table: column k of dx belongs to place k, and goes to the column of the token that stands there
// - for (arma::uword k = 0; k < tokens.n_elem; ++k)
// -     gradient.col(tokens(k)) += dx.col(k);
// + for (arma::uword k = 0; k < N; ++k)
// +     for (arma::uword at = 0; at < tokens.n_elem; ++at)
// +       if (tokens(at) == k)
// +         gradient.col(k) += dx.col(k % dx.n_cols);

// [table_gradient] you divide by how often a token occurs; the gradients add up, there is no mean
// - gradient.col(tokens(k)) += dx.col(k);
// + gradient.col(tokens(k)) += dx.col(k);
// +   for (arma::uword i = 0; i < N; ++i) {
// +     arma::uword count = 0;
// +     for (const arma::uword token : tokens)
// +       count += token == i;
// +     if (count > 1)
// +       gradient.col(i) /= static_cast<double>(count);
// +   }

// [table_gradient] a token that occurs twice keeps its last gradient only; the gradients add up
// - gradient.col(tokens(k)) += dx.col(k);
// + gradient.col(tokens(k)) = dx.col(k);

// [table_gradient] your gradient is N x n; it has the shape of A, n x N
// - arma::mat gradient(dx.n_rows, N, arma::fill::zeros);
// + arma::mat gradient(N, dx.n_rows, arma::fill::zeros);
// - gradient.col(tokens(k)) += dx.col(k);
// + gradient.row(tokens(k)) += dx.col(k).t();

// [patches] your patches follow each other from top to bottom; one reads from left to right
// - X.col(i * across + j) = arma::vectorise(image.submat(i * P, j * P, arma::size(P, P)));
// + X.col(j * down + i) = arma::vectorise(image.submat(i * P, j * P, arma::size(P, P)));

// [patches] your patches begin one pixel after the other; the next begins P pixels further on
// - X.col(i * across + j) = arma::vectorise(image.submat(i * P, j * P, arma::size(P, P)));
// + X.col(i * across + j) = arma::vectorise(image.submat(i, j, arma::size(P, P)));

// [patches] you reshape the image, which cuts its columns into pieces; a patch is a square
arma::mat exercise::patches(const arma::mat& image, arma::uword P)
{
  return arma::reshape(image, P * P, image.n_elem / (P * P));
}

// [patches] within a patch you stack the rows; its columns go on top of each other
// - X.col(i * across + j) = arma::vectorise(image.submat(i * P, j * P, arma::size(P, P)));
// + X.col(i * across + j) = arma::vectorise(image.submat(i * P, j * P, arma::size(P, P)).t());

// [patches] your patches are rows; as tokens are, they are columns
// - return X;
// + return X.t();

// [strided_convolution] you add the 1 before you divide by s: the first place is one whatever the stride, (H - h) / s + 1 rows
// - (image.n_rows - kernel.n_rows) / s + 1, (image.n_cols - kernel.n_cols) / s + 1
// + (image.n_rows - kernel.n_rows + 1) / s, (image.n_cols - kernel.n_cols + 1) / s

// [strided_convolution] you leave out the last place: with (H - h) / s steps there are (H - h) / s + 1 places
// - arma::mat y((image.n_rows - kernel.n_rows) / s + 1, (image.n_cols - kernel.n_cols) / s + 1);
// + arma::mat y((image.n_rows - kernel.n_rows) / s, (image.n_cols - kernel.n_cols) / s);

// [strided_convolution] your kernel moves by one place; it moves by s
// - arma::mat y((image.n_rows - kernel.n_rows) / s + 1, (image.n_cols - kernel.n_cols) / s + 1);
// + arma::mat y(image.n_rows - kernel.n_rows + 1, image.n_cols - kernel.n_cols + 1);
// - y(i, j) = arma::accu(kernel % image.submat(i * s, j * s, arma::size(kernel)));
// + y(i, j) = arma::accu(kernel % image.submat(i, j, arma::size(kernel)));

// [strided_convolution] you move by the side of the kernel; the stride is s, whatever the kernel
// - arma::mat y((image.n_rows - kernel.n_rows) / s + 1, (image.n_cols - kernel.n_cols) / s + 1);
// + arma::mat y((image.n_rows - kernel.n_rows) / kernel.n_rows + 1,
// +               (image.n_cols - kernel.n_cols) / kernel.n_cols + 1);
// - y(i, j) = arma::accu(kernel % image.submat(i * s, j * s, arma::size(kernel)));
// + y(i, j) = arma::accu(kernel %
// +                            image.submat(i * kernel.n_rows, j * kernel.n_cols, arma::size(kernel)));

// [strided_convolution] your result is transposed: i counts rows and j columns
// - return y;
// + return y.t();

// [strided_convolution] you turn the kernel round, as a convolution of analysis does; here it is laid on as it is
// - y(i, j) = arma::accu(kernel % image.submat(i * s, j * s, arma::size(kernel)));
// + y(i, j) = arma::accu(arma::flipud(arma::fliplr(kernel)) %
// +                            image.submat(i * s, j * s, arma::size(kernel)));

// [strided_convolution] you count places where a part of the kernel is outside the image; it has to lie wholly inside
// - arma::mat y((image.n_rows - kernel.n_rows) / s + 1, (image.n_cols - kernel.n_cols) / s + 1);
// + arma::mat y((image.n_rows + s - 1) / s, (image.n_cols + s - 1) / s, arma::fill::zeros);
// - y(i, j) = arma::accu(kernel % image.submat(i * s, j * s, arma::size(kernel)));
// + for (arma::uword a = 0; a < kernel.n_rows && i * s + a < image.n_rows; ++a)
// +         for (arma::uword b = 0; b < kernel.n_cols && j * s + b < image.n_cols; ++b)
// +           y(i, j) += kernel(a, b) * image(i * s + a, j * s + b);

// [strided_convolution] your columns move by one place; the stride s is that of rows and of columns
// - y(i, j) = arma::accu(kernel % image.submat(i * s, j * s, arma::size(kernel)));
// + y(i, j) = arma::accu(kernel % image.submat(i * s, j, arma::size(kernel)));

// [strided_convolution] you take the kernel to be square; it has h rows and w columns
// - arma::mat y((image.n_rows - kernel.n_rows) / s + 1, (image.n_cols - kernel.n_cols) / s + 1);
// + const arma::uword h = kernel.n_rows;
// +   arma::mat y((image.n_rows - h) / s + 1, (image.n_cols - h) / s + 1, arma::fill::zeros);
// - y(i, j) = arma::accu(kernel % image.submat(i * s, j * s, arma::size(kernel)));
// + for (arma::uword a = 0; a < h; ++a)
// +         for (arma::uword b = 0; b < h; ++b)
// +           y(i, j) += kernel(a, b) * image(i * s + a, j * s + b);

// [strided_convolution] you exchange a and b in the image: a counts rows of kernel and image, b columns
// - arma::mat y((image.n_rows - kernel.n_rows) / s + 1, (image.n_cols - kernel.n_cols) / s + 1);
// + arma::mat y((image.n_rows - kernel.n_rows) / s + 1, (image.n_cols - kernel.n_cols) / s + 1,
// +               arma::fill::zeros);
// - y(i, j) = arma::accu(kernel % image.submat(i * s, j * s, arma::size(kernel)));
// + for (arma::uword a = 0; a < kernel.n_rows; ++a)
// +         for (arma::uword b = 0; b < kernel.n_cols; ++b)
// +           y(i, j) += kernel(a, b) * image(i * s + b, j * s + a);

// [strided_convolution] your result has the right size, but the kernel moves by one place; it moves by s
// - y(i, j) = arma::accu(kernel % image.submat(i * s, j * s, arma::size(kernel)));
// + y(i, j) = arma::accu(kernel % image.submat(i, j, arma::size(kernel)));

// [cosine] you return the angle; its cosine is wanted
// - return arma::dot(u, v) / (arma::norm(u) * arma::norm(v));
// + return std::acos(std::clamp(arma::dot(u, v) / (arma::norm(u) * arma::norm(v)), -1.0, 1.0));

// [cosine] this is the product u . v; divide it by both lengths
// - return arma::dot(u, v) / (arma::norm(u) * arma::norm(v));
// + return arma::dot(u, v);

// [cosine] you drop the sign: opposite vectors have the cosine -1
// - return arma::dot(u, v) / (arma::norm(u) * arma::norm(v));
// + return std::abs(arma::dot(u, v)) / (arma::norm(u) * arma::norm(v));

// [cosine] you divide by one of the two lengths only
// - return arma::dot(u, v) / (arma::norm(u) * arma::norm(v));
// + return arma::dot(u, v) / arma::norm(u);

// [cosine] you divide by the squared lengths; the cosine would then change with the unit of length
// - return arma::dot(u, v) / (arma::norm(u) * arma::norm(v));
// + return arma::dot(u, v) / (arma::dot(u, u) * arma::dot(v, v));

// [analogy] you take the vector at the least distance; it is the largest cosine that counts
// - (best == A.n_cols || cosine(A.col(d), wanted) > cosine(A.col(best), wanted)))
// + (best == A.n_cols || arma::norm(A.col(d) - wanted) < arma::norm(A.col(best) - wanted)))

// [analogy] the answer may be one of the three given tokens, often b itself or c; they are left out
// - if (d != a && d != b && d != c &&
// -         (best == A.n_cols || cosine(A.col(d), wanted) > cosine(A.col(best), wanted)))
// + if ((best == A.n_cols || cosine(A.col(d), wanted) > cosine(A.col(best), wanted)))

// [analogy] you compare products, which favour long vectors; divide by the lengths
// - (best == A.n_cols || cosine(A.col(d), wanted) > cosine(A.col(best), wanted)))
// + (best == A.n_cols || arma::dot(A.col(d), wanted) > arma::dot(A.col(best), wanted)))

// [analogy] you look for v_b - v_a alone; the difference is to be added to v_c
// - const arma::vec wanted = A.col(b) - A.col(a) + A.col(c);
// + const arma::vec wanted = A.col(b) - A.col(a);

// [analogy] you go from b to a; from a to b is v_b - v_a
// - const arma::vec wanted = A.col(b) - A.col(a) + A.col(c);
// + const arma::vec wanted = A.col(a) - A.col(b) + A.col(c);

// [analogy] of several tokens with the largest cosine you take the last; the first is wanted
// - (best == A.n_cols || cosine(A.col(d), wanted) > cosine(A.col(best), wanted)))
// + (best == A.n_cols || cosine(A.col(d), wanted) >= cosine(A.col(best), wanted)))

// [analogy] your largest cosine begins at 0, and all of them may be negative: begin below -1
arma::uword exercise::analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c)
{
  const arma::vec wanted = A.col(b) - A.col(a) + A.col(c);
  arma::uword best = 0;
  double largest = 0;
  for (arma::uword d = 0; d < A.n_cols; ++d)
    if (d != a && d != b && d != c && cosine(A.col(d), wanted) > largest) {
      largest = cosine(A.col(d), wanted);
      best = d;
    }
  return best;
}

// [analogy] you leave out c alone; the answer may not be a or b either
arma::uword exercise::analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c)
{
  const arma::vec to = A.col(b) - A.col(a) + A.col(c);
  arma::uword best = c;
  for (arma::uword token = 0; token < A.n_cols; ++token)
    if (token != c &&
        (best == c || arma::norm_dot(A.col(token), to) > arma::norm_dot(A.col(best), to)))
      best = token;
  return best;
}

// [analogy] you leave out b and c; the answer may not be a either
arma::uword exercise::analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c)
{
  const arma::vec to = A.col(b) - A.col(a) + A.col(c);
  arma::uword best = c;
  for (arma::uword token = 0; token < A.n_cols; ++token)
    if (token != b && token != c &&
        (best == c || arma::norm_dot(A.col(token), to) > arma::norm_dot(A.col(best), to)))
      best = token;
  return best;
}

// [mutual_information] your logarithm is to the base 2; the formula has ln
// - return arma::log((P + kappa * chance) / ((1 + kappa) * chance));
// + return arma::log2((P + kappa * chance) / ((1 + kappa) * chance));

// [mutual_information] you use counts where the formula has shares: divide by the sum of all counts first
// - const arma::mat P = C / arma::accu(C);
// + const arma::mat P = C;

// [mutual_information] you add kappa to every share; it is to be a share of chance, kappa P_c P_w
// - return arma::log((P + kappa * chance) / ((1 + kappa) * chance));
// + return arma::log((P + kappa) / ((1 + kappa) * chance));

// [mutual_information] you do not divide by 1 + kappa, so that words which know nothing of each other have ln(1 + kappa) instead of 0
// - return arma::log((P + kappa * chance) / ((1 + kappa) * chance));
// + return arma::log((P + kappa * chance) / chance);

// [mutual_information] you leave kappa out: where the count is 0 your logarithm is -infinity
// - const arma::mat chance = arma::sum(P, 1) * arma::sum(P, 0);
// -   return arma::log((P + kappa * chance) / ((1 + kappa) * chance));
// + return arma::log(P / (arma::sum(P, 1) * arma::sum(P, 0)));

// [mutual_information] you divide by P_w alone, as for P(c | w); the frequency of the context is missing
// - return arma::log((P + kappa * chance) / ((1 + kappa) * chance));
// + const arma::mat of_word = arma::repmat(arma::sum(P, 0), P.n_rows, 1);
// +   return arma::log((P + kappa * chance) / ((1 + kappa) * of_word));
