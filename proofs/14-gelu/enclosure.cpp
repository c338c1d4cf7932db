// GELU's approximations against GELU on all of R, and GELU's minimum, in ball arithmetic: see
// statement.md. What is used of Phi beyond its values is proven in formal.v.
//
// Each approximation is x g(x) with a gate g between 0 and 1, as GELU is x Phi(x). So
//
//     error(x) = x (g(x) - Phi(x)).
//
// [-8, 8] is searched by subdivision. Beyond, both gates are near their common limit, 0 on the left
// and 1 on the right, and on the same side of it, so |g - Phi| is at most the larger of their
// distances to it:
//
//     |x| |Phi - limit| = |x| Phi(-|x|) <= |x| exp(-x^2 / 2) / 2 (formal.v: Phi_opp, Phi_tail);
//     |x| |g - limit| <= |x| exp(alpha - beta |x|) with alpha and beta given at each form, because
//         sigma(v) = 1 / (1 + exp(-v)) < exp(v) and 1 - sigma(v) = sigma(-v) < exp(-v).
//
// t exp(-t^2 / 2) falls for t >= 1, and t exp(alpha - beta t) for t >= 1 / beta; so beyond 8 the
// error is at most the larger of the two bounds at 8.
#include "maximum.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace {

using namespace epreuve;
using namespace epreuve::proofs;

constexpr int reach = 8; ///< the search goes from -8 to 8

Jet Phi(const Jet& x)
{
  return erfc(-x / sqrt(Ball(2))) / 2;
}

Jet GELU(const Jet& x)
{
  return x * Phi(x);
}

Jet sigma(const Jet& v)
{
  return 1 / (1 + exp(-v));
}

const Ball c = sqrt(2 / pi()); ///< of the tanh form

Jet gate_tanh(const Jet& x)
{
  return (1 + tanh(c * (x + Ball("0.044715") * x * x * x))) / 2;
}

Jet gate_sigmoid(const Jet& x)
{
  return sigma(Ball("1.702") * x);
}

Jet gate_as_printed(const Jet& x)
{
  return (1 + tanh(c + Ball("0.44715") * x * x * x)) / 2;
}

/// An extreme value as one rounds it, and the place at which it is taken.
struct Extreme
{
  std::string value;
  std::string place; ///< of an even function the positive one
};

struct Form
{
  std::string name;
  Jet (*gate)(const Jet&);
  bool even;        ///< error(-x) = error(x), because g and Phi are 1/2 plus an odd function
  Ball alpha, beta; ///< |g(x) - limit| <= exp(alpha - beta |x|) for |x| >= reach
  Extreme highest;  ///< of the error, with its sign
  Extreme lowest;
};

/// The digits expected are of a computation in 40 decimal digits (mpmath 1.3: zeros of a numerical
/// derivative); they are those of chapter 16 where it has them.
std::vector<Form> forms()
{
  return {
      // g = sigma(2 c (x + 0.044715 x^3)), and the cubic has the sign of x.
      {"tanh form",
       gate_tanh,
       true,
       0,
       2 * c,
       {"0.000473236", "2.69894"},
       {"-0.000233671", "1.36450"}},
      {"sigmoid form",
       gate_sigmoid,
       true,
       0,
       Ball("1.702"),
       {"0.00636155", "0.755633"},
       {"-0.0203349", "2.27040"}},
      // g = sigma(2 c + 2 * 0.44715 x^3), and |x|^3 >= reach^2 |x|.
      {"tanh formula as printed",
       gate_as_printed,
       false,
       2 * c,
       2 * Ball("0.44715") * power(reach, 2),
       {"0.0899577", "1.31911"},
       {"-0.514221", "-1.05402"}},
  };
}

/// A bound of |error| for |x| >= reach, infinite if beta is too small for it.
Ball tail(const Form& form)
{
  if (!below(1, form.beta * reach))
    return 1 / Ball(0);
  return larger(reach * exp(-power(reach, 2) / 2) / 2, reach * exp(form.alpha - form.beta * reach));
}

Ball enclosure(const Place& place)
{
  return interval(place.lo, place.hi);
}

