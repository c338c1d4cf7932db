#pragma once

#include <string>
#include <vector>

/// Formulas of matrices as they are printed, read for their shapes alone: whether every product in them
/// exists, for all sizes at once, and what would mend one that does not. Sizes are letters, so that n = K by
/// accident fits nothing.
///
/// A formula is a product of factors side by side, "xᵀ W_Qᵀ W_K x". A factor is a name, a formula in
/// brackets, softmax(...), which keeps the shape, or vec(...), a single column; each may be transposed.
/// "A ⊗ B" is a Kronecker product, within brackets. Shapes are given as for over_integer_matrices, "x n x K";
/// a size is a letter or 1.
///
/// Throughout:
/// @throws Error for a formula that cannot be read, a name in it without a shape, or a shape not of this form
namespace epreuve::instruments {

/// The result of checking a formula's shapes.
struct Typing
{
  bool fits;
  std::string shape; ///< "n x K", where it fits
  std::string
      misfit; ///< else the first product that does not exist: "W_Qᵀ is n x r, W_Kᵀ is n x r"
};
Typing typing(const std::string& formula, const std::vector<std::string>& shapes);

/// The formulas with the fewest changes that have a shape. A change is a transposition more or less of one
/// factor, or two neighbours of a product exchanged.
/// @param wanted  the shape to have, "K x K"
/// @return        in the order of their texts; empty if three changes do not do it
std::vector<std::string> least_corrections(const std::string& formula,
                                           const std::vector<std::string>& shapes,
                                           const std::string& wanted);

/// Numbers for the sizes for which a formula does not exist: those of the least sum, and of these the ones
/// that are larger for letters that come earlier in the shapes. "n = 2, r = 1".
/// @throws Error if it fits
std::string smallest_misfit(const std::string& formula, const std::vector<std::string>& shapes);

} // namespace epreuve::instruments
