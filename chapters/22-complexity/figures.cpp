#include "figures.hpp"

using namespace epreuve::figures;

void epreuve::draw_variants(Figure& figure, const arma::vec& n, const arma::mat& operations,
                            const std::vector<std::string>& names)
{
  figure.title("Operations of one head, d = 64")
      .axes("length n", "operations")
      .log_x()
      .log_y()
      .x_range(n.front(), n.back())
      .x_ticks({128, 512, 2048, 8192}, {"128", "512", "2048", "8192"});
  for (arma::uword j = 0; j < operations.n_cols; ++j)
    figure.line(n, operations.col(j), names.at(j));
  figure
      .caption("Exact attention grows with the square of the length. The variants grow in "
               "proportion to it, and are cheaper from a length on that their own size decides: "
               "a window of 256 on each side, 256 mixtures, 256 features, blocks of 64 of which "
               "3 are drawn, 4 rounds of chunks of 64.")
      .alt("Six lines on logarithmic axes. Exact attention is the steepest, of slope 2; the five "
           "variants have slope 1 and lie below it from lengths between 257 and about 600 on.");
}

void epreuve::draw_share(Figure& figure, const arma::vec& n, const arma::mat& share,
                         const std::vector<std::string>& names)
{
  figure.title("The part of a block that grows with n²")
      .axes("length n", "share of its operations")
      .log_x()
      .x_range(n.front(), n.back())
      .y_range(0, 1)
      .x_ticks({128, 512, 2048, 8192, 32768, 131072},
               {"128", "512", "2048", "8192", "32768", "131072"});
  for (arma::uword j = 0; j < share.n_cols; ++j)
    figure.line(n, share.col(j), names.at(j));
  figure.vertical_line(2048, "2048")
      .horizontal_line(0.5)
      .caption("Scores, softmax and mixing, as a share of all operations of a block. At 2048, "
               "where the document puts the limit, nothing happens; half is reached at nearly 6d, "
               "which is another length for each model.")
      .alt("Three rising S-shaped curves, one each for d = 512, 768 and 12288. At the vertical "
           "line at 2048 they are at 0.40, 0.31 and 0.03; they cross one half at about 3000, 4500 "
           "and 73000.");
}
