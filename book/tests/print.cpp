// What Chromium makes of the pages, as poppler's tools read it.

#include "weaver/print.hpp"
#include "weaver/single_page.hpp"

#include "epreuve/system/command.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/contains.hpp"
#include "support/errors.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

using namespace epreuve;
using namespace epreuve::book;
using epreuve::tests::contains;
using epreuve::tests::read_file;
using epreuve::tests::says;
namespace fs = std::filesystem;

namespace {

/// Why nothing can be printed or read here; empty if it can.
std::string missing()
{
  try {
    find_chromium();
  } catch (const Error& error) {
    return error.what();
  }
  for (const char* name : {"pdftotext", "pdfinfo"})
    if (find_program(name).empty())
      return fmt::format("there is no {}", name);
  return "";
}

bool is_skipped()
{
  const std::string why = missing();
  if (!why.empty())
    std::cout << "skipped: " << why << '\n';
  return !why.empty();
}

std::string told_by(const char* program, const std::vector<std::string>& arguments)
{
  return tests::run(find_program(program), arguments).output;
}

/// The text of each sheet.
std::vector<std::string> sheets_of(const fs::path& pdf)
{
  const std::string text = told_by("pdftotext", {"-layout", pdf.string(), "-"});
  std::vector<std::string> sheets;
  for (std::size_t at = 0, end; (end = text.find('\f', at)) != std::string::npos; at = end + 1)
    sheets.push_back(text.substr(at, end - at));
  return sheets;
}

std::string page(const std::string& main)
{
  return "<html lang=\"en\"><head><title>The épreuve</title><link rel=\"stylesheet\" "
         "href=\"style.css\"/></head><body><main id=\"text\">" +
         main + "</main></body></html>";
}

/// A table whose caption and rows can be told apart from those of all others.
std::string table(int number, int rows)
{
  std::string html = fmt::format(
      "<figure class=\"table\"><figcaption>Caption-{}- of the table</figcaption><div "
      "class=\"scroll\"><table><thead><tr><th scope=\"col\">row</th></tr></thead><tbody>",
      number);
  for (int row = 0; row < rows; ++row)
    html += fmt::format("<tr><td>row-{}-{}-</td></tr>", number, row);
  return html + "</tbody></table></div></figure>";
}

/// A program that stands for Chromium.
fs::path pretended(const TemporaryFolder& folder, const std::string& script)
{
  const fs::path program = folder / "chromium";
  write_file(program, "#!/bin/sh\n" + script + "\n");
  ::chmod(program.c_str(), 0755);
  return program;
}

/// An environment variable has a value while this lives.
class Setting
{
public:
  Setting(const char* name, const std::string& value) : name_(name)
  {
    if (const char* old = std::getenv(name))
      old_ = old;
    ::setenv(name, value.c_str(), 1);
  }
  ~Setting()
  {
    if (old_)
      ::setenv(name_, old_->c_str(), 1);
    else
      ::unsetenv(name_);
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

private:
  const char* name_;
  std::optional<std::string> old_;
};

} // namespace

BOOST_AUTO_TEST_CASE(joined_pages_are_printed_with_text_sheets_and_outline)
{
  if (is_skipped())
    return;
  const TemporaryFolder folder;
  const fs::path html = folder / "the book é #1.html", pdf = folder / "book.pdf";
  fs::copy_file(fs::path(EPREUVE_SOURCE_DIR) / "book/style.css", folder / "style.css");
  write_file(html, single_page(
                       {{"one.html", page("<h1>First chapter</h1><h2>A section</h2><p>Largeur "
                                          "d’une étape, ω ∈ ℝ. See <a href=\"two.html#there\">"
                                          "there</a>.</p><details class=\"fold code\"><summary>"
                                          "Folded</summary>It checks</details><details class=\""
                                          "fold drawing\"><summary>Drawing</summary>It draws"
                                          "</details><details class=\"fold preamble\"><summary>"
                                          "Preamble</summary>It includes</details>" +
                                          table(1, 5))},
                        {"two.html", page("<h1>Second chapter</h1><h2 id=\"there\">There</h2>")}}));
  print(html, pdf);

  const std::vector<std::string> sheets = sheets_of(pdf);
  BOOST_REQUIRE(sheets.size() == 2u);
  BOOST_TEST(contains(sheets[0], "First chapter"));
  BOOST_TEST(contains(sheets[0], "Largeur d’une étape, ω ∈ ℝ"));
  BOOST_TEST(contains(sheets[0], "Caption-1-"));
  BOOST_TEST(contains(sheets[0], "row-1-4-"));
  BOOST_TEST(contains(sheets[1], "Second chapter"));
  // Folds are open, without the line that opens them, except for drawing code and includes.
  BOOST_TEST(contains(sheets[0], "It checks"));
  BOOST_TEST(!contains(sheets[0], "Folded"));
  BOOST_TEST(!contains(sheets[0], "It draws"));
  BOOST_TEST(!contains(sheets[0], "It includes"));
  // None of the browser's headers and footers: the address, and "1/2".
  BOOST_TEST(!contains(sheets[0], "file:"));
  BOOST_TEST(!contains(sheets[0], "1/2"));
  const std::string about = told_by("pdfinfo", {pdf.string()});
  BOOST_TEST(contains(about, "The épreuve"));
  BOOST_TEST(contains(about, "A4"));
  BOOST_TEST(contains(about, "Tagged:          yes"));
  BOOST_TEST(contains(told_by("pdfinfo", {"-dests", pdf.string()}), "p2-there"));
  // The titles of an outline are the only texts that a PDF holds in plain form.
  const std::string bytes = read_file(pdf);
  BOOST_TEST(contains(bytes, "/Outlines"));
  for (const char* title : {"First chapter", "A section", "Second chapter", "There"})
    BOOST_TEST(contains(bytes, fmt::format("/Title ({})", title)), title);
}

BOOST_AUTO_TEST_CASE(a_table_begins_on_the_sheet_of_its_caption)
{
  if (is_skipped())
    return;
  const TemporaryFolder folder;
  fs::copy_file(fs::path(EPREUVE_SOURCE_DIR) / "book/style.css", folder / "style.css");
  // From half a sheet to several, a few lines of prose between them so that they begin anywhere.
  const std::vector<int> rows{20, 25, 70, 24, 30, 31, 32, 33, 34, 35, 3,  28, 100, 22, 2,
                              29, 45, 33, 26, 4,  30, 34, 60, 27, 5,  31, 40, 23,  32, 21};
  std::string main = "<h1>Tables</h1>";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t line = 0; line < 7 * i % 19; ++line)
      main += "<p>A line of prose.</p>";
    main += table(static_cast<int>(i), rows[i]);
  }
  write_file(folder / "book.html", single_page({{"tables.html", page(main)}}));
  print(folder / "book.html", folder / "book.pdf");

  std::map<int, std::size_t> captions, firsts, lasts;
  const std::vector<std::string> sheets = sheets_of(folder / "book.pdf");
  for (std::size_t sheet = 0; sheet < sheets.size(); ++sheet) {
    const auto each = [&](const char* pattern, const auto& found) {
      const std::regex expression(pattern);
      for (std::sregex_iterator at(sheets[sheet].begin(), sheets[sheet].end(), expression), end;
           at != end; ++at)
        found(*at);
    };
    each("Caption-(\\d+)-",
         [&](const std::smatch& match) { captions[std::stoi(match[1])] = sheet; });
    each("row-(\\d+)-(\\d+)-", [&](const std::smatch& match) {
      if (std::stoi(match[2]) == 0)
        firsts[std::stoi(match[1])] = sheet;
      lasts[std::stoi(match[1])] = sheet;
    });
  }
  BOOST_TEST(captions.size() == rows.size());
  for (const auto& [number, sheet] : captions) {
    BOOST_TEST(firsts[number] == sheet, "table " << number);
    // A table that fits on a sheet is not broken.
    if (rows[static_cast<std::size_t>(number)] <= 30)
      BOOST_TEST(lasts[number] == sheet, "table " << number);
  }
  BOOST_TEST(lasts[12] >= firsts[12] + 2); // a hundred rows are more than two sheets
}

