#include "epreuve/chapter.hpp"

/**
# Scores: every query meets every key
*/
using namespace epreuve::course;
