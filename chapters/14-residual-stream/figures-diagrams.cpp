#include "figures.hpp"

#include "epreuve/figures/diagram.hpp"

using namespace epreuve::figures;

void epreuve::draw_matrix(Figure& figure)
{
  figure.title("K vectors are one matrix");
  const auto vector = [](const char* name) { return column({"", "", "", ""}).above(name); };
  draw(figure, row({vector("v₁"), vector("v₂"), "⋯", vector("v_K"), "⟶",
                    empty_cells(4, 5, Ink::accent).left("n").above("x").below("K")}));
  figure
      .caption(
          "The stream of K tokens: a matrix of n rows and K columns, one for each token's vector.")
      .alt("Columns v one, v two, up to v K; an arrow; a grid named x of height n and width K.");
}

void epreuve::draw_block(Figure& figure)
{
  figure.title("A block reads the stream and adds to it");
  draw(figure,
       table({{"", "", box("block i").named("b"), "", ""},
              {label("xᵢ").named("x"), to(""), circle("+", Ink::accent).named("+"), to(""),
               label("xᵢ₊₁ = xᵢ + yᵢ")}}),
       {arrow("x", "b", "reads xᵢ"), arrow("b", "+", "writes yᵢ")});
  figure
      .caption(
          "Block i is given xᵢ and returns yᵢ of the same shape; the stream goes on as their sum.")
      .alt("An arrow, the stream, from x i to a plus sign and on to x i plus y i. Above, block i: "
           "an "
           "arrow from x i leads to it, and one from it to the plus sign.");
}

void epreuve::draw_stream(Figure& figure)
{
  figure.title("The stream through a transformer");
  draw(figure,
       table({{"", "", box("attention i").named("a"), "", "", "", box("dense layers i").named("d"),
               "", "", "", box("attention i+1").named("c"), "", ""},
              {label("x").named("x"), to(""), circle("+", Ink::accent).named("+a"), to(""),
               label("x′").named("y"), to(""), circle("+", Ink::accent).named("+d"), to(""),
               label("x″").named("z"), to(""), circle("+", Ink::accent).named("+c"), to(""),
               label("⋯")}}),
       {arrow("x", "a"), arrow("a", "+a"), arrow("y", "d"), arrow("d", "+d"), arrow("z", "c"),
        arrow("c", "+c")});
  figure.caption(
      "Attention and dense layers in turn, each of which reads from the stream, n × K, and "
      "writes back to it.");
  figure.alt(
      "A long arrow with three plus signs; above it attention i, dense layers i, attention i plus "
      "1, each with an arrow from the stream and one to a plus sign.");
}

void epreuve::draw_two_blocks(Figure& figure)
{
  figure.title("Two blocks on the stream");
  draw(figure,
       table({{"", "", box("bᵢ").named("b"), "", "", "", box("bᵢ₊₁").named("c"), "", ""},
              {label("xᵢ").named("x"), to(""), circle("+", Ink::accent).named("+"), to(""),
               label("xᵢ₊₁").named("y"), to(""), circle("+", Ink::accent).named("++"), to(""),
               label("xᵢ₊₂")}})
           .spaced(2),
       {arrow("x", "b", "W_in"), arrow("b", "+", "W_out"), arrow("y", "c", "W_in"),
        arrow("c", "++", "W_out")});
  figure.caption(
      "Each block reads through its W_in and writes through its W_out; what the first one "
      "returns reaches the second multiplied by W_inⁱ⁺¹ W_outⁱ, on top of xᵢ.");
  figure.alt(
      "The stream as an arrow from x i over two plus signs to x i plus 2. Above, b i and b i plus "
      "1, each with an arrow W in from the stream and an arrow W out to a plus sign.");
}

void epreuve::draw_virtual_weights(Figure& figure)
{
  figure.title("From block i to block j, past those between");
  draw(figure,
       table({{box("block i", Ink::accent).named("i"), "",
               box("blocks\nbetween", Ink::muted).named("k"), "",
               box("block j", Ink::accent).named("j")},
              {circle("+", Ink::accent).named("+i"), to("xᵢ₊₁"), circle("+").named("+k"), to(""),
               label("x_j").named("x")}})
           .spaced(2),
       {arrow("i", "+i", "W_outⁱ"), arrow("k", "+k", "", {.ink = Ink::muted, .dashed = true}),
        arrow("x", "j", "W_inʲ"),
        arrow("+i", "x", "W_inʲ W_outⁱ: as if by weights of their own").around(Side::below)});
  figure.caption(
      "What block i writes stays in the stream as one of its terms; block j reads it through "
      "the product W_inʲ W_outⁱ, whatever the dashed blocks add.");
  figure.alt(
      "Block i writes through W out to the stream; dashed, the blocks between write too; block j "
      "reads the stream through W in. An arrow below leads from what i wrote straight to what j "
      "reads, with the product of both matrices.");
}
