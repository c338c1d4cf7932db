// Names of submissions: whatever a student's file is called, its row can be told apart from others and its reports have
// a file.

#include "epreuve/exercises/submission_name.hpp"
#include "epreuve/text.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

const std::vector<std::string> odd{"a",
                                   "A",
                                   "é",
                                   "e\u0301",
                                   "e\u0301\u0301\u0301",
                                   "\u0301",
                                   "a\xE9",
                                   "a\xE8",
                                   "a\uFFFD",
                                   "a\\xE9",
                                   "a\nb",
                                   "a b",
                                   "a\u202Eb",
                                   "a[U+202E]b",
                                   "-rf",
                                   "%2Drf",
                                   ".a",
                                   "%2Ea",
                                   "..",
                                   "con",
                                   "con.txt",
                                   "%63on",
                                   "\x1b[31m",
                                   "a/b",
                                   "a%2Fb",
                                   "",
                                   "%",
                                   "=cmd()",
                                   std::string(255, 'x'),
                                   std::string(254, 'x') + "y",
                                   std::string(85, '\xE9'),
                                   "\"<b>'"};

} // namespace

BOOST_AUTO_TEST_CASE(every_name_can_be_seen_and_no_two_are_shown_alike)
{
  std::set<std::string> shown, files;
  for (const std::string& name : odd) {
    const std::string row = shown_name(name);
    BOOST_TEST(visible(row) == row);
    BOOST_TEST(row.find('\n') == std::string::npos);
    shown.insert(row);
    files.insert(file_name(row));
  }
  BOOST_TEST(shown.size() == odd.size());
  BOOST_TEST(files.size() == odd.size());
  BOOST_TEST(shown_name("J\u00FCrgen O'Neill") == "J\u00FCrgen O'Neill");
  BOOST_TEST(shown_name("a\xE9\nb") == "a\\xE9\\x0Ab");
  // As some systems write é, and in a form that no name has.
  BOOST_TEST(shown_name("Rene\u0301") == "Rene\u0301");
  BOOST_TEST(shown_name("e\u0301\u0301\u0301x") == "e\u0301\u0301\\xCC\\x81x");
}

BOOST_AUTO_TEST_CASE(every_file_name_is_one_of_a_file_of_its_folder)
{
  for (const std::string& name : odd) {
    const std::string file = file_name(shown_name(name));
    BOOST_TEST(!file.empty());
    BOOST_TEST(file.size() <= 180u);
    BOOST_TEST(file.find_first_of("/\\:*?\"<>|\n") == std::string::npos, file);
    BOOST_TEST((file[0] != '.' && file[0] != '-'), file);
    BOOST_TEST(visible(file) == file);
  }
  BOOST_TEST(file_name("Ada Lovelace") == "Ada Lovelace");
  BOOST_TEST(file_name("CON.x") == "%43ON.x");
  // A name that is cut never equals one that is not.
  const std::string cut = file_name(std::string(400, 'x'));
  BOOST_TEST(file_name(cut) != cut);
}

BOOST_AUTO_TEST_CASE(names_of_any_bytes_stay_different)
{
  const auto holds = rc::check([](const std::vector<std::string>& names) {
    const std::set<std::string> before(names.begin(), names.end());
    std::set<std::string> files;
    for (const std::string& name : before)
      files.insert(file_name(shown_name(name)));
    RC_ASSERT(files.size() == before.size());
  });
  BOOST_TEST(holds);
}

BOOST_AUTO_TEST_CASE(several_of_one_name_have_their_whole_names)
{
  using Names = std::vector<std::string>;
  const auto names = [](const std::vector<std::pair<std::string, bool>>& files) {
    return names_of(files);
  };
  BOOST_TEST(names({{"ada.cpp", true}, {"bob", false}}) == Names({"ada", "bob"}),
             boost::test_tools::per_element());
  BOOST_TEST(names({{"bob", false}, {"bob.cpp", true}, {"bob.txt", true}, {"bob.zip", true}}) ==
                 Names({"bob", "bob.cpp", "bob.txt", "bob.zip"}),
             boost::test_tools::per_element());
  // Even if a whole name is again that of another.
  BOOST_TEST(names({{"a.cpp", false}, {"a.cpp.cpp", true}, {"a.cpp.cpp.zip", true}}) ==
                 Names({"a.cpp", "a.cpp.cpp", "a.cpp.cpp.zip"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_that_differ_in_capitals_alone_have_files_that_differ_in_more)
{
  FileNames names;
  for (const std::string& name :
       std::vector<std::string>{"Alice", "alice", "\u00C9lise", "\u00E9lise", "Bob", "carol"})
    names.add(file_name(name));
  names.add("Bob"); // once more
  for (const std::string& name : std::vector<std::string>{"Bob", "carol", "dave"})
    BOOST_TEST(names.of(name) == name);
  for (const std::string& name :
       std::vector<std::string>{"Alice", "alice", "\u00C9lise", "\u00E9lise"}) {
    BOOST_TEST(names.of(name) == file_name_with_hash(name));
    BOOST_TEST(names.of(name).starts_with(name + "%~"));
  }
  BOOST_TEST(names.of("Alice").substr(5) != names.of("alice").substr(5));
}
