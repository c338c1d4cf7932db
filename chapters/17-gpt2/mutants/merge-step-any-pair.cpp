// [merge_step] going through the text you join any pair of `merges`; a step joins only one, the best that occurs
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  Symbols joined;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const bool found =
        i + 1 < symbols.size() &&
        std::ranges::find(merges, std::pair(symbols[i], symbols[i + 1])) != merges.end();
    joined.push_back(found ? symbols[i] + symbols[i + 1] : symbols[i]);
    i += found ? 1 : 0;
  }
  return joined;
}
