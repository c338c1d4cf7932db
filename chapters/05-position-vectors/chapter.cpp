#include "epreuve/chapter.hpp"

/**
# Position vectors: where a word stands, added to what it says

A sentence is a list of tokens, and each token is a vector of $\mathbb R^n$. Nothing in these vectors
says which word came first. The position $k$ gets a vector $w_k$ of its own, and the network is
given the sum $u_k = v(t_k) + w_k$. Which vectors $w_k$, and what can be read back from the sum?
*/

using namespace epreuve::course;
