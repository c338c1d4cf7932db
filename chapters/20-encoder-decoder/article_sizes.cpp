#include "article_sizes.hpp"

namespace epreuve::instruments {

const std::vector<ArticleSizes>& article_sizes()
{
  static const std::vector<ArticleSizes> lines{
      {.name = "base", .printed = 65},
      {.name = "dₖ = 16", .key = 16, .printed = 58},
      {.name = "dₖ = 32", .key = 32, .printed = 60},
      {.name = "N = 2", .blocks = 2, .printed = 36},
      {.name = "N = 4", .blocks = 4, .printed = 50},
      {.name = "N = 8", .blocks = 8, .printed = 80},
      {.name = "n = 256", .n = 256, .key = 32, .value = 32, .printed = 28},
      {.name = "n = 1024", .n = 1024, .key = 128, .value = 128, .printed = 168},
      {.name = "f = 1024", .hidden = 1024, .printed = 53},
      {.name = "f = 4096", .hidden = 4096, .printed = 90},
      {.name = "big", .n = 1024, .hidden = 4096, .heads = 16, .printed = 213}};
  return lines;
}

double weights_of_attention(const ArticleSizes& of)
{
  return 2 * double(of.n * of.heads * (of.key + of.value));
}

double weights_of_network(const ArticleSizes& of)
{
  return 2 * double(of.n * of.hidden) + double(of.hidden + of.n);
}

double weights_of_blocks(const ArticleSizes& of)
{
  return double(of.blocks) *
         (3 * weights_of_attention(of) + 2 * weights_of_network(of) + 5 * 2 * double(of.n));
}

std::pair<double, double> rows_of_embedding(const ArticleSizes& of)
{
  const double left = 1e6 * of.printed - weights_of_blocks(of);
  return {(left - 5e5) / double(of.n), (left + 5e5) / double(of.n)};
}

} // namespace epreuve::instruments
