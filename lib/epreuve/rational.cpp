#include "epreuve/rational.hpp"

template class boost::rational<boost::multiprecision::cpp_int>;
