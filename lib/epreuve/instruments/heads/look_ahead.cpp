#include "epreuve/instruments/heads/look_ahead.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/math/softmax.hpp"

arma::vec epreuve::instruments::look_ahead_losses(double c, Sees sees)
{
  const arma::mat places = arma::eye(4, 4);
  const arma::mat asked = arma::diagmat(arma::vec(3).fill(160), -1); // scores are halved: sqrt(4)
  const arma::mat A = sees == Sees::the_past ? attention::causal_pattern(asked, places)
                                             : attention::attention_pattern(asked, places);
  arma::vec loss(4, arma::fill::zeros);
  for (arma::uword text = 0; text < 81; ++text) {
    const arma::uvec words{text % 3, text / 3 % 3, text / 9 % 3, text / 27};
    const arma::mat said = arma::mat(arma::eye(3, 3)).cols(words);
    const arma::mat logarithms = math::log_softmax_columns(c * attention::head_output(said, A));
    for (arma::uword place = 0; place < 3; ++place)
      loss(place) -= logarithms(words(place + 1), place) / 81;
    loss(3) -= arma::mean(logarithms.col(3)) / 81;
  }
  return loss;
}
