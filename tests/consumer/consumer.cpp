#include "epreuve/math/softmax.hpp"

#include <iostream>

int main()
{
  const arma::vec sigma = epreuve::math::softmax(arma::vec{0, 0, 0, 0});
  std::cout << "probability of each of four equal logits: " << sigma[0] << '\n';
}
