#include "epreuve/chapter.hpp"

/**
# The mask: minus infinity before the softmax
*/
using namespace epreuve::course;
