// [merge_step] what was just joined takes part again in the same step; go on after it
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  Symbols result = symbols;
  for (const auto& [first, second] : merges) {
    bool found = false;
    for (std::size_t i = 0; i + 1 < result.size(); ++i)
      while (i + 1 < result.size() && result[i].ends_with(first) && result[i + 1] == second) {
        result[i] += second;
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        found = true;
      }
    if (found)
      return result;
  }
  return result;
}
