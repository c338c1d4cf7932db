// [merge_step] you join from right to left; from left to right {"a", "a", "a"} becomes {"aa", "a"}
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [left, right] : merges) {
    std::vector<std::string> result = symbols;
    for (std::size_t i = result.size(); i-- > 0;)
      if (i + 1 < result.size() && result[i] == left && result[i + 1] == right) {
        result[i] = left + right;
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    if (result.size() < symbols.size())
      return result;
  }
  return symbols;
}
