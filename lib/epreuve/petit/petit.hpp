#pragma once

#include "epreuve/blas.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/language/beliefs.hpp"
#include "epreuve/language/language.hpp"
#include "epreuve/petit/speech.hpp"

namespace epreuve::petit {

/// The model that comes with the suite, in folder(), and what it was trained to say. While there is one, BLAS has one thread,
/// so the bytes are the same on any number of processors.
template <typename Real>
struct Petit
{
  OneBlasThread one_thread;
  const language::Language& english;
  gpt2::Tokenizer tokenizer;
  Speech speech;
  language::Beliefs beliefs;
  gpt2::Model<Real> model;

  /// @throws Error if one of the files is missing or damaged
  Petit();
};

} // namespace epreuve::petit
