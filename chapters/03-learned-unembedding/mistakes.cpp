// [logits_after] you form B A, which for 100 000 tokens takes 80 GB; one column of it is B times a column of A
// - return B * A.col(i);
// + const arma::mat F = B * A;
// +   return F.col(i);

// [logits_after] you take the column before; tokens count from 0
// - return B * A.col(i);
// + return B * A.col((i + A.n_cols - 1) % A.n_cols);

// [logits_after] you multiply by the transposes of both, in the wrong order: A^T B^T is the transpose of B A, and its column i is a row of B A
// - return B * A.col(i);
// + return A.t() * B.row(i).t();

// [logits_after] you return probabilities; return the logits, before any softmax
// - return B * A.col(i);
// + const arma::vec e = arma::exp(B * A.col(i));
// +   return e / arma::accu(e);

// [logits_after] you use the transpose of A in place of B; the second layer has a matrix of its own
// - return B * A.col(i);
// + return A.t() * A.col(i);

// [bigram_loss] your logarithm is to base 2; nats need the natural one
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat L = Z.each_row() - arma::max(Z, 0);
  L.each_row() -= arma::log(arma::sum(arma::exp(L), 0)).eval();
  return -arma::accu(J % L) / std::log(2.0);
}

// [bigram_loss] you give all contexts the same weight; J already says how often each occurs
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat L = Z.each_row() - arma::max(Z, 0);
  L.each_row() -= arma::log(arma::sum(arma::exp(L), 0)).eval();
  const arma::mat P = J.each_row() / arma::sum(J, 0);
  return -arma::accu(P % L) / double(J.n_cols);
}

// [bigram_loss] your exponentials overflow for large logits; take the largest logit of a column out first
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat Q = arma::exp(Z);
  Q.each_row() /= arma::sum(Q, 0);
  return -arma::accu(J % arma::log(Q));
}

// [bigram_loss] you subtract the largest logit of all columns: in a column that is far below it all exponentials are 0, and the logarithm of their sum is infinite. Subtract from each column its own
// - double loss = 0;
// + double loss = 0;
// +   const double largest = Z.max();
// - for (arma::uword i = 0; i < Z.n_cols; ++i) {
// -     const double largest = Z.col(i).max();
// + for (arma::uword i = 0; i < Z.n_cols; ++i) {

// [bigram_loss] your softmax goes along the rows; the logits after a token are a column
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat L = Z.each_col() - arma::max(Z, 1);
  L.each_col() -= arma::log(arma::sum(arma::exp(L), 1)).eval();
  return -arma::accu(J % L);
}

// [bigram_loss] your sign is wrong: a loss is positive, and logarithms of probabilities are not
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat L = Z.each_row() - arma::max(Z, 0);
  L.each_row() -= arma::log(arma::sum(arma::exp(L), 0)).eval();
  return arma::accu(J % L);
}

// [bigram_loss] you weigh ln q_ji with J_ij: what comes before a token is not what comes after it
// - double loss = 0;
// + double L = 0;
// - loss += arma::dot(J.col(i), log_sum - Z.col(i));
// + for (arma::uword j = 0; j < Z.n_rows; ++j)
// +       L -= J(i, j) * (Z(j, i) - log_sum);
// - return loss;
// + return L;

// [bigram_loss] your probabilities are right, but one that is too small for a double is 0, and its logarithm infinite: write ln q as the logit less the logarithm of the sum
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  double L = 0;
  for (arma::uword i = 0; i < Z.n_cols; ++i) {
    const arma::vec e = arma::exp(Z.col(i) - Z.col(i).max());
    const arma::vec q = e / arma::accu(e);
    for (arma::uword j = 0; j < Z.n_rows; ++j)
      if (J(j, i) > 0)
        L -= J(j, i) * std::log(q(j));
  }
  return L;
}

// [bigram_loss] you subtract the largest logit of all columns: in a column that is far below it all exponentials are 0, and 0 / 0 is not a number. Subtract from each column its own
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat Q = arma::exp(Z - Z.max());
  Q.each_row() /= arma::sum(Q, 0);
  return -arma::accu(J % arma::log(Q));
}

// [bigram_loss] you subtract the mean of each column; the largest logit may be so far above it that its exponential is infinite. Subtract the largest
// - const double largest = Z.col(i).max();
// -     const double log_sum = largest + std::log(arma::accu(arma::exp(Z.col(i) - largest)));
// + const double shift = arma::mean(Z.col(i));
// +     const double log_sum = shift + std::log(arma::accu(arma::exp(Z.col(i) - shift)));

// [bigram_loss] you subtract the first logit of each column; another may be so far above it that its exponential is infinite. Subtract the largest
// - const double largest = Z.col(i).max();
// -     const double log_sum = largest + std::log(arma::accu(arma::exp(Z.col(i) - largest)));
// + const double shift = Z(0, i);
// +     const double log_sum = shift + std::log(arma::accu(arma::exp(Z.col(i) - shift)));

