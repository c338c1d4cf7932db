// [frequencies] your frequencies grow with i: the exponent is -2i/n, with a minus sign
// - omega(i) = std::pow(p, -2.0 * i / n);
// + omega(i) = std::pow(p, 2.0 * i / n);

// [frequencies] you take powers of e; the formula has powers of the base p
// - return {};
// + return arma::vec();
// - for (arma::uword i = 0; i < n / 2; ++i)
// -     omega(i) = std::pow(p, -2.0 * i / n);
// + for (arma::uword i = 0; i < n / 2; i++)
// +     omega(i) = std::exp(-2.0 * i / n);

// [frequencies] your base is always 10000; it is the argument p
// - return {};
// + return arma::vec();
// - for (arma::uword i = 0; i < n / 2; ++i)
// -     omega(i) = std::pow(p, -2.0 * i / n);
// + for (arma::uword i = 0; i < n / 2; i++)
// +     omega(i) = std::pow(10000, -2.0 * i / n);

// [frequencies] your i begins at 1; the first frequency is omega_0 = p^0 = 1
arma::vec exercise::frequencies(arma::uword n, double p)
{
  if (n % 2)
    return arma::vec();
  arma::vec omega(n / 2);
  for (arma::uword i = 1; i <= n / 2; ++i)
    omega(i - 1) = std::pow(p, -2. * i / n);
  return omega;
}

// [frequencies] your exponent is 0 for every i: in whole numbers 2 * i / n is 0; divide as double
// - if (n % 2 != 0)
// -     return {};
// + if (n % 2 == 1)
// +     return arma::vec();
// - omega(i) = std::pow(p, -2.0 * i / n);
// + omega[i] = 1 / std::pow(p, 2 * i / n);

// [frequencies] your i begins at 1; the first frequency is omega_0 = p^0 = 1
arma::vec exercise::frequencies(arma::uword n, double p)
{
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; ++i)
    omega(i) = std::pow(p, -2.0 * (i + 1) / n);
  return omega;
}

// [frequencies] your exponent is 0 for every i: in whole numbers 2 * i / n is 0; divide as double
arma::vec exercise::frequencies(arma::uword n, double p)
{
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; ++i)
    omega(i) = 1 / std::pow(p, 2 * i / n);
  return omega;
}

// [frequencies] you return n frequencies, one per coordinate; there are n/2, one per pair
arma::vec exercise::frequencies(arma::uword n, double p)
{
  arma::vec omega(n);
  for (arma::uword i = 0; i < n; ++i)
    omega(i) = std::pow(p, -2.0 * i / n);
  return omega;
}

// [frequencies] i is unsigned, so -2 * i is not negative but huge; begin with a double, -2.0
arma::vec exercise::frequencies(arma::uword n, double p)
{
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; i++)
    omega(i) = std::pow(p, -2 * i / n);
  return omega;
}

// [frequencies] your exponent is -i/n; the formula has -2i/n
arma::vec exercise::frequencies(arma::uword n, double p)
{
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; ++i)
    omega(i) = std::pow(p, -1.0 * i / n);
  return omega;
}

// [frequencies] for odd n you return zeros; there are no frequencies then, and the result is empty
arma::vec exercise::frequencies(arma::uword n, double p)
{
  arma::vec omega(n / 2, arma::fill::zeros);
  for (arma::uword i = 0; i < n / 2 && n % 2 == 0; i++)
    omega(i) = std::pow(p, -2.0 * i / n);
  return omega;
}

// [frequencies] for odd n the result must be empty: the last coordinate has no partner
arma::vec exercise::frequencies(arma::uword n, double p)
{
  const arma::uword half = n / 2;
  arma::vec omega(half);
  for (arma::uword i = 0; i < half; ++i)
    omega[i] = std::exp(-std::log(p) * 2.0 * double(i) / double(n));
  return omega;
}

