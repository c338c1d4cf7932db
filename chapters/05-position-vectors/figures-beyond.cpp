#include "figures-beyond.hpp"

#include <array>
#include <string>

using namespace epreuve::figures;

void draw_reader_beyond(Figure& figure, const arma::rowvec& k, const arma::rowvec& read)
{
  figure.title("A linear reader of the position, n = 16");
  figure.axes("position k", "what it reads").x_range(0, 8192);
  figure.line(k.t(), k.t(), "right")
      .line(k.t(), read.t(), "read")
      .vertical_line(1024, "end of training");
  figure
      .caption("Least squares on the positions 0 to 1023. Within them the reader is right to a "
               "thousandth of a place; beyond, the "
               "vectors are as good as before and the reader is not.")
      .alt("A straight line of slope 1 and a curve that lies on it up to about 2000, leaves it, "
           "turns and falls.");
}

void draw_scores_by_distance(Figure& figure,
                             const std::function<double(arma::uword, long, long)>& score)
{
  figure.title("The score of one query and one key, at two places of the text")
      .columns(2)
      .size(860, 640);
  const std::array names{"position vectors added", "a table of vectors added (here arbitrary)",
                         "rotary", "ALiBi, slope 1/16"};
  const arma::vec d = arma::regspace(0, 100);
  for (arma::uword s = 0; s < names.size(); ++s) {
    figure.panel(names.at(s)).axes("distance of the key", "score");
    for (const long i : {200, 900}) {
      arma::vec scores(d.n_elem);
      for (arma::uword c = 0; c < d.n_elem; ++c)
        scores(c) = score(s, i, long(d(c)));
      figure.line(d, scores, "query at " + std::to_string(i));
    }
  }
  figure
      .caption("The same two vectors (arbitrary, n = 32) as query and key. Where only the shift "
               "matters the two curves are "
               "one; only ALiBi's falls with every place.")
      .alt(
          "Four panels with two curves each over distances 0 to 100. For position vectors that are "
          "added, by formula or by table, the two "
          "curves differ. For rotary they coincide and swing. For ALiBi they coincide in a falling "
          "straight line.");
}