/// Whether the places are as expected, each the only zero of the derivative in its interval.
bool taken_at(const Maximum& found, const std::vector<std::string>& expected)
{
  bool right = found.places.size() == expected.size();
  for (std::size_t i = 0; right && i < expected.size(); ++i)
    right = found.places[i].peak && rounds_to(enclosure(found.places[i]), expected[i]);
  return right;
}

std::string places(const Maximum& found)
{
  std::string text;
  for (const Place& place : found.places)
    text += (text.empty() ? "" : ", ") + digits(enclosure(place), 12);
  return text;
}

/// The highest error, or the lowest: its value and where it is taken. The search uses no symmetry, so
/// it finds x and -x, and that there is no third place; that both are taken is evenness.
void extreme(Proof& proof, const Form& form, const char* word, const Ball& value,
             const Maximum& found, const Extreme& expected)
{
  proof.step(fmt::format("{}: the {} error on ℝ rounds to {}", form.name, word, expected.value),
             rounds_to(value, expected.value),
             fmt::format("{}, of {} intervals", digits(value, 15), found.examined));

  const auto all =
      form.even ? std::vector{"-" + expected.place, expected.place} : std::vector{expected.place};
  proof.step(fmt::format("{}: it is taken at {}{} and nowhere else", form.name,
                         form.even ? "±" : "", expected.place),
             taken_at(found, all),
             fmt::format("error' changes sign at {}{}", places(found),
                         form.even ? "; the error is even" : ""));
}

void largest_error(Proof& proof, const Form& form)
{
  const auto error = [&form](const Jet& x) { return x * (form.gate(x) - Phi(x)); };
  const Maximum up = maximum(error, -reach, reach);
  const Maximum down = maximum([&error](const Jet& x) { return -error(x); }, -reach, reach);
  const Ball highest = up.value, lowest = -down.value, beyond = tail(form);

  proof.step(
      fmt::format("{}: for |x| ≥ {} the error is between its extremes below", form.name, reach),
      below(beyond, highest) && below(lowest, -beyond),
      fmt::format("at most {} there", digits(upper(beyond), 4)));
  extreme(proof, form, "highest", highest, up, form.highest);
  extreme(proof, form, "lowest", lowest, down, form.lowest);

  const bool is_highest = below(-lowest, highest);
  const Extreme& largest = is_highest ? form.highest : form.lowest;
  proof.step(fmt::format("{}: so the largest |error| on ℝ is that of {}, at {}{}", form.name,
                         largest.value, form.even ? "±" : "", largest.place),
             is_highest || below(highest, -lowest),
             fmt::format("{} against {}", digits(larger(highest, -lowest), 15),
                         digits(is_highest ? -lowest : highest, 15)));
}

/// Where GELU has its minimum, and what it is. That there is only one, and that GELU' is negative to
/// its left and positive to its right, is proven in formal.v (gelu_one_minimum): so the minimum on
/// [-8, 8] is the one on R, and two values of GELU' of opposite signs enclose its place.
void minimum(Proof& proof)
{
  const std::string place = "-0.7517915247", value = "-0.1699712075";
  const auto slope = [](const Ball& x) { return GELU(variable(x)).slope; };

  const Ball left("-0.75179152475"), right("-0.75179152465");
  proof.step(
      "GELU falls at -0.75179152475 and rises at -0.75179152465: its only minimum is between them",
      negative(slope(left)) && positive(slope(right)),
      fmt::format("GELU' is {} and {} there", digits(slope(left), 6), digits(slope(right), 6)));

  const Maximum deepest = maximum([](const Jet& x) { return -GELU(x); }, -reach, reach);
  const Ball depth = -deepest.value;
  proof.step(
      fmt::format("the search finds it at {} and nowhere else on [-{}, {}]", place, reach, reach),
      taken_at(deepest, {place}),
      fmt::format("{}, of {} intervals", places(deepest), deepest.examined));
  proof.step(fmt::format("the minimum of GELU on ℝ rounds to {}", value), rounds_to(depth, value),
             digits(depth, 15));
}

} // namespace

void epreuve::proofs::prove(Proof& proof)
{
  for (const Form& form : forms())
    largest_error(proof, form);
  minimum(proof);
}
