#include "gpt2/top.hpp"

#include "epreuve/command.hpp"
#include "epreuve/gpt2/config.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/options.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace epreuve::tools {

std::vector<Candidate> top(const arma::vec& logits, arma::uword count)
{
  const arma::vec probabilities = math::softmax(logits);
  std::vector<gpt2::Token> order(logits.n_elem);
  std::iota(order.begin(), order.end(), 0u);
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(count, logits.n_elem));
  std::partial_sort(order.begin(), end, order.end(), [&](gpt2::Token a, gpt2::Token b) {
    return logits[a] != logits[b] ? logits[a] > logits[b] : a < b;
  });
  order.erase(end, order.end());

  std::vector<Candidate> candidates;
  for (const gpt2::Token id : order)
    candidates.push_back({id, logits[id], probabilities[id]});
  return candidates;
}

Json to_json(const std::vector<Candidate>& candidates, const Prompt& prompt)
{
  Json list = Json::array();
  for (const Candidate& candidate : candidates) {
    list.push_back(prompt.entry(candidate.id));
    list.back()["logit"] = candidate.logit;
    list.back()["probability"] = candidate.probability;
  }
  return list;
}

void add_top_option(Command& command, arma::uword& count)
{
  add_whole_number(command, "--top", count, {1, gpt2::largest_size},
                   "How many tokens, the most probable first");
}

} // namespace epreuve::tools
