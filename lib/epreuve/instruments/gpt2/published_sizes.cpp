#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/published.hpp"

#include <vector>

arma::vec epreuve::instruments::published_sizes(std::string_view ending)
{
  std::vector<double> sizes;
  for (const gpt2::PublishedTensor& tensor : gpt2::published_tensors())
    if (tensor.name.ends_with(ending))
      sizes.push_back(tensor.count);
  if (sizes.empty())
    throw Error("published_sizes: no tensor of GPT-2 has a name that ends in \"{}\"", ending);
  return sizes;
}
