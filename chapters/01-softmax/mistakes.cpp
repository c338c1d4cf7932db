// [softmax] your denominator sums the logits; it sums their exponentials
arma::vec exercise::softmax(const arma::vec& x)
{
  return arma::exp(x) / arma::accu(x);
}

// [softmax] you divide by the largest exponential, which makes that entry 1; divide by the sum of all
arma::vec exercise::softmax(const arma::vec& x)
{
  return arma::exp(x - x.max());
}

// [softmax] you divide by the number of logits, not by the sum of the exponentials
arma::vec exercise::softmax(const arma::vec& x)
{
  return arma::exp(x) / x.n_elem;
}

// [softmax] each exponential is divided by itself, or by a sum that is not complete yet; sum all of them before you divide
arma::vec exercise::softmax(const arma::vec& x)
{
  arma::vec sigma(x.n_elem);
  double sum = 0;
  for (arma::uword i = 0; i < x.n_elem; i++) {
    sum += std::exp(x(i));
    sigma(i) = std::exp(x(i)) / sum;
  }
  return sigma;
}

// [softmax] your sum leaves out the first logit: indices begin with 0
arma::vec exercise::softmax(const arma::vec& x)
{
  double sum = 0;
  for (arma::uword i = 1; i < x.n_elem; i++)
    sum += std::exp(x(i));
  return arma::exp(x) / sum;
}

// [softmax] you collect the sum in a float, which has 7 digits and ends at e^88; sum in a double
arma::vec exercise::softmax(const arma::vec& x)
{
  float sum = 0;
  for (double logit : x)
    sum += std::exp(logit);
  return arma::exp(x) / sum;
}

// [softmax] you collect the sum in a whole number, which drops everything after the decimal point; sum in a double
arma::vec exercise::softmax(const arma::vec& x)
{
  int sum = 0;
  for (double logit : x)
    sum += std::exp(logit);
  return arma::exp(x) / sum;
}

// [softmax] your sum leaves out the last logit
arma::vec exercise::softmax(const arma::vec& x)
{
  const int n = x.size();
  double sum = 0;
  for (int j = 0; j < n - 1; j++)
    sum += std::exp(x[j]);
  arma::vec sigma(n);
  for (int i = 0; i < n; i++)
    sigma[i] = std::exp(x[i]) / sum;
  return sigma;
}

// [softmax] you collect the sum in a whole number, which drops everything after the decimal point; sum in a double
arma::vec exercise::softmax(const arma::vec& x)
{
  long sum = 0;
  for (double logit : x)
    sum += std::exp(logit);
  return arma::exp(x) / sum;
}

// [softmax] you divide by the mean of the exponentials; probabilities sum to 1 only if you divide by their sum
// - return e / arma::accu(e);
// + return e / arma::mean(e);

// [softmax] your exponents have the opposite sign: a larger logit makes a larger probability, e^{x_i}
// - const arma::vec e = arma::exp(x);
// + const arma::vec e = arma::exp(-x);

// [softmax] your probabilities have length 1 (their squares sum to 1); divide by the sum, not by the norm
arma::vec exercise::softmax(const arma::vec& x)
{
  arma::vec e(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; i++)
    e(i) = std::exp(x(i));
  return e / arma::norm(e);
}

// [softmax] you divide the logits themselves by their sum; take their exponentials first
arma::vec exercise::softmax(const arma::vec& x)
{
  double sum = 0;
  for (double value : x)
    sum += value;
  return x / sum;
}

