#pragma once

#include "epreuve/gpt2/hook.hpp"

#include <armadillo>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::gpt2 {

/// Values of a forward pass, kept under the names that hook.hpp lists.
template <typename Real>
class Trace final : public Hook<Real>
{
public:
  /// @param patterns  names, "*" standing for any run of characters: "blocks.*.resid_post"
  explicit Trace(std::vector<std::string> patterns);

  bool wants(std::string_view name) const override;
  bool visit(const std::string& name, arma::Cube<Real>& value) override; ///< keeps it
  void keep(const std::string& name, arma::Cube<Real> value);

  std::vector<std::string> names() const; ///< of what was kept, in order
  bool has(const std::string& name) const { return kept_.contains(name); }
  /// @throws Error naming what was recorded instead
  const arma::Cube<Real>& operator[](const std::string& name) const;
  /// One slice: the matrix of one head, or the only one.
  arma::Mat<Real> matrix(const std::string& name, arma::uword head = 0) const;

private:
  std::vector<std::string> patterns_;
  std::map<std::string, arma::Cube<Real>> kept_;
};

} // namespace epreuve::gpt2
