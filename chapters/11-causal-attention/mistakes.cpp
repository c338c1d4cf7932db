// [masked_scores] 0 times infinity is not a number: a mask of 0 and minus infinity is chosen entry by entry, not made by a product
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat hidden(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j + S.n_rows > i + S.n_cols)
        hidden(i, j) = 1;
  return S - arma::datum::inf * hidden;
}

// [masked_scores] a large negative number is a score like others; minus infinity is -arma::datum::inf
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j + S.n_rows > i + S.n_cols)
        M(i, j) = -1e9;
  return M;
}

// [masked_scores] row 0 is about token T - K, not about token 0: where only the last tokens ask, the mask begins further right
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j > i)
        M(i, j) = -arma::datum::inf;
  return M;
}

// [masked_scores] the diagonal is masked too, but a token sees itself; the first one would see nothing at all
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j + S.n_rows >= i + S.n_cols)
        M(i, j) = -arma::datum::inf;
  return M;
}

// [masked_scores] you mask the past and show the future: row i is the query, and it sees the keys j up to its own token
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j + S.n_rows < i + S.n_cols)
        M(i, j) = -arma::datum::inf;
  return M;
}

// [masked_scores] you put 0 where minus infinity belongs: a score of 0 is a score, and e^0 = 1 is a weight
arma::mat exercise::masked_scores(const arma::mat& S)
{
  arma::mat M = S;
  for (arma::uword i = 0; i < S.n_rows; ++i)
    for (arma::uword j = 0; j < S.n_cols; ++j)
      if (j + S.n_rows > i + S.n_cols)
        M(i, j) = 0;
  return M;
}

// [masked_scores] each query sees one later token here; its own is the last that it sees
// - {
// -   const arma::uword before = S.n_cols - S.n_rows;
// + {
// - for (arma::uword j = before + i + 1; j < S.n_cols; ++j)
// + for (arma::uword j = S.n_cols - S.n_rows + i + 2; j < S.n_cols; ++j)

// [visible] i - width + 1 is below 0 for the first tokens, and an arma::uword is not: it becomes a huge number, and these tokens see nothing
// - M(i, j) = j < prefix || (j <= i && i - j < width); // i + 1 - width could be below 0
// + M(i, j) = j < prefix || (j <= i && j >= i - width + 1);

// [visible] your window reaches as far forward as back; but outside the prefix only the past is seen
// - M(i, j) = j < prefix || (j <= i && i - j < width); // i + 1 - width could be below 0
// + M(i, j) = j < prefix || (j <= i ? i - j : j - i) < width;

// [visible] one condition is enough: you ask that a key be in the prefix and in the window
// - M(i, j) = j < prefix || (j <= i && i - j < width); // i + 1 - width could be below 0
// + M(i, j) = j < prefix && j <= i && i - j < width;

// [visible] your window is one token too short: the token itself is one of the last `width`
// - M(i, j) = j < prefix || (j <= i && i - j < width); // i + 1 - width could be below 0
// + M(i, j) = j < prefix || j == i || (j <= i && i - j + 1 < width);

// [visible] your window is one token too short: the token itself is one of the last `width`
// - M(i, j) = j < prefix || (j <= i && i - j < width); // i + 1 - width could be below 0
// + M(i, j) = j < prefix || (j < i && i - j < width);

// [visible] your window is one token too long: with width 1 a token sees itself alone
// - M(i, j) = j < prefix || (j <= i && i - j < width); // i + 1 - width could be below 0
// + M(i, j) = j < prefix || (j <= i && i - j <= width);

// [visible] you let the tokens of the prefix see everything; it is they who are seen by all
// - M(i, j) = j < prefix || (j <= i && i - j < width); // i + 1 - width could be below 0
// + M(i, j) = i < prefix || (j <= i && i - j < width);

// [visible] you show the prefix to its own tokens alone; all later tokens see it too
// - M(i, j) = j < prefix || (j <= i && i - j < width); // i + 1 - width could be below 0
// + M(i, j) = (i < prefix && j < prefix) || (j <= i && i - j < width);

// [visible] you hide what comes later in the prefix too; all tokens see all of it
// - M(i, j) = j < prefix || (j <= i && i - j < width); // i + 1 - width could be below 0
// + M(i, j) = j <= i && (j < prefix || i - j < width);

// [visible] rows and columns are exchanged: row i says what query i sees
// - M(i, j) = j < prefix || (j <= i && i - j < width); // i + 1 - width could be below 0
// + M(i, j) = i < prefix || (i <= j && j - i < width);