// [softmax] you take powers of 2; the formula has powers of e
arma::vec exercise::softmax(const arma::vec& x)
{
  arma::vec powers(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    powers[i] = std::pow(2.0, x[i]);
  return powers / arma::accu(powers);
}

// [softmax] your e is rounded to a few digits; std::exp has all of them
arma::vec exercise::softmax(const arma::vec& x)
{
  arma::vec powers(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; i++)
    powers(i) = std::pow(2.718, x(i));
  return powers / arma::accu(powers);
}

// [softmax] you return the exponentials; divide them by their sum
arma::vec exercise::softmax(const arma::vec& x)
{
  arma::vec sigma = x;
  sigma.for_each([](double& value) { value = std::exp(value); });
  return sigma;
}

// [softmax] you subtract the smallest logit, and the exponentials of the others overflow; subtract the largest, or none
// - const arma::vec e = arma::exp(x);
// + const arma::vec e = arma::exp(x - x.min());

// [log_sum_exp] you add the maximum without having subtracted it from the logits
double exercise::log_sum_exp(const arma::vec& x)
{
  return x.max() + std::log(arma::accu(arma::exp(x)));
}

// [log_sum_exp] your logarithm is to base 10; the formula has the natural one, std::log
// - return m + std::log(arma::accu(arma::exp(x - m)));
// + return m + std::log10(arma::accu(arma::exp(x - m)));

// [log_sum_exp] you put a finite logit in place of -inf, and others may be below it; the exponential of -inf is exactly 0
double exercise::log_sum_exp(const arma::vec& x)
{
  arma::vec logits = x;
  for (double& logit : logits)
    if (std::isinf(logit))
      logit = -1e4;
  return logits.max() + std::log(arma::accu(arma::exp(logits - logits.max())));
}

// [log_sum_exp] you subtract the first logit; another may be so much larger that its exponential overflows
double exercise::log_sum_exp(const arma::vec& x)
{
  double sum = 1;
  for (arma::uword j = 1; j < x.n_elem; j++)
    sum += std::exp(x[j] - x[0]);
  return x[0] + std::log(sum);
}

// [log_sum_exp] you return the largest logit alone; the others count as well
double exercise::log_sum_exp(const arma::vec& x)
{
  return x.max();
}

// [log_sum_exp] you subtract the largest magnitude; where that belongs to a negative logit, another is the largest value
// - const double m = x.max();
// + const double m = arma::abs(x).max();

// [log_sum_exp] you subtract the largest magnitude; where that belongs to a negative logit, another is the largest value
double exercise::log_sum_exp(const arma::vec& x)
{
  double m = 0;
  for (double logit : x)
    if (std::isfinite(logit))
      m = std::max(m, std::abs(logit));
  double sum = 0;
  for (double logit : x)
    sum += std::exp(logit - m);
  return std::log(sum) + m;
}

// [log_sum_exp] your maximum starts at 0, but all logits may be negative: start from the first one
double exercise::log_sum_exp(const arma::vec& x)
{
  double largest = 0;
  for (double logit : x)
    if (logit > largest)
      largest = logit;
  double sum = 0;
  for (double logit : x)
    sum += std::exp(logit - largest);
  return largest + std::log(sum);
}

// [log_sum_exp] you subtract the mean, and the largest logit may be far above it, or the mean -inf; subtract the maximum
// - const double m = x.max();
// + const double m = arma::mean(x);

// [log_sum_exp] you subtract the smallest logit, so the others still overflow; subtract the maximum
// - const double m = x.max();
// + const double m = x.min();

// [log_sum_exp] you multiply the logarithm by the maximum; it is added
double exercise::log_sum_exp(const arma::vec& x)
{
  return x.max() * std::log(arma::accu(arma::exp(x - x.max())));
}

// [log_sum_exp] overflow: subtract the maximum first
double exercise::log_sum_exp(const arma::vec& x)
{
  double sum = 0;
  for (arma::uword j = 0; j < x.n_elem; ++j)
    sum += std::exp(x(j));
  return std::log(sum);
}

// [log_sum_exp] you subtract the maximum and do not add it again
double exercise::log_sum_exp(const arma::vec& x)
{
  const arma::vec shifted = x - arma::max(x);
  double sum = 0.0;
  for (arma::uword j = 0; j < shifted.n_elem; ++j)
    sum += std::exp(shifted(j));
  return std::log(sum);
}

// [log_sum_exp] you sum logarithms; the logarithm is taken once, of the sum
double exercise::log_sum_exp(const arma::vec& x)
{
  return arma::accu(arma::log(arma::exp(x - x.max()))) + x.max();
}

// [log_sum_exp] you take the logarithm of the mean of the exponentials; the formula has that of their sum
double exercise::log_sum_exp(const arma::vec& x)
{
  return x.max() + std::log(arma::mean(arma::exp(x - x.max())));
}

// [log_sum_exp] you subtract the maximum twice: from the logits, and from the logarithm, where it has to be added
// - return m + std::log(arma::accu(arma::exp(x - m)));
// + return std::log(arma::accu(arma::exp(x - m))) - m;

// [log_sum_exp] you return the sum; take its logarithm
double exercise::log_sum_exp(const arma::vec& x)
{
  return arma::accu(arma::exp(x));
}

// [log_sum_exp] you add the sum to the maximum; add its logarithm
double exercise::log_sum_exp(const arma::vec& x)
{
  return x.max() + arma::accu(arma::exp(x - x.max()));
}

// [log_sum_exp] a long double has larger exponentials than a double, but they end at e^11356; subtract the maximum first
double exercise::log_sum_exp(const arma::vec& x)
{
  long double sum = 0;
  for (double logit : x)
    sum += std::exp(static_cast<long double>(logit));
  return static_cast<double>(std::log(sum));
}

// [stable_softmax] you cut large logits off, which changes their ratios; subtract the maximum from all instead
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  return softmax(arma::clamp(x, -700, 700));
}

