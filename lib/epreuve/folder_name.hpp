#pragma once

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

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

/// The one of these, each with its folder's `name`, that somebody names.
/// @param what  they are, for the message: "chapter"
/// @throws Error if it is none of them, with the nearest that is
template <typename Named>
const Named& find_named(const std::vector<Named>& all, const std::string& name,
                        std::string_view what)
{
  std::vector<std::string> known;
  for (const Named& one : all) {
    known.push_back(without_number(one.name));
    if (one.name == name || known.back() == name)
      return one;
  }
  throw Error("there is no {} \"{}\"; the nearest name is \"{}\"", what, name,
              nearest(name, known));
}

} // namespace epreuve
