// [layer_norm] mean and variance are of the whole matrix; each column, a token, has its own
arma::mat exercise::layer_norm(const arma::mat& x, const arma::vec& gain, const arma::vec& bias,
                               double epsilon)
{
  const double mean = arma::mean(arma::vectorise(x));
  const double variance = arma::mean(arma::square(arma::vectorise(x) - mean));
  arma::mat y = (x - mean) / std::sqrt(variance + epsilon);
  y.each_col() %= gain;
  y.each_col() += bias;
  return y;
}

// [layer_norm] the gain multiplies the bias too; it multiplies the normed token, and the bias comes after it
// - y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + y.col(k) = gain % (centred / std::sqrt(variance + epsilon) + bias);

// [layer_norm] you norm each row, a dimension over the tokens; layer norm is of each column, a token over its dimensions
// - for (arma::uword k = 0; k < x.n_cols; ++k) {
// -     const arma::vec centred = x.col(k) - arma::mean(x.col(k));
// + for (arma::uword i = 0; i < x.n_rows; ++i) {
// +     const arma::rowvec centred = x.row(i) - arma::mean(x.row(i));
// - y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + y.row(i) = gain(i) * centred / std::sqrt(variance + epsilon) + bias(i);

// [layer_norm] epsilon is added to the variance, under the root; you add it to the root
// - y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + y.col(k) = gain % centred / (std::sqrt(variance) + epsilon) + bias;

// [layer_norm] you divide x itself; its mean is subtracted first
// - y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + y.col(k) = gain % x.col(k) / std::sqrt(variance + epsilon) + bias;

// [layer_norm] the variance divides by n; yours divides by n - 1
// - y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + y.col(k) =
// +         gain % centred / std::sqrt(variance * double(x.n_rows) / double(x.n_rows - 1) + epsilon) +
// +         bias;

// [layer_norm] the mean is not subtracted: this is RMS norm
// - y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + y.col(k) = gain % x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))) + epsilon) + bias;

// [layer_norm] you divide by the variance; it is its square root, the standard deviation, that one divides by
// - y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + y.col(k) = gain % centred / (variance + epsilon) + bias;

// [layer_norm] the bias is missing
// - y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + y.col(k) = gain % centred / std::sqrt(variance + epsilon);

// [layer_norm] epsilon is missing: it is added to the variance, under the root
// - y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + y.col(k) = gain % centred / std::sqrt(variance) + bias;

// [layer_norm] the gain is missing
// - y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + y.col(k) = centred / std::sqrt(variance + epsilon) + bias;

// [layer_norm] you subtract the square of the mean from the mean of the squares: two huge numbers cancel, and the digits are lost; subtract the mean before you square
// - const arma::vec centred = x.col(k) - arma::mean(x.col(k));
// -     const double variance = arma::mean(arma::square(centred));
// -     y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + const double mean = arma::mean(x.col(k));
// +     const double variance = arma::mean(arma::square(x.col(k))) - mean * mean;
// +     y.col(k) = gain % (x.col(k) - mean) / std::sqrt(variance + epsilon) + bias;

// [layer_norm] a token of equal entries is all 0 in your answer; the bias is added to it, as to any other
// - arma::mat y = x;
// + arma::mat y(arma::size(x), arma::fill::zeros);
// - y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;
// + if (variance > 0)
// +       y.col(k) = gain % centred / std::sqrt(variance + epsilon) + bias;

// [rms_norm] epsilon is added to the mean square, under the root; you add it to the root
// - std::sqrt(arma::mean(arma::square(x.col(k))) + epsilon)
// + (std::sqrt(arma::mean(arma::square(x.col(k)))) + epsilon)

// [rms_norm] the mean is subtracted here: that is layer norm; RMS norm leaves it
// - y.col(k) = gain % x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))) + epsilon);
// + y.col(k) = gain % (x.col(k) - arma::mean(x.col(k))) /
// +                std::sqrt(arma::mean(arma::square(x.col(k) - arma::mean(x.col(k)))) + epsilon);

// [rms_norm] the mean square has no root here
// - y.col(k) = gain % x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))) + epsilon);
// + y.col(k) = gain % x.col(k) / (arma::mean(arma::square(x.col(k))) + epsilon);

// [rms_norm] you divide by the root of the sum of squares; it is that of their mean
// - y.col(k) = gain % x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))) + epsilon);
// + y.col(k) = gain % x.col(k) / std::sqrt(arma::accu(arma::square(x.col(k))) + epsilon);

// [rms_norm] you divide by the deviation from the mean; it is the mean of the squares, of x itself
// - y.col(k) = gain % x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))) + epsilon);
// + y.col(k) = gain % x.col(k) /
// +                std::sqrt(arma::mean(arma::square(x.col(k) - arma::mean(x.col(k)))) + epsilon);

// [rms_norm] epsilon is missing: it is added to the mean square, under the root
// - y.col(k) = gain % x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))) + epsilon);
// + y.col(k) = gain % x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))));

