#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/gpt2/pass_operations.hpp"

#include <armadillo>

#include <string>
#include <utility>
#include <vector>

/// The chapter's figures: what they show is computed in its sections, how they look stands here.
namespace epreuve {

void draw_pipeline(figures::Figure& figure);

/// Relative distances from the right stream after each block.
void draw_rounding_or_mistake(figures::Figure& figure, const arma::vec& single_precision,
                              const arma::vec& other_gelu, const arma::vec& other_epsilon);

/// Sizes of the stream after each block.
void draw_norm_in_front(figures::Figure& figure, const arma::vec& pre_norm,
                        const arma::vec& post_norm);

/// How far each vector of the stream moved: steps x places.
void draw_causality(figures::Figure& figure, arma::mat change);

/// @param parts  of the winner's logit: word, place, attention 1, MLP 1, ..., bias
/// @param lens   probability of the winner after each block
void draw_who_wrote_it(figures::Figure& figure, const arma::vec& parts, const arma::vec& lens);

/// @param petit, exact  probabilities of these words after the text
void draw_next_word(figures::Figure& figure, const std::string& text,
                    const std::vector<std::string>& words, const arma::vec& petit,
                    const arma::vec& exact);

void draw_questions(figures::Figure& figure, const instruments::RationalMatrix& questions,
                    const instruments::RationalMatrix& answers);

/// The vectors of people, column by column, the columns that the neurons add, and their sums.
void draw_answers(figures::Figure& figure, const instruments::RationalMatrix& people,
                  const instruments::RationalMatrix& knowledge,
                  const instruments::RationalMatrix& known);

void draw_parameters(figures::Figure& figure, const std::vector<std::string>& parts,
                     const arma::vec& millions);

void draw_cost(figures::Figure& figure, const arma::vec& lengths,
               const instruments::PassOperations& operations);

/// Each with its name.
void draw_sampling(figures::Figure& figure,
                   const std::vector<std::pair<std::string, arma::vec>>& distributions);

/// What is missing over the steps, with its intervals, and by how much the least losses of models that see 0, 1, 2, 3 words
/// are above the entropy rate.
void draw_staircase(figures::Figure& figure, const arma::vec& steps, const arma::vec& missing,
                    const arma::vec& half_width, const arma::vec& best);

/// The shares of beliefs that are read, by site: of petit, with beliefs exchanged, before training; and of counted words.
void draw_belief(figures::Figure& figure, const std::vector<std::string>& sites,
                 const std::vector<arma::vec>& shares, double of_words);

} // namespace epreuve
