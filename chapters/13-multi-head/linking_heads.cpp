#include "linking_heads.hpp"

#include "epreuve/attention/patterns.hpp"
#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::instruments {

LinkingHead linking_head(const Links& links, arma::uword words)
{
  if (links.empty())
    throw Error("linking_head: there must be at least one link, got none");
  const arma::uword d = links.size();
  LinkingHead head{arma::zeros(d, words), arma::zeros(d, words)};
  for (arma::uword link = 0; link < d; ++link) {
    const auto [from, to] = links.at(link);
    if (from >= words || to >= words)
      throw Error(
          "linking_head: places must be below {}, the number of words, got a link from {} to {}",
          words, from, to);
    head.Q(link, from) = 8 * std::sqrt(d);
    head.K(link, to) = 1;
  }
  return head;
}

arma::mat linking_pattern(const Links& links, arma::uword words)
{
  const LinkingHead head = linking_head(links, words);
  return attention::attention_pattern(head.Q, head.K);
}

} // namespace epreuve::instruments