// [visible] your window ends at a diagonal that the matrix does not have: `width` may be larger than T
arma::umat exercise::visible(arma::uword tokens, arma::uword prefix, arma::uword width)
{
  arma::umat M(tokens, tokens, arma::fill::zeros);
  for (arma::uword back = 0; back < width; ++back)
    M.diag(-static_cast<arma::sword>(back)).fill(1);
  M.head_cols(prefix).fill(1);
  return M;
}

// [visible_softmax] a query that sees nothing has 0 / 0 in its row; its row is to be 0
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    arma::rowvec weights = row;
    weights.elem(arma::find(seen == 0)).fill(-arma::datum::inf);
    weights = arma::exp(weights - weights.max());
    A.row(i) = weights / arma::accu(weights);
  }
  return A;
}

// [visible_softmax] a query that sees nothing listens to all keys alike; it is to hear nothing
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::uvec keys = arma::find(seen);
    if (keys.is_empty()) {
      A.row(i).fill(1. / double(S.n_cols));
      continue;
    }
    const double largest = arma::rowvec(row.cols(keys)).max();
    for (const arma::uword j : keys)
      A(i, j) = std::exp(row(j) - largest);
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

// [visible_softmax] a query that sees nothing has 0 / 0 in its row; its row is to be 0
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::uvec keys = arma::find(seen);
    const double largest = keys.is_empty() ? 0 : arma::rowvec(row.cols(keys)).max();
    arma::rowvec weights(S.n_cols, arma::fill::zeros);
    for (const arma::uword j : keys)
      weights(j) = std::exp(row(j) - largest);
    A.row(i) = weights / arma::accu(weights);
  }
  return A;
}

// [visible_softmax] every column sums to 1 instead of every row: a row is what one query hears
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword j = 0; j < S.n_cols; ++j) {
    const arma::uvec seen = arma::find(M.col(j));
    if (seen.is_empty())
      continue;
    const arma::vec column = S.col(j);
    for (const arma::uword i : seen)
      A(i, j) = std::exp(column(i) - column.elem(seen).max());
    A.col(j) /= arma::accu(A.col(j));
  }
  return A;
}

// [visible_softmax] you subtract the largest of all scores; if an unseen one is far larger than those seen, these have the exponential 0, and nothing is heard
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::rowvec weights = seen % arma::exp(row - row.max());
    if (arma::accu(weights) > 0)
      A.row(i) = weights / arma::accu(weights);
  }
  return A;
}

// [visible_softmax] you subtract the largest of all scores; if an unseen one is far larger than those seen, these have the exponential 0, and 0 / 0 is left
// - const arma::uvec seen = arma::find(M.row(i));
// -     if (seen.is_empty())
// + const arma::rowvec row = S.row(i);
// +     const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
// +     if (arma::accu(seen) == 0)
// - arma::rowvec row = S.row(i), weights(S.n_cols, arma::fill::zeros);
// -     weights.cols(seen) = arma::exp(row.cols(seen) - row.cols(seen).max());
// + const arma::rowvec weights = seen % arma::exp(row - row.max());

// [visible_softmax] you keep what is 0 in M and mask what is 1: a 1 means seen
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::uvec keys = arma::find(seen == 0);
    if (keys.is_empty())
      continue;
    const double largest = arma::rowvec(row.cols(keys)).max();
    for (const arma::uword j : keys)
      A(i, j) = std::exp(row(j) - largest);
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}

// [visible_softmax] you mask after the softmax: what is left of a row sums to less than 1
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::rowvec weights = arma::exp(row - row.max());
    A.row(i) = seen % weights / arma::accu(weights);
  }
  return A;
}

// [visible_softmax] scores that you multiply by 0 become 0, and e^0 = 1: unseen keys are heard
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::rowvec scores = seen % row;
    const arma::rowvec weights = arma::exp(scores - scores.max());
    A.row(i) = weights / arma::accu(weights);
  }
  return A;
}

// [visible_softmax] the exponential of a score of thousands is infinite; subtract the largest score seen first
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    const arma::rowvec weights = seen % arma::exp(row);
    if (arma::accu(weights) > 0)
      A.row(i) = weights / arma::accu(weights);
  }
  return A;
}

// [visible_softmax] you subtract the largest score of all rows: in a row that is far below it all exponentials are 0, and 0 / 0 is left. Subtract from each row its own
// - arma::mat A(arma::size(S), arma::fill::zeros);
// + arma::mat A(arma::size(S), arma::fill::zeros);
// +   const arma::uvec all = arma::find(M);
// +   if (all.is_empty())
// +     return A;
// +   const double largest = S(all).max();
// - weights.cols(seen) = arma::exp(row.cols(seen) - row.cols(seen).max());
// + weights.cols(seen) = arma::exp(row.cols(seen) - largest);

