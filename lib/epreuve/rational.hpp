#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <boost/version.hpp>

namespace epreuve {

/// A fraction of whole numbers of any size, in lowest terms: every operation is exact.
using Rational = boost::multiprecision::cpp_rational;

} // namespace epreuve

// Its arithmetic is compiled once, in rational.cpp: in every file with fractions it took a tenth of the time.
#if BOOST_VERSION < 107900 // later fractions have no boost::rational inside
extern template class boost::rational<boost::multiprecision::cpp_int>;
#endif
