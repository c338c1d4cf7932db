// What one attention head can complete, with attention and values as independent symbols.
//
// A head prefers u to v after a prefix with the last word x if S(x, prefix) > 0, where
//
//     S(x, s_1 ... s_K) = sum over j of  alpha(x, s_j) (B(x) + d(s_j))
//
// is the difference of their logits times the sum of the weights, which is positive. alpha(x, s) > 0 is the
// attention, d(s) = m(s, u) - m(s, v) comes from values and output, B(x) is the difference in a term of the last
// word alone, 0 for a head without one. So each statement about signs follows from an identity between
// sums S with coefficients that are products of weights, hence positive.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

using Words = std::vector<std::string>;

Polynomial alpha(const std::string& x, const std::string& s)
{
  return symbol("alpha_" + x + s);
}

Polynomial d(const std::string& s)
{
  return symbol("d_" + s);
}

/// S for a head alone (B = 0), or with a term of the last word added to it.
Polynomial balance(const Words& prefix, bool with_bigram)
{
  const std::string& x = prefix.back();
  Polynomial sum;
  for (const std::string& s : prefix)
    sum += alpha(x, s) * (d(s) + (with_bigram ? symbol("B_" + x) : Polynomial()));
  return sum;
}

void prove_no_swap(Proof& proof)
{
  Identities identity, with_bigram;
  for (const Words& gap : {Words{}, Words{"f"}, Words{"f", "g"}, Words{"f", "g", "f"}}) {
    const auto after = [&](const Words& context, const std::string& x, bool bigram) {
      Words prefix = context;
      prefix.insert(prefix.end(), gap.begin(), gap.end());
      prefix.push_back(x);
      return balance(prefix, bigram);
    };
    for (const bool bigram : {false, true})
      (bigram ? with_bigram : identity)
          .add(fmt::format("{} words in the gap", gap.size()),
               alpha("y", "b") * (after({"b"}, "x", bigram) - after({}, "x", bigram)),
               alpha("x", "b") * (after({"b"}, "y", bigram) - after({}, "y", bigram)));
  }
  proof.step("For all weights and values, and 0 to 3 words in the gap: α(y,b) (S(b…x) − S(…x)) = "
             "α(x,b) (S(b…y) − S(…y)). So b turns u into v after x and v into u after y for no "
             "head: the left side would be below 0 and the right side above.",
             identity.hold(), identity.seen());
  proof.step("With a term B of the last word added to the head this is an identity for no gap.",
             with_bigram.fail(), with_bigram.seen());
}

void prove_no_exclusive_or(Proof& proof)
{
  Identities identity;
  for (const Words& rest : {Words{"x"}, Words{"f", "x"}, Words{"f", "x", "g", "x"}}) {
    const auto after = [&](Words context) {
      context.insert(context.end(), rest.begin(), rest.end());
      return balance(context, true);
    };
    identity.add(fmt::format("{} words back", rest.size()), after({"a", "b"}) + after({}),
                 after({"a"}) + after({"b"}));
  }
  proof.step("For all weights, values and B, and prefixes of 1, 2 and 4 words: S(a b …x) + S(…x) = "
             "S(a …x) + S(b …x). So one head, with or without B, prefers v after exactly one of "
             "a and b for no x: the left side would be above 0 and the right side below.",
             identity.hold(), identity.seen());
}

void prove_crossed(Proof& proof)
{
  const Polynomial ax = balance({"a", "x"}, false), ay = balance({"a", "y"}, false),
                   bx = balance({"b", "x"}, false), by = balance({"b", "y"}, false);
  Identities identity;
  identity.add("two contexts, two last words",
               alpha("y", "a") * alpha("y", "b") * (alpha("x", "x") * d("x")),
               alpha("y", "a") * alpha("y", "b") * ax -
                   alpha("x", "a") * alpha("y", "b") * (ay - alpha("y", "y") * d("y")));
  identity.add("the other context", alpha("y", "a") * alpha("y", "b") * (alpha("x", "x") * d("x")),
               alpha("y", "a") * alpha("y", "b") * bx -
                   alpha("x", "b") * alpha("y", "a") * (by - alpha("y", "y") * d("y")));
  proof.step(
      "For all weights and values: α(x,x) d(x) = S(a x) − α(x,a)/α(y,a) (S(a y) − α(y,y) "
      "d(y)), and the same with b. So a … x → u, a … y → v, b … x → v, b … y → u forces d(x) "
      "and d(y) to have one sign: were d(y) ≤ 0 ≤ d(x), b would give d(x) < 0; were d(x) ≤ 0 "
      "≤ d(y), a would give d(x) > 0.",
      identity.hold(), identity.seen());

  // a head that does it, in numbers: attention to the context 3 or 1/3, all else 1
  const auto weight = [](bool high) {
    return high ? Polynomial(Rational(3)) : Polynomial(Rational(1, 3));
  };
  const Polynomial d_last(1), d_context(-1);
  const auto value = [&](bool high) { return weight(high) * d_context + d_last; };
  proof.step(
      "The crossed table itself has a head: d(x) = d(y) = 1, d(a) = d(b) = −1, attention to "
      "the context 1/3 for u and 3 for v.",
      value(false) == Polynomial(Rational(2, 3)) && value(true) == Polynomial(-2),
      fmt::format("S = {} for u, {} for v", to_string(value(false)), to_string(value(true))));
}

void prove_two_heads(Proof& proof)
{
  // k words of {a, b} in the prefix: the first head's weights on them are 99, the second's 1
  const auto logit = [](long k) {
    return Rational(1) - Rational(8) * Rational(99 * k, 99 * k + 1) +
           Rational(12) * Rational(k, k + 1);
  };
  proof.step("Two heads and a bigram term do prefer v after exactly one of a and b: 1 − 8 · 99k / "
             "(99k + 1) + 12 k / (k + 1) is above 0 for k = 0 and 2 and below for k = 1.",
             logit(0) > 0 && logit(1) < 0 && logit(2) > 0,
             fmt::format("{}, {}, {}", logit(0).str(), logit(1).str(), logit(2).str()));
}

void prove_dial(Proof& proof)
{
  Identities identity;
  const Polynomial u = symbol("u"), t = symbol("t"), S = symbol("S");
  // logit (alpha + 1) with alpha = t / (S - t), both multiplied by S - t
  identity.add("any completion", t * (-u * u + 2 * u * S) + (S - t) * (-u * u),
               S * (t * t - (u - t) * (u - t)));
  proof.step("For all u, t, S: with α = t/(S − t), (α (2uS − u²) − u²) / (α + 1) = t² − (u − t)², "
             "which among whole numbers u is largest at u = t alone. So one head completes every "
             "table of contexts and last words, its two kinds of words being different.",
             identity.hold(), identity.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_no_swap(proof);
  prove_no_exclusive_or(proof);
  prove_crossed(proof);
  prove_two_heads(proof);
  prove_dial(proof);
}

} // namespace epreuve::proofs