BOOST_AUTO_TEST_CASE(a_page_that_is_not_there_or_a_place_that_is_not_leaves_everything_as_it_was)
{
  if (is_skipped())
    return;
  const TemporaryFolder folder;
  write_file(folder / "old.pdf", "old");
  BOOST_CHECK_EXCEPTION(print(folder / "missing.html", folder / "old.pdf"), Error,
                        says("missing.html"));
  BOOST_TEST(read_file(folder / "old.pdf") == "old");
  write_file(folder / "page.html", page(""));
  BOOST_CHECK_THROW(print(folder / "page.html", folder / "no/such/folder.pdf"), Error);
}

BOOST_AUTO_TEST_CASE(chromiums_failure_is_told_in_its_words_even_with_status_0)
{
  const TemporaryFolder folder;
  write_file(folder / "page.html", page(""));
  write_file(folder / "old.pdf", "old");
  const Setting setting("CHROMIUM", pretended(folder, R"(
echo "[1:2:1121/192524.1:ERROR:dbus/bus.cc:405] Failed to connect to the bus"
echo "[1:2:1121/192524.1:ERROR:headless/handler.cc:403] Page load failed: the reason"
exit 0)")
                                        .string());
  const auto told = [](const Error& error) {
    return contains(error.what(), "it said:\n  Page load failed: the reason") &&
           !contains(error.what(), "bus");
  };
  BOOST_CHECK_EXCEPTION(print(folder / "page.html", folder / "old.pdf"), Error, told);
  BOOST_TEST(read_file(folder / "old.pdf") == "old");

  pretended(folder, "echo '%PDF-half' > \"$(echo \"$*\" | sed 's/.*--print-to-pdf=\\([^ "
                    "]*\\).*/\\1/')\"; kill -SEGV $$");
  BOOST_CHECK_EXCEPTION(print(folder / "page.html", folder / "old.pdf"), Error, says("status 139"));
  BOOST_TEST(read_file(folder / "old.pdf") == "old");
}

