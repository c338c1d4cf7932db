#pragma once

#include <armadillo>

#include <vector>

namespace epreuve::math {

/// The identifying vectors of tokens, side by side: column k is e_i for the k-th token i.
///
/// @param tokens  K token numbers, each from 0 to N - 1
/// @param N       size of the vocabulary
/// @return        N x K, a single 1 in each column
/// @throws        Error if there is no token, or one is N or more
/// Source: exo7 2.1, the canonical basis of R^N.
arma::mat one_hot(const std::vector<arma::uword>& tokens, arma::uword N);

/// The embedding of a text: for each token its column of A.
///
///     x = A (e_1 | ... | e_K) = (v_1 | ... | v_K),    copied, not computed: no product is formed
///
/// @param A       n x N, a column for each token of the vocabulary
/// @param tokens  K token numbers, each from 0 to N - 1
/// @return        n x K
/// @throws        Error if A is empty, there is no token, or one is N or more
/// Source: exo7 2.1; masterclass, Ajout de l'encodage aux embeddings; notes, Etape 1.
template <typename Real>
arma::Mat<Real> embed(const arma::Mat<Real>& A, const std::vector<arma::uword>& tokens);

} // namespace epreuve::math