// [frequencies] you divide by the number of pairs where the formula divides by n: your exponent is twice as large
// - return {};
// + return arma::vec();
// - for (arma::uword i = 0; i < n / 2; ++i)
// -     omega(i) = std::pow(p, -2.0 * i / n);
// + for (arma::uword i = 0; i < n / 2; i++)
// +     omega(i) = std::pow(p, -2.0 * i / (n / 2));

// [frequencies] you return n frequencies, one per coordinate; there are n/2, one per pair
// - arma::vec omega(n / 2);
// -   for (arma::uword i = 0; i < n / 2; ++i)
// + arma::vec omega(n);
// +   for (arma::uword i = 0; i < n; ++i)

// [frequencies] your frequencies grow with i: the exponent is -2i/n, with a minus sign
arma::vec exercise::frequencies(arma::uword n, double p)
{
  std::vector<double> omega;
  for (arma::uword i = 0; 2 * i + 1 < n; ++i)
    omega.push_back(std::pow(p, 2.0 * i / n));
  return arma::vec(omega);
}

// [frequencies] you multiply by 2 pi; omega_i is in radians already, and omega_0 = 1
// - return {};
// + return arma::vec();
// - for (arma::uword i = 0; i < n / 2; ++i)
// -     omega(i) = std::pow(p, -2.0 * i / n);
// + for (arma::uword i = 0; i < n / 2; i++)
// +     omega(i) = 2 * arma::datum::pi * std::pow(p, -2.0 * i / n);

// [frequencies] i is unsigned, so -2 * i is not negative but huge; begin with a double, -2.0
// - return {};
// + return arma::vec();
// - for (arma::uword i = 0; i < n / 2; ++i)
// -     omega(i) = std::pow(p, -2.0 * i / n);
// + for (arma::uword i = 0; i < n / 2; i++)
// +     omega(i) = std::pow(p, -2 * i / n);

// [frequencies] your exponent is -i/n; the formula has -2i/n
arma::vec exercise::frequencies(arma::uword n, double p)
{
  if (n % 2 != 0)
    return {};
  const arma::vec i = arma::regspace(0, n / 2 - 1.0);
  return arma::exp(-i * std::log(p) / n);
}

// [position_vector] all your pairs have the frequency 1; that of pair i is omega_i (in whole numbers 2 * i / n is 0)
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; i++) {
    w(2 * i) = std::cos(k);
    w(2 * i + 1) = std::sin(k);
  }
  return w;
}

// [position_vector] you compute the angle in float, which has 7 digits; at a distant position none is left after the point. Use double
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword i = 0; i < n; i += 2) {
    const float angle = k * std::pow(p, -double(i) / n);
    w(i) = std::cos(angle);
    w(i + 1) = std::sin(angle);
  }
  return w;
}

// [position_vector] you put the number of the coordinate where the formula has the number of the pair: coordinates 2i and 2i + 1 have omega_i
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword j = 0; j < n; j++) {
    const double angle = k * std::pow(p, -2.0 * j / n);
    w(j) = j % 2 == 0 ? std::cos(angle) : std::sin(angle);
  }
  return w;
}

// [position_vector] you put the number of the coordinate where the formula has the number of the pair: coordinates 2i and 2i + 1 have omega_i
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword j = 0; j < n; j += 2) {
    const double angle = k * std::pow(p, -2.0 * j / n);
    w(j) = std::cos(angle);
    w(j + 1) = std::sin(angle);
  }
  return w;
}

// [position_vector] your angles are turned into degrees or from them; std::cos takes radians, and k omega_i is in radians already
// - const arma::vec omega = frequencies(n, p);
// + const arma::vec angles = k * frequencies(n, p) * arma::datum::pi / 180;
// - w(2 * i) = std::cos(k * omega(i));
// -     w(2 * i + 1) = std::sin(k * omega(i));
// + w(2 * i) = std::cos(angles(i));
// +     w(2 * i + 1) = std::sin(angles(i));

