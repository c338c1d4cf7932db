// [merge_step] the pair's second symbol stays in the text, after the joined one; go on after both
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [first, second] : merges) {
    Symbols joined;
    bool found = false;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && symbols[i] == first && symbols[i + 1] == second) {
        joined.push_back(first + second);
        found = true;

      } else
        joined.push_back(symbols[i]);
    if (found)
      return joined;
  }
  return symbols;
}