// [visible_softmax] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
// - weights.cols(seen) = arma::exp(row.cols(seen) - row.cols(seen).max());
// + weights.cols(seen) = arma::exp(row.cols(seen) - std::max(0., row.cols(seen).max()));

// [visible_softmax] 0 times infinity is not a number: where a key is seen, your mask subtracts one
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec row = S.row(i);
    const arma::rowvec seen = arma::conv_to<arma::rowvec>::from(M.row(i));
    arma::rowvec weights = row - arma::datum::inf * (1 - seen);
    weights = arma::exp(weights - weights.max());
    A.row(i) = arma::accu(seen) == 0 ? arma::rowvec(arma::zeros<arma::rowvec>(S.n_cols))
                                     : arma::rowvec(weights / arma::accu(weights));
  }
  return A;
}

// [visible_softmax] you subtract the mean of the scores seen; the largest may be so far above it that its exponential is infinite. Subtract the largest
// - weights.cols(seen) = arma::exp(row.cols(seen) - row.cols(seen).max());
// + weights.cols(seen) =
// +         arma::exp(row.cols(seen) - arma::accu(row.cols(seen)) / double(seen.n_elem));

// [visible_softmax] you subtract the first score seen; another may be so far above it that its exponential is infinite. Subtract the largest
// - weights.cols(seen) = arma::exp(row.cols(seen) - row.cols(seen).max());
// + weights.cols(seen) = arma::exp(row.cols(seen) - row(seen(0)));

// [visible_softmax] you subtract the largest magnitude; where that belongs to a negative score, all exponentials may be 0, and 0 / 0 is left. Subtract the largest score seen
// - weights.cols(seen) = arma::exp(row.cols(seen) - row.cols(seen).max());
// + weights.cols(seen) = arma::exp(row.cols(seen) - arma::abs(row.cols(seen)).max());

// [visible_softmax] your mask is a large negative number, and a score that is seen may be below it; an unseen key has no weight at all
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    if (arma::accu(M.row(i)) == 0)
      continue;
    arma::rowvec s = S.row(i);
    s.elem(arma::find(M.row(i) == 0)).fill(-1e9);
    const arma::rowvec e = arma::exp(s - s.max());
    A.row(i) = e / arma::accu(e);
  }
  return A;
}

// [visible_softmax] the exponential of a score of thousands is infinite, and 0 where the score is far below 0; subtract the largest score seen first
arma::mat exercise::visible_softmax(const arma::mat& S, const arma::umat& M)
{
  arma::mat A = arma::exp(S) % arma::conv_to<arma::mat>::from(M);
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    const double sum = arma::accu(A.row(i));
    if (sum > 0)
      A.row(i) /= sum;
  }
  return A;
}

// [causal_attention] you subtract the largest score before the mask; where it is then masked and far above the rest, all exponentials are 0, and 0 / 0 is left
// - arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
// + arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
// - A = arma::exp(A);
// + A = arma::exp(masked_scores(A));

// [causal_attention] your tokens hear the future and not the past: in Q^T K the rows are queries
// - arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
// + arma::mat A = masked_scores(K.t() * Q / std::sqrt(double(Q.n_rows))).t();

// [causal_attention] you mask after the softmax: the weights of a row sum to less than 1, and how much less, the future decides
// - arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
// + arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
// - A.each_col() /= arma::sum(A, 1);
// + A.each_col() /= arma::sum(A, 1);
// +   A.elem(arma::find_nonfinite(masked_scores(A))).zeros();

// [causal_attention] nothing is masked: a token hears those after it
// - arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
// + arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));

// [causal_attention] the scores are to be divided by sqrt(d)
// - arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
// + arma::mat A = masked_scores(Q.t() * K);

// [causal_attention] query 0 is not that of token 0 where fewer tokens ask than answer: it is that of token n_k - n_q
// - arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
// + arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
// +   for (arma::uword i = 0; i < A.n_rows; ++i)
// +     for (arma::uword j = i + 1; j < A.n_cols; ++j)
// +       A(i, j) = -arma::datum::inf;

// [causal_attention] the exponential of a score of thousands is infinite; subtract each row's largest score first
// - arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
// -   A.each_col() -= arma::max(A, 1);
// -   A = arma::exp(A);
// + arma::mat A = arma::exp(masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows))));

// [causal_attention] you subtract the largest score of all rows: in a row that is far below it all exponentials are 0, and 0 / 0 is left. Subtract from each row its own
// - A.each_col() -= arma::max(A, 1);
// -   A = arma::exp(A);
// + A = arma::exp(A - A.max());

