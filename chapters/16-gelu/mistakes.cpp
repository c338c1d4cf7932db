// [normal_distribution] you divide x by 2 inside erfc; the substitution divides it by the square root of 2
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return std::erfc(-x / 2) / 2;

// [normal_distribution] 1 + erf cancels in the left tail, where erf is almost -1; use std::erfc
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return 0.5 * (1.0 + std::erf(x / std::sqrt(2.0)));

// [normal_distribution] you return 0 far left; the probability is tiny there, and not 0
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return x < -3 ? 0 : std::erfc(-x / std::sqrt(2.0)) / 2;

// [normal_distribution] this is the density, the function under the integral
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return std::exp(-x * x / 2) / std::sqrt(2 * arma::datum::pi);

// [normal_distribution] erf goes from -1 to 1, a probability from 0 to 1: add 1, and halve; and x is to be divided by sqrt(2)
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return std::erf(x);

// [normal_distribution] erf goes from -1 to 1, a probability from 0 to 1: add 1, and halve
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return std::erf(x / std::sqrt(2.0));

// [normal_distribution] you divide x by 2 inside erf; the substitution divides it by the square root of 2
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return 0.5 * (1 + std::erf(x / 2));

// [normal_distribution] 1 + erf goes up to 2, a probability to 1: a half is missing
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return 1 + std::erf(x / std::sqrt(2.0));

// [normal_distribution] you multiply x by sqrt(2); the substitution divides it
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return 0.5 * (1 + std::erf(x * std::sqrt(2.0)));

// [normal_distribution] erf integrates e^{-u^2}, the normal law e^{-t^2 / 2}: divide x by sqrt(2)
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return 0.5 * (1 + std::erf(x));

// [normal_distribution] erf is 0 in the middle, where the probability is 1/2: halve 1 + erf
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return 0.5 * std::erf(x / std::sqrt(2.0));

// [normal_distribution] you take |x|: for negative x a number below x is improbable, as improbable as one above -x
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return 0.5 * (1 + std::erf(std::abs(x) / std::sqrt(2.0)));

// [normal_distribution] 1 - Phi(-x) cancels in the left tail, where Phi(-x) is almost 1
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return 1 - std::erfc(x / std::sqrt(2)) / 2;

// [normal_distribution] this is the sigmoid approximation of Phi; the exercise asks for Phi itself
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return 1 / (1 + std::exp(-1.702 * x));

// [normal_distribution] a sum over steps is right to a few digits only; the standard library has erfc
double exercise::normal_distribution(double x)
{
  const double step = 1e-3;
  double sum = 0;
  for (double t = -10; t < std::min(x, 10.0); t += step)
    sum += std::exp(-t * t / 2) * step;
  return sum / std::sqrt(2 * arma::datum::pi);
}

// [normal_distribution] you multiply x by sqrt(2); the substitution divides it
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return std::erfc(-x * std::sqrt(2.0)) / 2;

// [normal_distribution] your sign is wrong, and x is to be divided by sqrt(2)
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return std::erfc(x) / 2;

// [normal_distribution] your sign is wrong: this is the probability of a number above x
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return 0.5 * std::erfc(x * std::sqrt(0.5));

// [normal_distribution] you return 0 for every x; if there is a 1 / 2 in it, mind that of whole numbers that is 0
double exercise::normal_distribution(double)
{
  return 0;
}

// [normal_distribution] erfc goes up to 2, a probability to 1: a half is missing
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + const double t = -x / std::sqrt(2.0);
// +   return std::erfc(t);

// [normal_distribution] erfc integrates e^{-u^2}, the normal law e^{-t^2 / 2}: divide x by sqrt(2)
// - return std::erfc(-x / std::sqrt(2)) / 2;
// + return x < 0 ? std::erfc(-x) / 2 : 1 - std::erfc(x) / 2;

