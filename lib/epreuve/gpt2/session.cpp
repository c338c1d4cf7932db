#include "epreuve/gpt2/session.hpp"

#include "epreuve/gpt2/kernels.hpp"

namespace epreuve::gpt2 {

template <typename Real>
Session<Real>::Session(const Model<Real>& model) : model_(&model)
{
  const Config& config = model.config();
  for (arma::uword layer = 0; layer < config.layers; ++layer) {
    // Not filled with zeros: the system hands out a page when a token first needs it.
    cache_.keys.emplace_back(config.n, config.context, arma::fill::none);
    cache_.values.emplace_back(config.n, config.context, arma::fill::none);
  }
}

template <typename Real>
arma::Col<Real> Session<Real>::append(const std::vector<Token>& tokens, Hook<Real>* hook)
{
  const arma::Mat<Real> last = model_->forward(tokens, workspace_, &cache_, hook).tail_cols(1);
  tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
  return model_->logits_of(last);
}

template <typename Real>
arma::Mat<Real> Session<Real>::append_all(const std::vector<Token>& tokens, Hook<Real>* hook)
{
  const arma::Mat<Real>& all = model_->forward(tokens, workspace_, &cache_, hook);
  tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
  return model_->logits_of(all);
}

template <typename Real>
arma::uword Session<Real>::room() const
{
  return model_->config().context - cache_.length;
}

template <typename Real>
void Session<Real>::clear()
{
  tokens_.clear();
  cache_.length = 0;
}

template class Session<float>;
template class Session<double>;

} // namespace epreuve::gpt2