// [causal_attention] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - std::max(0., A.row(i).max()));
    A.row(i) /= arma::accu(A.row(i));
  }
  return V * A.t();
}

// [causal_attention] V A mixes the values by the columns of A; a query's weights are a row, so it is V A^T
// - return V * A.t();
// + return V * A;

// [causal_attention] you divide by d; the scores are to be divided by its square root
// - arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
// + arma::mat A = masked_scores(Q.t() * K / double(Q.n_rows));

// [causal_attention] you divide by the root of the number of queries; d is their dimension, the number of rows of Q
// - arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
// + arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_cols)));

// [causal_attention] you divide by the root of the values' dimension; d is that of queries and keys
// - arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
// + arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(V.n_rows)));

// [causal_attention] a masked score is 0 in your pattern before the softmax, and e^0 = 1: the future is heard
// - arma::mat A = masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows)));
// + arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
// +   A.elem(arma::find_nonfinite(masked_scores(A))).zeros();

// [causal_attention] you subtract the first score of each row; another may be so far above it that its exponential is infinite. Subtract the largest
// - A.each_col() -= arma::max(A, 1);
// -   A = arma::exp(A);
// + A = arma::exp(A.each_col() - arma::vec(A.col(0)));

// [next_token_loss] that is in bits; the natural logarithm is asked for
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k < tokens.n_elem - 1; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum / double(tokens.n_elem - 1) / std::log(2.);
}

// [next_token_loss] you leave out the first column and take the last one; it is the first token that nobody predicts, and the last column that predicts nothing known
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 1; k < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k));
  }
  return sum / double(tokens.n_elem - 1);
}

// [next_token_loss] K tokens are K - 1 predictions: the mean divides by K - 1
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k < tokens.n_elem - 1; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum / double(tokens.n_elem);
}

// [next_token_loss] only the last prediction is counted; a causal model answers at every place, and all answers count
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = tokens.n_elem - 2; k < tokens.n_elem - 1; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum;
}

// [next_token_loss] a probability that underflows to 0 has an infinite logarithm: take the logarithm of the sum, and subtract the token's logit
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k + 1 < tokens.n_elem; ++k) {
    const arma::vec x = arma::exp(logits.col(k) - logits.col(k).max());
    sum -= std::log(x(tokens(k + 1)) / arma::accu(x));
  }
  return sum / double(tokens.n_elem - 1);
}

// [next_token_loss] you ask each column for the token that it has just read; it is about the next one
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k < tokens.n_elem - 1; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k));
  }
  return sum / double(tokens.n_elem - 1);
}

// [next_token_loss] you ask each column for the token that it has just read; it is about the next one
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k));
  }
  return sum / double(tokens.n_elem);
}

// [next_token_loss] that is the logarithm of the mean probability; it is the logarithms that are averaged
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k + 1 < tokens.n_elem; ++k) {
    const arma::vec x = arma::exp(logits.col(k) - logits.col(k).max());
    sum += x(tokens(k + 1)) / arma::accu(x);
  }
  return -std::log(sum / double(tokens.n_elem - 1));
}

// [next_token_loss] the exponential of a logit of thousands is infinite; subtract each column's largest logit first
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k < tokens.n_elem - 1; ++k) {
    const arma::vec x = logits.col(k);
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum / double(tokens.n_elem - 1);
}

// [next_token_loss] you subtract the largest logit of all columns: in a column that is far below it all exponentials are 0, and the logarithm of their sum is infinite. Subtract from each column its own
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k + 1 < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - logits.max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum / double(tokens.n_elem - 1);
}

// [next_token_loss] your search for the largest logit begins at 0: where all logits are far below 0 all exponentials are 0, and the logarithm of their sum is infinite. Begin at the first logit
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k + 1 < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - std::max(0., logits.col(k).max());
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum / double(tokens.n_elem - 1);
}

// [next_token_loss] your last column is asked for the first token; it is about one that nobody knows, and does not count
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens((k + 1) % tokens.n_elem));
  }
  return sum / double(tokens.n_elem);
}

// [next_token_loss] you ask each column for the token before its own, which it has seen long ago; it is about the next one
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 1; k < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k - 1));
  }
  return sum / double(tokens.n_elem - 1);
}

// [next_token_loss] that is the sum of all predictions' losses, not their mean
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k < tokens.n_elem - 1; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum;
}

// [next_token_loss] you subtract the mean of each column; the largest logit may be so far above it that its exponential is infinite. Subtract the largest
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k + 1 < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - arma::mean(logits.col(k));
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum / double(tokens.n_elem - 1);
}

// [next_token_loss] you subtract the first logit of each column; another may be so far above it that its exponential is infinite. Subtract the largest
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k + 1 < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - logits(0, k);
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum / double(tokens.n_elem - 1);
}

