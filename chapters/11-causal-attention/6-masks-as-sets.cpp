#include "epreuve/chapter.hpp"

/**
# Masks as sets: who sees whom
*/
using namespace epreuve::course;
