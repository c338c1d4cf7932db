#pragma once

#include <armadillo>

namespace epreuve::math {

/// How much more often context c and word w meet than if they knew nothing of each other: pointwise mutual
/// information, smoothed.
///
///     M_cw = ln((P_cw + kappa P_c P_w) / ((1 + kappa) P_c P_w)),    P_c = sum_w P_cw, P_w = sum_c P_cw
///
/// This is the information for P mixed with the product of its margins, at odds 1 : kappa; with kappa = 0 it is
/// the plain one, and -infinity where P_cw = 0.
///
/// @param P      C x N, probabilities or counts: entries >= 0, no row or column all 0 (they are divided by their sum)
/// @param kappa  >= 0
/// @return       C x N
/// @throws       Error if an entry is negative or not finite, a row or column is all 0, P is empty or kappa < 0
/// Source: Church and Hanks, "Word association norms" (1990).
arma::mat mutual_information(const arma::mat& P, double kappa);

/// Vectors of r coordinates for the columns of M: those of the best approximation of rank r (Eckart, Young).
///
///     M = U S V^T,    v_w = (U^T M)_w = S V^T e_w, its first r coordinates
///
/// They are a linear image of the columns, and inner products of all the coordinates are those of the columns.
/// In each coordinate the entry of largest magnitude is positive.
///
/// @param M  C x N, finite
/// @param r  from 1 to the lesser of C and N
/// @return   r x N
/// @throws   Error if r is outside this range, M has a NaN or an infinity, or the decomposition does not converge
arma::mat word_vectors(const arma::mat& M, arma::uword r);

/// u . v / (|u| |v|)
/// @throws Error if they differ in length or one is 0
double cosine(const arma::vec& u, const arma::vec& v);

} // namespace epreuve::math
