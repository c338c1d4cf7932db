#include "epreuve/instruments/softmax.hpp"

#include "epreuve/error.hpp"

#include <cstddef>
#include <numeric>
#include <string_view>

namespace epreuve::instruments {

namespace {

void require_entries(std::string_view function, const std::vector<Reference>& x)
{
  if (x.empty())
    throw Error("{}: there must be an entry, got none", function);
}

} // namespace

std::vector<Reference> softmax_50(const std::vector<Reference>& x, const Reference& temperature)
{
  require_entries("softmax_50", x);
  if (!(temperature > 0))
    throw Error("softmax_50: the temperature must be positive, got {}", rounded(temperature));
  std::vector<Reference> s;
  for (const Reference& x_i : x)
    s.push_back(exp(x_i / temperature));
  const Reference sum = std::accumulate(s.begin(), s.end(), Reference(0));
  for (Reference& s_i : s)
    s_i /= sum;
  return s;
}

std::vector<Reference> log_softmax_50(const std::vector<Reference>& x)
{
  require_entries("log_softmax_50", x);
  std::vector<Reference> logs;
  for (std::size_t i = 0; i < x.size(); ++i) {
    Reference others = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      if (j != i)
        others += exp(x[j] - x[i]);
    logs.push_back(-log1p(others));
  }
  return logs;
}

Reference entropy_50(const std::vector<Reference>& p)
{
  require_entries("entropy_50", p);
  Reference H = 0;
  for (const Reference& p_i : p)
    if (p_i != 0)
      H -= p_i * log(p_i);
  return H;
}

arma::vec softmax_50(const arma::vec& x)
{
  return rounded(softmax_50(in_50_digits(x)));
}

arma::vec log_softmax_50(const arma::vec& x)
{
  return rounded(log_softmax_50(in_50_digits(x)));
}

} // namespace epreuve::instruments