// [next_token_loss] you subtract the largest magnitude of each column; where that belongs to a negative logit, all exponentials may be 0, and the logarithm of their sum is infinite. Subtract the largest logit
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k + 1 < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - arma::abs(logits.col(k)).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum / double(tokens.n_elem - 1);
}

// [next_token_loss] a small number that keeps the logarithm finite changes the loss: with 1e-12, no loss exceeds 27.6. Write ln q as the logit less the logarithm of the sum
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k + 1 < tokens.n_elem; ++k) {
    const arma::vec x = arma::exp(logits.col(k) - logits.col(k).max());
    sum -= std::log(x(tokens(k + 1)) / arma::accu(x) + 1e-10);
  }
  return sum / double(tokens.n_elem - 1);
}

// [cached_step] the new token asks only those before it; it hears itself too, and the first one has nobody else
// - return {{K, V}, causal_attention(q, K, V)};
// + return {{K, V}, causal_attention(q, cache.K, cache.V)};

// [cached_step] the new token asks only those before it; it hears itself too
// - return {{K, V}, causal_attention(q, K, V)};
// + if (cache.K.n_cols == 0)
// +     return {{K, V}, arma::zeros(v.n_elem)};
// +   return {{K, V}, causal_attention(q, cache.K, cache.V)};

// [cached_step] the output is the new token's own value; it asks those in the cache as well
// - return {{K, V}, causal_attention(q, K, V)};
// + return {{K, V}, v};

// [cached_step] you put the new token in front of the others; in the cache the oldest is first
// - const arma::mat K = arma::join_rows(cache.K, k), V = arma::join_rows(cache.V, v);
// + const arma::mat K = arma::join_rows(k, cache.K), V = arma::join_rows(v, cache.V);

// [cached_step] you keep the new key but not the new value
// - return {{K, V}, causal_attention(q, K, V)};
// + return {{K, cache.V}, causal_attention(q, K, V)};

// [cached_step] the query is masked as if it were the first token's: it is the last one's, and sees all keys
// - return {{K, V}, causal_attention(q, K, V)};
// + return {{K, V}, V.col(0)};

// [cached_step] the cache is returned as it came: the next token will not find this one
// - return {{K, V}, causal_attention(q, K, V)};
// + return {cache, causal_attention(q, K, V)};

// [cached_step] the scores are to be divided by sqrt(d)
// - return {{K, V}, causal_attention(q, K, V)};
// + const arma::vec s = K.t() * q, weights = arma::exp(s - s.max());
// +   return {{K, V}, V * weights / arma::accu(weights)};

// [cached_step] the exponential of a score of thousands is infinite; subtract the largest score first
// - return {{K, V}, causal_attention(q, K, V)};
// + const arma::vec weights = arma::exp(K.t() * q / std::sqrt(double(K.n_rows)));
// +   return {{K, V}, V * weights / arma::accu(weights)};

// [cached_step] you keep the query where the key belongs; a query is asked once, and kept by nobody
// - const arma::mat K = arma::join_rows(cache.K, k), V = arma::join_rows(cache.V, v);
// + const arma::mat K = arma::join_rows(cache.K, q), V = arma::join_rows(cache.V, v);

// [cached_step] you divide the scores by the root of the number of keys; d is the dimension of a key, the number of rows
// - return {{K, V}, causal_attention(q, K, V)};
// + const arma::vec s = K.t() * q / std::sqrt(double(K.n_cols)), weights = arma::exp(s - s.max());
// +   return {{K, V}, V * weights / arma::accu(weights)};

// [cached_step] you subtract the mean; the largest score may be so far above it that its exponential is infinite. Subtract the largest
// - return {{K, V}, causal_attention(q, K, V)};
// + const arma::vec s = K.t() * q / std::sqrt(double(K.n_rows)),
// +                   weights = arma::exp(s - arma::mean(s));
// +   return {{K, V}, V * weights / arma::accu(weights)};

// [cached_step] you subtract the first score; another may be so far above it that its exponential is infinite. Subtract the largest
// - return {{K, V}, causal_attention(q, K, V)};
// + const arma::vec s = K.t() * q / std::sqrt(double(K.n_rows)), weights = arma::exp(s - s(0));
// +   return {{K, V}, V * weights / arma::accu(weights)};

// [cached_step] you subtract the largest magnitude; where that belongs to a negative score, all exponentials may be 0, and 0 / 0 is left. Subtract the largest score
// - return {{K, V}, causal_attention(q, K, V)};
// + const arma::vec s = K.t() * q / std::sqrt(double(K.n_rows)),
// +                   weights = arma::exp(s - arma::abs(s).max());
// +   return {{K, V}, V * weights / arma::accu(weights)};

