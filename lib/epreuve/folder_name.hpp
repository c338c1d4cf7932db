#pragma once

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve {

/// "softmax" of "01-softmax": chapters and propositions are named with or without their numbers.
inline std::string without_number(const std::string& folder)
{
  return folder.substr(std::min<std::size_t>(3, folder.size()));
}

/// Whether a word is a folder's number, with one digit or two: "1" and "01" are both that of "01-softmax".
inline bool is_number_of(std::string_view word, const std::string& folder)
{
  const std::string_view number = std::string_view(folder).substr(0, folder.find('-'));
  return !word.empty() &&
         (word == number || (word.size() == 1 && number == fmt::format("0{}", word)));
}

/// The one of these, each with its folder's `name`, that a word names: by the folder, perhaps with a path to it, a
/// slash after it or a file in it, as completion writes them, by the name without the number, or by the number alone; in capitals or not.
/// @param what  what they are, for the message: "chapter"
/// @throws Error if it names none of them, with the nearest name; or several, with their folders
template <typename Named>
const Named& find_named(const std::vector<Named>& all, std::string name, std::string_view what)
{
  if (name.ends_with('/'))
    name.pop_back();
  // A file in the folder, as a shell completes it: no folder has a dot in its name.
  if (const std::size_t slash = name.rfind('/');
      slash != std::string::npos && name.find('.', slash) != std::string::npos)
    name.erase(slash);
  name.erase(0, name.rfind('/') + 1); // all of npos + 1 = 0 characters where there is no slash
  const std::string word = in_lower_case(name);
  std::vector<std::string> known, folders;
  const Named* found = nullptr;
  for (const Named& one : all) {
    if (in_lower_case(one.name) == word)
      return one;
    known.push_back(without_number(one.name));
    if (in_lower_case(known.back()) == word || is_number_of(word, one.name)) {
      folders.push_back(one.name);
      found = &one;
    }
  }
  if (folders.size() > 1)
    throw Error("\"{}\" may be each of {}; give the whole name", name, fmt::join(folders, ", "));
  if (found == nullptr)
    throw Error("there is no {} \"{}\"; the nearest name is \"{}\"", what, name,
                nearest(name, known));
  return *found;
}

/// Those of these that words name, each once, in the order in which they are first named; all of them for the word
/// "all", and where there is no word.
/// @throws Error as find_named does
template <typename Named>
std::vector<Named> select_named(const std::vector<Named>& all,
                                const std::vector<std::string>& words, std::string_view what)
{
  std::vector<Named> selected;
  bool everything = words.empty();
  for (const std::string& word : words) {
    if (in_lower_case(word) == "all") {
      everything = true;
      continue;
    }
    const Named& named = find_named(all, word, what);
    if (std::ranges::find(selected, named.name, &Named::name) == selected.end())
      selected.push_back(named);
  }
  return everything ? all : selected;
}

} // namespace epreuve
