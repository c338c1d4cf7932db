#include "word_by_word.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/networks/encoder_decoder_written_out.hpp"
#include "epreuve/rational.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace epreuve::instruments {

namespace {

using networks::EncoderDecoder, networks::TextPair;

struct InDoubles
{
  static double weight(double s) { return std::exp(s); }
  static double deviation(double v) { return std::sqrt(v + networks::norm_epsilon); }
  static double relu(double x) { return std::max(x, 0.0); }
  static double root(std::size_t k) { return std::sqrt(double(k)); }
};

struct InFractions
{
  static Rational weight(const Rational& s) { return Rational(1) + s * s; }
  static Rational deviation(const Rational& v) { return Rational(1) + v; }
  static Rational relu(const Rational& x) { return x > 0 ? x : Rational(0); }
  static Rational root(std::size_t k)
  {
    if (k != 1 && k != 4)
      throw Error("at_once_is_word_by_word_in_fractions: n and the heads' dimension must be 1 or "
                  "4, got {}",
                  k);
    return k == 4 ? Rational(2) : Rational(1);
  }
};

arma::mat in_quarters(const arma::mat& M)
{
  return arma::round(4 * M) / 4;
}

template <typename Number, typename Arithmetic>
bool compared(const EncoderDecoder<double>& network, const TextPair& texts)
{
  const WrittenOut<Number, Arithmetic> written(network, weights_of<Number>(network), {});
  const auto logits = [&](const TextPair& of) {
    networks::Pairs<double> pairs = networks::side_by_side({of}, 0, network.source.n_rows);
    pairs.source_positions = in_quarters(pairs.source_positions);
    pairs.target_positions = in_quarters(pairs.target_positions);
    return written.logits(pairs);
  };
  const auto at_once = logits(texts);
  TextPair so_far{texts.source, {}};
  for (std::size_t t = 0; t < texts.target.size(); ++t) {
    so_far.target.push_back(texts.target[t]);
    if (logits(so_far).back() != at_once[t])
      return false;
  }
  return true;
}

} // namespace

bool at_once_is_word_by_word(const EncoderDecoder<double>& network, const TextPair& texts)
{
  return compared<double, InDoubles>(network, texts);
}

bool at_once_is_word_by_word_in_fractions(EncoderDecoder<double> network, const TextPair& texts)
{
  for (const std::span<double> stretch : networks::parameters(network))
    for (double& weight : stretch)
      weight = std::round(4 * weight) / 4;
  return compared<Rational, InFractions>(network, texts);
}

} // namespace epreuve::instruments
