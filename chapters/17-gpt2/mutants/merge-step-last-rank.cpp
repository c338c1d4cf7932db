// [merge_step] you take the last pair of `merges` that applies; the best comes first
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (auto merge = merges.rbegin(); merge != merges.rend(); ++merge) {
    Symbols joined;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && symbols[i] == merge->first && symbols[i + 1] == merge->second)
        joined.push_back(merge->first + merge->second), ++i;
      else
        joined.push_back(symbols[i]);
    if (joined.size() < symbols.size())
      return joined;
  }
  return symbols;
}
