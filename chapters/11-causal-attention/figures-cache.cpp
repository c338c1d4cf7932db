#include "figures-cache.hpp"

#include "epreuve/figures/diagram.hpp"
#include "masked_heads.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

using namespace epreuve::figures;
using namespace epreuve::instruments;

void epreuve::draw_spoiled(Figure& figure)
{
  const auto loss = [](Sees sees, arma::uword place) {
    return [=](double c) { return look_ahead_losses(c, sees)(place); };
  };
  figure.title("What a head loses that looks one place ahead").size(720, 400);
  figure.axes("strength c", "loss per word (nats)").x_range(0, 8).y_range(0, 4);
  figure.legend_at(Corner::top_left).horizontal_line(std::log(3));
  figure.curve(loss(Sees::everything, 0), 0, 8, 65, "no mask, first place: training")
      .curve(loss(Sees::the_past, 0), 0, 8, 65, "with the mask, first place")
      .curve(loss(Sees::everything, 3), 0, 8, 65, "last place: writing");
  figure
      .caption("Three words, each with probability 1/3 whatever came before. Without a mask the "
               "loss in training falls to 0, below the least possible one, ln 3 (dashed); where "
               "the next word is not there yet it rises, with a mask or without.")
      .alt("Loss against strength. The curve without a mask falls from 1.1 to 0; that with the "
           "mask rises from 1.1 to above 4; that of the last place rises more slowly. A dashed "
           "line at 1.1.");
}

void epreuve::draw_cache(Figure& figure)
{
  const auto list = [](const std::string& letter, const char* name) {
    return cell_row({letter + "₁", letter + "₂", letter + "₃", letter + "₄"})
        .inked([](arma::uword, arma::uword j) { return j == 3 ? Ink::accent : Ink::plain; })
        .above(name)
        .named(letter);
  };
  figure.title("A fourth token arrives");
  draw(figure,
       row({cell_row({"x₄"}, Ink::accent).named("x"),
            stack({cell_row({"q₄"}, Ink::accent).above("query W_Q x, not kept").named("q"),
                   list("k", "keys W_K x, a list"), list("v", "values W_V x, a list")}),
            box("mean of the values,\nweights softmax(q₄ · k)").named("mean").in_line_with("k"),
            cell_row({"z₄"}, Ink::accent).named("z")})
           .spaced(4),
       {arrow("x", "q"), arrow("x", "k"), arrow("x", "v"), arrow("q", "mean"), arrow("k", "mean"),
        arrow("v", "mean"), arrow("mean", "z")});
  figure
      .caption(
          "What a head does when a text grows by a token. Coloured: what is computed now. A "
          "key and a value are appended to the lists; of the three tokens before, nothing else "
          "is needed.")
      .alt("On the left the new token x4. Arrows lead to its query q4, to the last cell of a list "
           "of keys k1 to k4, and of a list of values v1 to v4. All three lead to a box, the mean "
           "of the values, and from there to z4.");
}

void epreuve::draw_next_token(Figure& figure, const arma::vec& lengths, const arma::mat& operations)
{
  figure.title("Operations of GPT-2 Small for the next token").size(720, 400);
  figure.axes("tokens so far", "billions of operations").log_x().log_y();
  figure.x_range(1, 1024).y_range(0.1, 1000).x_ticks({1, 4, 16, 64, 256, 1024});
  figure.legend_at(Corner::top_left);
  figure.line(lengths, operations.col(1), "all read again")
      .line(lengths, operations.col(0), "keys and values kept");
  figure
      .caption(fmt::format(
          "With the lists the last token of a full context takes {:.2f} billion operations, hardly "
          "more than the first one; reading all again takes {:.0f} billion.",
          operations(1023, 0), operations(1023, 1)))
      .alt("Two curves over 1 to 1024 tokens, both axes logarithmic. Both start at 0.25. One stays "
           "nearly level; the other rises to almost 200.");
}

void epreuve::draw_leak(Figure& figure, const RationalMatrix& leak)
{
  const arma::vec share = leak.to_double().col(0);
  figure.title("The first output names the second word").size(720, 360);
  figure.axes("number of the second word", "length of the first output").log_y();
  figure.x_range(-0.5, double(share.n_elem) - 0.5).y_range(1e-4, 2);
  figure.line_points(arma::regspace(0, double(share.n_elem) - 1), share, "value set to 0");
  figure.line_points(arma::regspace(0, double(share.n_elem) - 1),
                     arma::vec(share.n_elem, arma::fill::ones), "score set to −∞");
  figure
      .caption("Two words; the key of the second is its number, and its value is set to 0. The "
               "length of the first output, of a value of length 1, is another one for each second "
               "word. With the score masked it is 1 for all.")
      .alt("Twelve points on a falling line, from 1/2 to 1/2049 on a logarithmic scale, and twelve "
           "points at 1.");
}
