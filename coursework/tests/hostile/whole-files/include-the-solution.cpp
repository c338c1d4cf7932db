// Includes the answers by their name.
#include "exercises.hpp"
#include "solutions.cpp"
