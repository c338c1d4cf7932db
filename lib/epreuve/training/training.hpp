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
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace epreuve::training {

/// What is computed, apart from model and data.
struct Settings
{
  arma::uword batch = 8;      ///< texts of a batch
  arma::uword context = 64;   ///< tokens of each
  arma::uword accumulate = 1; ///< batches of a step: their gradients are added up, as of one batch
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

/// What the model, as it was before a step, loses on a text that it is not trained on.
struct Validation
{
  std::uint64_t step; ///< as many steps had been taken
  double loss;        ///< mean of -ln p, in nats
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
  std::vector<Validation> validations;
  std::optional<gpt2::Weights<Real>>
      best; ///< where the validation's loss was least, if there was one

  gpt2::Weights<Real> gradient; ///< of the last step
  std::vector<Range> ranges;    ///< all parameters
  Batch batch;
  gpt2::Pass<Real> pass;
  std::vector<Part<Real>>
      parts; ///< of a batch; empty: `pass` has it all, and `gradient` is its gradient
};

/// Sets the batch of a number: step s of a training reads the batches from s `accumulate` on.
using Fill = std::function<void(Batch&, std::uint64_t number)>;

/// The batches that a training reads from tokens: in order or at random places, as the settings say. They are those of a
/// training whose batch is `accumulate` times as large, cut into pieces.
Fill batches_of(std::span<const Token> tokens, const Settings& settings);

template <typename Real>
Training<Real> begin_training(gpt2::Weights<Real> weights, const Settings& settings);

/// What was measured before a step changed the weights.
struct Measured
{
  std::uint64_t step;
  double loss;          ///< mean of -ln p over the step's batches, in nats
  double gradient_norm; ///< over all parameters, the shared wte once; before clipping
  double learning_rate;
};

/// One step: loss and gradient of its batches, clipping, AdamW. The decay is of matrices alone, not of biases and norms.
///
/// The gradient is the sum over parts of batches, in their order, of each one's gradient times its share of the texts. So
/// two trainings whose texts are divided into the same parts, whichever batches these belong to, have the same bytes.
/// @throws Error if a number comes up that is not finite, which says in which part of the model it began; the weights are
///         then those from before the step
template <typename Real>
Measured take_step(Training<Real>& training, const Fill& fill);
/// The same, with batches_of the tokens.
template <typename Real>
Measured take_step(Training<Real>& training, std::span<const Token> tokens);

/// What the model loses on texts that lie one after another in the tokens: text i begins at place i T, so no token is
/// predicted twice. It changes nothing that a later step depends on; and as of a step, a small model's bytes are the same on
/// any number of threads.
/// @param most_texts  where there are more, as many of them as this, evenly spread, always the same ones; 0: all
/// @return  the mean of -ln p over their tokens, in nats
/// @throws  Error if there are fewer than T + 1 tokens, or a number comes up that is not finite
template <typename Real>
double loss_on(Training<Real>& training, std::span<const Token> tokens, std::uint64_t most_texts);

/// Adds a validation of the weights as they are, and keeps these if the loss is the least so far.
/// @return  whether it is
template <typename Real>
bool note_validation(Training<Real>& training, double loss);

/// The one of the least loss, of several the first.
/// @param validations  at least one
const Validation& best_of(std::span<const Validation> validations);

/// Whether training has diverged: for 200 steps the loss has been more than twice that of the first step and twice that of
/// guessing, ln N.
bool has_diverged(std::span<const double> losses, arma::uword N);

/// Writes all that a training needs to go on: the same bytes follow as without a stop. The file is whole or not there.
///
///     a line    JSON: {"format": "epreuve-training", "version": 2, "step", "real": bytes of one, "validations": how many,
///               "about"}
///     numbers   weights, m and v, and with validations the best weights, as in memory; then the losses, in double, and
///               of each validation the step, in 8 bytes, and the loss
///
/// Version 1 had no validations, and is read too.
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
/// data, and without the program and what BLAS works in, up to 30 MB a thread.
///
///     s (p P + B T (layers (8 n + 2 mlp) + 9 n + mlp + N)),    s bytes of a number, P parameters
///
/// p = 4, and 1 more for each part of a batch, as each has a gradient: up to 4 for a model of at most a million parameters,
/// and for a larger one 1 if batches are accumulated. With validation the best weights are kept too, 1 more.
double memory_of_training(const gpt2::Config& config, const Settings& settings, bool validates,
                          std::size_t bytes_of_real);

} // namespace epreuve::training
