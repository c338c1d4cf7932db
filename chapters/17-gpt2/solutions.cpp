#include "exercises.hpp"

// [dense]
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  arma::mat y = layer.W * x;
  y.each_col() += layer.b;
  return y;
}

// [layer_norm]
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  y.each_row() -= arma::mean(x, 0);
  const arma::rowvec variance = arma::mean(arma::square(y), 0);
  y.each_row() /= arma::sqrt(variance + norm.epsilon);
  y.each_col() %= norm.gain;
  y.each_col() += norm.bias;
  return y;
}

// [causal_mask]
arma::mat exercise::causal_mask(const arma::mat& S)
{
  arma::mat masked = S;
  for (arma::uword query = 0; query < S.n_rows; ++query)
    for (arma::uword key = query + 1; key < S.n_cols; ++key)
      masked(query, key) = -arma::datum::inf;
  return masked;
}

// [attention_pattern]
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  const double d = static_cast<double>(Q.n_rows);
  arma::mat A = causal_mask(Q.t() * K / std::sqrt(d));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return A;
}

// [attention_head]
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  return head.W_V * x * attention_pattern(head.W_Q * x, head.W_K * x).t();
}

// [multi_head]
arma::mat exercise::multi_head(const Attention& attention, const arma::mat& x)
{
  const arma::uword n = x.n_rows, d = n / attention.heads;
  const arma::mat qkv = dense(attention.c_attn, x);
  arma::mat z(n, x.n_cols);
  for (arma::uword first = 0; first < n; first += d) {
    const arma::mat Q = qkv.rows(first, first + d - 1);
    const arma::mat K = qkv.rows(n + first, n + first + d - 1);
    const arma::mat V = qkv.rows(2 * n + first, 2 * n + first + d - 1);
    z.rows(first, first + d - 1) = V * attention_pattern(Q, K).t();
  }
  return dense(attention.c_proj, z);
}

// [mlp]
arma::mat exercise::mlp(const Mlp& layers, const arma::mat& x)
{
  const arma::mat t = dense(layers.c_fc, x);
  const arma::mat u = std::sqrt(2 / arma::datum::pi) * (t + 0.044715 * arma::pow(t, 3));
  return dense(layers.c_proj, t / 2 % (1 + arma::tanh(u)));
}

// [block]
arma::mat exercise::block(const Block& weights, const arma::mat& x)
{
  const arma::mat middle = x + multi_head(weights.attn, layer_norm(weights.ln_1, x));
  return middle + exercise::mlp(weights.mlp, layer_norm(weights.ln_2, middle));
}

// [unembed]
arma::mat exercise::unembed(const LayerNorm& ln_f, const arma::mat& A, const arma::mat& x)
{
  return A.t() * layer_norm(ln_f, x);
}

// [top_k]
std::pair<arma::uvec, arma::vec> exercise::top_k(const arma::vec& logits, arma::uword k)
{
  arma::vec p = arma::exp(logits - logits.max());
  p /= arma::accu(p);
  const arma::uvec order = arma::stable_sort_index(logits, "descend");
  const arma::uvec ids = order.head(std::min(k, order.n_elem));
  return {ids, p.elem(ids)};
}

// [merge_step]
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [left, right] : merges) {
    std::vector<std::string> joined;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (i + 1 < symbols.size() && symbols[i] == left && symbols[i + 1] == right) {
        joined.push_back(left + right);
        ++i;
      } else {
        joined.push_back(symbols[i]);
      }
    }
    if (joined.size() < symbols.size())
      return joined;
  }
  return symbols;
}

// [forward_pass]
arma::mat exercise::forward_pass(const Weights& weights, const arma::uvec& tokens)
{
  arma::mat x = weights.wte.cols(tokens) + weights.wpe.head_cols(tokens.n_elem);
  for (const Block& each : weights.blocks)
    x = block(each, x);
  return unembed(weights.ln_f, weights.wte, x);
}
