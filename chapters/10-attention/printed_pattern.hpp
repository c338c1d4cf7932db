#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <optional>
#include <string_view>
#include <vector>

/// Which heads give an attention pattern of which only rounded numbers are printed. Softmax gives the
/// positive pattern P to the scores ln P_ij + c_i and to no others, so queries and keys of dimension r
/// exist for P if and only if ln P, with a constant added to each row, has rank r at most.
namespace epreuve::instruments {

/// The patterns that a printed one may stand for: low_ij <= P_ij < high_ij, and P_ij > 0.
struct PrintedPattern
{
  RationalMatrix low, high;
};

/// Half a unit of the last digit to each side of each number, the upper end excluded.
/// @throws Error if the text is no table
PrintedPattern rounds_to_pattern(std::string_view table);

/// The patterns that are nearer to A than `error`, in each entry.
/// @throws Error unless error > 0
PrintedPattern near_pattern(const RationalMatrix& A, const Rational& error);

/// Two queries, one and other, and two pairs of keys: both queries prefer `liked` to `disliked`, but one prefers
/// `here` to `there`, and the other `there` to `here`.
struct Disagreement
{
  arma::uword one, other, liked, disliked, here, there;
  friend bool operator==(const Disagreement&, const Disagreement&) = default;
};

/// Queries and keys that disagree so in *all* patterns of P, if there are any: of several, those that come first.
/// No head of dimension 1 has such a pattern: there scores are q_i k_j, and which of two keys is preferred
/// is a matter of the sign of q_i.
std::optional<Disagreement> disagreement(const PrintedPattern& P);

/// How far the pattern softmax(S), row by row, stays away from the ends of P's intervals, enclosed from
/// below: above 0, it is certainly one of them.
/// @param S  scores, the shape of P
/// @throws   Error if it has another shape
double room(const RationalMatrix& S, const PrintedPattern& P);

/// The least value of det(ln P; 1 ... 1), the logarithms of n - 1 queries above a row of ones, over all
/// patterns of P, of n keys.
///
/// The determinant is linear in each entry ln P_ij alone, so its least value is at one of the corners;
/// of an entry that may come as near to 0 as it likes, at the upper end, provided that at all the others'
/// corners the determinant falls with its logarithm. For scores of dimension n - 2 it is 0: where it is above 0, no head of
/// that dimension has any of the patterns.
///
/// @param rows  the n - 1 queries; their order decides the sign
/// @return      the least value, -infinity if there is none; in double precision, where what matters is
///              well above 1e-12
/// @throws      Error unless there are n - 1 rows of P, no more than 16 entries in them, and at most one
///              that may come near 0
double least_determinant(const PrintedPattern& P, const std::vector<arma::uword>& rows);

} // namespace epreuve::instruments
