#include "epreuve/petit/petit.hpp"

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/petit/making.hpp"

namespace epreuve::petit {

template <typename Real>
Petit<Real>::Petit()
    : english(language::english()), tokenizer(folder()), speech(english, tokenizer),
      beliefs(english), model(gpt2::Checkpoint(folder()))
{
}

template struct Petit<float>;
template struct Petit<double>;

} // namespace epreuve::petit
