#include "train/captions.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"
#include "epreuve/instruments/networks/captions.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/translator/weights_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace epreuve::tools {

void train_captions(const std::string& out)
{
  using namespace instruments;
  const std::filesystem::path folder = make_folder(out, "--out");
  if (exists(folder / "model.safetensors"))
    throw Error("{} has a model already; name another folder with --out", out);
  const OneBlasThread one;
  auto network = trained_captions(1, [](unsigned step, double loss) {
    std::cout << fmt::format("step {:5} of {}, loss {:.5f}, the mean of 100 steps\n", step,
                             caption_steps, loss)
              << std::flush;
  });
  translator::write_weights(folder / "model.safetensors", network);
  std::vector<Picture> withheld;
  std::ranges::copy_if(all_pictures(), std::back_inserter(withheld),
                       [](const Picture& picture) { return use_of(picture) == Use::withheld; });
  const auto mistakes = first_mistakes(translator::as_in_a_file(std::move(network)), withheld);
  std::cout << fmt::format(
      "{} has the model; of {} withheld pictures it says of {} exactly what is "
      "to be said\n",
      out, mistakes.size(),
      std::ranges::count_if(mistakes, [](const auto& mistake) { return !mistake; }));
}

} // namespace epreuve::tools
