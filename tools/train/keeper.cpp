#include "train/keeper.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/write_checkpoint.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;

/// Locked while it is open; not open if there is no folder.
Descriptor lock(const fs::path& folder)
{
  if (folder.empty())
    return Descriptor(-1);
  Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.is_open() && ::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0 &&
      errno == EWOULDBLOCK)
    throw Error(
        "another training writes into {}; wait until it ends, or name another folder with --out",
        folder.string());
  return descriptor;
}

[[noreturn]] void refuse(const fs::path& folder, const std::string& has)
{
  throw Error("{} has {}; nothing was changed; name another folder with --out", folder.string(),
              has);
}

/// Writes a file unless it is there with this content.
void put(const fs::path& folder, const std::string& name, const std::string& content)
{
  if (content.empty())
    return;
  if (!exists(folder / name))
    write_file(folder / name, content);
  else if (read_text(folder / name) != content)
    refuse(folder, fmt::format("another {} than that of this training", name));
}

/// What a folder has besides the weights.
void describe(const fs::path& folder, const Inputs& inputs)
{
  if (!exists(folder / "config.json"))
    gpt2::write_config(folder, inputs.config);
  else if (gpt2::read_config(folder / "config.json") != inputs.config)
    refuse(folder, "a config.json of other sizes");
  put(folder, "vocab.json", inputs.vocab_json);
  put(folder, "merges.txt", inputs.merges_txt);
  put(folder, "tokenizer_config.json", inputs.tokenizer_config);
}

} // namespace

Keeper::Keeper(const TrainOptions& options, const Inputs& inputs)
    : folder_(options.out.empty() ? fs::path() : make_folder(options.out, "--out")),
      lock_(lock(folder_)), seconds_(options.keep_every),
      about_{{"settings", settings_json({inputs.precision, inputs.settings, inputs.validating})},
             {"data", inputs.data}},
      inputs_(&inputs), kept_(Clock::now())
{
  if (folder_.empty() || inputs.resumes)
    return;
  if (exists(folder_ / state_file))
    throw Error(
        "{} has a training already; go on with it with --resume, or name another folder with --out",
        folder_.string());
  if (exists(folder_ / "model.safetensors"))
    refuse(folder_, "a model, which this training would overwrite");
  if (!inputs.validation.empty() && exists(folder_ / best_folder / "model.safetensors"))
    refuse(folder_ / best_folder, "a model, which this training would overwrite");
  describe(folder_, inputs);
}

bool Keeper::is_due(double step) const
{
  // A kill just before the next file is there loses what was done since the last one, the next writing included.
  // A writing may take longer than the one before.
  const double since = std::chrono::duration<double>(Clock::now() - kept_).count();
  return !folder_.empty() && since + step > std::max(0.9 * seconds_ - 2 * takes_, takes_);
}

template <typename Real>
void Keeper::keep(const training::Training<Real>& training)
{
  if (folder_.empty())
    return;
  const Clock::time_point begin = Clock::now();
  training::write_state(folder_ / state_file, training, about_);
  step_ = training.step;
  gpt2::write_tensors(folder_, training.weights, inputs_->stored);
  if (training.best) {
    const std::uint64_t best = training::best_of(training.validations).step;
    if (best_ != best) {
      const fs::path folder = make_folder(folder_ / best_folder, "--out");
      describe(folder, *inputs_);
      gpt2::write_tensors(folder, *training.best, inputs_->stored);
      best_ = best;
    }
  }
  kept_ = Clock::now();
  takes_ = std::chrono::duration<double>(kept_ - begin).count();
}

std::string Keeper::what_is_kept() const
{
  if (folder_.empty())
    return "nothing is kept, as no folder was given with --out DIR";
  return step_ ? fmt::format("{} has it as it was before step {}", folder_.string(), *step_)
               : fmt::format("what {} has is as before", folder_.string());
}

template void Keeper::keep(const training::Training<float>&);
template void Keeper::keep(const training::Training<double>&);

} // namespace epreuve::tools
