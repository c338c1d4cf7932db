#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Diagrams by content. A diagram is a value, a tree of elements; the library measures their texts,
/// places them and gives the figure the size that follows:
///
///     figure.title("Retranscription: from the model's state to probabilities");
///     draw(figure, flow({box("state\ny ∈ ℝⁿ").below("n = 768"), box("logits"),
///                        box("probabilities", Ink::accent)},
///                       {"ψ", "softmax"}));
///
/// A string is a label wherever an element is expected. Arrows between things far apart are given
/// apart from the tree, by the names of their ends:
///
///     draw(figure, row({cells(M).named("M"), "=", cells(N).named("N")}),
///          {arrow("M", cell("N", 0, 1), "copied").around(Side::below)});
namespace epreuve::figures {

enum class Side
{
  left,
  right,
  above,
  below
};

/// Something with a name, or a cell of a grid with a name, counted from 0.
struct Place
{
  Place(std::string place) : name(std::move(place)) {}
  Place(const char* place) : name(place) {}

  std::string name;
  std::optional<std::pair<arma::uword, arma::uword>> cell{};
};

Place cell(std::string name, arma::uword row, arma::uword column);

/// A part of a diagram. Its methods give a copy with something added to it.
class Element
{
public:
  Element(std::string text);
  Element(const char* text);

  /// A caption outside the element; a further one goes outside the first. In stacks and in flows upwards or
  /// downwards, captions beside the elements line up. The ink is that of a text.
  Element above(const Element& caption, Ink of_text = Ink::plain) const;
  Element below(const Element& caption, Ink of_text = Ink::muted) const;
  Element left(const Element& caption, Ink of_text = Ink::plain) const;
  Element right(const Element& caption, Ink of_text = Ink::plain) const;

  /// The name by which arrows refer to it; unique in a diagram.
  Element named(std::string name) const;

  /// Of cells: the ink of each; a text beside each row, or above each column, "" for none.
  /// @throws Error if it has no cells, or another number of rows or columns
  Element inked(const std::function<Ink(arma::uword row, arma::uword column)>& ink) const;
  Element rows(const std::vector<std::string>& texts, Side side = Side::left) const;
  Element columns(const std::vector<std::string>& texts, Side side = Side::above) const;

  /// Of rows, stacks, flows and tables: so many times the usual distance; 0 lets elements touch.
  Element spaced(double times) const;
  /// In a row, stack or flow: its middle is in line with a thing in one of the elements before
  /// it, and so are those after it.
  Element in_line_with(Place place) const;

  // How it is kept, and measured: of the library alone.
  struct Content;
  const Content& content() const { return *content_; }
  explicit Element(Content content);

private:
  std::shared_ptr<const Content> content_;
};

Element label(std::string text, Ink ink = Ink::plain);
Element box(std::string text, Ink ink = Ink::plain);
Element circle(std::string text, Ink ink = Ink::plain);

/// A grid of equal cells: with the entries of a matrix, texts row by row, one row or column of texts, or empty.
/// @throws Error if there is no cell, or the rows differ in length
Element cells(const arma::mat& entries, Ink ink = Ink::plain);
Element cells(const std::vector<std::vector<std::string>>& rows, Ink ink = Ink::plain);
Element cell_row(const std::vector<std::string>& texts, Ink ink = Ink::plain);
Element column(const std::vector<std::string>& texts, Ink ink = Ink::plain);
Element empty_cells(arma::uword rows, arma::uword columns, Ink ink = Ink::plain);

/// Elements side by side, their middles (of a fraction its bar) in one line; boxes among them are
/// made equally high.
Element row(std::vector<Element> elements);
/// Elements from top to bottom; boxes among them are made equally wide.
Element stack(const std::vector<Element>& elements);
/// Rows of elements whose columns line up. An empty text leaves its place empty, and an arrow extends across it.
Element table(std::vector<std::vector<Element>> rows);
/// Elements joined by arrows, which lead towards a side.
/// @param labels  one per arrow, or none; `to(...)` where the arrow is to have a name
Element flow(const std::vector<Element>& elements, const std::vector<Element>& labels = {},
             Side towards = Side::right);
/// An arrow as an element: in a row, stack or table it joins its neighbours.
Element to(std::string label, Side towards = Side::right);
/// A dashed line through the whole width of a stack or table.
Element rule();

Element fraction(const Element& numerator, const Element& denominator);
Element brackets(const Element& inside);
/// A thin frame around what belongs together.
Element framed(const Element& inside);

/// A connection between two named things, wherever they are.
struct Link
{
  enum class Kind
  {
    arrow,
    line,
    zoom
  };
  Kind kind = Kind::arrow;
  Place from, to;
  std::string label{};
  Stroke stroke{};
  std::optional<Side> side{};

  /// It leaves and arrives on that side, and passes outside everything in between.
  Link around(Side outside) const;
};

Link arrow(Place from, Place to, std::string label = "", const Stroke& stroke = {});
Link line(Place from, Place to, std::string label = "", const Stroke& stroke = {});
/// Dashed lines from a thing to a wider one below or above it, which shows it in detail.
Link zoom(Place from, Place to);

/// Draws a diagram into a figure that shows nothing yet and has its title; makes it bare and sets its
/// size.
/// @throws Error if a name is given twice or not at all, if what it names is in the way of an arrow or
///         of a text (nothing is drawn over anything else), if the diagram is too wide for a page
void draw(Figure& figure, const Element& diagram, const std::vector<Link>& links = {});

} // namespace epreuve::figures
