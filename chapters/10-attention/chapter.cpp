#include "epreuve/chapter.hpp"

using namespace epreuve::course;

/**
# Attention: who listens to whom, and what is said

A token is a vector that knows nothing of the others. Attention is the one place in a transformer where
tokens meet: what does it compute?
*/