// [gelu] 1 + erf cancels in the left tail, where erf is almost -1; use Phi by std::erfc
// - return x * normal_distribution(x);
// + const double phi = (1 + std::erf(x / std::sqrt(2))) / 2;
// +   return x * phi;

// [gelu] you return 0 far left; GELU is tiny there, and not 0
// - return x * normal_distribution(x);
// + return x < -3 ? 0 : x * std::erfc(-x / std::sqrt(2.0)) / 2;

// [gelu] you multiply by the density, the derivative of Phi; GELU is x Phi(x)
// - return x * normal_distribution(x);
// + return x * arma::normpdf(x);

// [gelu] you return Phi(x); multiply it by x
// - return x * normal_distribution(x);
// + return normal_distribution(x);

// [gelu] x is not divided by sqrt(2) inside erf: this is not x Phi(x)
// - return x * normal_distribution(x);
// + return 0.5 * x * (1 + std::erf(x));

// [gelu] a half is missing: Phi goes up to 1
// - return x * normal_distribution(x);
// + return x * std::erfc(-x / std::sqrt(2.0));

// [gelu] this is ReLU, which cuts off at 0; GELU multiplies by Phi(x) everywhere
// - return x * normal_distribution(x);
// + return std::max(0.0, x);

// [gelu] this is the sigmoid approximation; the exercise asks for GELU itself
// - return x * normal_distribution(x);
// + return x / (1 + std::exp(-1.702 * x));

// [gelu] this is SiLU, x times a sigmoid of x; GELU is x Phi(x)
// - return x * normal_distribution(x);
// + return x / (1 + std::exp(-x));

// [gelu] this is GPT-2's approximation by tanh; the exercise asks for GELU itself
// - return x * normal_distribution(x);
// + return 0.5 * x * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x * x * x)));

// [gelu] you return 0 for every x; if there is a 1 / 2 in it, mind that of whole numbers that is 0
double exercise::gelu(double)
{
  return 0;
}

// [gelu] x is not divided by sqrt(2) inside erfc: this is not x Phi(x)
// - return x * normal_distribution(x);
// + return x * std::erfc(-x) / 2;

// [gelu] your sign is wrong inside Phi: this is x Phi(-x)
// - return x * normal_distribution(x);
// + return 0.5 * x * std::erfc(x / std::sqrt(2.0));

// [gelu_tanh] you add x / 2 and tanh; x / 2 multiplies 1 + tanh
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 + arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3)));
}

// [gelu_tanh] this is the formula as exo7 prints it, with an x missing and 0.44715; it is sqrt(2 / pi) (x + 0.044715 x^3)
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 % (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) + 0.44715 * arma::pow(x, 3)));
}

// [gelu_tanh] the factor sqrt(2 / pi) is for x^3 too: mind the brackets
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  arma::vec y = x;
  const double c = std::sqrt(2 / arma::datum::pi);
  y.transform([c](double t) { return 0.5 * t * (1 + std::tanh(c * t + 0.044715 * t * t * t)); });
  return y;
}

// [gelu_tanh] overflow: e^{2u} is inf far out, and inf / inf is NaN; std::tanh and arma::tanh avoid that
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  const arma::vec e =
      arma::exp(2 * std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3)));
  return x / 2 % (1 + (e - 1) / (e + 1));
}

// [gelu_tanh] your coefficient has too few digits; it is 0.044715
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 % (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.0447 * arma::pow(x, 3))));
}

// [gelu_tanh] the factor is the square root of 2 / pi; you have that of pi / 2
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 %
         (1 + arma::tanh(std::sqrt(arma::datum::pi / 2) * (x + 0.044715 * arma::pow(x, 3))));
}

// [gelu_tanh] a zero is missing: the coefficient of x^3 is 0.044715
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  arma::vec y(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    y[i] = 0.5 * x[i] *
           (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (x[i] + 0.44715 * std::pow(x[i], 3))));
  return y;
}

// [gelu_tanh] Armadillo's x * y is a product of matrices and wants shapes that fit; entry by entry it is x % y
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 * (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x * x * x)));
}

