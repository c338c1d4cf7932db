#pragma once

#include <armadillo>

namespace epreuve::instruments {

/// Attention by its definition, number by number: the formulas with matrices are compared with it.
///
///     z_i = sum_j w_ij v_j / sum_j w_ij,    w_ij = e^{q_i . k_j / divisor}
///
/// @param Q        d x n, one query per column
/// @param K        d x T, one key per column
/// @param V        m x T, one value per column
/// @param divisor  of the scores; they are then below 700, since nothing is shifted
/// @return         m x n
/// @throws         Error if the shapes do not fit
arma::mat attention_written_out(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                                double divisor);

} // namespace epreuve::instruments
