#pragma once

#include <boost/multiprecision/cpp_int.hpp>

/// The library's lib/epreuve/rational.hpp for WebAssembly, for which there is no FLINT: what the explorers' sources use
/// of it.
namespace epreuve {

using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                              boost::multiprecision::et_off>;
using Rational = boost::multiprecision::number<boost::multiprecision::cpp_rational_backend,
                                               boost::multiprecision::et_off>;

} // namespace epreuve
