#include "epreuve/instruments/exact/rational_angle.hpp"

#include "epreuve/error.hpp"

#include <cstdlib>

namespace epreuve::instruments {

using instruments::RationalMatrix;

RationalAngle rational_angle(const Rational& t)
{
  const Rational square = t * t;
  return {(1 - square) / (1 + square), 2 * t / (1 + square)};
}

RationalAngle rational_angle(evidence::Draw& draw, const std::string& name)
{
  const long numerator = draw.integer(name + " numerator", -20, 20);
  const long denominator = draw.integer(name + " denominator", 1, 20);
  return rational_angle(Rational(numerator, denominator));
}

RationalAngle multiple(const RationalAngle& omega, long l)
{
  RationalAngle before{omega.cosine, -omega.sine}, now;
  for (long i = 0; i < std::labs(l); ++i) {
    const RationalAngle next{2 * omega.cosine * now.cosine - before.cosine,
                             2 * omega.cosine * now.sine - before.sine};
    before = now;
    now = next;
  }
  return l < 0 ? RationalAngle{now.cosine, -now.sine} : now;
}

std::vector<RationalAngle> multiple(const std::vector<RationalAngle>& omega, long l)
{
  std::vector<RationalAngle> multiples;
  for (const RationalAngle& angle : omega)
    multiples.push_back(multiple(angle, l));
  return multiples;
}

RationalMatrix rotation(const RationalAngle& omega)
{
  return {{omega.cosine, -omega.sine}, {omega.sine, omega.cosine}};
}

static void require_angles(const std::vector<RationalAngle>& omega, const char* caller)
{
  if (omega.empty())
    throw Error("{}: at least one angle is needed, a plane for each, got none", caller);
}

RationalMatrix rotation_block_matrix(const std::vector<RationalAngle>& omega)
{
  require_angles(omega, "rotation_block_matrix");
  RationalMatrix R(2 * omega.size(), 2 * omega.size());
  for (arma::uword i = 0; i < omega.size(); ++i) {
    R(2 * i, 2 * i) = R(2 * i + 1, 2 * i + 1) = omega[i].cosine;
    R(2 * i, 2 * i + 1) = -omega[i].sine;
    R(2 * i + 1, 2 * i) = omega[i].sine;
  }
  return R;
}

RationalMatrix position_matrix(const std::vector<RationalAngle>& omega, long first, arma::uword K)
{
  require_angles(omega, "position_matrix");
  if (K == 0)
    throw Error("position_matrix: K must be at least 1, got 0");
  RationalMatrix W(2 * omega.size(), K);
  for (arma::uword k = 0; k < K; ++k)
    for (arma::uword i = 0; i < omega.size(); ++i) {
      const RationalAngle point = multiple(omega[i], first + long(k));
      W(2 * i, k) = point.cosine;
      W(2 * i + 1, k) = point.sine;
    }
  return W;
}

} // namespace epreuve::instruments