// [cached_step] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
// - return {{K, V}, causal_attention(q, K, V)};
// + const arma::vec s = K.t() * q / std::sqrt(double(K.n_rows)),
// +                   weights = arma::exp(s - std::max(0., s.max()));
// +   return {{K, V}, V * weights / arma::accu(weights)};

// [generation_cost] with a cache you count t - 1 keys for token t; it has its own among them
// - 2 * d * t;
// + 2 * d * (t - 1);

// [generation_cost] the projections are missing: 3 n d for each token that is projected, in either number
// - 3 * n * d * t + 2 * d * t * t
// + 2 * d * t * t
// - 3 * n * d + 2 * d * t
// + 2 * d * t

// [generation_cost] the two numbers are exchanged: first without a cache, then with one
// - return {without, with};
// + return {with, without};

// [generation_cost] your t runs from 0 to T - 1; the text has t tokens when token t is read, itself among them
// - for (arma::uword t = 1; t <= T; ++t) {
// + for (arma::uword t = 0; t < T; ++t) {

// [generation_cost] you count two projections; there are three, of queries, keys and values
// - without += 3 * n * d * t + 2 * d * t * t;
// -     with += 3 * n * d + 2 * d * t;
// + without += 2 * n * d * t + 2 * d * t * t;
// +     with += 2 * n * d + 2 * d * t;

// [generation_cost] you count the last token alone; both numbers are sums over all T
std::pair<arma::uword, arma::uword> exercise::generation_cost(arma::uword n, arma::uword d,
                                                              arma::uword T)
{
  return {3 * n * d * T + 2 * d * T * T, 3 * n * d + 2 * d * T};
}

// [generation_cost] the first number is that of one pass over T tokens; without a cache there is a pass for every token
std::pair<arma::uword, arma::uword> exercise::generation_cost(arma::uword n, arma::uword d,
                                                              arma::uword T)
{
  const arma::uword with = 3 * n * d * T + d * T * (T + 1);
  return {3 * n * d * T + 2 * d * T * T, with};
}

// [generation_cost] without a cache you count one query per pass; the pass has t of them, all computed again
// - without += 3 * n * d * t + 2 * d * t * t;
// + without += 3 * n * d * t + 2 * d * t;

// [generation_cost] with a cache you still compute all keys and values again; only the new token's are
// - with += 3 * n * d + 2 * d * t;
// + with += 3 * n * d * t + 2 * d * t;

// [generation_cost] you count t (t + 1) / 2 scores, those that are not masked; but all t^2 are computed, and then masked
// - without += 3 * n * d * t + 2 * d * t * t;
// + without += 3 * n * d * t + d * t * (t + 1);

// [generation_cost] the scores are half of it: the weighted sum of the values takes d multiplications per score too
// - without += 3 * n * d * t + 2 * d * t * t;
// -     with += 3 * n * d + 2 * d * t;
// + without += 3 * n * d * t + d * t * t;
// +     with += 3 * n * d + d * t;

// [generation_cost] an int ends at 2^31 - 1 and an unsigned int at 2^32 - 1; arma::uword has 64 bits
// - return {without, with};
// + return {static_cast<unsigned int>(without), static_cast<unsigned int>(with)};

// [generation_cost] an int ends at 2^31 - 1 and an unsigned int at 2^32 - 1; arma::uword has 64 bits
// - return {without, with};
// + return {static_cast<int>(without), static_cast<int>(with)};

// [seen_through] your layers are in the wrong order: what a token has gathered in an early layer, a later one passes on, not the reverse
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = (R * M + R) > 0;
  return R;
}

// [seen_through] you count the paths; it is asked whether there is one, 0 or 1
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = M * R + R;
  return R;
}

// [seen_through] that is what one layer shows; the further layers pass on what it has gathered
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  const arma::umat& M = layers.front();
  return (M + arma::eye<arma::umat>(arma::size(M))) > 0;
}

// [seen_through] you keep what every layer shows; one layer is enough for a token to be heard of, and further ones pass it on
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = layers.front();
  for (const arma::umat& M : layers)
    R %= M;
  return (R + arma::eye<arma::umat>(arma::size(R))) > 0;
}

// [seen_through] a layer keeps the token itself, by the residual stream: besides what it sees, output i always depends on token i
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = (M * R) > 0;
  return R;
}

// [seen_through] the numbers of paths outgrow an integer: after many layers they are multiples of 2^64, which it takes for 0. Make them 0 and 1 after every layer
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = M * R + R;
  return R > 0;
}