BOOST_AUTO_TEST_CASE(a_chromium_that_waits_for_itself_is_started_once_more)
{
  const TemporaryFolder folder;
  write_file(folder / "page.html", page(""));
  write_file(folder / "old.pdf", "old");
  const std::string waits = "echo >>" + (folder / "starts").string() + "; sleep 60";
  const Setting setting("CHROMIUM", pretended(folder, waits).string());
  BOOST_CHECK_EXCEPTION(print(folder / "page.html", folder / "old.pdf", 3), Error,
                        says("did not print"));
  BOOST_TEST(read_file(folder / "starts") == "\n\n");
  BOOST_TEST(read_file(folder / "old.pdf") == "old");

  fs::remove(folder / "starts");
  pretended(folder, "[ -e " + (folder / "starts").string() + " ] || { " + waits + R"(; }
echo "$*" | sed 's/.*--print-to-pdf=\([^ ]*\).*/\1/' | xargs cp ")" +
                        (folder / "page.html").string() + "\"");
  print(folder / "page.html", folder / "new.pdf", 5);
  BOOST_TEST(read_file(folder / "new.pdf") == page(""));
}

BOOST_AUTO_TEST_CASE(without_chromium_it_is_said_how_to_get_it)
{
  const TemporaryFolder folder;
  const Setting path("PATH", folder.path().string());
  {
    const Setting none("CHROMIUM", "");
    BOOST_CHECK_EXCEPTION(find_chromium(), Error, says("./epreuve install pdf"));
    const fs::path program = pretended(folder, "");
    BOOST_TEST(find_chromium() == program);
  }
  const Setting wrong("CHROMIUM", "/no/such/program");
  BOOST_CHECK_EXCEPTION(find_chromium(), Error, says("CHROMIUM names"));
}
