// [merge_step] you look at the pair's first symbol alone; its second must follow
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [first, second] : merges) {
    Symbols joined;
    bool found = false;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (i + 1 < symbols.size() && symbols[i] == first) {
        joined.push_back(first + symbols[i + 1]);
        found = true;
        ++i;
      } else
        joined.push_back(symbols[i]);
    if (found)
      return joined;
  }
  return symbols;
}
