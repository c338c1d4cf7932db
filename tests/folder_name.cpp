// How a chapter or proposition is named on the command line.

#include "epreuve/folder_name.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using epreuve::Error;
using epreuve::find_named;
using epreuve::select_named;
using epreuve::tests::says;

namespace {

struct Folder
{
  std::string name;
};

const std::vector<Folder> folders{
    {"01-softmax"}, {"02-rank"}, {"12-rank"}, {"12-scaling"}, {"13-2"}};

} // namespace

BOOST_AUTO_TEST_CASE(a_folder_is_found_by_its_name_without_its_number_and_by_its_number)
{
  for (const char* name :
       {"01-softmax", "softmax", "01", "1", "01-softmax/", "softmax/", "chapters/01-softmax/",
        "chapters/01-softmax", "01-softmax/chapter.cpp", "./chapters/01-softmax/2-limits.cpp",
        "SOFTMAX", "01-Softmax", "Softmax/"})
    BOOST_TEST(find_named(folders, name, "chapter").name == "01-softmax");
}

BOOST_AUTO_TEST_CASE(a_name_that_several_folders_share_is_refused_with_all_of_them)
{
  BOOST_CHECK_EXCEPTION(find_named(folders, "12", "chapter"), Error,
                        says("\"12\" may be each of 12-rank, 12-scaling; give the whole name"));
  BOOST_CHECK_EXCEPTION(find_named(folders, "rank", "chapter"), Error, says("02-rank, 12-rank"));
  // The number of one, and the name of another.
  BOOST_CHECK_EXCEPTION(find_named(folders, "2", "chapter"), Error, says("02-rank, 13-2"));
}

BOOST_AUTO_TEST_CASE(a_whole_name_is_never_ambiguous)
{
  BOOST_TEST(find_named(folders, "12-rank", "chapter").name == "12-rank");
}

BOOST_AUTO_TEST_CASE(a_name_that_is_none_is_refused_with_the_nearest)
{
  for (const char* name : {"", "0", "3", "001", "1-softmax", "sotfmax", "softmax.cpp"})
    BOOST_CHECK_EXCEPTION(find_named(folders, name, "chapter"), Error,
                          says(std::string("there is no chapter \"") + name + "\""));
}

BOOST_AUTO_TEST_CASE(what_is_named_twice_is_selected_once_in_the_order_given)
{
  const auto names = [](const std::vector<std::string>& words) {
    std::string text;
    for (const Folder& folder : select_named(folders, words, "chapter"))
      text += folder.name + " ";
    return text;
  };
  BOOST_TEST(names({"scaling", "softmax", "12-scaling", "SOFTMAX"}) == "12-scaling 01-softmax ");
  const std::string all = "01-softmax 02-rank 12-rank 12-scaling 13-2 ";
  BOOST_TEST(names({}) == all);
  BOOST_TEST(names({"all"}) == all);
  BOOST_TEST(names({"scaling", "All"}) == all);
  BOOST_CHECK_EXCEPTION(names({"all", "sotfmax"}), Error, says("no chapter \"sotfmax\""));
}
