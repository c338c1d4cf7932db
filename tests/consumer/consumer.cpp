#include "epreuve/error.hpp"

#include <iostream>

int main()
{
  try {
    throw epreuve::Error("position_vector: n must be even, got {}", 7);
  } catch (const epreuve::Error& error) {
    std::cout << error.what() << '\n';
  }
}
