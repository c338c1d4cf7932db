#include "gpt2/page.hpp"

#include "epreuve/figures/render.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

namespace epreuve::tools {

namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark; --paper: #fcfbf8; --ink: #20242a; --soft: #585d65; --rule: #dcd7cb; --plate: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #17191d; --ink: #dedcd5; --soft: #a3a7ad; --rule: #383c43; --plate: #eceae4; }
}
body { margin: 0 auto; padding: 1rem; max-width: 78rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
ol { display: flex; flex-wrap: wrap; gap: 0.4rem; padding: 0; list-style: none; }
li { padding: 0.1rem 0.5rem; border: 1px solid var(--rule); border-radius: 4px; font-family: ui-monospace, monospace; }
li small, figcaption { color: var(--soft); }
figure { margin: 2.2rem 0; }
figcaption { max-width: 68ch; margin-top: 0.5rem; }
.plate { overflow-x: auto; width: fit-content; max-width: 100%; border: 1px solid var(--rule); border-radius: 4px; background: var(--plate); }
img { display: block; height: auto; mix-blend-mode: multiply; }
)";

/// A drawing as the value of an attribute: what an address must not hold is written as %XX, what HTML must not as
/// an entity.
std::string data_address(const std::string& svg)
{
  std::string address = "data:image/svg+xml;charset=utf-8,";
  for (const char c : svg)
    if (c == '%' || c == '#' || c == '\n' || c == '\r' || c == '\t')
      address += fmt::format("%{:02X}", static_cast<unsigned>(c));
    else
      address += c;
  return escape(address);
}

std::string figure_markup(const figures::Figure& figure)
{
  const TemporaryFolder folder;
  figures::render(figure, folder / "figure.svg", figures::Format::svg);
  const std::string svg = read_text(folder / "figure.svg");
  return fmt::format(
      "<figure>\n<div class=\"plate\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">"
      "<img width=\"{}\" height=\"{}\" alt=\"{}\" src=\"{}\"></div>\n"
      "<figcaption>{}</figcaption>\n</figure>\n",
      escape(figure.title()), figure.model().width, figure.model().height, escape(figure.alt()),
      data_address(svg), escape(figure.caption()));
}

} // namespace

void write_page(const std::string& file, const Prompt& prompt,
                const std::vector<NamedFigure>& figures)
{
  const std::string title = fmt::format("The forward pass over {}", prompt.named());
  std::string page =
      fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n"
                  "<p>The tokens, and their numbers in the vocabulary:</p>\n<ol>\n",
                  escape(title), style, escape(title));
  for (const gpt2::Token token : prompt.tokens)
    page += fmt::format("<li>{} <small>{}</small></li>\n", escape(prompt.label(token)), token);
  page += "</ol>\n";
  for (const auto& [name, figure] : figures)
    page += figure_markup(figure);
  write_file(file, page + "</main>\n</body>\n</html>\n");
}

} // namespace epreuve::tools
