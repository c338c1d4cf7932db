#include "exercises.hpp"

// [split]
std::vector<arma::mat> exercise::split(const arma::mat& Q, arma::uword H)
{
  const arma::uword r = Q.n_rows / H;
  std::vector<arma::mat> heads;
  for (arma::uword h = 0; h < H; ++h)
    heads.push_back(Q.rows(h * r, (h + 1) * r - 1));
  return heads;
}

// [read_by_head]
arma::mat exercise::read_by_head(const arma::mat& W, arma::uword H, arma::uword h)
{
  const std::vector<arma::mat> blocks = split(W, 3 * H);
  return arma::join_cols(blocks[h], blocks[H + h], blocks[2 * H + h]);
}

// [multi_head]
arma::mat exercise::multi_head(const Layer& layer, arma::uword H, const arma::mat& x, bool causal)
{
  const std::vector<arma::mat> Q = split(layer.W_Q * x, H), K = split(layer.W_K * x, H),
                               V = split(layer.W_V * x, H);
  arma::mat outputs;
  for (arma::uword h = 0; h < H; ++h) {
    arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));
    for (arma::uword j = 0; causal && j < A.n_cols; ++j)
      for (arma::uword i = 0; i < j; ++i)
        A(i, j) = -arma::datum::inf;
    A.each_col() -= arma::max(A, 1);
    A = arma::exp(A);
    A.each_col() /= arma::sum(A, 1);
    outputs = arma::join_cols(outputs, V[h] * A.t());
  }
  return layer.W_O * outputs;
}

// [said_by_each]
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  std::vector<arma::mat> said;
  arma::uword first = 0;
  for (const arma::mat& z_h : z) {
    said.push_back(W_O.cols(first, first + z_h.n_rows - 1) * z_h);
    first += z_h.n_rows;
  }
  return said;
}

// [layer_parameters]
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  const arma::uword queries = H * r, keys = G * r, values = G * r;
  const arma::uword weights = (queries + keys + values) * n + n * queries;
  return biases ? weights + queries + keys + values + n : weights;
}

// [direct_sum]
arma::mat exercise::direct_sum(const std::vector<arma::mat>& W, const std::vector<arma::mat>& A)
{
  arma::uword n = 0;
  for (const arma::mat& W_h : W)
    n += W_h.n_rows;
  arma::mat M;
  arma::uword first = 0;
  for (arma::uword h = 0; h < W.size(); ++h) {
    arma::mat in_place(n, n, arma::fill::zeros);
    in_place.submat(first, first, arma::size(W[h])) = W[h];
    const arma::mat of_head = arma::kron(A[h], in_place);
    M = h == 0 ? of_head : arma::mat(M + of_head);
    first += W[h].n_rows;
  }
  return M;
}

// [grouped_heads]
arma::mat exercise::grouped_heads(const Layer& layer, arma::uword H, arma::uword G,
                                  const arma::mat& x, bool causal)
{
  const std::vector<arma::mat> W_K = split(layer.W_K, G), W_V = split(layer.W_V, G);
  Layer repeated;
  repeated.W_Q = layer.W_Q;
  repeated.W_O = layer.W_O;
  for (arma::uword h = 0; h < H; ++h) {
    const arma::uword group = h / (H / G);
    repeated.W_K = arma::join_cols(repeated.W_K, W_K[group]);
    repeated.W_V = arma::join_cols(repeated.W_V, W_V[group]);
  }
  return multi_head(repeated, H, x, causal);
}

// [pooled_keys]
arma::mat exercise::pooled_keys(const arma::mat& W_K, arma::uword H, arma::uword G)
{
  const std::vector<arma::mat> heads = split(W_K, H);
  const arma::uword in_group = H / G, r = W_K.n_rows / H;
  arma::mat pooled(G * r, W_K.n_cols, arma::fill::zeros);
  for (arma::uword h = 0; h < H; ++h)
    pooled.rows(h / in_group * r, (h / in_group + 1) * r - 1) += heads[h] / double(in_group);
  return pooled;
}

// [overlap]
double exercise::overlap(const arma::mat& A, const arma::mat& B)
{
  arma::mat Q_A, Q_B, R;
  arma::qr_econ(Q_A, R, A);
  arma::qr_econ(Q_B, R, B);
  return arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols));
}

// [fewest_heads]
arma::uword exercise::fewest_heads(const std::vector<arma::mat>& A, const std::vector<arma::mat>& W)
{
  // In another order, the entries of the sum are those of U V^T, whose columns are vec(A_h) and vec(W_h).
  arma::mat U(A[0].n_elem, A.size()), V(W[0].n_elem, W.size());
  for (arma::uword h = 0; h < A.size(); ++h) {
    U.col(h) = arma::vectorise(A[h]);
    V.col(h) = arma::vectorise(W[h]);
  }
  arma::mat Q, R_U, R_V;
  arma::qr_econ(Q, R_U, U);
  arma::qr_econ(Q, R_V, V);
  // Where a sum cancels, its rounding error is small compared with the terms, not with the sum.
  return arma::rank(R_U * R_V.t(), 1e-9 * arma::norm(R_U, "fro") * arma::norm(R_V, "fro"));
}