// [stable_softmax] you cut large logits off, which changes their ratios; subtract the maximum from all instead
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  arma::vec cut = x;
  for (double& logit : cut)
    if (logit > 700)
      logit = 700; // exp overflows above 709
  return softmax(cut);
}

// [stable_softmax] you subtract the maximum in the denominator only; the numerators overflow as before
// - return arma::exp(x - log_sum_exp(x));
// + return arma::exp(x) / arma::accu(arma::exp(x - x.max()));

// [stable_softmax] you divide the logits by their maximum, which changes their differences; subtract it
// - return arma::exp(x - log_sum_exp(x));
// + return softmax(x / x.max());

// [stable_softmax] you put a finite logit in place of -inf, and others may be below it; its probability is exactly 0
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  arma::vec logits = x;
  for (double& logit : logits)
    if (std::isinf(logit))
      logit = -1e4;
  return softmax(logits - logits.max());
}

// [stable_softmax] you subtract the first logit; another may be so much larger that its exponential overflows
// - return arma::exp(x - log_sum_exp(x));
// + return softmax(x - x(0));

// [stable_softmax] you return the logarithms of the probabilities; take their exponentials
// - return arma::exp(x - log_sum_exp(x));
// + return x - log_sum_exp(x);

// [stable_softmax] you subtract the largest magnitude; where that belongs to a negative logit, another is the largest value
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  double m = 0;
  for (double logit : x)
    if (std::isfinite(logit))
      m = std::max(m, std::abs(logit));
  return softmax(x - m);
}

// [stable_softmax] you subtract the largest magnitude; where that belongs to a negative logit, another is the largest value
// - return arma::exp(x - log_sum_exp(x));
// + return softmax(x - arma::abs(x).max());

// [stable_softmax] your maximum starts at 0, but all logits may be negative: start from the first one
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  double largest = 0;
  for (double logit : x)
    largest = std::max(largest, logit);
  const arma::vec e = arma::exp(x - largest);
  return e / arma::accu(e);
}

// [stable_softmax] you subtract the mean, and the largest logit may be far above it, or the mean -inf; subtract the maximum
// - return arma::exp(x - log_sum_exp(x));
// + return softmax(x - arma::mean(x));

// [stable_softmax] you subtract the smallest logit, so the others still overflow; subtract the maximum
// - return arma::exp(x - log_sum_exp(x));
// + return softmax(x - x.min());

// [stable_softmax] overflow: subtract the maximum first
// - return arma::exp(x - log_sum_exp(x));
// + return softmax(x);

