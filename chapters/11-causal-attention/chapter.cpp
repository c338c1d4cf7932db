#include "epreuve/chapter.hpp"

/**
# Causal attention: learning from a whole text without seeing the answer

A model that is to continue texts can learn from every place of a text at once: after each word it must say which one
comes next. But the answer stands there, one place further on, and attention looks at all places. How can all of
them be trained on at once, without any of them seeing its answer?
*/
using namespace epreuve::course;
