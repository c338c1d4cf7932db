// [merge_step] you join the pair only once; it is joined wherever it occurs
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  std::vector<std::string> result = symbols;
  for (const auto& pair : merges)
    for (std::size_t i = 0; i + 1 < result.size(); ++i)
      if (result[i] == pair.first && result[i + 1] == pair.second) {
        result[i] += result[i + 1];
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        return result;
      }
  return result;
}