// [stable_softmax] you subtract the maximum in the numerators only; the sum in the denominator needs the same exponents
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  const double m = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (double logit : x)
    sum += std::exp(logit);
  arma::vec sigma(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    sigma(i) = std::exp(x(i) - m) / sum;
  return sigma;
}

// [stable_softmax] you return the exponentials; divide them by their sum
// - return arma::exp(x - log_sum_exp(x));
// + return arma::exp(x - x.max());

// [stable_softmax] a long double has larger exponentials than a double, but they end at e^11356; subtract the maximum first
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  long double sum = 0;
  for (double logit : x)
    sum += std::exp(static_cast<long double>(logit));
  arma::vec sigma(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    sigma(i) = static_cast<double>(std::exp(static_cast<long double>(x(i))) / sum);
  return sigma;
}

// [softmax_at_temperature] T changes nothing in your result: each exponent is x_i / T, and a number that is the same for all i cancels
// - return stable_softmax(x / temperature);
// + const arma::vec e = arma::exp(x - x.max()) / temperature;
// +   return e / arma::sum(e);

// [softmax_at_temperature] your denominator is that of T = 1; divide its exponents by T as well
// - return stable_softmax(x / temperature);
// + return arma::exp(x / temperature) / arma::accu(arma::exp(x));

// [softmax_at_temperature] the maximum that you subtract is that of x, but your exponents are x / T: subtract the maximum of x / T
// - return stable_softmax(x / temperature);
// + return softmax(x / temperature - x.max());

// [softmax_at_temperature] you multiply the logits by T; the formula divides them
// - return stable_softmax(x / temperature);
// + arma::vec scaled = x;
// +   scaled *= temperature;
// +   return stable_softmax(scaled);

// [softmax_at_temperature] the powers 1 / T of the probabilities do not sum to 1, and small ones are lost; divide the logits
// - return stable_softmax(x / temperature);
// + return arma::pow(stable_softmax(x), 1 / temperature);

// [softmax_at_temperature] you divide the probabilities by T; divide the logits
arma::vec exercise::softmax_at_temperature(const arma::vec& x, double temperature)
{
  arma::vec sigma = stable_softmax(x);
  for (double& s : sigma)
    s /= temperature;
  return sigma;
}

// [softmax_at_temperature] overflow: x / T may be large; subtract the maximum first
// - return stable_softmax(x / temperature);
// + return softmax(x / temperature);

// [softmax_at_temperature] you subtract the mean, and the largest logit may be far above it; subtract the maximum
// - return stable_softmax(x / temperature);
// + const arma::vec exponents = x / temperature;
// +   return softmax(exponents - arma::mean(exponents));

// [softmax_at_temperature] you subtract the first logit; another may be so much larger that its exponential overflows; subtract the maximum
// - return stable_softmax(x / temperature);
// + const arma::vec exponents = x / temperature;
// +   return softmax(exponents - exponents(0));

// [softmax_at_temperature] your maximum starts at 0, but all logits may be negative: start from the first one
// - return stable_softmax(x / temperature);
// + const arma::vec exponents = x / temperature;
// +   return softmax(exponents - std::max(0.0, exponents.max()));

// [softmax_at_temperature] you subtract the largest magnitude; where that belongs to a negative logit, another is the largest value
// - return stable_softmax(x / temperature);
// + const arma::vec exponents = x / temperature;
// +   return softmax(exponents - arma::abs(exponents).max());

// [softmax_at_temperature] at T = 1 the probability of a logit far below the largest is 0, and no power of 0 brings it back; divide the logits by T first
// - return stable_softmax(x / temperature);
// + const arma::vec powers = arma::pow(stable_softmax(x), 1 / temperature);
// +   return powers / arma::accu(powers);

// [softmax_jacobian] you add sigma_i sigma_j; it is subtracted
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return arma::diagmat(s) + s * s.t();
}

// [softmax_jacobian] your diagonal is 1 - sigma_i^2: sigma_i multiplies delta_ij too
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return arma::eye(x.n_elem, x.n_elem) - s * s.t();
}

