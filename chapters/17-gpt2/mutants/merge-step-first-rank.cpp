// [merge_step] you try the first pair of `merges` only; if it does not occur, the next one that does is joined
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  Symbols joined;
  for (std::size_t i = 0; i < symbols.size(); ++i)
    if (!merges.empty() && i + 1 < symbols.size() && symbols[i] == merges[0].first &&
        symbols[i + 1] == merges[0].second) {
      joined.push_back(symbols[i] + symbols[i + 1]);
      ++i;
    } else
      joined.push_back(symbols[i]);
  return joined;
}
