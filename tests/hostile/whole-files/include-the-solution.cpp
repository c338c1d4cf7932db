// The answers, by name.
#include "exercises.hpp"
#include "solutions.cpp"