// [gelu_tanh] it is 1 + tanh; you subtract
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 %
         (1 - arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3))));
}

// [gelu_tanh] 0.044715 multiplies x^3; in yours it multiplies x
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 % (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x)));
}

// [gelu_tanh] half of it is missing: it is x / 2, not x
// - return x / 2 % (1 + arma::tanh(u));
// + return x % (1 + arma::tanh(u));

// [gelu_tanh] x itself is missing inside tanh, next to 0.044715 x^3
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 % (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) * 0.044715 * arma::pow(x, 3)));
}

// [gelu_tanh] overflow: e^u is inf far out, and inf / inf is NaN; std::tanh and arma::tanh avoid that
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  const arma::vec u = std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3));
  const arma::vec th = (arma::exp(u) - arma::exp(-u)) / (arma::exp(u) + arma::exp(-u));
  return 0.5 * x % (1 + th);
}

// [gelu_tanh] you have x^2 where the formula has x^3
// - const arma::vec u = std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x % x % x);
// + const arma::vec u = std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x % x);

// [gelu_tanh] the factor x / 2 is missing
// - return x / 2 % (1 + arma::tanh(u));
// + return 1 + arma::tanh(u);

// [gelu_tanh] the 1 added to tanh is missing
arma::vec exercise::gelu_tanh(const arma::vec& x)
{
  return x / 2 % arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3)));
}

// [gelu_tanh] the factor is the square root of 2 / pi
// - const arma::vec u = std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x % x % x);
// + const arma::vec u = 2 / arma::datum::pi * (x + 0.044715 * x % x % x);

// [gelu_sigmoid] you return the sigmoid; multiply it by x
// - return x / (1 + arma::exp(-1.702 * x));
// + return 1 / (1 + arma::exp(-1.702 * x));

// [gelu_sigmoid] 1.702 belongs inside the sigmoid, and not before it
// - return x / (1 + arma::exp(-1.702 * x));
// + return 1.702 * x / (1 + arma::exp(-x));

// [gelu_sigmoid] 1.702 belongs inside the sigmoid only
// - return x / (1 + arma::exp(-1.702 * x));
// + return 1.702 * x / (1 + arma::exp(-1.702 * x));

// [gelu_sigmoid] you divide by 1.702 inside the sigmoid; the formula multiplies
// - return x / (1 + arma::exp(-1.702 * x));
// + return x / (1 + arma::exp(-x / 1.702));

// [gelu_sigmoid] Armadillo's x * y is a product of matrices and wants shapes that fit; entry by entry it is x % y
// - return x / (1 + arma::exp(-1.702 * x));
// + return x * (1 / (1 + arma::exp(-1.702 * x)));

// [gelu_sigmoid] the sigmoid's denominator is 1 + e^{-z}; yours is 1 - e^{-z}
// - return x / (1 + arma::exp(-1.702 * x));
// + return x / (1 - arma::exp(-1.702 * x));

// [gelu_sigmoid] overflow: e^z / (1 + e^z) is inf / inf for large z; write it with e^{-z}
// - return x / (1 + arma::exp(-1.702 * x));
// + const arma::vec e = arma::exp(1.702 * x);
// +   return x % (e / (1 + e));

// [gelu_sigmoid] your constant is 1.7; the formula has 1.702
// - return x / (1 + arma::exp(-1.702 * x));
// + return x / (1 + arma::exp(-1.7 * x));

// [gelu_sigmoid] your sign is wrong: the sigmoid has e^{-z}
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  arma::vec y = x;
  for (double& t : y)
    t = t / (1 + std::exp(1.702 * t));
  return y;
}

// [gelu_sigmoid] this is the form with tanh, of the exercise before
// - return x / (1 + arma::exp(-1.702 * x));
// + return x / 2 %
// +          (1 + arma::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * arma::pow(x, 3))));

// [gelu_sigmoid] 1.702 is missing inside the sigmoid
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  arma::vec y(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    y[i] = x[i] / (1 + std::exp(-x[i]));
  return y;
}

