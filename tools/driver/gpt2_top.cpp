#include "gpt2_top.hpp"

#include "epreuve/math/softmax.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace epreuve::driver {

std::vector<Candidate> top(const arma::vec& logits, arma::uword count)
{
  const arma::vec probabilities = math::softmax(logits);
  const arma::uvec order = arma::stable_sort_index(logits, "descend");
  std::vector<Candidate> candidates;
  for (const arma::uword i : arma::uvec(order.head(std::min(count, order.n_elem))))
    candidates.push_back({static_cast<gpt2::Token>(i), logits[i], probabilities[i]});
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

void add_top_option(CLI::App& command, arma::uword& count)
{
  command.add_option("--top", count, "How many tokens, the most probable first")
      ->check(CLI::PositiveNumber)
      ->type_name("COUNT")
      ->capture_default_str();
}

} // namespace epreuve::driver
