#include "exercises.hpp"

// [decoder_input]
arma::uvec exercise::decoder_input(const arma::uvec& target, arma::uword start)
{
  arma::uvec input(target.n_elem);
  input(0) = start;
  for (arma::uword t = 1; t < target.n_elem; ++t)
    input(t) = target(t - 1);
  return input;
}

// [decoder_visibility]
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::uword m = target.n_elem;
  Visibility seen{arma::umat(m, m, arma::fill::zeros),
                  arma::umat(m, source.n_elem, arma::fill::zeros)};
  for (arma::uword t = 0; t < m; ++t) {
    for (arma::uword s = 0; s <= t; ++s)
      seen.self(t, s) = target(s) != padding;
    for (arma::uword j = 0; j < source.n_elem; ++j)
      seen.cross(t, j) = source(j) != padding;
  }
  return seen;
}

// [read_source] A word that nobody sees has the weight e^-infinity = 0
arma::mat exercise::read_source(const Head& head, const arma::mat& y, const arma::mat& z,
                                const arma::uvec& seen)
{
  arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows)));
  A.each_row() %= arma::conv_to<arma::rowvec>::from(seen);
  A.each_col() /= arma::vec(arma::sum(A, 1));
  return head.W_O * head.W_V * z * A.t();
}

// [add_and_norm]
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  arma::mat y = x + said;
  for (arma::uword k = 0; k < y.n_cols; ++k) {
    const arma::vec centred = y.col(k) - arma::mean(y.col(k));
    const double variance = arma::mean(arma::square(centred));
    y.col(k) = norm.gain % centred / std::sqrt(variance + 1e-5) + norm.bias;
  }
  return y;
}

// [decoder_block] In self-attention word t asks alone, of the words that it sees
static arma::mat read_itself(const exercise::Head& head, const arma::mat& y)
{
  arma::mat said(arma::size(y));
  for (arma::uword t = 0; t < y.n_cols; ++t) {
    const arma::uvec all(t + 1, arma::fill::ones);
    said.col(t) = exercise::read_source(head, y.col(t), y.head_cols(t + 1), all);
  }
  return said;
}

static arma::mat network(const exercise::Block& block, const arma::mat& v)
{
  return block.W_2 * arma::clamp(block.W_1 * v, 0, arma::datum::inf);
}

arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [transformer_weights]
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  const arma::uword attention = 4 * n * n, network = n * f + f + f * n + n, norm = 2 * n;
  const arma::uword encoder = attention + network + 2 * norm,
                    decoder = 2 * attention + network + 3 * norm;
  return blocks * (encoder + decoder) + (shared ? 1 : 3) * n * N;
}

// [log_probability]
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double sum = 0;
  arma::uword before = end;
  for (const arma::uword word : text) {
    sum += std::log(P(word, before));
    before = word;
  }
  return sum;
}

// [greedy_text] index_max() is the first of several
arma::uvec exercise::greedy_text(const arma::mat& P, arma::uword end, arma::uword most)
{
  std::vector<arma::uword> text;
  arma::uword last = end;
  do {
    last = P.col(last).index_max();
    text.push_back(last);
  } while (last != end && text.size() < most);
  return arma::uvec(text);
}

// [beam_text] Pairs are sorted by what comes first in them, the logarithm
arma::uvec exercise::beam_text(const arma::mat& P, arma::uword end, arma::uword width,
                               arma::uword most)
{
  std::vector<std::pair<double, std::vector<arma::uword>>> kept{{0., {}}};
  for (arma::uword round = 0; round < most; ++round) {
    auto all = kept;
    all.clear();
    for (const auto& [logarithm, text] : kept)
      if (!text.empty() && text.back() == end)
        all.emplace_back(logarithm, text);
      else
        for (arma::uword word = 0; word < P.n_rows; ++word) {
          all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
          all.back().second.push_back(word);
        }
    std::sort(all.rbegin(), all.rend());
    all.resize(std::min<std::size_t>(width, all.size()));
    kept = all;
  }
  return kept.front().second;
}

// [alignment_error]
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  arma::uword right = 0;
  for (arma::uword t = 0; t < links.n_rows; ++t)
    right += links(t, pattern.row(t + later).index_max());
  return 1 - 2. * double(right) / double(links.n_rows + arma::accu(links));
}
