#include "weaver/results.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

using namespace epreuve::book;
using epreuve::evidence::Evidence;
using epreuve::evidence::SourceLine;

namespace {

constexpr const char* opening = "chapter.cpp";
constexpr const char* section = "1-section.cpp";
constexpr const char* helper = "instruments.hpp";

// Code in the lines 1 to 2 (piece 0), 6 to 8 (piece 2), 12 (piece 4).
constexpr const char* text = R"(int a;
int b;
/**
# One
*/
int c;

int d;
/**
Two.
*/
int e;)";

SourceLine at(const char* file, unsigned line)
{
  SourceLine place;
  place.file = file;
  place.line = line;
  return place;
}

/// A record with results at given files and lines.
class Record
{
public:
  Record() { record_.name = "01-test"; }

  Record& claim(const char* file, unsigned line)
  {
    record_.claims.emplace_back().where = at(file, line);
    return *this;
  }

  /// Evidence on the last claim, each in a reading of its own.
  Record& evidence(const char* file, unsigned line)
  {
    Evidence& one = record_.claims.back().readings.emplace_back().evidence.emplace_back();
    one.where = at(file, line);
    return *this;
  }

  template <typename T>
  Record& add(std::vector<T> epreuve::evidence::Record::* list, const char* file, unsigned line)
  {
    (record_.*list).emplace_back().where = at(file, line);
    return *this;
  }

  /// "claim 0(0,1)+ at 0:2 " for each result: its evidence by readings; + if it goes on, > if it is
  /// continued, then page and piece. Behind them the problems of both pages.
  std::string shown() const
  {
    std::vector<ChapterPage> pages{{opening, read_literate(text)}, {section, read_literate(text)}};
    std::string told;
    for (const Placed& placed : place_results(pages, record_))
      for (const Result& result : placed.results) {
        constexpr std::array kinds{"claim", "finding", "table", "figure", "undrawn", "proposition"};
        told +=
            fmt::format("{} {}(", kinds.at(static_cast<std::size_t>(result.kind)), result.index);
        for (const auto& one : result.evidence)
          told += fmt::format("{}{}", one == result.evidence.front() ? "" : ",", one.reading);
        told += fmt::format("){}{} at {}:{} ", result.goes_on ? "+" : "",
                            result.continued ? ">" : "", placed.place.page, placed.place.piece);
      }
    for (const ChapterPage& page : pages)
      for (const Problem& problem : page.problems)
        told += fmt::format("{}, {}: {}", page.path, problem.line, problem.message);
    return told;
  }

private:
  epreuve::evidence::Record record_;
};

using Found = epreuve::evidence::Record;

} // namespace

BOOST_AUTO_TEST_CASE(a_result_comes_after_the_code_that_contains_its_line)
{
  BOOST_TEST(Record().add(&Found::tables, opening, 2).shown() == "table 0() at 0:0 ");
  BOOST_TEST(Record().add(&Found::tables, opening, 6).shown() == "table 0() at 0:2 ");
  BOOST_TEST(Record().add(&Found::figures, section, 8).shown() == "figure 0() at 1:2 ");
  BOOST_TEST(Record().add(&Found::undrawn, section, 12).shown() == "undrawn 0() at 1:4 ");
}

BOOST_AUTO_TEST_CASE(results_of_one_piece_stand_in_the_order_of_lines_then_of_the_record)
{
  const Record record = Record()
                            .add(&Found::tables, opening, 8)
                            .add(&Found::tables, opening, 6)
                            .add(&Found::tables, opening, 8)
                            .add(&Found::propositions, opening, 7);
  BOOST_TEST(record.shown() == "table 1() at 0:2 proposition 0() at 0:2 table 0() at 0:2 table 2() "
                               "at 0:2 ");
}

BOOST_AUTO_TEST_CASE(a_claim_stands_where_it_was_made_with_the_evidence_of_that_code)
{
  BOOST_TEST(Record().claim(opening, 6).evidence(opening, 7).evidence(opening, 8).shown() ==
             "claim 0(0,1) at 0:2 ");
}

BOOST_AUTO_TEST_CASE(later_evidence_continues_the_claim_where_it_was_found)
{
  BOOST_TEST(Record()
                 .claim(opening, 6)
                 .evidence(opening, 7)
                 .evidence(opening, 12)
                 .evidence(section, 1)
                 .shown() == "claim 0(0)+ at 0:2 claim 0(1)> at 0:4 claim 0(2)> at 1:0 ");
}

BOOST_AUTO_TEST_CASE(evidence_of_a_function_above_or_of_another_file_stands_with_its_claim)
{
  BOOST_TEST(Record().claim(opening, 12).evidence(opening, 1).evidence(helper, 7).shown() ==
             "claim 0(0,1) at 0:4 ");
}

BOOST_AUTO_TEST_CASE(what_no_page_made_stands_at_the_end_of_the_last_one)
{
  BOOST_TEST(Record().claim(helper, 3).evidence(helper, 4).add(&Found::tables, helper, 1).shown() ==
             "table 0() at 1:5 claim 0(0) at 1:5 ");
}

BOOST_AUTO_TEST_CASE(a_line_beyond_the_file_is_told_and_its_result_stands_at_the_end)
{
  BOOST_TEST(Record().add(&Found::tables, opening, 13).shown() ==
             "table 0() at 0:5 chapter.cpp, 13: the record of 01-test has something here, but the "
             "file has only 12 lines; build the chapter and run it again");
}