// [seen_through] the token itself is kept at the end only; it passes every layer by the residual stream, and may be asked by others in a later one
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = layers.front();
  for (std::size_t l = 1; l < layers.size(); ++l)
    R = (layers[l] * R) > 0;
  return (R + arma::eye<arma::umat>(arma::size(R))) > 0;
}

// [seen_through] rows and columns are exchanged: row i is the output, column j the token that it depends on
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = (M * R + R) > 0;
  return R.t();
}

// [seen_through] you unite what the layers show; a token also hears what those whom it sees have heard before
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = (R + M) > 0;
  return R;
}

// [leaking_keys] you add a key of the score x to the last one, whose score then is larger than x: replace it
// - const arma::vec q = Q.col(0), s = K.t() * q / root;
// -   // The new last exponential is to make up for the old one, and add once more the sum of all: e^x = e^s_last + sum.
// + const arma::vec q = Q.col(0), s = K.t() * q / root;
// - changed.col(K.n_cols - 1) = q * (x * root / arma::dot(q, q));
// + changed.col(K.n_cols - 1) = K.tail_cols(1) + q * (x * root / arma::dot(q, q));

// [leaking_keys] all keys are changed; only the last one is to be
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  const arma::vec q = Q.col(0);
  arma::mat changed = K;
  changed.each_col() += q * (std::log(2.) * std::sqrt(double(Q.n_rows)) / arma::dot(q, q));
  return changed;
}

// [leaking_keys] you divide by the length of q_0; the score of c q_0 has its square
// - const arma::vec q = Q.col(0), s = K.t() * q / root;
// -   // The new last exponential is to make up for the old one, and add once more the sum of all: e^x = e^s_last + sum.
// + const arma::vec q = Q.col(0), s = K.t() * q / root;
// - changed.col(K.n_cols - 1) = q * (x * root / arma::dot(q, q));
// + changed.col(K.n_cols - 1) = q * (x * root / arma::norm(q));

// [leaking_keys] you double the last exponential; it is the sum of all of them that has to double
// - // The new last exponential is to make up for the old one, and add once more the sum of all: e^x = e^s_last + sum.
// -   const double x =
// -       s.max() + std::log(arma::accu(arma::exp(s - s.max())) + std::exp(s.back() - s.max()));
// + const double x = s.back() + std::log(2.);

// [leaking_keys] you change the first key, which is not the future: its own score moves B_00. Change the last one
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  const double root = std::sqrt(double(Q.n_rows));
  const arma::vec q = Q.col(0), s = K.t() * q / root;
  const double x =
      s.max() + std::log(arma::accu(arma::exp(s - s.max())) + std::exp(s(0) - s.max()));
  arma::mat changed = K;
  changed.col(0) = q * (x * root / arma::dot(q, q));
  return changed;
}

// [leaking_keys] the score of c q_0 is c times q_0 . q_0, which is not 1: divide by it
// - const arma::vec q = Q.col(0), s = K.t() * q / root;
// -   // The new last exponential is to make up for the old one, and add once more the sum of all: e^x = e^s_last + sum.
// + const arma::vec q = Q.col(0), s = K.t() * q / root;
// - changed.col(K.n_cols - 1) = q * (x * root / arma::dot(q, q));
// + changed.col(K.n_cols - 1) = q * (x * root);

// [leaking_keys] when the last key is replaced, its old exponential leaves the sum: e^x has to make up for that as well
// - // The new last exponential is to make up for the old one, and add once more the sum of all: e^x = e^s_last + sum.
// -   const double x =
// -       s.max() + std::log(arma::accu(arma::exp(s - s.max())) + std::exp(s.back() - s.max()));
// + const double x = s.max() + std::log(arma::accu(arma::exp(s - s.max())));

// [leaking_keys] the exponential of a score of thousands is infinite; subtract the largest score first, and add it to the logarithm
// - // The new last exponential is to make up for the old one, and add once more the sum of all: e^x = e^s_last + sum.
// -   const double x =
// -       s.max() + std::log(arma::accu(arma::exp(s - s.max())) + std::exp(s.back() - s.max()));
// + const double x = std::log(arma::accu(arma::exp(s)) + std::exp(s.back()));

// [leaking_keys] the key answers the last token's query; it is to answer that of the first
// - const arma::vec q = Q.col(0), s = K.t() * q / root;
// -   // The new last exponential is to make up for the old one, and add once more the sum of all: e^x = e^s_last + sum.
// + const arma::vec q = Q.col(Q.n_cols - 1), s = K.t() * q / root;

