#include "epreuve/figures/diagram.hpp"

#include "epreuve/error.hpp"
#include "epreuve/figures/diagram_parts.hpp"
#include "epreuve/figures/layout.hpp"
#include "epreuve/figures/text_width.hpp"
#include "epreuve/figures/theme.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::figures {

using namespace diagram;

namespace {

constexpr double widest = 1000; ///< diagram, in pixels, that a page shows well

/// The figure's title above the marks and its size, a unit per pixel; returns where the marks' origin is.
Point set_size(Figure& figure, const Area& marks)
{
  const Model& model = figure.model();
  const double width =
                   std::max({marks[X].size() + 8, 320.0,
                             std::min(text_width(model.title, theme::title_font) * 1.1, 640.0)}),
               height = std::max(marks[Y].size() + 8, 60.0);
  figure.bare().x_range(0, 1).y_range(0, 1);
  Frame axes;
  double around_x = 100, around_y = 200; // then what a page that large has; the title may break
  for (int i = 0; i < 3; ++i) {
    figure.size(std::ceil(width + around_x), std::max(200.0, std::ceil(height + around_y)));
    axes = lay_out(model).panels.front().axes;
    around_x = model.width - axes.width();
    around_y = model.height - axes.height();
  }
  figure.x_range(0, axes.width()).y_range(0, axes.height());
  return {axes.width() / 2 - marks[X].middle(), axes.height() / 2 + marks[Y].middle()};
}

Element with(const Element& element, const std::function<void(Content&)>& change)
{
  Content content = element.content();
  change(content);
  return Element(std::move(content));
}

Element captioned(const Element& element, Side side, const Element& caption, Ink of_text)
{
  const bool plain = caption.content().kind == Kind::text && caption.content().ink == Ink::plain;
  const Element what = plain ? with(caption, [&](Content& c) { c.ink = of_text; }) : caption;
  return with(element, [&](Content& c) { c.captions.push_back({side, what}); });
}

Element beside_lines(const Element& element, const std::vector<std::string>& texts, Side side,
                     std::size_t lines, const char* lines_name)
{
  if (texts.size() != lines)
    throw Error("{}: got {} texts, expected {}, one for each", lines_name, texts.size(), lines);
  return with(element, [&](Content& c) {
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (!texts[i].empty())
        c.captions.push_back({side, texts[i], i});
  });
}

const Content& require_cells(const Element& element, const char* method)
{
  if (!element.content().cells.empty())
    return element.content();
  throw Error("{}: the element has no cells; it is for cells(), column() and their like", method);
}

} // namespace

Place cell(std::string name, arma::uword row, arma::uword column)
{
  Place place(std::move(name));
  place.cell = std::pair(row, column);
  return place;
}

Element::Element(Content content) : content_(std::make_shared<const Content>(std::move(content))) {}

Element::Element(std::string text) : Element(Content{.text = std::move(text)}) {}

Element::Element(const char* text) : Element(std::string(text)) {}

Element Element::above(const Element& caption, Ink of_text) const
{
  return captioned(*this, Side::above, caption, of_text);
}

Element Element::below(const Element& caption, Ink of_text) const
{
  return captioned(*this, Side::below, caption, of_text);
}

Element Element::left(const Element& caption, Ink of_text) const
{
  return captioned(*this, Side::left, caption, of_text);
}

Element Element::right(const Element& caption, Ink of_text) const
{
  return captioned(*this, Side::right, caption, of_text);
}

Element Element::named(std::string name) const
{
  return with(*this, [&](Content& c) { c.name = std::move(name); });
}

Element Element::inked(const std::function<Ink(arma::uword, arma::uword)>& ink) const
{
  require_cells(*this, "inked");
  return with(*this, [&](Content& c) { c.ink_of = ink; });
}

Element Element::rows(const std::vector<std::string>& texts, Side side) const
{
  if (axis_of(side) != X)
    throw Error("rows: side is above or below, expected left or right of the rows");
  return beside_lines(*this, texts, side, require_cells(*this, "rows").cells.size(), "rows");
}

Element Element::columns(const std::vector<std::string>& texts, Side side) const
{
  if (axis_of(side) != Y)
    throw Error("columns: side is left or right, expected above or below the columns");
  return beside_lines(*this, texts, side, require_cells(*this, "columns").cells.front().size(),
                      "columns");
}

Element Element::spaced(double times) const
{
  if (content().kind != Kind::table)
    throw Error("spaced: it is for a row(), stack(), flow() or table(), this is another element");
  if (!(times >= 0 && times <= 20))
    throw Error("spaced: times is {}, expected 0 (touching) to 20", times);
  return with(*this, [&](Content& c) { c.spacing = times; });
}

Element Element::in_line_with(Place place) const
{
  return with(*this, [&](Content& c) { c.in_line_with = std::move(place); });
}

Element label(std::string text, Ink ink)
{
  return Element(Content{.text = std::move(text), .ink = ink});
}

Element box(std::string text, Ink ink)
{
  return Element(Content{.kind = Kind::box, .text = std::move(text), .ink = ink});
}

Element circle(std::string text, Ink ink)
{
  return Element(Content{.kind = Kind::circle, .text = std::move(text), .ink = ink});
}

Element cells(const std::vector<std::vector<std::string>>& rows, Ink ink)
{
  if (rows.empty() || rows.front().empty())
    throw Error("cells: there is no cell, expected at least one row and one column");
  for (const auto& texts : rows)
    if (texts.size() != rows.front().size())
      throw Error("cells: a row of {} cells and one of {}, expected rows of one length",
                  rows.front().size(), texts.size());
  return Element(Content{.kind = Kind::cells, .ink = ink, .cells = rows});
}

