#include "gpt2/figures.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/evidence/report.hpp"
#include "epreuve/figures/render.hpp"
#include "epreuve/system/write_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace epreuve::tools {

namespace {

/// Draws a figure into the folder; the name of its file.
std::string draw(const FigureOptions& options, const NamedFigure& named)
{
  const auto& [name, figure] = named;
  const figures::Format format =
      figures::parse_format(options.format.empty() ? "svg" : options.format);
  const auto file = std::filesystem::path(options.folder) /
                    fmt::format("{}.{}", name, figures::extension(format));
  figures::render(figure, file, format);
  return file.string();
}

} // namespace

void add_figure_options(Command& command, FigureOptions& options, const std::string& what)
{
  command
      .add_option("--figures", options.folder,
                  fmt::format("Draw {} into this folder, which is created if need be", what))
      .type_name("DIR");
  command.add_option("--format", options.format, "svg, png, pdf, or terminal (draws text)")
      .one_of({"svg", "png", "pdf", "terminal"});
}

void prepare(const FigureOptions& options)
{
  if (options.folder.empty() && !options.format.empty() && options.format != "terminal")
    throw Error("--format {} needs a folder; name one with --figures DIR", options.format);
  if (!options.folder.empty())
    make_folder(options.folder, "--figures");
}

void show(const FigureOptions& options, const std::vector<NamedFigure>& all)
{
  if (!options.folder.empty()) {
    for (const NamedFigure& figure : all)
      std::cout << draw(options, figure) << '\n';
  } else if (options.format == "terminal") {
    const auto width = static_cast<unsigned>(evidence::typography_of_stdout().width);
    std::cout << figures::render_text(all.front().second, width);
  }
}

Json drawn(const FigureOptions& options, const std::vector<NamedFigure>& all)
{
  Json list = Json::array();
  if (!options.folder.empty())
    for (const NamedFigure& figure : all)
      list.push_back({{"file", draw(options, figure)},
                      {"title", figure.second.title()},
                      {"caption", figure.second.caption()},
                      {"alt", figure.second.alt()}});
  return list;
}

unsigned pixels(unsigned around, unsigned each, std::size_t count, unsigned least)
{
  constexpr std::size_t most = 4000;
  return static_cast<unsigned>(std::clamp<std::size_t>(around + each * count, least, most));
}

} // namespace epreuve::tools
