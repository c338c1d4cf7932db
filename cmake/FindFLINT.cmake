# Finds FLINT (exact polynomials and matrices) and Arb (ball arithmetic), as the targets FLINT::FLINT
# and FLINT::Arb. Since FLINT 3 Arb is a part of FLINT; before, Debian named its library flint-arb.
find_path(FLINT_INCLUDE_DIR flint/fmpq_mpoly.h)
find_library(FLINT_LIBRARY flint)
find_path(ARB_INCLUDE_DIR arb_hypgeom.h PATH_SUFFIXES flint)
find_library(ARB_LIBRARY NAMES flint-arb arb flint)
mark_as_advanced(FLINT_INCLUDE_DIR FLINT_LIBRARY ARB_INCLUDE_DIR ARB_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FLINT
  REQUIRED_VARS FLINT_LIBRARY FLINT_INCLUDE_DIR ARB_LIBRARY ARB_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "Debian's package is libflint-dev, with FLINT 2 also libflint-arb-dev.")

if(FLINT_FOUND AND NOT TARGET FLINT::FLINT)
  find_library(GMP_LIBRARY gmp REQUIRED)
  add_library(FLINT::FLINT UNKNOWN IMPORTED)
  set_target_properties(FLINT::FLINT PROPERTIES
    IMPORTED_LOCATION ${FLINT_LIBRARY}
    INTERFACE_LINK_LIBRARIES ${GMP_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${FLINT_INCLUDE_DIR})
  add_library(FLINT::Arb UNKNOWN IMPORTED)
  set_target_properties(FLINT::Arb PROPERTIES
    IMPORTED_LOCATION ${ARB_LIBRARY}
    INTERFACE_LINK_LIBRARIES FLINT::FLINT
    INTERFACE_INCLUDE_DIRECTORIES ${ARB_INCLUDE_DIR})
endif()