Element cells(const arma::mat& entries, Ink ink)
{
  std::vector<std::vector<std::string>> rows(entries.n_rows);
  for (arma::uword i = 0; i < entries.n_rows; ++i)
    for (arma::uword j = 0; j < entries.n_cols; ++j) {
      const std::string text = fmt::format("{:.4g}", std::abs(entries(i, j)));
      rows[i].push_back(entries(i, j) < 0 ? "\u2212" + text : text);
    }
  return cells(rows, ink);
}

Element cell_row(const std::vector<std::string>& texts, Ink ink)
{
  return cells(std::vector(1, texts), ink);
}

Element column(const std::vector<std::string>& texts, Ink ink)
{
  std::vector<std::vector<std::string>> rows;
  for (const std::string& text : texts)
    rows.push_back({text});
  return cells(rows, ink);
}

Element empty_cells(arma::uword rows, arma::uword columns, Ink ink)
{
  return cells(std::vector(rows, std::vector<std::string>(columns)), ink);
}

Element table(std::vector<std::vector<Element>> rows)
{
  if (std::ranges::all_of(rows, [](const auto& elements) { return elements.empty(); }))
    throw Error("table, row, stack or flow: there is no element, expected at least one");
  return Element(Content{.kind = Kind::table, .children = std::move(rows)});
}

Element row(std::vector<Element> elements)
{
  return table({std::move(elements)});
}

Element stack(const std::vector<Element>& elements)
{
  std::vector<std::vector<Element>> rows;
  for (const Element& element : elements)
    rows.push_back({element});
  return table(std::move(rows));
}

Element flow(const std::vector<Element>& elements, const std::vector<Element>& labels, Side towards)
{
  if (!labels.empty() && labels.size() + 1 != elements.size())
    throw Error("flow: got {} labels for {} elements, expected one for each arrow, or none",
                labels.size(), elements.size());
  std::vector<Element> all;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i > 0)
      all.push_back(with(labels.empty() ? to("") : labels[i - 1], [&](Content& c) {
        c.kind = Kind::arrow;
        c.towards = towards;
      }));
    all.push_back(elements[i]);
  }
  return with(axis_of(towards) == X ? row(std::move(all)) : stack(all),
              [&](Content& c) { c.towards = towards; });
}

Element to(std::string label, Side towards)
{
  return Element(Content{.kind = Kind::arrow, .text = std::move(label), .towards = towards});
}

Element rule()
{
  return Element(Content{.kind = Kind::rule});
}

Element fraction(const Element& numerator, const Element& denominator)
{
  return Element(Content{.kind = Kind::fraction, .children = {{numerator, denominator}}});
}

Element brackets(const Element& inside)
{
  return Element(Content{.kind = Kind::brackets, .children = {{inside}}});
}

Element framed(const Element& inside)
{
  return Element(Content{.kind = Kind::frame, .children = {{inside}}});
}

Link Link::around(Side outside) const
{
  Link link = *this;
  link.side = outside;
  return link;
}

Link arrow(Place from, Place to, std::string label, const Stroke& stroke)
{
  return {Link::Kind::arrow, std::move(from), std::move(to), std::move(label), stroke};
}

Link line(Place from, Place to, std::string label, const Stroke& stroke)
{
  return {Link::Kind::line, std::move(from), std::move(to), std::move(label), stroke};
}

Link zoom(Place from, Place to)
{
  return {Link::Kind::zoom, std::move(from), std::move(to)};
}

void draw(Figure& figure, const Element& tree, const std::vector<Link>& links)
{
  const Model& model = figure.model();
  if (model.title.empty())
    throw Error(
        "draw: the figure has no title yet, and its size depends on it; call title() first");
  if (model.panels.size() > 1 || !model.panels.front().marks.empty() ||
      !model.panels.front().series.empty() || !model.panels.front().cells.is_empty())
    throw Error("draw: figure \"{}\" shows something already; row() and stack() join diagrams",
                model.title);
  Drawing drawing = laid_out(tree);
  for (const Link& link : links)
    join(link, drawing);
  if (drawing.marks.empty())
    throw Error("draw: the diagram of figure \"{}\" shows nothing", model.title);
  require_all_seen(drawing.marks);
  Area all = area_of(drawing.marks.front());
  for (const Mark& mark : drawing.marks)
    all = united(all, area_of(mark));
  if (all[X].size() > widest)
    throw Error(
        "draw: the diagram of figure \"{}\" is {:.0f} pixels wide, expected at most {}: break "
        "its texts into lines, or let it go upwards or downwards",
        model.title, all[X].size(), widest);

  const auto [origin_x, origin_y] = set_size(figure, all);
  for (const Mark& mark : drawing.marks) {
    const double x0 = origin_x + mark.x0, y0 = origin_y - mark.y0, x1 = origin_x + mark.x1,
                 y1 = origin_y - mark.y1;
    switch (mark.kind) {
    case Mark::Kind::arrow:
      figure.arrow(x0, y0, x1, y1, "", mark.stroke);
      break;
    case Mark::Kind::segment:
      figure.segment(x0, y0, x1, y1, "", mark.stroke);
      break;
    case Mark::Kind::text:
      figure.text(x0, y0, mark.text, mark.align, mark.stroke.ink);
      break;
    case Mark::Kind::box:
      figure.box(x0, y0, x1, y1, mark.text, mark.stroke.ink);
      break;
    case Mark::Kind::circle:
      figure.circle(x0, y0, mark.x1, mark.text, mark.stroke);
      break;
    }
  }
}

} // namespace epreuve::figures
