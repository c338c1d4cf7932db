#include "epreuve/chapter.hpp"

/**
# Masking values instead of scores
*/
using namespace epreuve::course;
