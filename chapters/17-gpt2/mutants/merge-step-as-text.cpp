// [merge_step] you compare what two neighbours read together; compare each of the two symbols by itself
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [first, second] : merges) {
    Symbols joined;
    bool found = false;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && symbols[i] + symbols[i + 1] == first + second) {
        joined.push_back(first + second);
        found = true;
        ++i;
      } else
        joined.push_back(symbols[i]);
    if (found)
      return joined;
  }
  return symbols;
}
