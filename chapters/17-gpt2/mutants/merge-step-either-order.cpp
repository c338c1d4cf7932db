// [merge_step] you join the pair in either order; the first of the pair must come first in the text
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [first, second] : merges) {
    Symbols joined;
    bool found = false;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && ((symbols[i] == first && symbols[i + 1] == second) ||
                                     (symbols[i] == second && symbols[i + 1] == first))) {
        joined.push_back(symbols[i] + symbols[i + 1]);
        found = true;
        ++i;
      } else
        joined.push_back(symbols[i]);
    if (found)
      return joined;
  }
  return symbols;
}
