#include "epreuve/rational.hpp"

#if BOOST_VERSION < 107900
template class boost::rational<boost::multiprecision::cpp_int>;
#endif
