#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <string>
#include <vector>

namespace epreuve {

void draw_as_a_table(figures::Figure& figure);
void draw_fewer_terms(figures::Figure& figure, const arma::uvec& tokens, const arma::mat& left);
void draw_overlaps_by_layer(figures::Figure& figure, const arma::mat& keys,
                            const arma::mat& written);
void draw_circle(figures::Figure& figure, const std::vector<std::string>& heads,
                 const arma::mat& overlaps);
void draw_shared_projection(figures::Figure& figure);
void draw_loss_of_sharing(figures::Figure& figure, const arma::vec& groups, const arma::mat& keys,
                          const arma::mat& values);

} // namespace epreuve
