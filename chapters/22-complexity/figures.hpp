#pragma once

#include "epreuve/figures/figure.hpp"
#include "error_against_cost.hpp"

#include <armadillo>

#include <string>
#include <vector>

/// How the chapter's figures look. What they show is computed in its sections.
namespace epreuve {

/// A line for each column of `operations`, over the lengths n.
void draw_variants(figures::Figure& figure, const arma::vec& n, const arma::mat& operations,
                   const std::vector<std::string>& names);

/// What share of a block's operations goes with n², a column for each model, over the lengths n.
void draw_share(figures::Figure& figure, const arma::vec& n, const arma::mat& share,
                const std::vector<std::string>& names);

/// Operations of a step of training for each token: of GPT-2 Small, but for one of its sizes.
struct TrainingCost
{
  std::string size; ///< which varies, as the axis names it
  arma::vec at;     ///< its values
  std::vector<double> ticks;
  std::vector<std::string> labels;
  double own; ///< GPT-2 Small's
  arma::vec step, forward,
      six_weights; ///< counted: the step and its forward pass; and 6 for each weight
};

void draw_training_cost(figures::Figure& figure, const std::vector<TrainingCost>& costs);

/// A panel for each kind of text, a line for each variant.
void draw_error_against_cost(figures::Figure& figure,
                             const std::vector<instruments::ErrorAgainstCost>& at_random,
                             const std::vector<instruments::ErrorAgainstCost>& with_structure,
                             const std::vector<instruments::ErrorAgainstCost>& of_petit);

/// How often pairs at an angle are missed in 1, 2, 4 and 8 rounds of four buckets: (1 - p²)^R, p = 1 - θ/π.
void draw_missed(figures::Figure& figure);

/// Of a text whose tokens or blocks see some others.
struct HeardBlocks
{
  std::string name;
  arma::vec shares; ///< of pairs of which one has heard the other, after 1, 2, ... layers, up to 1
};

/// A line for each.
void draw_heard(figures::Figure& figure, const std::vector<HeardBlocks>& heard);

/// Three masks of blocks, side by side.
void draw_who_sees_whom(figures::Figure& figure, const arma::umat& window,
                        const arma::umat& published, const arma::umat& coded);

} // namespace epreuve
