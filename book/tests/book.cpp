// The whole book, made from the chapters that the driver is tested with: one that is right, one with a wrong
// verdict, one that crashes, one that fails.
#include "weaver/book.hpp"

#include "common/kept_records.hpp"
#include "weaver/tree.hpp"

#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/contains.hpp"
#include "support/errors.hpp"
#include "support/needs.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::book;
using epreuve::tests::contains;
using epreuve::tests::needs;
using epreuve::tests::says;
namespace fs = std::filesystem;

namespace {

constexpr const char* fixtures = "tests/driver/fixtures";
constexpr const char* right = "tests/driver/fixtures/01-right/chapter.cpp";

/// A copy of what the book is made from, and a book.
struct Site
{
  TemporaryFolder folder;
  Project project;

  explicit Site(const std::vector<std::string>& chapters)
  {
    const fs::path source = EPREUVE_SOURCE_DIR, root = folder / "root";
    fs::create_directories(root / "lib" / "epreuve");
    write_file(root / "lib" / "epreuve" / "half.hpp",
               "#pragma once\nnamespace epreuve {\n/// Half of x.\n"
               "double half(double x);\n}\n");
    for (const char* name : {"proofs", "book"})
      fs::create_directory_symlink(source / name, root / name);
    fs::create_symlink(source / "LICENSE", root / "LICENSE");
    fs::create_directories((root / fixtures).parent_path());
    fs::copy(source / fixtures, root / fixtures, fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(root / fixtures))
      make_old(entry.path());
    project = {.root = root,
               .build = folder / "build",
               .output = folder / "book",
               .compiler = "GNU 12",
               .programs = {}};
    fs::create_directories(project.build / "explore");
    for (const char* script : {"mathematics.js", "petit.js", "translator.js"})
      write_file(project.build / "explore" / script, "");
    for (const std::string& chapter : chapters)
      project.programs.push_back({chapter, fs::path(EPREUVE_FIXTURES) / ("chapter-" + chapter)});
  }

  fs::path path(const std::string& file) const { return project.root / file; }

  /// Written as a source from which the program was compiled.
  static void make_old(const fs::path& file)
  {
    fs::last_write_time(file, fs::file_time_type::min());
  }

  /// Replaces the chapter that is right by a script that runs it and then goes on with these commands.
  void wrap(const std::string& script)
  {
    const fs::path program = folder / "build" / "bin" / "chapter-01-right";
    fs::create_directories(program.parent_path());
    write_file(program, "#!/bin/sh\n\"" EPREUVE_FIXTURES "/chapter-01-right\" \"$@\"\n" + script);
    fs::permissions(program, fs::perms::owner_all);
    project.programs[0].path = program;
  }

  std::string page(const std::string& file) const { return read_text(project.output / file); }

  /// Replaces a text by another one in the chapter that is right.
  void replace(const std::string& text, const std::string& by) const
  {
    std::string source = read_text(path(right));
    const std::size_t at = source.find(text);
    BOOST_REQUIRE(at != std::string::npos);
    write_file(path(right), source.replace(at, text.size(), by));
    make_old(path(right));
  }
};

std::string told(const MadeBook& book)
{
  std::string text;
  for (const Mistake& mistake : book.mistakes)
    text += mistake.where + ": " + mistake.message + "\n";
  return text;
}

/// While it lives, programs are looked for in one other folder only.
class OnPath
{
public:
  explicit OnPath(const fs::path& folder) : before_(std::getenv("PATH"))
  {
    setenv("PATH", folder.c_str(), 1);
  }
  ~OnPath() { setenv("PATH", before_.c_str(), 1); }

private:
  std::string before_;
};

} // namespace

BOOST_AUTO_TEST_CASE(a_chapter_has_its_results_on_its_page_and_in_the_lists,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right"});
  const MadeBook book = make_book(site.project);
  BOOST_TEST(told(book) == "");
  BOOST_TEST(book.renewed == std::vector<std::string>{"01-right"},
             boost::test_tools::per_element());
  const std::string chapter = site.page("01-right.html");
  // e^2.2 / (e^2.2 + e^-1.1 + e^3.3 + e^0.44), by hand: 9.0250 / 38.0233 = 0.2374.
  BOOST_TEST(contains(chapter, "0.2374"));
  BOOST_TEST(contains(chapter, "The four probabilities."));
  BOOST_TEST(contains(site.page("errata.html"), "dot products lie between -∞ and ∞"));
  const std::string claims = site.page("claims.html");
  BOOST_TEST(contains(claims, "data-chapter=\"01-right\" data-verdict=\"refuted\""));
  BOOST_TEST(contains(claims, "data-chapter=\"01-right\" data-verdict=\"reproduced-truncated\""));
  BOOST_TEST(contains(site.page("index.html"), "1 refuted"));
  BOOST_TEST(contains(site.page("LICENSE.txt"), "MIT License"));
  BOOST_TEST(fs::exists(site.project.output / "favicon.svg"));
  BOOST_TEST(!fs::exists(site.project.output / "ten-errata.html")); // none is of this chapter
  BOOST_TEST(contains(site.page("documents/exo7.html"), "#claim:"));
  BOOST_TEST(contains(site.page("references.html"), "https://arxiv.org/abs/1706.03762"));
  BOOST_TEST(contains(site.page("build.html"), "GNU 12"));
  BOOST_TEST(contains(site.page("functions.html"), "half"));
  BOOST_TEST(contains(site.page("propositions.html"), "The causal mask"));
}