// [gelu_derivative] 1 + erf cancels in the left tail, where erf is almost -1; use Phi by std::erfc
// - return normal_distribution(x) + x * density;
// + return (1 + std::erf(x / std::sqrt(2))) / 2 + x * density;

// [gelu_derivative] you divide the density by 2 pi; divide it by the square root of that
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x / std::sqrt(2.0)) / 2 + x * std::exp(-x * x / 2) / (2 * arma::datum::pi);
}

// [gelu_derivative] the density of your second term is divided by sqrt(pi); that of the normal law is divided by sqrt(2 pi)
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x / std::sqrt(2.0)) / 2 + x * std::exp(-x * x / 2) / std::sqrt(arma::datum::pi);
}

// [gelu_derivative] your exponential has a plus: the density is e^{-x^2 / 2} / sqrt(2 pi), which falls on both sides
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x / std::sqrt(2.0)) / 2 +
         x * std::exp(x * x / 2) / std::sqrt(2 * arma::datum::pi);
}

// [gelu_derivative] your density is e^{-x^2 / 2} without its factor 1 / sqrt(2 pi)
double exercise::gelu_derivative(double x)
{
  const double phi = std::erfc(-x / std::sqrt(2)) / 2;
  return phi + x * std::exp(-0.5 * x * x);
}

// [gelu_derivative] a difference quotient is right to a few digits only; differentiate on paper
double exercise::gelu_derivative(double x)
{
  const double h = 1e-5;
  return (gelu(x + h) - gelu(x - h)) / (2 * h);
}

// [gelu_derivative] Phi is not erfc(-x) / 2: x is divided by sqrt(2) there
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x) / 2 + x * std::exp(-x * x / 2) / std::sqrt(2 * arma::datum::pi);
}

// [gelu_derivative] this is the slope of the form with tanh; differentiate x Phi(x) itself
double exercise::gelu_derivative(double x)
{
  const double c = std::sqrt(2 / arma::datum::pi), t = std::tanh(c * (x + 0.044715 * x * x * x));
  return (1 + t) / 2 + x / 2 * (1 - t * t) * c * (1 + 3 * 0.044715 * x * x);
}

// [gelu_derivative] a difference quotient is right to a few digits only; differentiate on paper
double exercise::gelu_derivative(double x)
{
  const double h = 1e-6;
  return (gelu(x + h) - gelu(x)) / h;
}

// [gelu_derivative] you leave out the second term of the product rule, x times the density
double exercise::gelu_derivative(double x)
{
  return normal_distribution(x);
}

// [gelu_derivative] you subtract the second term, which is to be added
double exercise::gelu_derivative(double x)
{
  return normal_distribution(x) - x * std::exp(-0.5 * x * x) / std::sqrt(2 * arma::datum::pi);
}

// [gelu_derivative] your density has e^{-x^2}; the normal law's has e^{-x^2 / 2}
double exercise::gelu_derivative(double x)
{
  return normal_distribution(x) + x * std::exp(-x * x) / std::sqrt(2 * arma::datum::pi);
}

// [gelu_derivative] the second term is x times the density; yours contains the derivative of the density
double exercise::gelu_derivative(double x)
{
  return std::erfc(-x / std::sqrt(2.0)) / 2 -
         x * x * std::exp(-x * x / 2) / std::sqrt(2 * arma::datum::pi);
}

// [gelu_derivative] you leave out the first term of the product rule, Phi(x)
double exercise::gelu_derivative(double x)
{
  return x * std::exp(-x * x / 2) / std::sqrt(2 * arma::datum::pi);
}

// [gelu_derivative] the density of your second term is not multiplied by x
double exercise::gelu_derivative(double x)
{
  return normal_distribution(x) + std::exp(-x * x / 2) / std::sqrt(2 * arma::datum::pi);
}

