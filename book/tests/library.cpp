#include "weaver/library.hpp"

#include "epreuve/lexer.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/contains.hpp"
#include "support/errors.hpp"
#include "support/needs.hpp"
#include "weaver/comment.hpp"
#include "weaver/tree.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve::book;
using namespace std::string_literals;
using epreuve::Error;
using epreuve::TemporaryFolder;
using epreuve::Token;
using epreuve::tokens_of;
using epreuve::tests::contains;
using epreuve::tests::needs;
using epreuve::tests::says;
namespace fs = std::filesystem;

namespace {

int count(std::string_view text, std::string_view words)
{
  int n = 0;
  for (std::size_t at = 0; (at = text.find(words, at)) != std::string_view::npos;
       at += words.size())
    ++n;
  return n;
}

using Texts = std::map<std::string, std::string>;

/// A project of some headers, with the settings of this one.
void make_project(const fs::path& root, const Texts& headers)
{
  fs::create_directories(root / "book");
  fs::copy_file(EPREUVE_SOURCE_DIR "/book/Doxyfile", root / "book/Doxyfile");
  for (const auto& [name, text] : headers) {
    const fs::path file = root / "lib/epreuve" / name;
    fs::create_directories(file.parent_path());
    epreuve::write_file(file.string(), text);
  }
}

Library library_of(const Texts& headers, const Texts& chapters = {})
{
  const TemporaryFolder root;
  make_project(root.path(), headers);
  run_doxygen(root.path(), root / "out");
  return library_pages(root / "out", chapters);
}

/// The page of a single header in the namespace epreuve::math.
std::string page_of(const std::string& declarations)
{
  const Library library =
      library_of({{"math/one.hpp", "#pragma once\nnamespace epreuve::math {\n\n" + declarations +
                                       "\n} // namespace epreuve::math\n"}});
  BOOST_REQUIRE(library.pages.size() == 1u);
  return library.pages[0].main;
}

/// What a reader sees.
std::string seen(const std::string& html)
{
  return text_of(read_tree(html));
}

/// The content of the element with an id.
std::string seen_at(const std::string& html, const std::string& id)
{
  const pugi::xml_document tree = read_tree(html);
  const auto found = tree.find_node([&](const pugi::xml_node& node) {
    return std::string_view(node.attribute("id").value()) == id;
  });
  return found ? text_of(found) : "no " + id;
}

/// An environment variable, set while this lives.
class Variable
{
public:
  Variable(const char* name, const std::string& value) : name_(name)
  {
    if (const char* before = std::getenv(name))
      before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable()
  {
    if (before_)
      ::setenv(name_, before_->c_str(), 1);
    else
      ::unsetenv(name_);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

private:
  const char* name_;
  std::optional<std::string> before_;
};

const Library& real_library()
{
  static const Library library = [] {
    const TemporaryFolder folder;
    const std::string objections = run_doxygen(EPREUVE_SOURCE_DIR, folder.path());
    BOOST_TEST(objections == "");
    Texts chapters;
    for (const fs::directory_entry& entry : fs::directory_iterator(EPREUVE_SOURCE_DIR "/chapters"))
      if (fs::exists(entry.path() / "chapter.cpp"))
        chapters[entry.path().filename()] = epreuve::read_text(entry.path() / "chapter.cpp");
    return library_pages(folder.path(), chapters);
  }();
  return library;
}

std::vector<Page> all_pages(const Library& library)
{
  std::vector<Page> pages = library.pages;
  pages.push_back(library.functions);
  return pages;
}

/// Letters and digits only: neither line ends, quotes nor marks of Markdown.
std::string bare(std::string_view text)
{
  std::string result;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80)
      result += c;
  return result;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_comment_above_a_namespace_is_about_the_file)
{
  BOOST_TEST(
      prepared_header(
          "#pragma once\n\n/// About.\n/// More.\nnamespace a {\n\n/// f\nint f();\n}\n") ==
      "#pragma once\n\n/// @file\n/// About.\n/// More.\nnamespace a {\n\n/// f\nint f();\n}\n");
  // Not if a line is between them, nor if the comment is not documentation.
  for (const char* header : {"/// About.\n\nnamespace a {}\n", "// About.\nnamespace a {}\n",
                             "int x; ///< about x\nnamespace a {}\n", "namespace a {}\n"})
    BOOST_TEST(prepared_header(header) == header);
}

BOOST_AUTO_TEST_CASE(a_source_is_a_section_of_its_own, *needs("doxygen"))
{
  BOOST_TEST(prepared_header("/// @return x\n/// Source: exo7 2.1.\nint f();\n") ==
             "/// @return x\n/// @since exo7 2.1.\nint f();\n");
  for (const char* header : {"auto x = R\"(\n/// Source: a\n)\";\n", "// Source: a\n",
                             "/// In it. Source: a\n", "/// Sources: a\n"})
    BOOST_TEST(prepared_header(header) == header);
  const std::string page = page_of("/// The first.\n/// @return x\n/// @throws Error if not\n"
                                   "/// Source: exo7 2.1,\n/// and more.\nint f();\n");
  BOOST_TEST(contains(page, "<div><dt>returns</dt><dd>x</dd></div>"));
  BOOST_TEST(contains(page, "<dt>throws <code>Error</code></dt><dd>if not</dd>"));
  BOOST_TEST(contains(page, "<dt>source</dt><dd>exo7 2.1, and more.</dd>"));
}

BOOST_AUTO_TEST_CASE(a_leading_sign_begins_no_quotation, *needs("doxygen"))
{
  const std::string page = page_of(
      "/// The base.\n/// > 1 in all cases.\n///\n///     > code\n/// @param p  > 1, the base\n"
      "/// @return   >= 0\nint f(int p);\n");
  BOOST_TEST(contains(page, "<dt><code>p</code></dt><dd>&gt; 1, the base</dd>"));
  BOOST_TEST(contains(page, "<dt>returns</dt><dd>&gt;= 0</dd>"));
  BOOST_TEST(contains(seen(page), "The base. > 1 in all cases."));
  BOOST_TEST(contains(page, "<code>&gt; code</code>"), page);
  BOOST_TEST(!contains(page, "<blockquote>"));
}

BOOST_AUTO_TEST_CASE(several_parameters_share_a_line, *needs("doxygen"))
{
  const std::string page =
      page_of("/// f\n/// @param k, v  the keys and values\n/// @param x, of all things\n"
              "int f(int k, int v, int x);\n");
  BOOST_TEST(contains(page, "<dt><code>k</code>, <code>v</code></dt><dd>the keys and values</dd>"));
}

BOOST_AUTO_TEST_CASE(a_header_becomes_a_page, *needs("doxygen"))
{
  const Library library =
      library_of({{"math/one_two.hpp", "/// About.\nnamespace epreuve::math {\nint f();\n}\n"},
                  {"three.hpp", "/// Others.\nnamespace epreuve { int g(); }\n"},
                  {"empty.hpp", "#pragma once\n"}});
  BOOST_REQUIRE(library.pages.size() == 3u);
  std::map<std::string, Page> pages;
  for (const Page& page : library.pages)
    pages[page.file] = page;
  const Page& page = pages.at("library/math-one_two.html");
  BOOST_TEST(page.title == "math/one_two.hpp");
  BOOST_TEST(contains(page.main, "<h1>math/one_two.hpp</h1>"));
  BOOST_TEST(contains(seen(page.main), "#include \"epreuve/math/one_two.hpp\""));
  BOOST_TEST(contains(page.main, "<p>About.</p>"));
  BOOST_TEST(!contains(page.main, "Others."));
  BOOST_TEST(page.contents == "<li><a href=\"#f\">f</a></li>\n");
  BOOST_TEST(contains(pages.at("library/three.html").main, "<p>Others.</p>"));
  BOOST_TEST(contains(pages.at("library/empty.html").main, "nothing of its own"));
}

BOOST_AUTO_TEST_CASE(signatures_read_as_they_are_written, *needs("doxygen"))
{
  const std::string text = seen(page_of(
      "struct S;\n\n/// f\ntemplate <typename Real>\n  requires(!std::same_as<Real, double>)\n"
      "const std::vector<std::pair<Real, int>>& f(const std::vector<Real>& x, const char* s = "
      "\"a\");\n\n"
      "/// g\nconstexpr double g(int big = 10'000, int shifted = 1 << 4) noexcept;\n\n"
      "/// n\nconstexpr int n = 10'000'000;\n\n"
      "/// E\nenum class E : unsigned char { a, b = 4 };\n\n"
      "/// A\ntemplate <typename T>\nusing A = std::map<T, std::function<bool(const T&, T*)>>;\n\n"
      "/// C\ntemplate <typename T>\nconcept C = std::same_as<T, int> || std::same_as<T, long>;\n\n"
      "/// D\nclass D : public std::runtime_error {\npublic:\n  explicit D(int x);\n"
      "  D(const D&) = delete;\n  static D make();\n  bool has(int x) const;\n"
      "  bool operator==(const D&) const = default;\n};\n"));
  for (const char* expected :
       {"template <typename Real>\n  requires (!std::same_as<Real, double>)\n"
        "const std::vector<std::pair<Real, int>>& f(\n    const std::vector<Real>& x,\n"
        "    const char* s = \"a\")",
        "constexpr double g(int big = 10'000, int shifted = 1 << 4) noexcept",
        "constexpr int n = 10'000'000", "enum class E : unsigned char", "b = 4",
        "template <typename T>\nusing A = std::map<T, std::function<bool(const T&, T*)>>",
        "template <typename T>\nconcept C = std::same_as<T, int> || std::same_as<T, long>",
        "class D : public std::runtime_error", "explicit D(int x)", "D(const D&) = delete",
        "static D make()", "bool has(int x) const", "bool operator==(const D&) const = default"})
    BOOST_TEST(contains(text, expected), expected << " in " << text);
}

BOOST_AUTO_TEST_CASE(overloads_have_an_id_each_below_one_heading, *needs("doxygen"))
{
  const std::string page =
      page_of("/// One.\nint f(int x);\n\n/// Two.\nint f(double x);\n\n"
              "/// Sum.\nint operator+(S, S);\n\n/// Less.\nint operator-(S, S);\n");
  BOOST_TEST(count(page, "<h2") == 3);
  BOOST_TEST(contains(page, "<h2 id=\"f\">"));
  BOOST_TEST(contains(seen_at(page, "f-2"), "int f(double x)\nTwo."));
  BOOST_TEST(contains(page, "<h2 id=\"operator~2b\">"));
  BOOST_TEST(contains(page, "<h2 id=\"operator-\">"));
}

BOOST_AUTO_TEST_CASE(a_comment_is_about_the_lines_directly_below_it, *needs("doxygen"))
{
  const std::string page = page_of(
      "/// Both.\nint a();\nint b(int x,\n      int y);\n\nint c();\n\n"
      "/// With a body.\ninline int d()\n{\n  return 1;\n}\nint e();\n\n"
      "/// In one line.\ninline int g()\n{ return 1; }\nint h();\n\n"
      "struct S\n{\n  int p; ///< of p\n  int q;\n  /// Of r and s.\n  int r;\n  int s;\n};\n");
  BOOST_TEST(contains(seen(page), "a, b\n\nint a()\nint b(int x, int y)\nBoth."));
  BOOST_TEST(seen_at(page, "b") == "int b(int x, int y)");
  BOOST_TEST(contains(page, "<h2 id=\"c\">"));
  BOOST_TEST(contains(page, "<h2 id=\"e\">"));
  BOOST_TEST(contains(page, "<h2 id=\"h\">"));
  BOOST_TEST(count(page, "Both.") == 1);
  BOOST_TEST(count(page, "With a body.") == 1);
  BOOST_TEST(seen_at(page, "S.p") == "int p\nof p\n");
  BOOST_TEST(seen_at(page, "S.q") == "int q\n");
  BOOST_TEST(seen_at(page, "S.r") == "int r\nint s\nOf r and s.\n");
}

BOOST_AUTO_TEST_CASE(only_what_is_public_is_shown, *needs("doxygen"))
{
  const std::string text =
      seen(page_of("namespace detail {\n/// Hidden 1.\nint hidden1();\nstruct hidden2 {};\n}\n"
                   "namespace {\nint hidden3();\n}\n"
                   "class C\n{\npublic:\n  int shown() const;\n  struct Within { int inner; };\n"
                   "  friend int hidden4(C);\nprotected:\n  int hidden5;\nprivate:\n"
                   "  struct hidden6 {};\n  int hidden7_; ///< Hidden 8.\n};\n"));
  BOOST_TEST(!contains(text, "idden"));
  BOOST_TEST(contains(text, "int shown() const"));
  BOOST_TEST(contains(text, "struct C::Within"));
  BOOST_TEST(contains(text, "int inner"));
}

BOOST_AUTO_TEST_CASE(types_and_names_in_code_lead_to_where_they_are_documented, *needs("doxygen"))
{
  const Library library = library_of(
      {{"error.hpp", "namespace epreuve {\n/// What is thrown.\nclass Error {};\n}\n"},
       {"math/one.hpp",
        "namespace epreuve::math {\n/// Kinds.\nenum class Kind { a };\nstruct S { int error; "
        "};\n\n"
        "/// Word S, like `f` and `g()` and `error`, not `x`.\n"
        "/// @param x  such\n/// @throws Error if not\n"
        "S f(const std::vector<S>& x, Kind kind = Kind::a);\n\n/// g\nint g();\n\nint x();\n}\n"}});
  const std::string& page = library.pages.at(1).main;
  BOOST_TEST(contains(page, "std::vector&lt;<a href=\"library/math-one.html#S\">S</a>&gt;&amp; x"));
  BOOST_TEST(contains(page, "<a href=\"library/math-one.html#Kind\">Kind::a</a>"));
  BOOST_TEST(contains(page, "throws <a href=\"library/error.html#Error\"><code>Error</code></a>"));
  BOOST_TEST(contains(
      page, "Word S, like <a href=\"library/math-one.html#f\"><code>f</code></a> and "
            "<a href=\"library/math-one.html#g\"><code>g()</code></a> and <code>error</code>, "
            "not <code>x</code>."));
}

BOOST_AUTO_TEST_CASE(comments_keep_their_formulas_lists_and_tables, *needs("doxygen"))
{
  const std::string page =
      page_of("/// First, *stressed* and **strong**:\n///\n///     x < y &&\n///       z\n///\n"
              "/// then\n///  - one\n///  - two `x<y>`\n///\n"
              "/// | a | b |\n/// |---|---|\n/// | 1 | 2 |\n///\n/// Last.\nint f();\n");
  BOOST_TEST(contains(page, "<p>First, <em>stressed</em> and <strong>strong</strong>:</p>\n"
                            "<pre><code>x &lt; y &amp;&amp;\n  z</code></pre>\n<p>then</p>\n"
                            "<ul><li>one</li><li>two <code>x&lt;y&gt;</code></li></ul>"));
  BOOST_TEST(contains(
      page, "<th scope=\"col\">a</th><th scope=\"col\">b</th></tr><tr><td>1</td><td>2</td>"));
  BOOST_TEST(contains(page, "<p>Last.</p>"));
}

BOOST_AUTO_TEST_CASE(hostile_headers_are_escaped, *needs("doxygen"))
{
  const std::string page =
      page_of("/// <script>alert(0)</script> a<b.\n///\n/// "
              "`</code></pre><script>alert(1)</script>` & \"x\"\n///\n///     </pre><img src=x "
              "onerror=y>\n"
              "/// @param x  [link](javascript:alert(1)) `\"><b>`\n"
              "int f(const char* x = \"</code><script>alert(2)</script>\");\n\n"
              "/// \xff \x01 𝒳 é\nconstexpr const char* text = \"<b>'&\";\n");
  const pugi::xml_document tree = read_tree(page); // or it throws
  for (const char* element : {"script", "img", "b"})
    BOOST_TEST(!tree.find_node([&](const pugi::xml_node& node) {
      return std::string_view(node.name()) == element;
    }),
               element);
  BOOST_TEST(!contains(page, "href=\"javascript"));
  const std::string text = seen(page);
  BOOST_TEST(contains(text, "<script>alert(0)</script> a<b."));
  BOOST_TEST(contains(text, "</code></pre><script>alert(1)</script> & \"x\""));
  BOOST_TEST(contains(text, "</pre><img src=x onerror=y>"));
  BOOST_TEST(contains(text, "\"</code><script>alert(2)</script>\""));
  BOOST_TEST(contains(text, "text = \"<b>'&\""));
  BOOST_TEST(contains(text, "� ␁ 𝒳 é"));
}

BOOST_AUTO_TEST_CASE(comments_lead_to_the_web_and_to_nothing_else_outside)
{
  pugi::xml_document document;
  document.load_string(
      "<memberdef><detaileddescription><para><ulink url=\"https://x.org/?a&amp;b\">a</ulink> "
      "<ulink url=\"javascript:alert(1)\">b</ulink> <ulink url=\"//x.org\">c</ulink> "
      "<unknown/><unknown>d</unknown></para></detaileddescription></memberdef>",
      pugi::parse_default | pugi::parse_ws_pcdata);
  const Comment comment = read_comment(
      document.first_child(), [](const std::string&) { return ""s; },
      [](std::string_view) { return ""s; });
  BOOST_TEST(html_of(comment) ==
             "<p><a href=\"https://x.org/?a&amp;b\">a</a> b c &amp;unknown;d</p>\n");
}

BOOST_AUTO_TEST_CASE(functions_lists_every_function_with_the_chapters_that_call_it,
                     *needs("doxygen"))
{
  const Library library = library_of(
      {{"attention/a.hpp", "namespace epreuve::attention {\nint same();\n}\n"},
       {"z.hpp", "namespace epreuve {\n/// @throws Error if not\nint last();\n}\n"},
       {"math/m.hpp",
        "namespace epreuve::math {\nstruct Type {};\n\n"
        "/// The first. And more.\n///\n///     x = y\n///\n/// Not here.\nint first();\n\n"
        "/// Again.\nint first(int);\n\n/// Pairs.\nint left();\nint right();\n\nint "
        "same();\n}\n"}},
      {{"01-one", "first(); // right()\nauto s = \"left()\"; /* left() */ x.same(); y->right(); "
                  "int right = 2;"},
       {"02-two", "math::same(1); std::first(2); auto f = epreuve::math::left; first<int>(3);"},
       {"03-none", "arma::last(x);"},
       {"04-other", "attention::same(); int y = a > b(1) ? 0 : c;"},
       {"05-own",
        "arma::Mat<Real> first(int i); arma::vec left(3); const auto right = [](int) {}; first(1); "
        "left(2) = 1; right(3); same;"}});
  const Page& page = library.functions;
  BOOST_TEST(page.file == "functions.html");
  const std::string text = seen(page.main);
  // Mathematics first, headers outside any folder last.
  BOOST_TEST(text.find("math/m.hpp") < text.find("attention/a.hpp"));
  BOOST_TEST(text.find("attention/a.hpp") < text.find("z.hpp"));
  BOOST_TEST(seen_at(page.main, "first") ==
             "firstThe first. And more.x = yChapters: 01-one, 02-two");
  BOOST_TEST(contains(page.main, "<a href=\"02-two.html\">02-two</a>"));
  BOOST_TEST(
      contains(page.main, "<dt><a href=\"library/math-m.html#first\"><code>first</code></a></dt>"));
  BOOST_TEST(!contains(text, "Again."));
  BOOST_TEST(seen_at(page.main, "left") == "leftrightPairs.Chapters: 02-two");
  BOOST_TEST(seen_at(page.main, "same") == "sameChapters: 02-two");
  BOOST_TEST(seen_at(page.main, "same-2") == "sameChapters: 04-other");
  BOOST_TEST(!contains(text, "05-own"));
  BOOST_TEST(contains(seen_at(page.main, "last"), "throws Error: if not"));
  BOOST_TEST(!contains(seen_at(page.main, "last"), "Chapters"));
  BOOST_TEST(contains(page.main, "Also declares <a href=\"library/math-m.html#Type\">"));
}

BOOST_AUTO_TEST_CASE(what_doxygen_objects_to_is_handed_back)
{
  const TemporaryFolder root;
  make_project(root.path(),
               {{"one.hpp", "namespace epreuve {\n/// f\n/// @param y  what\nint f(int x);\n}\n"}});
  const std::string objections = run_doxygen(root.path(), root / "out");
  BOOST_TEST(objections.starts_with("epreuve/one.hpp:"));
  BOOST_TEST(contains(objections, "'y'"));
  // The earlier output is gone.
  fs::remove(root / "lib/epreuve/one.hpp");
  epreuve::write_file((root / "lib/epreuve/two.hpp").string(), "namespace epreuve { int g(); }\n");
  BOOST_TEST(run_doxygen(root.path(), root / "out") == "");
  const Library library = library_pages(root / "out", {});
  BOOST_REQUIRE(library.pages.size() == 1u);
  BOOST_TEST(library.pages[0].file == "library/two.html");
}

BOOST_AUTO_TEST_CASE(folders_may_have_any_name_and_the_locale_does_not_matter)
{
  const TemporaryFolder around;
  const fs::path folder = around / "a \"b $(HOME) é#";
  fs::create_directory(folder);
  const Variable temporary("TMPDIR", folder.string());
  const Variable locale("LC_ALL", "tr_TR.UTF-8");
  make_project(folder / "root", {{"one.hpp", "namespace epreuve {\n/// é\nint f();\n}\n"}});
  BOOST_TEST(run_doxygen(folder / "root", folder / "out") == "");
  const Library library = library_pages(folder / "out", {});
  BOOST_REQUIRE(library.pages.size() == 1u);
  BOOST_TEST(library.pages[0].file == "library/one.html");
  BOOST_TEST(contains(library.pages[0].main, "<p>é</p>"));
}

BOOST_AUTO_TEST_CASE(a_missing_or_failing_doxygen_is_named)
{
  const TemporaryFolder root;
  make_project(root.path(), {{"one.hpp", "namespace epreuve { int g(); }\n"}});
  {
    const Variable path("PATH", (root / "nothing").string());
    BOOST_CHECK_EXCEPTION(
        run_doxygen(root.path(), root / "out"), Error,
        says("doxygen is not installed; install it with: ./epreuve install book"));
  }
  fs::create_directory(root / "bin");
  epreuve::write_file((root / "bin/doxygen").string(), "#!/bin/sh\necho it is broken\nexit 3\n");
  fs::permissions(root / "bin/doxygen", fs::perms::owner_all);
  const Variable path("PATH", (root / "bin").string());
  BOOST_CHECK_EXCEPTION(run_doxygen(root.path(), root / "out"), Error,
                        says("doxygen failed with status 3: it is broken"));
  BOOST_TEST(!fs::exists(root / "out"));
  BOOST_CHECK_EXCEPTION(library_pages(root / "out", {}), Error, says("index.xml"));
}

BOOST_AUTO_TEST_CASE(links_between_the_pages_of_the_library_resolve)
{
  std::map<std::string, std::set<std::string>> ids;
  std::vector<std::pair<std::string, std::string>> links;
  for (const Page& page : all_pages(real_library())) {
    const pugi::xml_document tree = read_tree(framed(page, ""));
    std::string folder = page.file.substr(0, page.file.rfind('/') + 1);
    int level = 0;
    const std::function<void(const pugi::xml_node&)> visit = [&](const pugi::xml_node& node) {
      const std::string_view name = node.name();
      if (const std::string id = node.attribute("id").value(); !id.empty())
        BOOST_TEST(ids[page.file].insert(id).second, page.file << " has two " << id);
      if (const std::string link = node.attribute("href").value(); name == "a" && !link.empty())
        links.emplace_back(page.file, link[0] == '#'
                                          ? page.file + link
                                          : fs::path(folder + link).lexically_normal().string());
      if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6') {
        BOOST_TEST(name[1] - '0' <= level + 1, page.file << " skips to " << name);
        level = name[1] - '0';
      }
      for (const pugi::xml_node child : node)
        visit(child);
    };
    visit(tree);
  }
  int checked = 0;
  for (const auto& [from, link] : links) {
    const std::string file = link.substr(0, link.find('#'));
    if (!file.starts_with("library/") && file != "functions.html")
      continue;
    BOOST_TEST(ids.contains(file), from << " leads to " << link);
    if (const std::size_t mark = link.find('#'); mark != std::string::npos && ids.contains(file))
      BOOST_TEST(ids[file].contains(link.substr(mark + 1)), from << " leads to " << link);
    ++checked;
  }
  BOOST_TEST(checked > 1000);
}

BOOST_AUTO_TEST_CASE(every_word_above_a_declaration_of_the_library_is_on_its_page)
{
  std::map<std::string, std::string> texts;
  for (const Page& page : real_library().pages)
    texts[page.title] = bare(seen(page.main));
  const fs::path folder = EPREUVE_SOURCE_DIR "/lib/epreuve";
  int lines = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".hpp")
      continue;
    const std::string name = fs::relative(entry.path(), folder).string();
    BOOST_REQUIRE(texts.contains(name));
    const std::string header = epreuve::read_text(entry.path());
    bool is_private = false;
    for (const Token& token : tokens_of(header)) {
      const auto begin = static_cast<std::size_t>(token.text.data() - header.data());
      const bool is_outside = begin == 0 || header[begin - 1] == '\n';
      if (is_outside && (token.text == "private" || token.text == "}"))
        is_private = token.text == "private";
      if (token.kind != Token::Kind::comment || !token.text.starts_with("///") || is_private)
        continue;
      std::string line(token.text);
      for (const std::string command : {"@param", "@return", "@throws", "Source:"})
        if (const std::size_t at = line.find(command); at != std::string::npos)
          line.erase(at, command.size());
      // A parameter's name is apart from its description.
      std::size_t at = 0;
      while (at < line.size()) {
        const std::size_t end = std::min(line.find("  ", at), line.size());
        const std::string words = bare(std::string_view(line).substr(at, end - at));
        BOOST_TEST(contains(texts[name], words), name << ":" << token.line << ": " << words);
        at = end + 2;
      }
      ++lines;
    }
  }
  BOOST_TEST(lines > 1000);
}
