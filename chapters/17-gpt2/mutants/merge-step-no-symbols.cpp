// [merge_step] without symbols, symbols.size() - 1 is not -1 but a huge number: sizes have no sign; write i + 1 < symbols.size()
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  for (const auto& [left, right] : merges) {
    std::vector<std::string> result;
    std::size_t i = 0;
    for (; i < symbols.size() - 1; ++i)
      if (symbols[i] == left && symbols[i + 1] == right)
        result.push_back(symbols[i] + symbols[++i]);
      else
        result.push_back(symbols[i]);
    if (i < symbols.size())
      result.push_back(symbols[i]);
    if (result.size() < symbols.size())
      return result;
  }
  return symbols;
}
