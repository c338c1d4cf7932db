// Who is in the class, and moments in time.

#include "epreuve/exercises/roster.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <ctime>
#include <exception>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

Roster read(const std::string& text)
{
  const TemporaryFolder folder;
  write_file(folder / "roster.csv", text);
  return Roster(folder / "roster.csv");
}

std::string refusal(const std::string& text)
{
  try {
    read(text);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

/// The keys of those whose a submission may be.
std::string whose(const Roster& roster, const std::string& submission)
{
  std::string keys;
  for (const Person* person : roster.whose(submission))
    keys += (keys.empty() ? "" : " ") + person->key();
  return keys;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_moment_is_that_of_its_zone)
{
  // timegm(3) knows the calendar independently.
  const auto seconds = [](int year, int month, int day, int hour, int minute, int second) {
    std::tm time{};
    time.tm_year = year - 1900;
    time.tm_mon = month - 1;
    time.tm_mday = day;
    time.tm_hour = hour;
    time.tm_min = minute;
    time.tm_sec = second;
    return ::timegm(&time);
  };
  const auto parsed = [](const std::string& text) {
    return parse_instant(text).time_since_epoch().count();
  };
  BOOST_TEST(parsed("2026-11-26T23:59:30Z") == seconds(2026, 11, 26, 23, 59, 30));
  BOOST_TEST(parsed("2026-11-26T23:59+01:00") == seconds(2026, 11, 26, 22, 59, 0));
  BOOST_TEST(parsed("2026-12-31 23:30-05:30") == seconds(2027, 1, 1, 5, 0, 0));
  BOOST_TEST(parsed("2028-02-29T00:00:00.5+0100") == seconds(2028, 2, 28, 23, 0, 0));
  BOOST_TEST(as_text(parse_instant("2028-02-29T00:00+01:00")) == "2028-02-28T23:00:00Z");
  for (const std::string text : {"2026-11-26T23:59", "2026-02-29T12:00Z", "2026-11-26",
                                 "2026-13-01T12:00Z", "2026-11-26T24:00Z", "2026-11-26T12:60Z",
                                 "26.11.2026 12:00Z", "", "2026-11-26T12:00+24:00"})
    BOOST_CHECK_THROW(parse_instant(text), std::exception);
}

BOOST_AUTO_TEST_CASE(how_late_something_is_has_the_two_largest_units)
{
  using namespace std::chrono_literals;
  BOOST_TEST(in_words(1s) == "1 s");
  BOOST_TEST(in_words(59s) == "59 s");
  BOOST_TEST(in_words(60s) == "1 min");
  BOOST_TEST(in_words(2h + 5min + 59s) == "2 h 5 min");
  BOOST_TEST(in_words(3h) == "3 h");
  BOOST_TEST(in_words(24h) == "1 day");
  BOOST_TEST(in_words(51h + 59min) == "2 days 3 h");
}

BOOST_AUTO_TEST_CASE(a_roster_is_read_whatever_separates_its_cells)
{
  for (const std::string text :
       {"\xEF\xBB\xBFidnumber,email,name,group\r\n007,ada@x.fr,\"Lovelace, Ada\",A\r\n\r\n",
        "IDNumber;Email;Name;Group\n007 ; ada@x.fr;Lovelace, Ada;A",
        "idnumber\temail\tname\n"
        "007\tada@x.fr\tLovelace, Ada\n"}) {
    const Roster roster = read(text);
    BOOST_REQUIRE(roster.people().size() == 1u);
    BOOST_TEST(roster.people().front().idnumber == "007");
    BOOST_TEST(roster.people().front().email == "ada@x.fr");
    BOOST_TEST(roster.people().front().name == "Lovelace, Ada");
  }
}

BOOST_AUTO_TEST_CASE(a_submission_belongs_to_whom_its_name_says)
{
  const Roster roster = read("idnumber,email,name,submission\n"
                             "007,ada@x.fr,Ada Lovelace,\n"
                             "7,BOB@x.fr,Bob,bobby\n"
                             "8,,Bob,\n");
  for (const std::string name :
       {"007", "Ada@x.fr", "ada lovelace", "Ada Lovelace_4711_assignsubmission_file_",
        "Ada Lovelace_4711_assignsubmission_file_softmax"})
    BOOST_TEST(whose(roster, name) == "007", name);
  BOOST_TEST(whose(roster, "7") == "bobby");
  BOOST_TEST(whose(roster, "Bobby") == "bobby");
  BOOST_TEST(whose(roster, "bob") == "bobby 8");
  BOOST_TEST(whose(roster, "bobby.zip") == "bobby", "beside a folder of that name");
  BOOST_TEST(whose(roster, "ada@x.fr.CPP") == "007");
  BOOST_TEST(whose(roster, "0007") == "");
  BOOST_TEST(whose(roster, "eve") == "");
  BOOST_TEST(whose(roster, "eve.zip") == "");
}

BOOST_AUTO_TEST_CASE(moodles_grading_worksheet_is_a_roster_by_whose_numbers_folders_are_known)
{
  const Roster roster =
      read("Identifier,\"Full name\",\"ID number\",\"Email address\",Status,Grade\n"
           "\"Participant 4711\",\"Ada Lovelace\",007,ada@x.fr,\"Submitted for grading\",\n"
           "\"Participant 4712\",\"Ada Lovelace\",008,lovelace@x.fr,\"No submission\",\n");
  BOOST_TEST(whose(roster, "Ada Lovelace_4712_assignsubmission_file_") == "008");
  BOOST_TEST(whose(roster, "Ada Lovelace_4711_assignsubmission_file") == "007");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_a_roster_is_said_with_its_line)
{
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "line 1: no column is called idnumber, email, name or submission"},
      {"nom,prenom\nLovelace,Ada\n", "line 1: no column is called"},
      {"email,group\na@x.fr,A\n,B\n", "line 3: it names nobody"},
      {"email\na@x.fr\nb@x.fr\nA@x.fr\n", "line 4: \"A@x.fr\" is on line 2, too"},
      {"email\n\"a@x.fr\n", "line 2: a quotation mark is not closed"},
      {"email,submitted\na@x.fr,yesterday\n", "line 2: \"yesterday\" is not a moment"},
      {"name\nRen\xE9\n", "it is not UTF-8; save it as"}};
  for (const auto& [text, why] : wrong)
    BOOST_TEST(refusal(text).find(why) != std::string::npos, text << ": " << refusal(text));
  BOOST_TEST(refusal("email\na@x.fr\n") == "");
}
