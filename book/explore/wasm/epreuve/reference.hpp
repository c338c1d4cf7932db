#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

/// The library's lib/epreuve/reference.hpp for WebAssembly, for which there is no Arb: what the explorers' sources use of
/// it.
namespace epreuve {

using Reference = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                                boost::multiprecision::et_off>;

} // namespace epreuve