// [rms_norm] the gain is missing
// - y.col(k) = gain % x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))) + epsilon);
// + y.col(k) = x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))) + epsilon);

// [rms_norm] you divide epsilon by n too: it is added to the mean of the squares, not to their sum
// - for (arma::uword k = 0; k < x.n_cols; ++k)
// -     y.col(k) = gain % x.col(k) / std::sqrt(arma::mean(arma::square(x.col(k))) + epsilon);
// + y.each_row() /= arma::sqrt((arma::sum(arma::square(x), 0) + epsilon) / double(x.n_rows));
// +   y.each_col() %= gain;

// [folded] b is lost: it stays as it was, and W times the bias of the norm is added to it
// - return arma::join_rows(reader.W * arma::diagmat(gain), reader.W * bias + reader.b);
// + return arma::join_rows(reader.W * arma::diagmat(gain), reader.W * bias);

// [folded] the bias is multiplied by the new W, so by the gain too; the gain does not multiply the bias
// - return arma::join_rows(reader.W * arma::diagmat(gain), reader.W * bias + reader.b);
// + const arma::mat W = reader.W * arma::diagmat(gain);
// +   return arma::join_rows(W, W * bias + reader.b);

// [folded] the bias of the norm is lost: W multiplies it, and that is added to b
// - return arma::join_rows(reader.W * arma::diagmat(gain), reader.W * bias + reader.b);
// + (void)bias;
// +   return arma::join_rows(reader.W * arma::diagmat(gain), reader.b);

// [folded] you divide by the gain; it multiplies
// - return arma::join_rows(reader.W * arma::diagmat(gain), reader.W * bias + reader.b);
// + return arma::join_rows(reader.W * arma::diagmat(1 / gain), reader.W * bias + reader.b);

// [folded] the gain multiplies rows of W here; entry j of y is multiplied by gain j, so it is column j of W
arma::mat exercise::folded(const Reader& reader, const arma::vec& gain, const arma::vec& bias)
{
  arma::mat W = reader.W;
  for (arma::uword i = 0; i < W.n_rows; ++i)
    W.row(i) *= gain(i % gain.n_elem);
  return arma::join_rows(W, reader.W * bias + reader.b);
}

// [folded] the gain multiplies rows of W here; entry j of y is multiplied by gain j, so it is column j of W
// - return arma::join_rows(reader.W * arma::diagmat(gain), reader.W * bias + reader.b);
// + arma::mat W = reader.W;
// +   W.each_col() %= gain;
// +   return arma::join_rows(W, reader.W * bias + reader.b);

// [gradient_before] the part along y is not taken away: it is y times (y . g) / n
// - return (g - arma::mean(g) - y * arma::mean(y % g)) / s;
// + return (g - arma::mean(g)) / s;

// [gradient_before] mean and deviation are treated as constants: both depend on x
// - return (g - arma::mean(g) - y * arma::mean(y % g)) / s;
// + return g / s;

// [gradient_before] the mean of g is not subtracted: a shift of the token changes nothing, so the gradient has no part along (1, ..., 1)
// - return (g - arma::mean(g) - y * arma::mean(y % g)) / s;
// + return (g - y * arma::mean(y % g)) / s;

// [gradient_before] what is left is divided by the root of variance plus epsilon
// - return (g - arma::mean(g) - y * arma::mean(y % g)) / s;
// + return g - arma::mean(g) - y * arma::mean(y % g);

// [gradient_before] (y . g) is divided by n: yours is n times as large
// - return (g - arma::mean(g) - y * arma::mean(y % g)) / s;
// + return (g - arma::mean(g) - y * arma::dot(y, g)) / s;

// [gradient_before] you divide by variance plus epsilon; it is its root
// - return (g - arma::mean(g) - y * arma::mean(y % g)) / s;
// + return (g - arma::mean(g) - y * arma::mean(y % g)) / (s * s);

// [gradient_before] the part is taken along x - mean; it is along y, the normed token
// - return (g - arma::mean(g) - y * arma::mean(y % g)) / s;
// + return (g - arma::mean(g) - centred * arma::mean(centred % g)) / s;

// [gradient_before] you subtract the square of the mean from the mean of the squares: two huge numbers cancel, and the digits are lost; subtract the mean before you square
arma::vec exercise::gradient_before(const arma::vec& x, double epsilon, const arma::vec& g)
{
  const double mean = arma::mean(x);
  const double s = std::sqrt(arma::mean(arma::square(x)) - mean * mean + epsilon);
  const arma::vec y = (x - mean) / s;
  return (g - arma::mean(g) - y * arma::mean(y % g)) / s;
}

// [gradient_before] the variance divides by n; yours divides by n - 1
arma::vec exercise::gradient_before(const arma::vec& x, double epsilon, const arma::vec& g)
{
  const double deviation = std::sqrt(arma::var(x) + epsilon);
  const arma::vec y = (x - arma::mean(x)) / deviation;
  return (g - arma::mean(g) - y * arma::dot(y, g) / double(x.n_elem)) / deviation;
}