// [position_vector] you count positions from 1: position k comes out as w_{k-1}
// - w(2 * i) = std::cos(k * omega(i));
// -     w(2 * i + 1) = std::sin(k * omega(i));
// + w(2 * i) = std::cos((k - 1) * omega(i));
// +     w(2 * i + 1) = std::sin((k - 1) * omega(i));

// [position_vector] you count positions from 1: position k comes out as w_{k+1}
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  const double position = k + 1;
  arma::vec w(n);
  arma::uword at = 0;
  for (const double o : omega) {
    w(at++) = std::cos(o * position);
    w(at++) = std::sin(o * position);
  }
  return w;
}

// [position_vector] your frequencies grow with i: the exponent is -2i/n, with a minus sign
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; i++) {
    const double angle = k * std::pow(p, 2.0 * i / n);
    w(2 * i) = std::cos(angle);
    w(2 * i + 1) = std::sin(angle);
  }
  return w;
}

// [position_vector] you write all cosines first and then all sines; each sine follows its cosine
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec angles = double(k) * frequencies(n, p);
  return arma::join_cols(arma::cos(angles), arma::sin(angles));
}

// [position_vector] your sines have a minus sign; those of w_k do not
// - for (arma::uword i = 0; i < n / 2; ++i) {
// + for (arma::uword i = 0; i < n / 2; i++) {
// - w(2 * i + 1) = std::sin(k * omega(i));
// + w(2 * i + 1) = -std::sin(k * omega(i));

// [position_vector] you multiply the cosines and sines by k; k multiplies the angles
// - for (arma::uword i = 0; i < n / 2; ++i) {
// -     w(2 * i) = std::cos(k * omega(i));
// -     w(2 * i + 1) = std::sin(k * omega(i));
// + for (arma::uword i = 0; i < n / 2; i++) {
// +     w(2 * i) = k * std::cos(omega(i));
// +     w(2 * i + 1) = k * std::sin(omega(i));

// [position_vector] your sine has a frequency of its own; it shares that of the cosine before it
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword i = 0; i < n; ++i) {
    const double angle = k / std::pow(p, double(i) / n);
    if (i % 2 == 0)
      w(i) = std::cos(angle);
    else
      w(i) = std::sin(angle);
  }
  return w;
}

// [position_vector] your sines come first; in each pair the cosine does
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::vec w(n);
  for (arma::uword r = 0; r < n; ++r)
    w(r) = r % 2 == 0 ? std::sin(omega(r / 2) * k) : std::cos(omega(r / 2) * k);
  return w;
}

// [position_vector] your angles are turned into degrees or from them; std::cos takes radians, and k omega_i is in radians already
// - const arma::vec omega = frequencies(n, p);
// + const arma::vec angles = k * frequencies(n, p) * 180 / arma::datum::pi;
// - w(2 * i) = std::cos(k * omega(i));
// -     w(2 * i + 1) = std::sin(k * omega(i));
// + w(2 * i) = std::cos(angles(i));
// +     w(2 * i + 1) = std::sin(angles(i));

// [position_vector] your angles are omega_i, whatever the position; they are k omega_i
// - for (arma::uword i = 0; i < n / 2; ++i) {
// -     w(2 * i) = std::cos(k * omega(i));
// -     w(2 * i + 1) = std::sin(k * omega(i));
// + for (arma::uword i = 0; i < n / 2; i++) {
// +     w(2 * i) = std::cos(omega(i));
// +     w(2 * i + 1) = std::sin(omega(i));

// [position_vector] your exponent is -i/n; the formula has -2i/n
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; ++i) {
    const double angle = double(k) * std::pow(p, -double(i) / double(n));
    w(2 * i) = std::cos(angle);
    w(2 * i + 1) = std::sin(angle);
  }
  return w;
}

// [rotation] you turn clockwise: the minus sign belongs to the upper right entry
arma::mat exercise::rotation(double omega)
{
  arma::mat M(2, 2);
  M(0) = std::cos(omega);
  M(1) = -std::sin(omega);
  M(2) = std::sin(omega);
  M(3) = std::cos(omega);
  return M;
}

