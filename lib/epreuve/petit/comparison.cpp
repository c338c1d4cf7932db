#include "epreuve/petit/comparison.hpp"

#include "epreuve/blas.hpp"

#include <cmath>
#include <random>

namespace epreuve::petit {

namespace {

constexpr std::size_t sentences_of_a_text = 3;

void add(Part& part, double nats)
{
  ++part.prefixes;
  part.nats += nats;
}

} // namespace

template <typename Real>
Comparison compare(const gpt2::Model<Real>& model, const Speech& speech,
                   const language::Beliefs& beliefs, const std::vector<std::string>& choices,
                   std::uint64_t seed, std::size_t texts)
{
  const OneBlasThread one_thread; // for products so small, another costs more than it does
  Comparison comparison;
  std::mt19937_64 generator(seed);
  std::vector<Part> of_text(texts);
  for (Part& part : of_text)
    for (const auto& [position, belief, nats] : missing_nats(
             model, speech, beliefs, speech.language().sample(generator(), sentences_of_a_text))) {
      add(comparison.all, nats);
      add(part, nats);
      add(comparison.by_choice[choices.at(belief)], nats);
      if (comparison.by_position.size() <= position)
        comparison.by_position.resize(position + 1);
      add(comparison.by_position[position], nats);
    }
  // Texts are independent, their prefixes are not: the mean is a quotient of two sums over texts.
  double squares = 0;
  for (const auto& [prefixes, nats] : of_text)
    squares += std::pow(nats - comparison.mean() * static_cast<double>(prefixes), 2);
  const auto n = static_cast<double>(texts);
  comparison.half_width =
      1.96 * std::sqrt(squares * n / (n - 1)) / static_cast<double>(comparison.all.prefixes);
  return comparison;
}

template Comparison compare(const gpt2::Model<float>&, const Speech&, const language::Beliefs&,
                            const std::vector<std::string>&, std::uint64_t, std::size_t);
template Comparison compare(const gpt2::Model<double>&, const Speech&, const language::Beliefs&,
                            const std::vector<std::string>&, std::uint64_t, std::size_t);

} // namespace epreuve::petit
