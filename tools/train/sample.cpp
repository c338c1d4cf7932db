#include "train/sample.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/sampling.hpp"
#include "epreuve/gpt2/session.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace epreuve::tools {

Samples::Samples(const TrainOptions& options, const Inputs& inputs)
    : length_(inputs.settings.context), seed_(inputs.settings.seed)
{
  if (!inputs.vocab_json.empty())
    tokenizer_.emplace(gpt2::Tokenizer::from_texts(inputs.vocab_json, inputs.merges_txt));
  if (options.prompt.empty())
    prompt_ = {inputs.tokens.front()};
  else if (tokenizer_)
    prompt_ = tokenizer_->encode(options.prompt);
  else
    throw Error("--prompt is a text, and no tokenizer is known; name its folder with --tokenizer "
                "DIR, or leave --prompt out: then samples begin with the first token of the data");
  if (!options.prompt.empty() && prompt_.size() >= length_)
    throw Error("--prompt has {} tokens, and a sample has as many as a text of the training, {}; "
                "give a shorter one",
                prompt_.size(), length_);
}

template <typename Real>
std::string Samples::text(const gpt2::Weights<Real>& weights, std::uint64_t step) const
{
  const OneBlasThread one;
  const gpt2::Model<Real> model(weights);
  gpt2::Session<Real> session(model);
  gpt2::Sampler sampler({}, seed_ + step);
  std::vector<gpt2::Token> tokens = prompt_, fresh = prompt_;
  while (tokens.size() < length_) {
    const auto logits = arma::conv_to<arma::vec>::from(session.append(fresh));
    fresh = {sampler.draw(logits, session.tokens())};
    tokens.push_back(fresh.front());
  }
  if (!tokenizer_)
    return fmt::format("{}", fmt::join(tokens, " "));
  // A model's N may be padded beyond its vocabulary: such a token has no text.
  std::string text;
  gpt2::StreamDecoder decoder(*tokenizer_);
  for (const gpt2::Token token : tokens)
    text += token < tokenizer_->vocabulary_size() ? decoder.next(token) : "\uFFFD";
  return text + decoder.finish();
}

template std::string Samples::text(const gpt2::Weights<float>&, std::uint64_t) const;
template std::string Samples::text(const gpt2::Weights<double>&, std::uint64_t) const;

} // namespace epreuve::tools