// [rotation] you take omega to be in degrees; it is in radians, as std::cos expects
// - return {{std::cos(omega), -std::sin(omega)}, {std::sin(omega), std::cos(omega)}};
// + const double radians = omega * arma::datum::pi / 180;
// +   const double c = std::cos(radians), s = std::sin(radians);
// +   return arma::mat{{c, -s}, {s, c}};

// [rotation] you exchanged cosine and sine: at omega = 0 the matrix must be the identity
// - return {{std::cos(omega), -std::sin(omega)}, {std::sin(omega), std::cos(omega)}};
// + arma::mat M = {{std::sin(omega), -std::cos(omega)}, {std::cos(omega), std::sin(omega)}};
// +   return M;

// [rotation] you turn omega into degrees; std::cos takes radians, and omega is in radians already
// - return {{std::cos(omega), -std::sin(omega)}, {std::sin(omega), std::cos(omega)}};
// + const double angle = omega * 180 / arma::datum::pi;
// +   return {{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};

// [rotation] one of your sines needs a minus sign: this matrix mirrors, or stretches
arma::mat exercise::rotation(double omega)
{
  arma::mat M(2, 2);
  M.diag().fill(std::cos(omega));
  M(0, 1) = M(1, 0) = std::sin(omega);
  return M;
}

// [rotation] your sine is the root of 1 - cos^2, which is never negative; that of half of all angles is. Use std::sin
// - return {{std::cos(omega), -std::sin(omega)}, {std::sin(omega), std::cos(omega)}};
// + const double c = std::cos(omega), s = std::sqrt(1 - c * c);
// +   return {{c, -s}, {s, c}};

// [shift_matrix] your blocks turn the other way: R_l takes w_k to w_{k-l}
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec angles = frequencies(n, p) * l;
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < angles.n_elem; ++i) {
    const arma::uword a = 2 * i, b = a + 1;
    R(a, a) = R(b, b) = std::cos(angles(i));
    R(a, b) = std::sin(angles(i));
    R(b, a) = -R(a, b);
  }
  return R;
}

// [shift_matrix] all your blocks are the same; block i turns by l omega_i
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  return arma::kron(arma::eye(n / 2, n / 2), rotation(l));
}

// [shift_matrix] your matrix has its diagonal only; the sines belong next to it
// - for (arma::uword i = 0; i < n / 2; ++i)
// -     R.submat(2 * i, 2 * i, 2 * i + 1, 2 * i + 1) = rotation(l * omega(i));
// + for (arma::uword i = 0; i < n; i++)
// +     R(i, i) = std::cos(l * omega(i / 2));

// [shift_matrix] you raise each entry of R_1 to the power l; the power of a matrix is a product of matrices, and that is a rotation by l omega_i
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::mat R(n, n);
  for (arma::uword r = 0; r < n; ++r)
    for (arma::uword c = 0; c < n; ++c) {
      double entry = 0;
      if (r / 2 == c / 2)
        entry = rotation(omega(r / 2))(r % 2, c % 2);
      R(r, c) = std::pow(entry, l);
    }
  return R;
}

// [shift_matrix] what is not in the blocks is not 0: fill the matrix with zeros first
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  arma::mat R(n, n, arma::fill::ones);
  const arma::vec omega = frequencies(n, p);
  for (arma::uword i = 0; i < n / 2; i++)
    R.submat(2 * i, 2 * i, 2 * i + 1, 2 * i + 1) = rotation(l * omega(i));
  return R;
}

// [shift_matrix] you do not go back: for l < 0 you turn forward
// - for (arma::uword i = 0; i < n / 2; ++i)
// -     R.submat(2 * i, 2 * i, 2 * i + 1, 2 * i + 1) = rotation(l * omega(i));
// + for (arma::uword i = 0; i < n; i += 2)
// +     R.submat(i, i, i + 1, i + 1) = rotation(std::abs(l) * omega(i / 2));