// [bigram_loss] you subtract the largest magnitude of each column; where that belongs to a negative logit, all exponentials may be 0, and the logarithm of their sum is infinite. Subtract the largest logit
// - const double largest = Z.col(i).max();
// -     const double log_sum = largest + std::log(arma::accu(arma::exp(Z.col(i) - largest)));
// + const double shift = arma::abs(Z.col(i)).max();
// +     const double log_sum = shift + std::log(arma::accu(arma::exp(Z.col(i) - shift)));

// [bigram_loss] your search for the largest logit begins at 0: where all logits are far below 0 all exponentials are 0, and the logarithm of their sum is infinite. Begin at the first logit
// - const double largest = Z.col(i).max();
// -     const double log_sum = largest + std::log(arma::accu(arma::exp(Z.col(i) - largest)));
// + const double shift = std::max(0., Z.col(i).max());
// +     const double log_sum = shift + std::log(arma::accu(arma::exp(Z.col(i) - shift)));

// [bigram_loss] a small number that keeps the logarithm finite changes the loss: with 1e-12, no loss exceeds 27.6. Write ln q as the logit less the logarithm of the sum
double exercise::bigram_loss(const arma::mat& Z, const arma::mat& J)
{
  arma::mat Q = arma::exp(Z.each_row() - arma::max(Z, 0));
  Q.each_row() /= arma::sum(Q, 0);
  return -arma::accu(J % arma::log(Q + 1e-12));
}

// [unembedding_gradient] you give all contexts the same weight; J says how often each occurs
arma::mat exercise::unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = (Q - J.each_row() / arma::sum(J, 0)) / double(J.n_cols);
  return G * A.t();
}

// [unembedding_gradient] you subtract J from the logits; subtract it from probabilities
// - return logit_gradient(B * A, J) * A.t();
// + const arma::mat G = B * A - J;
// +   return G * A.t();

// [unembedding_gradient] your softmax goes along the rows; the logits after a token are a column
arma::mat exercise::unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_col() /= arma::sum(Q, 1);
  const arma::mat G = Q.each_row() % arma::sum(J, 0) - J;
  return G * A.t();
}

// [unembedding_gradient] your sign is wrong: the gradient points uphill, from what is true to what the network says
arma::mat exercise::unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = J - Q.each_row() % arma::sum(J, 0);
  return G * A.t();
}

// [unembedding_gradient] you forgot how often each context occurs: what the network says about j after i is q_ji times the sum of column i of J
arma::mat exercise::unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = Q - J;
  return G * A.t();
}

// [unembedding_gradient] you collect the sum in a float, which has 7 digits and ends at e^88; sum in a double
arma::mat exercise::unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  for (arma::uword i = 0; i < Q.n_cols; ++i) {
    float sum = 0;
    for (const double q : Q.col(i).eval())
      sum += q;
    Q.col(i) /= sum;
  }
  const arma::mat G = Q.each_row() % arma::sum(J, 0) - J;
  return G * A.t();
}

// [unembedding_gradient] you give all contexts the same weight; J says how often each occurs
// - return logit_gradient(B * A, J) * A.t();
// + arma::mat Q = arma::exp(B * A);
// +   Q.each_row() /= arma::sum(Q, 0);
// +   return (Q - J.each_row() / arma::sum(J, 0)) * A.t();

// [embedding_gradient] you give all contexts the same weight; J says how often each occurs
arma::mat exercise::embedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = (Q - J.each_row() / arma::sum(J, 0)) / double(J.n_cols);
  return B.t() * G;
}

// [embedding_gradient] you subtract J from the logits; subtract it from probabilities
// - return B.t() * logit_gradient(B * A, J);
// + const arma::mat G = B * A - J;
// +   return B.t() * G;

// [embedding_gradient] your softmax goes along the rows; the logits after a token are a column
arma::mat exercise::embedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_col() /= arma::sum(Q, 1);
  const arma::mat G = Q.each_row() % arma::sum(J, 0) - J;
  return B.t() * G;
}

// [embedding_gradient] your sign is wrong: the gradient points uphill, from what is true to what the network says
arma::mat exercise::embedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = J - Q.each_row() % arma::sum(J, 0);
  return B.t() * G;
}

// [embedding_gradient] you forgot how often each context occurs: what the network says about j after i is q_ji times the sum of column i of J
arma::mat exercise::embedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = Q - J;
  return B.t() * G;
}

