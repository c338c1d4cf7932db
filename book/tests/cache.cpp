#include "weaver/cache.hpp"

#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::book;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_CASE(a_file_with_the_same_content_is_not_touched)
{
  const TemporaryFolder folder;
  const fs::path file = folder / "new folder" / "page.html";
  write_if_changed(file, "one");
  BOOST_TEST(read_text(file) == "one");
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(file, old);
  write_if_changed(file, "one");
  BOOST_TEST((fs::last_write_time(file) == old));
  write_if_changed(file, "two");
  BOOST_TEST(read_text(file) == "two");
  BOOST_TEST((fs::last_write_time(file) != old));
}

BOOST_AUTO_TEST_CASE(a_fingerprint_tells_texts_and_files_and_missing_files_apart)
{
  const TemporaryFolder folder;
  write_file(folder / "a", "one");
  std::set<std::string> all;
  all.insert(fingerprint_of({}, {folder / "a"}));
  write_file(folder / "a", "");
  all.insert(fingerprint_of({}, {folder / "a"}));
  fs::remove(folder / "a");
  all.insert(fingerprint_of({}, {folder / "a"}));
  all.insert(fingerprint_of({}, {folder / "b"}));
  all.insert(fingerprint_of({"ab", "c"}, {}));
  all.insert(fingerprint_of({"a", "bc"}, {}));
  BOOST_TEST(all.size() == 6U);
  BOOST_TEST(fingerprint_of({"a"}, {}) == fingerprint_of({"a"}, {}));
}

BOOST_AUTO_TEST_CASE(what_is_cached_stands_while_made_of_the_same_by_the_same_or_without_the_tool)
{
  const nlohmann::json cached{{"fingerprint", "a"}, {"tool", "1"}};
  BOOST_TEST(still_holds(cached, "a", "1"));
  BOOST_TEST(still_holds(cached, "a", ""));
  BOOST_TEST(!still_holds(cached, "a", "2"));
  BOOST_TEST(!still_holds(cached, "b", "1"));
  BOOST_TEST(!still_holds(cached, "b", ""));
  BOOST_TEST(!still_holds(nlohmann::json(), "", ""));
}

BOOST_AUTO_TEST_CASE(the_files_below_a_folder_are_all_of_them_sorted)
{
  const TemporaryFolder folder;
  write_if_changed(folder / "b" / "2.txt", "");
  write_if_changed(folder / "a.txt", "");
  const std::vector<fs::path> expected{folder / "a.txt", folder / "b" / "2.txt"};
  BOOST_TEST((files_below(folder.path()) == expected));
  BOOST_TEST(files_below(folder / "none").empty());
}