// [shift_matrix] you put the number of the row where the formula has the number of the block: rows 2i and 2i + 1 turn by l omega_i
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword j = 0; j < n; j += 2)
    R.submat(j, j, j + 1, j + 1) = rotation(l * std::pow(p, -2.0 * j / n));
  return R;
}

// [shift_matrix] you pair coordinate i with i + n/2; a pair is made of neighbours, 2i and 2i + 1
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  const arma::uword half = n / 2;
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < half; i++) {
    R(i, i) = R(i + half, i + half) = std::cos(l * omega(i));
    R(i + half, i) = std::sin(l * omega(i));
    R(i, i + half) = -R(i + half, i);
  }
  return R;
}

// [shift_matrix] you do not go back: for l < 0 your matrix is the identity
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::mat one(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n; i += 2)
    one.submat(i, i, i + 1, i + 1) = rotation(omega(i / 2));
  arma::mat R = arma::eye(n, n);
  for (long step = 0; step < l; ++step)
    R = one * R;
  return R;
}

// [shift_matrix] you always move by one step: the angles are l omega_i
// - for (arma::uword i = 0; i < n / 2; ++i)
// -     R.submat(2 * i, 2 * i, 2 * i + 1, 2 * i + 1) = rotation(l * omega(i));
// + for (arma::uword i = 0; i < n; i += 2)
// +     R.submat(i, i, i + 1, i + 1) = rotation(omega(i / 2));

// [shift_matrix] your blocks overlap: block i begins at row and column 2i, not i
// - arma::mat R(n, n, arma::fill::zeros);
// + arma::mat R = arma::zeros(n, n);
// - R.submat(2 * i, 2 * i, 2 * i + 1, 2 * i + 1) = rotation(l * omega(i));
// + R(i, i, arma::size(2, 2)) = rotation(l * omega(i));

// [shift_matrix] you multiply R_1 by the number l; to go l steps, multiply its angles
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n / 2; ++i) {
    const double c = std::cos(omega(i)), s = std::sin(omega(i));
    R(2 * i, 2 * i) = l * c;
    R(2 * i, 2 * i + 1) = -l * s;
    R(2 * i + 1, 2 * i) = l * s;
    R(2 * i + 1, 2 * i + 1) = l * c;
  }
  return R;
}

// [shifted] you add the position vector; R_l turns x
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  return x + position_vector(l, x.n_elem, p);
}

// [shifted] you turn x itself, which the caller still needs; turn a copy
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  // No copy: y has the memory of x.
  arma::vec y(const_cast<double*>(x.memptr()), x.n_elem, false, true);
  const arma::vec omega = frequencies(x.n_elem, p);
  for (arma::uword i = 0; i < omega.n_elem; ++i) {
    const arma::vec turned = rotation(l * omega(i)) * y.subvec(2 * i, 2 * i + 1);
    y.subvec(2 * i, 2 * i + 1) = turned;
  }
  return y;
}

// [shifted] you turn the other way: the result is R_{-l} x
// - for (arma::uword i = 0; i < omega.n_elem; ++i)
// -     y.subvec(2 * i, 2 * i + 1) = rotation(l * omega(i)) * x.subvec(2 * i, 2 * i + 1);
// + for (arma::uword i = 0; i < omega.n_elem; ++i) {
// +     const double c = std::cos(l * omega(i)), s = std::sin(l * omega(i));
// +     y(2 * i) = c * x(2 * i) + s * x(2 * i + 1);
// +     y(2 * i + 1) = c * x(2 * i + 1) - s * x(2 * i);
// +   }

// [shifted] you turn all pairs by the same angle; pair i turns by l omega_i
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  arma::vec y(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; i += 2)
    y.subvec(i, i + 1) = rotation(l) * x.subvec(i, i + 1);
  return y;
}