// [softmax_jacobian] where i and j differ your entry is sigma_i (1 - sigma_j); the 1 is delta_ij, 0 there
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return s * (1 - s).t();
}

// [softmax_jacobian] your J holds only its diagonal; sigma_i depends on the other logits too
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J(x.n_elem, x.n_elem, arma::fill::zeros);
  for (arma::uword i = 0; i < x.n_elem; i++)
    J(i, i) = s(i) * (1 - s(i));
  return J;
}

// [softmax_jacobian] you subtract one number, sigma^T sigma, from every entry; sigma sigma^T is a matrix
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J = arma::diagmat(s);
  J -= arma::as_scalar(s.t() * s);
  return J;
}

// [softmax_jacobian] your delta_ij is 1 where i and j differ; it is 1 where they are equal
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J(x.n_elem, x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; i++)
    for (arma::uword j = 0; j < x.n_elem; j++)
      J(i, j) = s(i) * (i == j ? -s(j) : 1 - s(j));
  return J;
}

// [softmax_jacobian] the term with delta_ij is missing: sigma_i belongs on the diagonal
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J(x.n_elem, x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; i++)
    for (arma::uword j = 0; j < x.n_elem; j++)
      J(i, j) = -s(i) * s(j);
  return J;
}

// [softmax_jacobian] your J is made of the logits; it is made of their softmax
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  return arma::diagmat(x) - x * x.t();
}

// [softmax_jacobian] the factor sigma_i is missing: delta_ij - sigma_j is the derivative of the logarithm of sigma_i
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return arma::eye(x.n_elem, x.n_elem) - arma::ones(x.n_elem) * s.t();
}

// [softmax_jacobian] off the diagonal your sign is wrong: delta_ij is 0 there, and the product sigma_i sigma_j is subtracted
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J = s * s.t();
  J.diag() = s % (1 - s);
  return J;
}

// [softmax_jacobian] overflow: subtract the maximum first
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = softmax(x);
  return arma::diagmat(s) - s * s.t();
}

// [softmax_jacobian] your sign is the opposite: it is diag(sigma) less sigma sigma^T
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  arma::mat J = s * s.t();
  for (arma::uword i = 0; i < s.n_elem; ++i)
    J(i, i) -= s(i);
  return J;
}

// [softmax_jacobian] your second factor has the index i twice: off the diagonal it is the product of sigma_i and sigma_j
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return arma::diagmat(s) - (s % s) * arma::ones(x.n_elem).t();
}

// [softmax_jacobian] you subtract sigma_j alone; the factor sigma_i multiplies the whole difference
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return arma::diagmat(s) - arma::ones(x.n_elem) * s.t();
}

// [softmax_jacobian] you subtract the mean, and the largest logit may be far above it; subtract the maximum
// - const arma::vec sigma = stable_softmax(x);
// + const arma::vec sigma = softmax(x - arma::mean(x));

// [softmax_jacobian] you subtract the first logit; another may be so much larger that its exponential overflows; subtract the maximum
// - const arma::vec sigma = stable_softmax(x);
// + const arma::vec sigma = softmax(x - x(0));

// [softmax_jacobian] your maximum starts at 0, but all logits may be negative: start from the first one
// - const arma::vec sigma = stable_softmax(x);
// + const arma::vec sigma = softmax(x - std::max(0.0, x.max()));

// [softmax_jacobian] you subtract the largest magnitude; where that belongs to a negative logit, another is the largest value
// - const arma::vec sigma = stable_softmax(x);
// + const arma::vec sigma = softmax(x - arma::abs(x).max());

// [softmax_jacobian] a long double has larger exponentials than a double, but they end at e^11356; subtract the maximum first
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  long double sum = 0;
  for (double logit : x)
    sum += std::exp(static_cast<long double>(logit));
  arma::vec sigma(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    sigma(i) = static_cast<double>(std::exp(static_cast<long double>(x(i))) / sum);
  return arma::diagmat(sigma) - sigma * sigma.t();
}

// [softmax_jacobian_times] you add the mean sigma^T v; it is subtracted
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  return s % (v + arma::dot(s, v));
}

