#include "bigrams.hpp"

#include <vector>

using namespace epreuve::instruments;

const FrequentBigrams& epreuve::fractions()
{
  static const FrequentBigrams made = frequent_bigrams(language::english(), 11);
  return made;
}

const Bigrams& epreuve::bare_bigrams()
{
  static const Bigrams made = in_doubles(fractions());
  return made;
}

const Bigrams& epreuve::smooth_bigrams()
{
  static const Bigrams made = in_doubles(fractions(), Rational(1, 10));
  return made;
}

const std::vector<TrainedBigrams>& epreuve::trained()
{
  static const std::vector<TrainedBigrams> made = [] {
    std::vector<TrainedBigrams> networks;
    for (arma::uword n = 1; n < smooth_bigrams().N(); ++n)
      networks.push_back(train_bigrams(smooth_bigrams(), n, Tying::untied));
    return networks;
  }();
  return made;
}