// [shifted] you put the number of the coordinate where the formula has the number of the pair: coordinates 2i and 2i + 1 turn by l omega_i
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  arma::vec y(x.n_elem);
  for (arma::uword j = 0; j < x.n_elem; j += 2)
    y.subvec(j, j + 1) = rotation(l * std::pow(p, -2.0 * j / x.n_elem)) * x.subvec(j, j + 1);
  return y;
}

// [shifted] you pair coordinate i with i + n/2; a pair is made of neighbours, 2i and 2i + 1
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  const arma::vec angles = l * frequencies(x.n_elem, p);
  const arma::vec c = arma::cos(angles), s = arma::sin(angles);
  const arma::vec first = x.head(x.n_elem / 2), second = x.tail(x.n_elem / 2);
  return arma::join_cols(c % first - s % second, s % first + c % second);
}

// [shifted] the second coordinate of each pair is computed from the new first one; keep the old one until both are done
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  arma::vec y = x;
  const arma::vec omega = frequencies(x.n_elem, p);
  for (arma::uword r = 0; r < x.n_elem; r += 2) {
    const double angle = omega(r / 2) * l;
    y(r) = y(r) * std::cos(angle) - y(r + 1) * std::sin(angle);
    y(r + 1) = y(r) * std::sin(angle) + y(r + 1) * std::cos(angle);
  }
  return y;
}

// [shifted] you leave out the last pair; there are n/2
// - arma::vec y(x.n_elem);
// -   for (arma::uword i = 0; i < omega.n_elem; ++i)
// + arma::vec y = x;
// +   for (arma::uword i = 0; i + 1 < omega.n_elem; i++)

// [shifted] you form the whole matrix R_l, 3.2 GB for 20 000 coordinates, to multiply zeros; turn each pair by itself
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  return shift_matrix(l, x.n_elem, p) * x;
}

// [shifted] you always move by one step: the angles are l omega_i
// - y.subvec(2 * i, 2 * i + 1) = rotation(l * omega(i)) * x.subvec(2 * i, 2 * i + 1);
// + y.subvec(2 * i, 2 * i + 1) = rotation(omega(i)) * x.subvec(2 * i, 2 * i + 1);

// [shifted] one of your sines needs a minus sign: these matrices mirror, or stretch
// - for (arma::uword i = 0; i < omega.n_elem; ++i)
// -     y.subvec(2 * i, 2 * i + 1) = rotation(l * omega(i)) * x.subvec(2 * i, 2 * i + 1);
// + for (arma::uword i = 0; i < omega.n_elem; i++) {
// +     const double c = std::cos(l * omega(i)), s = std::sin(l * omega(i));
// +     y(2 * i) = c * x(2 * i) + s * x(2 * i + 1);
// +     y(2 * i + 1) = s * x(2 * i) + c * x(2 * i + 1);
// +   }

// [similarity] all your cosines are the same; pair i has its own, of l omega_i
// - return arma::accu(arma::cos(l * frequencies(n, p)));
// + return n / 2 * std::cos(l);

// [similarity] you put the number of the coordinate where the formula has the number of the pair: the exponents are -2i/n for i below n/2
double exercise::similarity(long l, arma::uword n, double p)
{
  double sum = 0;
  for (arma::uword j = 0; j < n; j += 2)
    sum += std::cos(l * std::pow(p, -2.0 * j / n));
  return sum;
}

// [similarity] you leave out the first frequency, omega_0 = 1
double exercise::similarity(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  double sum = 0;
  for (arma::uword i = 1; i < omega.n_elem; ++i)
    sum += std::cos(omega(i) * l);
  return sum;
}

// [similarity] you collect the sum in a whole number, which drops everything after the decimal point; sum in a double
double exercise::similarity(long l, arma::uword n, double p)
{
  int sum = 0;
  for (double omega : frequencies(n, p))
    sum += std::cos(l * omega);
  return sum;
}

// [similarity] you divide by the number of pairs, or by the lengths of the vectors; the dot product is the sum itself
// - return arma::accu(arma::cos(l * frequencies(n, p)));
// + const arma::vec a = position_vector(0, n, p), b = position_vector(std::abs(l), n, p);
// +   return arma::norm_dot(a, b);

