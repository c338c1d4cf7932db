#include "epreuve/figures/render.hpp"

#include "epreuve/error.hpp"
#include "epreuve/figures/figure.hpp"
#include "epreuve/figures/gnuplot.hpp"
#include "epreuve/figures/layout.hpp"
#include "epreuve/figures/script.hpp"
#include "epreuve/figures/table.hpp"
#include "epreuve/figures/theme.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <boost/algorithm/string/replace.hpp>

#include <algorithm>
#include <regex>
#include <string_view>
#include <utility>

namespace epreuve::figures {

namespace {

void replace_between(std::string& text, std::string_view begin, std::string_view end,
                     const std::string& with)
{
  const std::size_t from = text.find(begin);
  const std::size_t to = from == std::string::npos ? from : text.find(end, from);
  if (to == std::string::npos)
    throw Error("figures: gnuplot's SVG has no {}...{}, which this version of the suite expects; "
                "gnuplot 5.4 and 6.0 are known to work",
                begin, end);
  text.replace(from, to + end.size() - from, with);
}

/// A character that is markup in SVG: as string_constant writes it, as gnuplot is given it, a code point that no text
/// has, and as it is written into the SVG.
struct Markup
{
  std::string_view constant, stand_in, reference;
};
constexpr Markup markup[] = {
    {"\\046", "\uFDD0", "&amp;"}, {"\\074", "\uFDD1", "&lt;"}, {"\\076", "\uFDD2", "&gt;"}};

/// What gnuplot draws as SVG, in which the texts of the script are escaped: gnuplot escapes & and <, but not the > of
/// ]]>, which XML does not allow in a text.
std::string svg_of(std::string script)
{
  for (const Markup& one : markup) {
    boost::replace_all(script, one.stand_in, "\uFFFD");
    boost::replace_all(script, one.constant, one.stand_in);
  }
  std::string svg = run_gnuplot(script);
  for (const Markup& one : markup)
    boost::replace_all(svg, one.stand_in, one.reference);
  return svg;
}

/// Gnuplot's SVG with the figure's title and alternative text in place of gnuplot's own, and
/// without the names it gives every plot, which browsers show as tooltips.
std::string accessible(std::string svg, const Model& model)
{
  replace_between(svg, "<svg ", " viewBox", "<svg role=\"img\"\n viewBox");
  const auto text = [](const std::string& of) { return escape(of, "&<>"); };
  replace_between(svg, "<title>", "</title>", "<title>" + text(model.title) + "</title>");
  replace_between(svg, "<desc>", "</desc>", "<desc>" + text(model.alt) + "</desc>");
  const std::string bold = fmt::format("font-family=\"{}\"", theme::bold);
  boost::replace_all(svg, bold,
                     fmt::format("font-family=\"{}\" font-weight=\"bold\"", theme::family));
  static const std::regex plot_name(
      " id=\"gnuplot_plot_[^\"]*\"[^>]*><title>gnuplot_plot_[^<]*</title>");
  return std::regex_replace(svg, plot_name, ">");
}

/// The PDF without the time of its making: blanks in its place, so that no offset moves.
std::string timeless(std::string pdf)
{
  const std::string_view key = "/CreationDate (";
  const std::size_t from = pdf.rfind(key);
  const std::size_t to = from == std::string::npos ? from : pdf.find(')', from);
  if (to != std::string::npos)
    std::fill(pdf.begin() + static_cast<std::ptrdiff_t>(from),
              pdf.begin() + static_cast<std::ptrdiff_t>(to) + 1, ' ');
  return pdf;
}

std::string terminal_of(Format format, Size size)
{
  const double scale = 96; // pixels an inch
  switch (format) {
  case Format::png:
    return fmt::format("set terminal pngcairo size {},{} noenhanced font '{},{}' fontscale 1.5 "
                       "linewidth 2 pointscale 2.8 dashlength 2 background rgb '{}'\n",
                       2 * size.width, 2 * size.height, "sans-serif", theme::font, theme::paper);
  case Format::pdf:
    return fmt::format(
        "set terminal pdfcairo size {:.4f}in,{:.4f}in noenhanced font '{},{}' "
        "fontscale 0.5625 linewidth 1.5 pointscale 1.2 dashlength 1.5 background rgb '{}'\n",
        size.width / scale, size.height / scale, "sans-serif", theme::font, theme::paper);
  case Format::svg:
  case Format::terminal:
    break;
  }
  return fmt::format("set terminal svg size {},{} fixed noenhanced font '{},{}' background '{}'\n",
                     size.width, size.height, theme::family, theme::font, theme::paper);
}

bool whole(const std::string& bytes, Format format)
{
  const auto ends_with = [&](std::string_view mark) {
    return bytes.size() >= mark.size() &&
           bytes.find(mark, bytes.size() - std::min(bytes.size(), mark.size() + 8)) !=
               std::string::npos;
  };
  switch (format) {
  case Format::svg:
    return bytes.starts_with("<?xml") && ends_with("</svg>");
  case Format::png:
    return bytes.starts_with("\x89PNG") && ends_with("IEND");
  case Format::pdf:
    return bytes.starts_with("%PDF") && ends_with("%%EOF");
  case Format::terminal:
    break;
  }
  return true;
}

std::string drawn(const Model& model, Format format)
{
  const Layout page = lay_out(model);
  const std::string script = terminal_of(format, page.size) + figure_script(page);
  std::string bytes = format == Format::svg ? svg_of(script) : run_gnuplot(script);
  if (!whole(bytes, format))
    throw Error("figures: gnuplot stopped in the middle of figure \"{}\" ({} bytes)", model.title,
                bytes.size());
  return format == Format::svg   ? accessible(std::move(bytes), model)
         : format == Format::pdf ? timeless(std::move(bytes))
                                 : bytes;
}

std::string indented(const std::string& text)
{
  std::string result;
  for (const std::string& line : split_lines(text)) {
    const std::size_t end = line.find_last_not_of(" \t\r\f");
    if (end != std::string::npos)
      result += line.substr(0, end + 1) + "\n";
    else if (!result.empty())
      result += "\n";
  }
  while (result.ends_with("\n\n"))
    result.pop_back();
  return result;
}

} // namespace

Format parse_format(std::string_view name)
{
  for (const auto& [known, format] :
       {std::pair{"svg", Format::svg}, std::pair{"png", Format::png}, std::pair{"pdf", Format::pdf},
        std::pair{"terminal", Format::terminal}})
    if (name == known)
      return format;
  throw Error("unknown figure format \"{}\", expected svg, png, pdf or terminal", name);
}

std::string_view extension(Format format)
{
  switch (format) {
  case Format::svg:
    return "svg";
  case Format::png:
    return "png";
  case Format::pdf:
    return "pdf";
  case Format::terminal:
    break;
  }
  return "txt";
}

std::string render_text(const Figure& figure, unsigned width)
{
  check_complete(figure);
  if (width < 40 || width > 1000)
    throw Error("render_text: width is {} columns, expected 40 to 1000", width);
  const Model& model = figure.model();
  const auto wrapped = [&](const std::string& text) {
    return fmt::format("{}", fmt::join(wrap(printable(text), width), "\n"));
  };
  std::string text = wrapped(model.title) + "\n\n";
  for (const Panel& panel : model.panels) {
    if (!panel.title.empty())
      text += wrapped(panel.title) + "\n";
    if (!panel.cells.is_empty())
      text += heat_map_as_text(panel, width);
    else if (!bar_groups(panel).empty())
      text += bars_as_text(panel, width);
    else {
      const unsigned rows = std::clamp(width / 4, 16u, 26u);
      if (!panel.bare)
        text += wrapped(panel.y.label) + "\n";
      text += indented(
          run_gnuplot(fmt::format("set terminal dumb size {},{} mono noenhanced\n", width, rows) +
                      terminal_script(panel, {width, rows})));
    }
    text += "\n";
  }
  return text + wrapped(model.caption) + "\n";
}

void render(const Figure& figure, const std::filesystem::path& path, Format format)
{
  check_complete(figure);
  require_writable(path);
  write_file(path,
             format == Format::terminal ? render_text(figure) : drawn(figure.model(), format));
}

} // namespace epreuve::figures
