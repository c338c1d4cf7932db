#pragma once

#include "epreuve/gpt2/model.hpp"

#include <vector>

namespace epreuve::gpt2 {

/// A text that grows: keys and values of the tokens so far are kept, so that appending one
/// token costs one token. The logits are those of the whole text, in whatever pieces it came.
template <typename Real>
class Session
{
public:
  /// The model must outlive the session.
  explicit Session(const Model<Real>& model);

  /// Appends tokens; logits of the token after the last: N.
  /// @throws Error as Model::logits, or if the context would overflow; nothing is appended then
  arma::Col<Real> append(const std::vector<Token>& tokens, Hook<Real>* hook = nullptr);
  /// The same, logits after each of the appended tokens: N x tokens.size().
  arma::Mat<Real> append_all(const std::vector<Token>& tokens, Hook<Real>* hook = nullptr);

  const std::vector<Token>& tokens() const { return tokens_; }
  arma::uword room() const; ///< how many more tokens the context takes
  void clear();

private:
  const Model<Real>* model_;
  std::vector<Token> tokens_;
  Cache<Real> cache_;
  Workspace<Real> workspace_;
};

} // namespace epreuve::gpt2