// [similarity] you add n cosines, one per coordinate; there is one per pair
double exercise::similarity(long l, arma::uword n, double p)
{
  double sum = 0;
  for (arma::uword i = 0; i < n; ++i)
    sum += std::cos(l * std::pow(p, -2.0 * i / n));
  return sum;
}

// [similarity] your cosines are those of one step; the angles are l omega_i
// - return arma::accu(arma::cos(l * frequencies(n, p)));
// + return arma::accu(arma::cos(frequencies(n, p)));

// [similarity] you take the cosine of a sum of angles; the dot product is a sum of cosines
// - return arma::accu(arma::cos(l * frequencies(n, p)));
// + return std::cos(l * arma::accu(frequencies(n, p)));

// [similarity] you add sines; at l = 0 they are all 0, and a vector times itself is not
// - return arma::accu(arma::cos(l * frequencies(n, p)));
// + return arma::accu(arma::sin(l * frequencies(n, p)));

// [similarity] you add the sines as well; the cosine of the difference contains them already
double exercise::similarity(long l, arma::uword n, double p)
{
  double sum = 0;
  for (const double omega : frequencies(n, p))
    sum += std::cos(omega * l) + std::sin(omega * l);
  return sum;
}

// [rotary] you add the position vectors; rotary embedding turns the tokens instead
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y(X.n_rows, X.n_cols);
  for (arma::uword j = 0; j < X.n_cols; ++j)
    for (arma::uword i = 0; i < X.n_rows; ++i)
      Y(i, j) = X(i, j) + position_vector(s + j, X.n_rows, p)(i);
  return Y;
}

// [rotary] you turn all columns alike; column j is at position s + j
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  return shift_matrix(s, X.n_rows, p) * X;
}

// [rotary] you turn the other way: column j gets R_{-(s+j)}
// - arma::mat turned(arma::size(X));
// + arma::mat turned = X;
// - turned.col(j) = shifted(X.col(j), s + static_cast<long>(j), p);
// + turned.col(j) = shifted(X.col(j), -s - long(j), p);

// [rotary] you turn all pairs of a token by the same angle; pair i turns by its position times omega_i
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  for (arma::uword j = 0; j < X.n_cols; j++)
    for (arma::uword i = 0; i < X.n_rows; i += 2)
      Y.submat(i, j, i + 1, j) = rotation(s + static_cast<double>(j)) * X.submat(i, j, i + 1, j);
  return Y;
}

// [rotary] you leave the first column as it is; it is at position s, which need not be 0
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  for (arma::uword j = 1; j < X.n_cols; j++)
    Y.col(j) = shifted(X.col(j), s + static_cast<long>(j), p);
  return Y;
}

// [rotary] your frequencies are those of K coordinates, the number of columns; a token has n, the number of rows
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  for (arma::uword j = 0; j < X.n_cols; j++)
    for (arma::uword i = 0; i < X.n_rows / 2; i++)
      Y.submat(2 * i, j, 2 * i + 1, j) =
          rotation((s + static_cast<double>(j)) * std::pow(p, -2.0 * i / X.n_cols)) *
          X.submat(2 * i, j, 2 * i + 1, j);
  return Y;
}

// [rotary] your first column is turned by s + 1; it is at position s
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  Y.each_col([&](arma::vec& y) { y = shifted(y, ++s, p); });
  return Y;
}

// [rotary] you pair coordinate i with i + n/2; a pair is made of neighbours, 2i and 2i + 1
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  const arma::uword half = X.n_rows / 2;
  const arma::vec omega = frequencies(X.n_rows, p);
  arma::mat Y(arma::size(X));
  for (arma::uword j = 0; j < X.n_cols; ++j)
    for (arma::uword i = 0; i < half; ++i) {
      const double c = std::cos((s + j) * omega(i)), sine = std::sin((s + j) * omega(i));
      Y(i, j) = c * X(i, j) - sine * X(i + half, j);
      Y(i + half, j) = sine * X(i, j) + c * X(i + half, j);
    }
  return Y;
}

