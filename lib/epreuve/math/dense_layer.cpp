#include "epreuve/math/dense_layer.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/gelu.hpp"

namespace epreuve::math {

Activation relu_activation()
{
  return {relu<double>, [](double z) { return z > 0 ? 1.0 : 0.0; }};
}

Activation gelu_activation()
{
  return {gelu<double>, gelu_derivative<double>};
}

arma::mat weight_gradient(const Activation& a, const arma::mat& W, const arma::vec& b,
                          const arma::vec& x, const arma::vec& t)
{
  if (x.n_elem != W.n_cols || b.n_elem != W.n_rows || t.n_elem != W.n_rows)
    throw Error(
        "weight_gradient: W is {} x {}, so b and t must have {} entries and x {}; got {}, {} "
        "and {}",
        W.n_rows, W.n_cols, W.n_rows, W.n_cols, b.n_elem, t.n_elem, x.n_elem);
  arma::vec h = W * x + b, slope = h;
  h.transform(a.value);
  slope.transform(a.derivative);
  return ((h - t) % slope) * x.t();
}

} // namespace epreuve::math