BOOST_AUTO_TEST_CASE(what_has_not_changed_is_not_made_again,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right"});
  make_book(site.project);
  const auto written = fs::last_write_time(site.project.output / "01-right.html");
  BOOST_TEST(make_book(site.project).renewed.empty());
  BOOST_TEST((fs::last_write_time(site.project.output / "01-right.html") == written));

  site.replace("whose verdicts are found as declared", "whose title is another");
  const MadeBook again = make_book(site.project);
  BOOST_TEST(again.renewed == std::vector<std::string>{"01-right"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_record_of_the_book_answers_claims_until_the_program_is_another,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  Site site({"01-right"});
  site.wrap("");
  make_book(site.project);
  const tools::Program& chapter = site.project.programs[0];
  const std::optional<tools::KeptRecord> kept = tools::kept_record(chapter);
  BOOST_TEST_REQUIRE(kept.has_value());
  BOOST_TEST(kept->record.name == "01-right");
  write_file(chapter.path, "#!/bin/sh\n# another program\n");
  BOOST_TEST(!tools::kept_record(chapter).has_value());
}

BOOST_AUTO_TEST_CASE(a_chapter_runs_again_when_a_model_that_the_suite_trained_is_another,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right"});
  const fs::path model = site.path("models/petit/model.safetensors");
  fs::create_directories(model.parent_path());
  write_file(model, "trained");
  make_book(site.project);
  BOOST_TEST(make_book(site.project).renewed.empty());
  write_file(model, "trained again");
  BOOST_TEST(make_book(site.project).renewed == std::vector<std::string>{"01-right"},
             boost::test_tools::per_element());
  fs::remove(model);
  BOOST_TEST(make_book(site.project).renewed.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_number_that_changes_in_the_chapter_changes_on_its_page,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  // A program that writes a different record, as an edited and compiled one does.
  Site site({"01-right"});
  make_book(site.project);
  site.wrap("for last; do :; done\nsed -i 's/0\\.2374/0.2379/g' \"$last\"\n");
  make_book(site.project);
  BOOST_TEST(!contains(site.page("01-right.html"), "0.2374"));
  BOOST_TEST(contains(site.page("01-right.html"), "0.2379"));
}

BOOST_AUTO_TEST_CASE(a_chapter_that_crashes_or_fails_is_told_and_the_others_are_there,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right", "02-wrong", "03-crashing", "04-failing"});
  const MadeBook book = make_book(site.project);
  const std::string text = told(book);
  BOOST_TEST(contains(text, "tests/driver/fixtures/02-wrong/chapter.cpp, line "), text);
  BOOST_TEST(contains(text, "is not as declared"), text);
  BOOST_TEST(contains(text, "03-crashing/chapter.cpp, line 1: its program ended with 2"), text);
  BOOST_TEST(contains(text, "04-failing/chapter.cpp, line 1"), text);
  BOOST_TEST(contains(site.page("01-right.html"), "0.2374"));
  BOOST_TEST(contains(site.page("02-wrong.html"), "Not everything in this chapter came out"));
  BOOST_TEST(contains(site.page("03-crashing.html"), "could not be woven"));
}

BOOST_AUTO_TEST_CASE(unbalanced_mathematics_names_the_line_and_the_book_is_made,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right"});
  site.replace("found as declared\n", "found as declared\n\nHere is $\\frac{1}{2$, unbalanced.\n");
  site.replace("using namespace epreuve::course;\n\n", "");
  const MadeBook book = make_book(site.project);
  BOOST_TEST(contains(told(book), std::string(right) + ", line 6: "), told(book));
  BOOST_TEST(fs::exists(site.project.output / "index.html"));
  BOOST_TEST(contains(site.page("01-right.html"), "unbalanced."));
}

BOOST_AUTO_TEST_CASE(a_source_that_was_saved_after_its_program_was_compiled_is_told_each_time,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right"});
  fs::last_write_time(site.path(right), fs::file_time_type::clock::now());
  for (int i = 0; i < 2; ++i)
    BOOST_TEST(
        contains(told(make_book(site.project)),
                 std::string(right) + ": the file has changed since its program was compiled"));
}

BOOST_AUTO_TEST_CASE(a_link_that_leads_to_nothing_is_told,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right"});
  site.replace("found as declared\n", "found as declared\n\nSee [there](nowhere.html).\n");
  BOOST_TEST(contains(told(make_book(site.project)),
                      "01-right.html: the link to \"nowhere.html\" leads to nothing"));
}

BOOST_AUTO_TEST_CASE(a_missing_figure_names_the_line_and_what_to_do,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  Site site({"01-right"});
  site.wrap("while [ \"$1\" != --figures ]; do shift; done\nrm \"$2/01-right/bars.svg\"\n");
  const MadeBook book = make_book(site.project);
  BOOST_TEST(contains(told(book), std::string(right) + ", line 23: the figure \"bars\""),
             told(book));
  BOOST_TEST(contains(told(book), "./epreuve"), told(book));
  BOOST_TEST(contains(site.page("01-right.html"), "This figure is missing."));
}

BOOST_AUTO_TEST_CASE(a_figure_that_was_lost_is_drawn_again,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right"});
  make_book(site.project);
  const fs::path figure = site.project.cache() / "01-right" / "figures" / "01-right" / "bars.svg";
  BOOST_REQUIRE(fs::remove(figure));
  BOOST_TEST(told(make_book(site.project)) == "");
  BOOST_TEST(fs::exists(figure));
}

BOOST_AUTO_TEST_CASE(a_mistake_in_the_exercises_leaves_the_rest_of_the_page,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right"});
  const fs::path folder = site.path(right).parent_path();
  write_file(folder / "exercises.hpp",
             "namespace exercise {\n/// Half.\ndouble half(double x);\n}\n");
  const MadeBook book = make_book(site.project);
  BOOST_TEST(contains(told(book), "chapters/01-right/exercises.hpp: "), told(book));
  BOOST_TEST(contains(told(book), "exercises.hpp:2: half has no title"), told(book));
  BOOST_TEST(contains(site.page("01-right.html"), "0.2374"));
  // It is reported until it is corrected.
  BOOST_TEST(contains(told(make_book(site.project)), "has no title"));
}

BOOST_AUTO_TEST_CASE(without_their_mathematics_explorers_are_figures_and_that_is_told,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right"});
  fs::remove_all(site.project.build / "explore");
  const MadeBook book = make_book(site.project);
  BOOST_TEST(contains(told(book), "the explorers are not compiled"), told(book));
  BOOST_TEST(!fs::exists(site.project.output / "explore"));
}

BOOST_AUTO_TEST_CASE(results_of_proofs_that_cannot_be_read_are_told_and_the_book_is_made,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right"});
  fs::create_directories(site.project.proof_results().parent_path());
  write_file(site.project.proof_results(), "{");
  const MadeBook book = make_book(site.project);
  BOOST_TEST(contains(told(book), "./epreuve prove"), told(book));
  BOOST_TEST(contains(site.page("propositions.html"), "not run"));
}

BOOST_AUTO_TEST_CASE(without_pandoc_what_was_woven_stays_and_the_rest_says_what_to_install,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  const Site site({"01-right"});
  make_book(site.project);
  site.replace("whose verdicts are found as declared", "whose title is another");
  const OnPath nothing(site.folder.path());
  const MadeBook book = make_book(site.project);
  BOOST_TEST(contains(told(book), std::string(right) + ", line 1: "), told(book));
  BOOST_TEST(contains(told(book), "./epreuve install book"), told(book));
  BOOST_TEST(contains(site.page("01-right.html"), "could not be woven"));
  BOOST_TEST(contains(site.page("claims.html"), "Dot products lie between 0 and infinity."));
  BOOST_TEST(contains(site.page("propositions.html"), "The causal mask"));
}

BOOST_AUTO_TEST_CASE(what_is_no_longer_a_page_goes_and_what_is_not_the_book_is_never_touched,
                     *needs("pandoc") * needs("temml") * needs("doxygen"))
{
  Site site({"01-right", "02-wrong"});
  make_book(site.project);
  BOOST_TEST(fs::exists(site.project.output / "02-wrong.html"));
  site.project.programs.pop_back();
  make_book(site.project);
  BOOST_TEST(!fs::exists(site.project.output / "02-wrong.html"));

  const fs::path other = site.folder / "somebody's";
  fs::create_directories(other);
  write_file(other / "thesis.html", "years of work");
  site.project.output = other;
  BOOST_CHECK_EXCEPTION(make_book(site.project), Error,
                        says("holds something that is not the book"));
  BOOST_TEST(read_text(other / "thesis.html") == "years of work");
}
