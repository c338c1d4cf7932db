#pragma once

#include <string>

namespace epreuve {

/// Whether something that a section needs is there; if not, what is missing and how to get it.
struct Requirement
{
  bool met = true;
  std::string
      missing{}; ///< "no weights in ~/.local/share/epreuve/gpt2: ./epreuve gpt2 fetch gets them"
};

} // namespace epreuve