// [leaking_keys] the score of your key is x / sqrt(d): the division by sqrt(d) is still to come
// - const arma::vec q = Q.col(0), s = K.t() * q / root;
// -   // The new last exponential is to make up for the old one, and add once more the sum of all: e^x = e^s_last + sum.
// + const arma::vec q = Q.col(0), s = K.t() * q / root;
// - changed.col(K.n_cols - 1) = q * (x * root / arma::dot(q, q));
// + changed.col(K.n_cols - 1) = q * (x / arma::dot(q, q));

// [leaking_keys] you double the last score; it is the sum of the exponentials that has to double
// - // The new last exponential is to make up for the old one, and add once more the sum of all: e^x = e^s_last + sum.
// -   const double x =
// -       s.max() + std::log(arma::accu(arma::exp(s - s.max())) + std::exp(s.back() - s.max()));
// + const double x = 2 * s.back();

// [leaking_keys] e^x alone is twice the old sum in your answer; the exponentials of the other keys come on top of it
// - // The new last exponential is to make up for the old one, and add once more the sum of all: e^x = e^s_last + sum.
// -   const double x =
// -       s.max() + std::log(arma::accu(arma::exp(s - s.max())) + std::exp(s.back() - s.max()));
// + const double x = s.max() + std::log(2 * arma::accu(arma::exp(s - s.max())));

// [leaking_keys] these are the keys as they were; change the last one
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  return K;
}

// [running_attention] your token hears those before it and not itself, and the first has nobody to hear
// - for (arma::uword i = 0; i < s.n_elem; ++i) {
// + for (arma::uword i = 0; i < s.n_elem; ++i) {
// +     Z.col(i) = values / sum;
// - values = kept * values + added * V.col(i);
// -     Z.col(i) = values / sum;
// + values = kept * values + added * V.col(i);

// [running_attention] your factor is the wrong way round: it is e^{old - new}, at most 1
// - const double kept = std::exp(before - largest), added = std::exp(s(i) - largest);
// + const double kept = std::exp(largest - before), added = std::exp(s(i) - largest);

// [running_attention] you subtract the first score from all; a later one that is thousands larger overflows nevertheless
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  arma::mat Z(arma::size(V));
  double sum = 0;
  arma::vec values(V.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < s.n_elem; ++i) {
    const double weight = std::exp(s(i) - s(0));
    sum += weight;
    values += weight * V.col(i);
    Z.col(i) = values / sum;
  }
  return Z;
}

// [running_attention] you subtract the largest score of all: before it comes, all weights may be 0, and 0 / 0 is left; besides, that score may still be in the future
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  arma::mat Z(arma::size(V));
  const double largest = s.max();
  double sum = 0;
  arma::vec values(V.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < s.n_elem; ++i) {
    const double weight = std::exp(s(i) - largest);
    sum += weight;
    values += weight * V.col(i);
    Z.col(i) = values / sum;
  }
  return Z;
}

// [running_attention] you divide by the sum over all tokens: a mask after the softmax lets the weights of a token sum to less than 1
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  const arma::vec weights = arma::exp(s - s.max());
  return arma::cumsum(V.each_row() % (weights.t() / arma::accu(weights)), 1);
}

// [running_attention] when a larger score comes, both sums are still scaled by the old one: multiply them by e^{old - new}
// - for (arma::uword i = 0; i < s.n_elem; ++i) {
// -     const double before = largest;
// + for (arma::uword i = 0; i < s.n_elem; ++i) {
// - const double kept = std::exp(before - largest), added = std::exp(s(i) - largest);
// -     sum = kept * sum + added;
// -     values = kept * values + added * V.col(i);
// + const double added = std::exp(s(i) - largest);
// +     sum = sum + added;
// +     values = values + added * V.col(i);

// [running_attention] exponentials of scores of thousands are infinite, and of -1000 they are 0: subtract the largest score so far
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  arma::mat Z(arma::size(V));
  double sum = 0;
  arma::vec values(V.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < s.n_elem; ++i) {
    sum += std::exp(s(i));
    values += std::exp(s(i)) * V.col(i);
    Z.col(i) = values / sum;
  }
  return Z;
}

// [running_attention] all outputs are the last one: token i is to hear the tokens up to itself, and not those after it
arma::mat exercise::running_attention(const arma::vec& s, const arma::mat& V)
{
  const arma::vec weights = arma::exp(s - s.max());
  return arma::repmat(V * weights / arma::accu(weights), 1, s.n_elem);
}

// [running_attention] the sum of the weights is still scaled by the old largest score; the sum of the values is not
// - sum = kept * sum + added;
// + sum = sum + added;

// [running_attention] the sum of the values is still scaled by the old largest score; the sum of the weights is not
// - values = kept * values + added * V.col(i);
// + values = values + added * V.col(i);
