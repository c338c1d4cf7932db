#include "weaver/results.hpp"

#include "epreuve/text.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::tests::says;
using nlohmann::json;

namespace {

constexpr const char* file = "chapters/01-test/chapter.cpp";

/// The line, from 1, of the first place where a text stands.
int line_of(const std::string& source, const std::string& text)
{
  const std::size_t at = source.find(text);
  BOOST_REQUIRE_MESSAGE(at != std::string::npos, text << " is not in the source");
  return 1 + static_cast<int>(std::count(source.begin(),
                                         source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// A record whose results have the lines where given texts stand in a source.
class Record
{
public:
  explicit Record(std::string source) : source_(std::move(source))
  {
    for (const char* list : {"claims", "findings", "tables", "figures", "undrawn", "propositions"})
      record_[list] = json::array();
    record_["name"] = "01-test";
    record_["source"] = file;
  }

  Record& claim(const std::string& id, const std::string& text)
  {
    record_["claims"].push_back(place(text));
    record_["claims"].back()["id"] = id;
    record_["claims"].back()["readings"] = json::array();
    return *this;
  }

  /// Evidence on the last claim, each in a reading of its own.
  Record& evidence(const std::string& kind, const std::string& text)
  {
    json one = place(text);
    one["kind"] = kind;
    record_["claims"].back()["readings"].push_back({{"evidence", {one}}});
    return *this;
  }

  Record& add(const char* list, const std::string& text, json members = json::object())
  {
    members.update(place(text));
    record_[list].push_back(members);
    return *this;
  }

  json& operator*() { return record_; }
  Placement placed() const { return place_results(read_literate(source_), record_); }

  /// "claim 0(0,1)+ behind TEXT" for each result: its evidence by readings; + if it goes on, > if it is
  /// continued, then the last line before it.
  std::string shown() const
  {
    const Placement placement = placed();
    auto lines = epreuve::split_lines(read_literate(source_).text);
    lines.pop_back();
    std::string text;
    for (const Place& place : placement.places)
      for (const Result& result : place.results) {
        constexpr std::array kinds{"claim", "finding", "table", "figure", "undrawn", "proposition"};
        text +=
            fmt::format("{} {}(", kinds.at(static_cast<std::size_t>(result.kind)), result.index);
        for (const auto& evidence : result.evidence)
          text +=
              fmt::format("{}{}", evidence == result.evidence.front() ? "" : ",", evidence.reading);
        const auto at = static_cast<std::size_t>(place.line) - 1;
        const std::string last = at < lines.size() ? lines[at] : "END";
        const std::size_t first = std::min(last.find_first_not_of(' '), last.size());
        text += fmt::format("){}{} behind {}\n", result.goes_on ? "+" : "",
                            result.continued ? ">" : "", last.substr(first));
      }
    for (const Problem& problem : placement.problems)
      text += fmt::format("problem {}: {}\n", problem.line, problem.message);
    return text;
  }

private:
  json place(const std::string& text) const
  {
    return {{"file", file}, {"line", line_of(source_, text)}};
  }

  std::string source_;
  json record_;
};

std::string paragraphs(const std::string& source)
{
  std::string text;
  for (const Paragraph& paragraph : paragraphs_of(read_literate(source)))
    text += fmt::format("{}-{}{} ", paragraph.first_line, paragraph.last_line,
                        paragraph.function >= 0 ? "f" : "");
  return text;
}

} // namespace

BOOST_AUTO_TEST_CASE(code_parts_at_blank_lines_of_an_open_place)
{
  BOOST_TEST(paragraphs("a;\n\nb;\nc;\n\nd;") == "1-1 3-4 6-6 ");
  BOOST_TEST(paragraphs("void f()\n{\n  a;\n\n  b;\n}\n\nint x;") == "1-3f 5-6f 8-8 ");
  BOOST_TEST(paragraphs("namespace n {\n\nint x;\n\nvoid f() {\n\na;\n}\n}") ==
             "1-1 3-3 5-5f 7-9 ");
  BOOST_TEST(paragraphs("CHAPTER(chapter)\n{\n  a;\n\n  /** prose */\n  b;\n\n  c;\n}\n") ==
             "1-3f 6-6f 8-9f ");
}

BOOST_AUTO_TEST_CASE(blank_lines_in_a_statement_part_nothing)
{
  for (const std::string inside :
       {"f(1,\n\n2);", "auto l = [&] {\n\na;\n\n};", "for (;;) {\na;\n\nb;\n}", "x = a\n\n+ b;",
        "Foo f{1,\n\n2};", "if (a) {\n}\n\nelse {\n}", "auto s = R\"(\n\n)\";", "x = {1}\n\n.y();",
        "struct S\n{\nint a;\n\nint b;\n};", "/* a\n\nb */", "// a(\ng([&] {\n\n});"}) {
    BOOST_TEST_CONTEXT(inside)
    {
      const auto lines = 1 + std::ranges::count(inside, '\n');
      BOOST_TEST(paragraphs("CHAPTER(c) {\n" + inside + "\n}") == fmt::format("1-{}f ", 2 + lines));
      BOOST_TEST(paragraphs(inside) == fmt::format("1-{} ", lines));
    }
  }
}

BOOST_AUTO_TEST_CASE(brackets_in_text_open_nothing)
{
  BOOST_TEST(paragraphs("void f(int a = {}) {\ng(\"({[\", '{'); // {(\n\n/* { */ h();\n}") ==
             "1-2f 4-5f ");
}

BOOST_AUTO_TEST_CASE(a_block_that_prose_stands_in_is_open)
{
  const std::string head = "void f() {\nif (x)\n  y();\n";
  BOOST_TEST(paragraphs(head + "else {\na;\n\nb;\nc;\n}\n}") == "1-10f ");
  BOOST_TEST(paragraphs(head + "else {\na;\n\nb;\n/**\nprose\n*/\nc;\n\nd;\n}\n}") ==
             "1-5f 7-7f 11-11f 13-15f ");
  // Not so in a lambda that is an argument.
  BOOST_TEST(paragraphs("void f() {\ng([&] {\na;\n\nb;\n/** prose */\nc;\n\nd;\n});\n}") ==
             "1-5f 7-11f ");
}

BOOST_AUTO_TEST_CASE(each_result_stands_behind_its_paragraph)
{
  Record record(R"(CHAPTER(chapter)
{
  chapter.claim("one", holds)
      .at_most("a", 1, 2)
      .fact("b", true, "c");
  chapter.table("T", {}, {});

  chapter.figure("fig", [](Figure& figure) {
    figure.title("t");

    figure.alt("a");
  });
  chapter.undrawn("later", "why");

  chapter.proposition("softmax");
}
)");
  record.claim("one", "chapter.claim")
      .evidence("bound", ".at_most")
      .evidence("fact", ".fact")
      .add("tables", "chapter.table")
      .add("figures", "chapter.figure", {{"name", "fig"}})
      .add("undrawn", "chapter.undrawn", {{"name", "later"}})
      .add("propositions", "chapter.proposition", {{"name", "05-softmax"}});
  BOOST_TEST(record.shown() == "claim 0(0,1) behind chapter.table(\"T\", {}, {});\n"
                               "table 0() behind chapter.table(\"T\", {}, {});\n"
                               "figure 0() behind chapter.undrawn(\"later\", \"why\");\n"
                               "undrawn 0() behind chapter.undrawn(\"later\", \"why\");\n"
                               "proposition 0() behind }\n");
}

BOOST_AUTO_TEST_CASE(a_claim_is_continued_where_later_evidence_comes_from)
{
  Record record(R"(CHAPTER(chapter)
{
  Claim& one = chapter.claim("one", holds);
  one.fact("a", true, "");

  between();

  one.at_most("b", 1, 2);

  chapter.claim("one", holds).agree("c", 1, 1, exactly());
}
)");
  record.claim("one", "Claim& one")
      .evidence("fact", "one.fact")
      .evidence("bound", "one.at_most")
      .evidence("identity", "chapter.claim(\"one\", holds).agree");
  BOOST_TEST(record.shown() == "claim 0(0)+ behind one.fact(\"a\", true, \"\");\n"
                               "claim 0(1)> behind one.at_most(\"b\", 1, 2);\n"
                               "claim 0(2)> behind }\n");
}

BOOST_AUTO_TEST_CASE(evidence_from_helpers_and_earlier_lambdas_goes_to_its_claim)
{
  Record record(R"(static void check(Claim& claim)
{
  claim.fact("helper", true, "");
}

CHAPTER(chapter)
{
  const auto step = [&](Claim& claim) { claim.at_most("lambda", 1, 2); };

  Claim& one = chapter.claim("one", holds);
  check(one);
  step(one);

  other();
}
)");
  record.claim("one", "Claim& one").evidence("fact", "claim.fact").evidence("bound", "step =");
  BOOST_TEST(record.shown() == "claim 0(0,1) behind step(one);\n");
}

BOOST_AUTO_TEST_CASE(a_chapter_of_functions_reads_like_one_that_is_all_in_chapter)
{
  Record record(R"(static void first(Chapter& chapter)
{
  chapter.claim("one", holds).fact("a", true, "");

  rest();
}

static void second(Chapter& chapter)
{
  chapter.claim("one", holds).at_most("b", 1, 2);
}

CHAPTER(chapter)
{
  first(chapter);
  second(chapter);
}
)");
  record.claim("one", "chapter.claim(\"one\", holds).fact")
      .evidence("fact", ".fact")
      .evidence("bound", ".at_most");
  BOOST_TEST(record.shown() == "claim 0(0)+ behind chapter.claim(\"one\", holds).fact(\"a\", true, "
                               "\"\");\nclaim 0(1)> behind }\n");
}

BOOST_AUTO_TEST_CASE(loops_and_lines_with_several_results_keep_the_records_order)
{
  Record record(R"(CHAPTER(chapter)
{
  for (const char* id : {"one", "two"}) {
    Claim& claim = chapter.claim(id, holds);

    claim.fact("a", true, "").at_most("b", 1, 2);
  }
}
)");
  record.claim("two", "Claim& claim")
      .evidence("fact", "claim.fact")
      .evidence("bound", "claim.fact")
      .claim("one", "Claim& claim")
      .evidence("fact", "claim.fact")
      .evidence("fact", "claim.fact");
  BOOST_TEST(record.shown() == "claim 0(0,1) behind }\nclaim 1(0,1) behind }\n");
}

BOOST_AUTO_TEST_CASE(what_another_file_made_stands_at_its_claim_or_at_the_end)
{
  Record record("CHAPTER(chapter)\n{\n  chapter.claim(\"one\", holds);\n\n  a();\n}\n");
  record.claim("one", "chapter.claim").evidence("fact", "chapter.claim");
  (*record)["claims"][0]["readings"][0]["evidence"][0]["file"] = "lib/epreuve/helper.hpp";
  record.add("tables", "chapter.claim");
  (*record)["tables"][0]["file"] = "lib/epreuve/helper.hpp";
  BOOST_TEST(record.shown() ==
             "claim 0(0) behind chapter.claim(\"one\", holds);\ntable 0() behind END\n");
}

BOOST_AUTO_TEST_CASE(a_record_of_another_version_of_the_file_is_a_problem)
{
  const std::string source =
      "CHAPTER(chapter)\n{\n  chapter.claim(\"one\", holds)\n"
      "      .fact(\"a\", true, \"\");\n\n  chapter.table(\"\", {}, {});\n}\n";
  const auto problem = [&](int line_of_claim, int line_of_fact, int line_of_table) {
    Record record(source);
    record.claim("one", "chapter.claim").evidence("fact", ".fact").add("tables", ".table");
    (*record)["claims"][0]["line"] = line_of_claim;
    (*record)["claims"][0]["readings"][0]["evidence"][0]["line"] = line_of_fact;
    (*record)["tables"][0]["line"] = line_of_table;
    const auto problems = record.placed().problems;
    BOOST_TEST(problems.size() <= 1u);
    return problems.empty() ? std::string()
                            : fmt::format("{}: {}", problems[0].line, problems[0].message);
  };
  BOOST_TEST(problem(3, 4, 6) == "");
  BOOST_TEST(problem(3, 3, 6) == "", "Clang gives a chain of calls the line of the first");
  BOOST_TEST(problem(6, 4, 6) ==
             "6: the record of 01-test has the claim \"one\" here, but there stands "
             "\"  chapter.table(\"\", {}, {});\": chapter.cpp has changed since it "
             "ran; build it and run it again");
  BOOST_TEST(problem(3, 5, 6).starts_with("5: the record of 01-test has evidence on \"one\" here"));
  BOOST_TEST(problem(3, 4, 3).starts_with("3: the record of 01-test has a table here"));
  const std::string all = problem(100, 101, 102);
  BOOST_TEST(all.starts_with("100: "));
  BOOST_TEST(all.find("the file has only 7 lines (and 2 more of its lines)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_id_that_differs_is_a_problem_and_one_that_is_computed_is_not)
{
  Record other("CHAPTER(chapter)\n{\n  chapter.claim(\"two\", holds);\n}\n");
  BOOST_TEST(other.claim("one", "chapter.claim").placed().problems.size() == 1u);
  Record computed("CHAPTER(chapter)\n{\n  chapter.claim(id, holds);\n}\n");
  BOOST_TEST(computed.claim("one", "chapter.claim").placed().problems.empty());
  Record below("CHAPTER(chapter)\n{\n  Claim& c = chapter.claim(\n    \"one\", holds);\n}\n");
  BOOST_TEST(below.claim("one", "Claim& c").placed().problems.empty());
  Record wrapped("CHAPTER(chapter)\n{\n  verify(\"one\");\n}\n");
  BOOST_TEST(wrapped.claim("one", "verify").placed().problems.empty());
}

BOOST_AUTO_TEST_CASE(statements_that_share_a_line_are_all_looked_at)
{
  Record record("CHAPTER(chapter)\n{\n  a(); chapter.claim(\"one\", holds); b();\n  c();\n}\n");
  BOOST_TEST(record.claim("one", "chapter.claim").placed().problems.empty());
}

BOOST_AUTO_TEST_CASE(results_of_lines_beyond_the_file_stand_at_its_end)
{
  Record record("CHAPTER(chapter)\n{\n}\n");
  record.add("tables", "}");
  (*record)["tables"][0]["line"] = 99;
  BOOST_TEST(record.shown().starts_with("table 0() behind END\nproblem 99: "));
}

BOOST_AUTO_TEST_CASE(a_record_of_another_form_is_an_error)
{
  const Literate chapter = read_literate("int x;");
  BOOST_CHECK_EXCEPTION(place_results(chapter, json::object()), Error, says("record.schema.json"));
  BOOST_CHECK_EXCEPTION(place_results(chapter, {{"source", 1}}), Error, says("record.schema.json"));
}
