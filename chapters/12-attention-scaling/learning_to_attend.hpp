#pragma once

#include <armadillo>

#include <initializer_list>
#include <string>
#include <vector>

/// The smallest task that needs attention. Each of some tokens x_i is to attend to one key, its target
/// t_i, and a head learns the matrix W_Q that makes its queries W_Q x_i. The values are the unit
/// vectors, so that the output is the pattern p itself, and the loss is the mean of |p_i - e_{t_i}|^2 / 2:
/// like every loss of a network it reaches the scores through the Jacobian of softmax.
namespace epreuve::instruments {

struct AttentionTask
{
  arma::mat tokens;  ///< m x n_tokens, one per column
  arma::mat keys;    ///< d x n_keys, one per column
  arma::mat targets; ///< n_tokens x n_keys, a 1 in each row
};

/// Each of so many tokens has one key as its target, the keys in turn.
arma::mat targets_in_turn(arma::uword tokens, arma::uword keys);

/// Mean over the rows of |p - e_t|^2 / 2.
/// @param P        patterns, the shape of `targets`
double attention_loss(const arma::mat& P, const arma::mat& targets);

/// W_Q after gradient descent: scores are c (W_Q x)^T K, and a step is
///
///     W_Q <- W_Q - eta c K G^T x^T,    row i of G = J_i (p_i - e_{t_i})
///
/// @param W_Q  d x m
/// @throws     Error if the shapes do not fit
arma::mat trained_queries(arma::mat W_Q, const AttentionTask& task, double c, double eta,
                          arma::uword steps);

/// The losses of such a run, from the scores that it starts with. A step moves the scores by
/// -eta c^2 (x^T x) G (K^T K), so W_Q need not be kept, and a run costs the same at every d:
///
///     S <- S - rho (x^T x / m) G (K^T K / d),    rho = eta c^2 m d
///
/// rho is the rate in units of scores: it means the same at every d, with a division and without.
///
/// @param scores  n_tokens x n_keys
/// @return        steps + 1 losses
/// @throws        Error if the shapes do not fit
arma::vec learning_curve(const AttentionTask& task, arma::mat scores, double rho,
                         arma::uword steps);

/// Of the curves at these rates rho the one with the least area below it.
/// @throws Error if there is no rate, or as learning_curve
arma::vec fastest_learning_curve(const AttentionTask& task, const arma::mat& scores,
                                 std::initializer_list<double> rates, arma::uword steps);

/// For each column of losses the number of steps until they are below `loss`, or "never".
std::vector<std::string> steps_until_below(double loss, const arma::mat& curves);

} // namespace epreuve::instruments