// [gelu_minimum] these are four decimals; a search on a grid finds no more than its step
double exercise::gelu_minimum()
{
  double best = 0;
  for (int i = -10000; i <= 0; ++i)
    if (gelu(i / 10000.0) < gelu(best))
      best = i / 10000.0;
  return best;
}

// [gelu_minimum] these are three decimals; a search on a grid finds no more than its step
double exercise::gelu_minimum()
{
  double best = 0;
  for (int i = -2000; i <= 0; ++i)
    if (gelu(i / 1000.0) < gelu(best))
      best = i / 1000.0;
  return best;
}

// [gelu_minimum] this is where the slope is smallest, an inflection point; look for where the slope is 0
double exercise::gelu_minimum()
{
  double low = -3, high = 0;
  while (high - low > 1e-9) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (gelu_derivative(a) < gelu_derivative(b))
      high = b;
    else
      low = a;
  }
  return low;
}

// [gelu_minimum] this is the minimum of the sigmoid approximation, not of GELU itself
double exercise::gelu_minimum()
{
  double low = -1, high = 0;
  while (high - low > 1e-12) {
    const double x = (low + high) / 2, s = 1 / (1 + std::exp(-1.702 * x));
    (s + 1.702 * x * s * (1 - s) < 0 ? low : high) = x;
  }
  return high;
}

// [gelu_minimum] this is the minimum of the tanh approximation, not of GELU itself
double exercise::gelu_minimum()
{
  const auto f = [](double x) { return gelu_tanh(arma::vec{x})[0]; };
  double low = -2, high = 0;
  for (int step = 0; step < 100; ++step) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
  }
  return (low + high) / 2;
}

// [gelu_minimum] your sign is wrong: the dip is left of 0
// - double low = -1, high = 0; // GELU' is negative at low, positive at high
// + double low = -1, high = 0;
// - return (low + high) / 2;
// + return -high;

