#include "epreuve/instruments/complex_step.hpp"

#include <acb.h>
#include <acb_hypgeom.h>
#include <arb.h>

namespace epreuve::instruments {

Complex<Reference> erf(const Complex<Reference>& a)
{
  // Part by part to 50 digits, though one may be some 30 digits smaller than the other.
  constexpr slong bits = 3 * Reference::precision;
  acb_t z;
  acb_init(z);
  arf_set(arb_midref(acb_realref(z)), a.re.get());
  arf_set(arb_midref(acb_imagref(z)), a.im.get());
  acb_hypgeom_erf(z, z, bits);
  Complex<Reference> result;
  arf_set_round(result.re.get(), arb_midref(acb_realref(z)), Reference::precision, ARF_RND_NEAR);
  arf_set_round(result.im.get(), arb_midref(acb_imagref(z)), Reference::precision, ARF_RND_NEAR);
  acb_clear(z);
  return result;
}

} // namespace epreuve::instruments
