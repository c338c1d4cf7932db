// [merge_step] you take the pair that comes first in the text; take the one that comes first in `merges`
std::vector<std::string> exercise::merge_step(const Symbols& symbols, const Merges& merges)
{
  std::pair<std::string, std::string> chosen;
  bool found = false;
  std::vector<std::string> result;
  std::size_t i = 0;
  while (i < symbols.size()) {
    if (i + 1 < symbols.size()) {
      const std::pair<std::string, std::string> here{symbols[i], symbols[i + 1]};
      if (!found && std::find(merges.begin(), merges.end(), here) != merges.end()) {
        chosen = here;
        found = true;
      }
      if (found && here == chosen) {
        result.push_back(here.first + here.second);
        i += 2;
        continue;
      }
    }
    result.push_back(symbols[i]);
    i += 1;
  }
  return result;
}
