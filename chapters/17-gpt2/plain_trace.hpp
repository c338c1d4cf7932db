#pragma once

#include "epreuve/instruments/gpt2/plain_pass.hpp"

#include <armadillo>

#include <map>
#include <string>

namespace epreuve::instruments::plain {

/// Intermediate values of the plain pass, under the names that a gpt2::Trace has for them:
/// a model's trace is compared with it, joint by joint.
///
///     of every block L    resid_pre, ln1.normalized, attn_out, resid_mid, ln2.normalized, mlp.pre,
///                         mlp.post, mlp_out, resid_post, with "blocks.L." before them
///     at the end          ln_final.normalized
///
/// @return 9 layers + 1 results; mlp.pre and mlp.post are mlp x K, the others n x K
/// @throws Error as start
std::map<std::string, arma::mat> trace(const gpt2::Weights<double>& weights, const Tokens& text);

} // namespace epreuve::instruments::plain
