// [merge_step] your last symbol is lost where it is in no pair
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  Symbols joined;
  std::pair<std::string, std::string> best;
  bool found = false;
  for (const auto& pair : merges)
    for (std::size_t i = 0; i + 1 < symbols.size() && !found; ++i)
      if (symbols[i] == pair.first && symbols[i + 1] == pair.second) {
        best = pair;
        found = true;
      }
  for (std::size_t i = 0; i + 1 < symbols.size(); ++i)
    if (found && symbols[i] == best.first && symbols[i + 1] == best.second) {
      joined.push_back(best.first + best.second);
      ++i;
    } else
      joined.push_back(symbols[i]);
  return joined;
}