// [gelu_minimum] your search stops too early: each halving of an interval gives one binary digit, and six decimals are twenty of these
double exercise::gelu_minimum()
{
  double low = -1, high = 0;
  for (int step = 0; step < 10; ++step)
    (gelu_derivative((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
  return (low + high) / 2;
}

// [gelu_minimum] these are two decimals; a search on a grid finds no more than its step
double exercise::gelu_minimum()
{
  double best = 0;
  for (int i = -100; i <= 0; ++i)
    if (gelu(i / 100.0) < gelu(best))
      best = i / 100.0;
  return best;
}

// [gelu_minimum] this is the value of GELU at its minimum; return the place x
double exercise::gelu_minimum()
{
  double smallest = 0;
  for (double x = -1; x < 0; x += 1e-5)
    smallest = std::min(smallest, gelu(x));
  return smallest;
}

// [gelu_minimum] at 0 GELU is 0; left of it GELU is negative
double exercise::gelu_minimum()
{
  return 0;
}

// [gelu_inverse] your search begins at 0; a negative y has its x left of 0
double exercise::gelu_inverse(double y)
{
  double low = 0, high = std::abs(y) + 1;
  for (int step = 0; step < 100; ++step) {
    const double middle = low + (high - low) / 2;
    if (gelu(middle) < y)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// [gelu_inverse] your search begins left of the minimum, where GELU falls: halving is right only where it rises all along
double exercise::gelu_inverse(double y)
{
  double low = -10, high = std::max(y, 0.0) + 2;
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    (middle * std::erfc(-middle / std::sqrt(2.0)) / 2 < y ? low : high) = middle;
  }
  return low;
}

// [gelu_inverse] this is GELU(y); return the x with GELU(x) = y
double exercise::gelu_inverse(double y)
{
  return y * std::erfc(-y / std::sqrt(2.0)) / 2;
}

// [gelu_inverse] this is the other solution, left of the minimum, where GELU falls
double exercise::gelu_inverse(double y)
{
  double low = y < 0 ? -40 : 0, high = y < 0 ? gelu_minimum() : y + 1;
  for (int step = 0; step < 100; ++step) {
    const double middle = 0.5 * (low + high);
    const bool too_high = gelu(middle) > y;
    if (too_high == (y < 0))
      low = middle;
    else
      high = middle;
  }
  return low;
}

// [gelu_inverse] one step of Newton's method from x = y is not enough; repeat it
double exercise::gelu_inverse(double y)
{
  const double x = y;
  return x + (y - gelu(x)) / gelu_derivative(x);
}

// [gelu_inverse] this is 1 / GELU(y); the inverse function takes a value of GELU back to its x
double exercise::gelu_inverse(double y)
{
  return 1 / (y * std::erfc(-y / std::sqrt(2.0)) / 2);
}

// [gelu_inverse] this is y, as if GELU were ReLU
double exercise::gelu_inverse(double y)
{
  return y;
}

// [gelu_inverse] your search ends too early, at a fixed x; how far it goes must depend on y
double exercise::gelu_inverse(double y)
{
  double low = gelu_minimum(), high = 10;
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    (gelu(middle) < y ? low : high) = middle;
  }
  return high;
}

// [gelu_inverse] your search ends too early, at a fixed x; how far it goes must depend on y
double exercise::gelu_inverse(double y)
{
  double low = gelu_minimum(), high = 100;
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    if (gelu(middle) < y)
      low = middle;
    else
      high = middle;
    if (middle == low && high - low < 1e-11)
      break;
  }
  return low;
}

// [gelu_inverse] your search ends at x = y, but for positive y the x lies further right, as GELU(x) < x
// - // GELU rises from low on, and GELU(x) > x - 0.17 for all x.
// -   double low = gelu_minimum(), high = y + 1;
// + double low = -0.7517915246935645, high = y;

// [gelu_inverse] your loop waits until the interval is shorter than neighbouring doubles are apart, which never happens; count the steps instead
double exercise::gelu_inverse(double y)
{
  double low = gelu_minimum(), high = y + 1;
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    if (gelu(middle) < y)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// [gelu_inverse] you go on in the wrong half: where GELU(middle) is below y, x is further right
// - // GELU rises from low on, and GELU(x) > x - 0.17 for all x.
// -   double low = gelu_minimum(), high = y + 1;
// + double low = -0.7517915246935645, high = std::abs(y) + 1;
// - (gelu(middle) < y ? low : high) = middle;
// + (gelu(middle) > y ? low : high) = middle;

// [gelu_inverse] this is the inverse of the tanh approximation, not of GELU itself
double exercise::gelu_inverse(double y)
{
  double low = -0.75246, high = y + 1;
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    (gelu_tanh(arma::vec{middle})(0) < y ? low : high) = middle;
  }
  return high;
}

// [gelu_inverse] this is the inverse of the sigmoid approximation, not of GELU itself
double exercise::gelu_inverse(double y)
{
  double low = -0.75106, high = y + 1;
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    (gelu_sigmoid(arma::vec{middle})(0) < y ? low : high) = middle;
  }
  return high;
}

// [gelu_inverse] your x is close, but not right to nine digits: halve an interval of 10^6 sixty times, and do not stop where GELU(x) is near y, since GELU is flat around its minimum
double exercise::gelu_inverse(double y)
{
  double low = gelu_minimum(), high = 1e6 + 1;
  for (int step = 0; step < 40; ++step)
    (gelu((low + high) / 2) < y ? low : high) = (low + high) / 2;
  return (low + high) / 2;
}

// [gelu_inverse] your x is close, but not right to nine digits: halve an interval of 10^6 sixty times, and do not stop where GELU(x) is near y, since GELU is flat around its minimum
double exercise::gelu_inverse(double y)
{
  double low = gelu_minimum(), high = y + 1, middle = (low + high) / 2;
  while (std::abs(gelu(middle) - y) > 1e-9 * std::max(1.0, y)) {
    (gelu(middle) < y ? low : high) = middle;
    middle = (low + high) / 2;
  }
  return middle;
}