// [embedding_gradient] you collect the sum in a float, which has 7 digits and ends at e^88; sum in a double
arma::mat exercise::embedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  for (arma::uword i = 0; i < Q.n_cols; ++i) {
    float sum = 0;
    for (const double q : Q.col(i).eval())
      sum += q;
    Q.col(i) /= sum;
  }
  const arma::mat G = Q.each_row() % arma::sum(J, 0) - J;
  return B.t() * G;
}

// [tied_gradient] you have A as the first layer only; it is the second as well
arma::mat exercise::tied_gradient(const arma::mat& A, const arma::mat& J)
{
  arma::mat Q = arma::exp(A.t() * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = Q.each_row() % arma::sum(J, 0) - J;
  return A * G;
}

// [tied_gradient] you take the mean of the two layers' parts; the gradient is their sum
arma::mat exercise::tied_gradient(const arma::mat& A, const arma::mat& J)
{
  arma::mat Q = arma::exp(A.t() * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = Q.each_row() % arma::sum(J, 0) - J;
  return A * (G + G.t()) / 2;
}

// [tied_gradient] you have A as the second layer only; it is the first as well
arma::mat exercise::tied_gradient(const arma::mat& A, const arma::mat& J)
{
  arma::mat Q = arma::exp(A.t() * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = Q.each_row() % arma::sum(J, 0) - J;
  return A * G.t();
}

// [tied_gradient] you take the first layer's part twice; the logits are symmetric, but their gradient is not
arma::mat exercise::tied_gradient(const arma::mat& A, const arma::mat& J)
{
  arma::mat Q = arma::exp(A.t() * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = Q.each_row() % arma::sum(J, 0) - J;
  return 2 * A * G;
}

// [tied_gradient] you forgot how often each context occurs: what the network says about j after i is q_ji times the sum of column i of J
// - const arma::mat G = logit_gradient(A.t() * A, J);
// + arma::mat Q = arma::exp(A.t() * A);
// +   Q.each_row() /= arma::sum(Q, 0);
// +   const arma::mat G = Q - J;

// [tied_gradient] you collect the sum in a float, which has 7 digits and ends at e^88; sum in a double
arma::mat exercise::tied_gradient(const arma::mat& A, const arma::mat& J)
{
  arma::mat Q = arma::exp(A.t() * A);
  for (arma::uword i = 0; i < Q.n_cols; ++i) {
    float sum = 0;
    for (const double q : Q.col(i).eval())
      sum += q;
    Q.col(i) /= sum;
  }
  const arma::mat G = Q.each_row() % arma::sum(J, 0) - J;
  return A * (G + G.t());
}

// [optimal_logits] you take off the mean of all entries; each column is to have the mean 0
// - return L.each_row() - arma::mean(L, 0);
// + return L - arma::accu(L) / double(L.n_elem);

// [optimal_logits] you return frequencies; softmax would not give them back
arma::mat exercise::optimal_logits(const arma::mat& J)
{
  return J.each_row() / arma::sum(J, 0);
}

// [optimal_logits] you return ln J; it is right up to constants, but its columns do not have the mean 0
arma::mat exercise::optimal_logits(const arma::mat& J)
{
  return arma::log(J);
}

// [optimal_logits] your logits are right, but their columns do not have the mean 0
arma::mat exercise::optimal_logits(const arma::mat& J)
{
  return arma::log(J.each_row() / arma::sum(J, 0));
}

// [optimal_logits] you centre the rows; the logits after a token are a column
// - return L.each_row() - arma::mean(L, 0);
// + return L.each_col() - arma::mean(L, 1);

// [optimal_logits] the product of a column may be too small for a double, and its logarithm infinite: take the mean of the logarithms
arma::mat exercise::optimal_logits(const arma::mat& J)
{
  arma::mat Z = arma::log(J);
  for (arma::uword i = 0; i < J.n_cols; ++i)
    Z.col(i) -= std::log(arma::prod(J.col(i))) / J.n_rows;
  return Z;
}

// [dimensions_needed] N - 1 dimensions always suffice, but fewer may
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  return M.n_rows - 1;
}

// [dimensions_needed] the rank less 1 is a lower bound: a constant for each column saves a dimension only if a column of ones is a combination of the columns
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  return M.is_zero() ? 0 : arma::rank(M, 1e-9) - 1;
}

// [dimensions_needed] you take the rank of P; what has to be a product is its logarithm, up to a number for each column
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  arma::mat P = arma::exp2(M);
  P.each_row() /= arma::sum(P, 0);
  return arma::rank(P, 1e-9);
}

// [dimensions_needed] you take the rank of M; softmax allows a constant for each column, which can save a dimension
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  return M.is_zero() ? 0 : arma::rank(M, 1e-9);
}

// [dimensions_needed] you centre the rows; softmax allows a constant for each column
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  const arma::mat X = M.each_col() - arma::mean(M, 1);
  return X.is_zero(1e-9) ? 0 : arma::rank(X, 1e-9);
}
