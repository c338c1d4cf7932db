#include "epreuve/chapter.hpp"

/**
# The cache: keys and values are kept
*/
using namespace epreuve::course;
