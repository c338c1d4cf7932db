#include "epreuve/chapter.hpp"

/**
# No future: what later tokens cannot change
*/
using namespace epreuve::course;