// [softmax_jacobian_times] you subtract the number sigma^T v from every entry; multiply it by sigma_i first
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  double sum = 0;
  for (arma::uword j = 0; j < s.n_elem; j++)
    sum += s[j] * v[j];
  arma::vec result(s.n_elem);
  for (arma::uword i = 0; i < s.n_elem; i++)
    result[i] = s[i] * v[i] - sum;
  return result;
}

// [softmax_jacobian_times] with 10000 logits J has 100 million entries, 800 MB: multiply without forming it
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  return softmax_jacobian(x) * v;
}

// [softmax_jacobian_times] your mean is weighted with the logits; the weights are their softmax
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  return stable_softmax(x) % (v - arma::dot(x, v));
}

// [softmax_jacobian_times] the term with sigma^T v is missing: you return diag(sigma) v
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  arma::vec result = stable_softmax(x);
  for (arma::uword i = 0; i < v.n_elem; ++i)
    result(i) *= v(i);
  return result;
}

// [softmax_jacobian_times] overflow: subtract the maximum first
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = softmax(x);
  return s % (v - arma::dot(s, v));
}

// [softmax_jacobian_times] you subtract sigma_i v_i; the second term is sigma_i times the whole sum of sigma_j v_j
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  return s % (v - s % v);
}

// [softmax_jacobian_times] the mean that you subtract from v gives all entries the same weight; weight them with sigma
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  double mean = 0;
  for (double value : v)
    mean += value / v.n_elem;
  const arma::vec s = stable_softmax(x);
  return s % (v - mean);
}

// [softmax_jacobian_times] you subtract the plain sum of v; each v_j in it is to be weighted with sigma_j
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  return stable_softmax(x) % (v - arma::accu(v));
}

// [softmax_jacobian_times] the term diag(sigma) v is missing: you return the term with sigma^T v alone
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  return s * arma::dot(s, v);
}

// [softmax_jacobian_times] your sign is the opposite: the mean is subtracted from v, not v from the mean
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  return s % (arma::dot(s, v) - v);
}

// [softmax_jacobian_times] sigma_i occurs twice in your second term: the mean sigma^T v is multiplied by it once
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  return s % v - s % s * arma::dot(s, v);
}

// [softmax_jacobian_times] the factor sigma_i is missing: each entry of v less the mean is multiplied by it
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  return v - arma::dot(stable_softmax(x), v);
}

// [softmax_jacobian_times] you subtract the mean, and the largest logit may be far above it; subtract the maximum
// - const arma::vec sigma = stable_softmax(x);
// + const arma::vec sigma = softmax(x - arma::mean(x));

// [softmax_jacobian_times] you subtract the first logit; another may be so much larger that its exponential overflows; subtract the maximum
// - const arma::vec sigma = stable_softmax(x);
// + const arma::vec sigma = softmax(x - x(0));

// [softmax_jacobian_times] your maximum starts at 0, but all logits may be negative: start from the first one
// - const arma::vec sigma = stable_softmax(x);
// + const arma::vec sigma = softmax(x - std::max(0.0, x.max()));

// [softmax_jacobian_times] you subtract the largest magnitude; where that belongs to a negative logit, another is the largest value
// - const arma::vec sigma = stable_softmax(x);
// + const arma::vec sigma = softmax(x - arma::abs(x).max());

// [softmax_jacobian_times] a long double has larger exponentials than a double, but they end at e^11356; subtract the maximum first
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  long double sum = 0;
  for (double logit : x)
    sum += std::exp(static_cast<long double>(logit));
  arma::vec sigma(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    sigma(i) = static_cast<double>(std::exp(static_cast<long double>(x(i))) / sum);
  return sigma % (v - arma::dot(sigma, v));
}

// [softmax_jacobian_times] your difference quotient is near the derivative for small v only; the formula is exact
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const double h = 1e-5;
  const arma::vec above = stable_softmax(x + h * v), below = stable_softmax(x - h * v);
  return (above - below) / (2 * h);
}
