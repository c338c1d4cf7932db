// [merge_step] you repeat until nothing applies; do one step only
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [left, right] : merges) {
    std::vector<std::string> result;
    for (const std::string& symbol : symbols)
      result.push_back(symbol);
    for (std::size_t i = 0; i + 1 < result.size(); ++i)
      if (result[i] == left && result[i + 1] == right) {
        result[i] = left + right;
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    if (result.size() < symbols.size())
      return merge_step(result, merges);
  }
  return symbols;
}