// [rotary] the second coordinate of each pair is computed from the new first one; keep the old one until both are done
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  const arma::vec omega = frequencies(X.n_rows, p);
  arma::mat Y = X;
  for (arma::uword j = 0; j < X.n_cols; j++)
    for (arma::uword i = 0; i < omega.n_elem; i++) {
      const double angle = (s + static_cast<double>(j)) * omega(i);
      Y(2 * i, j) = std::cos(angle) * Y(2 * i, j) - std::sin(angle) * Y(2 * i + 1, j);
      Y(2 * i + 1, j) = std::sin(angle) * Y(2 * i, j) + std::cos(angle) * Y(2 * i + 1, j);
    }
  return Y;
}

// [rotary] you multiply s and the number of the column; the position is their sum
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  for (arma::uword j = 0; j < X.n_cols; j++)
    Y.col(j) = shifted(X.col(j), s * static_cast<long>(j), p);
  return Y;
}

// [rotary] you treat the rows as the tokens; each column is one
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y = X;
  for (arma::uword i = 0; i < X.n_rows; i++)
    Y.row(i) = shifted(X.row(i).t(), s + static_cast<long>(i), p).t();
  return Y;
}

// [rotary] you count positions from 0 and forget s, the position of the first column
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  arma::mat Y;
  for (long j = 0; j < static_cast<long>(X.n_cols); ++j)
    Y = arma::join_rows(Y, shifted(X.col(j), j, p));
  return Y;
}

// [learnt_shift] your matrix goes back: it takes each column to the one before it
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  const arma::mat X = W.cols(1, W.n_cols - 1), Y = W.cols(0, W.n_cols - 2);
  return Y * X.t() * arma::inv(X * X.t());
}

// [learnt_shift] your matrix takes each column to itself: that is the identity. Y begins one column later than X
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  const arma::uword last = W.n_cols - 1;
  const arma::mat X = W.cols(0, last - 1), Y = W.cols(0, last - 1);
  return Y * arma::pinv(X);
}

// [learnt_shift] you use only as many columns as make the system square; the others are evidence too, and all K - 1 pairs belong in the sum
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  const arma::uword n = W.n_rows, K = W.n_cols;
  return W.cols(K - n, K - 1) * arma::inv(W.cols(K - n - 1, K - 2));
}

// [learnt_shift] your inverse of X is on the wrong side: A X = Y gives A = Y times an inverse of X
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  return arma::pinv(W.head_cols(W.n_cols - 1)) * W.tail_cols(W.n_cols - 1);
}

// [learnt_shift] you return the best rotation; A may be any matrix, and another one fits better
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, W.tail_cols(W.n_cols - 1) * W.head_cols(W.n_cols - 1).t());
  return U * V.t();
}

// [learnt_shift] you use only as many columns as make the system square; the others are evidence too, and all K - 1 pairs belong in the sum
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  const arma::uword n = W.n_rows;
  const arma::mat X = W.head_cols(n), Y = W.cols(1, n);
  return Y * arma::inv(X);
}

// [learnt_shift] your first product is X Y^T, the transpose of Y X^T
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  const arma::mat X = W.head_cols(W.n_cols - 1), Y = W.tail_cols(W.n_cols - 1);
  return X * Y.t() * arma::inv(X * X.t());
}

// [learnt_shift] you return the transpose of A: solve() gives A^T if both sides were transposed
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  arma::mat examples = W.t();
  const arma::mat next = examples.tail_rows(W.n_cols - 1);
  examples.shed_row(W.n_cols - 1);
  return arma::solve(examples, next);
}

// [learnt_shift] you return Y X^T, how the columns go together; X X^T has to be undone
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  return W.tail_cols(W.n_cols - 1) * W.head_cols(W.n_cols - 1).t();
}
