// [merge_step] you go on to the next pairs of `merges`; one step joins one pair
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  std::vector<std::string> result = symbols;
  for (const auto& [left, right] : merges)
    for (std::size_t i = 0; i + 1 < result.size(); ++i)
      if (result[i] == left && result[i + 1] == right) {
        result[i] = left + right;
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
  return result;
}
