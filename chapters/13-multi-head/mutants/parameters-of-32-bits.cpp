// [layer_parameters] an unsigned int ends at 2^32 and begins again at 0; arma::uword has 64 bits
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  const arma::uword queries = H * r, keys = G * r, values = G * r;
  const arma::uword weights = (queries + keys + values) * n + n * queries;
  return std::uint32_t(biases ? weights + queries + keys + values + n : weights);
}
