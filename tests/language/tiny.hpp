#pragma once

#include "epreuve/language/language.hpp"

namespace epreuve::language {

/// "a" or "a b" or "c b", with 1/2, 1/4 and 1/4; small enough to be worked out on paper.
inline Language tiny()
{
  const Phrase b = word("b");
  return {"xx", choice({{2, word("a") + maybe({1, 3}, b)}, {Rational(2, 3), word("c") + b}})};
}

} // namespace epreuve::language
