#include "epreuve/figures/render.hpp"

#include "epreuve/error.hpp"
#include "epreuve/figures/figure.hpp"
#include "epreuve/figures/gnuplot.hpp"
#include "epreuve/figures/layout.hpp"
#include "epreuve/figures/picture.hpp"
#include "epreuve/figures/script.hpp"
#include "epreuve/figures/svg.hpp"
#include "epreuve/figures/table.hpp"
#include "epreuve/figures/theme.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace epreuve::figures {

namespace {

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

/// Of gnuplot, for PNG or PDF: sizes that look on paper as they do in SVG.
std::string terminal_of(Format format, Size size)
{
  if (format == Format::png)
    return fmt::format("set terminal pngcairo size {},{} noenhanced font 'sans-serif,{}' fontscale "
                       "1.5 linewidth 2 pointscale 2.8 dashlength 2 background rgb '{}'\n",
                       2 * size.width, 2 * size.height, theme::font, theme::paper.value);
  constexpr double inch = 96; // pixels
  return fmt::format("set terminal pdfcairo size {:.4f}in,{:.4f}in noenhanced font "
                     "'sans-serif,{}' fontscale 0.5625 linewidth 1.5 pointscale 1.2 dashlength "
                     "1.5 background rgb '{}'\n",
                     size.width / inch, size.height / inch, theme::font, theme::paper.value);
}

bool whole(const std::string& bytes, Format format)
{
  const std::string_view begins = format == Format::png ? "\x89PNG" : "%PDF",
                         ends = format == Format::png ? "IEND" : "%%EOF";
  return bytes.starts_with(begins) &&
         bytes.find(ends, bytes.size() - std::min(bytes.size(), ends.size() + 8)) !=
             std::string::npos;
}

std::string drawn(const Model& model, Format format)
{
  const Picture sheet = painted(lay_out(model));
  if (format == Format::svg)
    return svg_of(sheet, model.title, model.alt);
  const std::string bytes = run_gnuplot(terminal_of(format, sheet.size) + figure_script(sheet));
  if (!whole(bytes, format))
    throw Error("figures: gnuplot stopped in the middle of figure \"{}\" ({} bytes)", model.title,
                bytes.size());
  return format == Format::pdf ? timeless(bytes) : bytes;
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
