#pragma once

#include "epreuve/gpt2/backward.hpp"
#include "epreuve/gpt2/weights.hpp"
#include "epreuve/training/data.hpp"
#include "epreuve/training/optimisers.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <span>
#include <vector>

namespace epreuve::training {

/// What is computed, apart from model and data.
struct Settings
{
  arma::uword batch = 8;    ///< texts per step
  arma::uword context = 64; ///< tokens of each
  Schedule schedule;
  Adam adam;
  double weight_decay = 0;
  double clip = 0; ///< the longest gradient; 0: any
  std::uint64_t seed = 1;
  bool in_order = false; ///< else at random places
};

/// Neighbouring parameters that decay, or do not.
struct Range
{
  std::size_t begin, end; ///< places in gpt2::all_of
  bool decays;
};

/// Some texts of a batch, and what they need to be on a core of their own.
template <typename Real>
struct Part
{
  arma::uword first = 0; ///< text of the batch
  Batch batch;
  gpt2::Weights<Real> gradient; ///< of the mean loss of these texts
  gpt2::Pass<Real> pass;
  double loss = 0;
  std::exception_ptr error;
};

/// A model that is being trained. Everything that later steps depend on is here: what is drawn depends on the seed and
/// the step alone.
template <typename Real>
struct Training
{
  Settings settings;
  gpt2::Weights<Real> weights;
  gpt2::Weights<Real> m, v;   ///< AdamW's moments
  std::uint64_t step = 0;     ///< the next one
  std::vector<double> losses; ///< of the steps so far

  gpt2::Weights<Real> gradient; ///< of the last step
  std::vector<Range> ranges;    ///< all parameters
  Batch batch;
  gpt2::Pass<Real> pass;
  std::vector<Part<Real>> parts; ///< of the batch of a small model; empty: `pass` has it all
};

template <typename Real>
Training<Real> begin_training(gpt2::Weights<Real> weights, const Settings& settings);

/// What was measured before a step changed the weights.
struct Measured
{
  std::uint64_t step;
  double loss;          ///< mean of -ln p over the batch, in nats
  double gradient_norm; ///< over all parameters, the shared wte once; before clipping
  double learning_rate;
};

/// One step: loss and gradient of training.batch, clipping, AdamW. The decay is of matrices alone, not of biases and norms.
/// @throws Error if a number comes up that is not finite, which says in which part of the model it began; the weights are
///         then those from before the step
template <typename Real>
Measured take_step(Training<Real>& training);
/// The same, with the batch that is read from the tokens, in order or at random places as the settings say.
template <typename Real>
Measured take_step(Training<Real>& training, std::span<const Token> tokens);

/// Whether training has diverged: for 200 steps the loss has been more than twice that of the first step and twice that of
/// guessing, ln N.
bool has_diverged(std::span<const double> losses, arma::uword N);

/// Writes all that a training needs to go on: the same bytes follow as without a stop. The file is whole or not there.
///
///     a line    JSON: {"format": "epreuve-training", "version": 1, "step", "real": bytes of one, "about"}
///     numbers   weights, m and v, as in memory; then the losses, in double
///
/// @param about  what is needed to go on, kept as it is
/// @throws Error as write_durably
template <typename Real>
void write_state(const std::filesystem::path& file, const Training<Real>& training,
                 const nlohmann::ordered_json& about);

/// The first line of such a file.
/// @throws Error naming the file, if it is not one, or of another version
nlohmann::ordered_json read_state_header(const std::filesystem::path& file);

/// Reads what write_state has written into a training that begin_training has made for the same sizes.
/// @throws Error naming the file, if it is not of these sizes or cut short
template <typename Real>
void read_state(const std::filesystem::path& file, Training<Real>& training);

/// Bytes that training needs: weights, gradient and both moments, what a pass keeps (gpt2::Pass), a batch; without the
/// data, and without the program and what BLAS works in, up to 30 MB a thread. For a model of at most a million parameters
/// the batch is divided into up to 4 parts, each with a gradient, and 4 P becomes up to 8 P.
///
///     s (4 P + B T (layers (8 n + 2 mlp) + 7 n + mlp + N)),    s bytes of a number, P parameters
double memory_of_training(const gpt2::Config& config, arma::uword batch, arma::uword context,
                          std::size_t bytes_of_real);

} // namespace epreuve::training
