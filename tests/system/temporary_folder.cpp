#include "epreuve/system/temporary_folder.hpp"

#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <string>

using namespace epreuve;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_CASE(each_folder_is_a_new_one_and_goes_with_all_that_is_in_it)
{
  fs::path path;
  {
    const TemporaryFolder folder, other;
    path = folder.path();
    BOOST_TEST(path != other.path());
    fs::create_directory(folder / "inner");
    std::ofstream(folder / "inner" / "file") << "text";
    BOOST_TEST(fs::exists(path / "inner" / "file"));
  }
  BOOST_TEST(!fs::exists(path));
}

BOOST_AUTO_TEST_CASE(where_none_can_be_made_the_variable_that_names_the_place_is_named)
{
  const char* set = std::getenv("TMPDIR");
  const std::string before = set ? set : "";
  ::setenv("TMPDIR", "/nonexistent", 1);
  BOOST_CHECK_EXCEPTION(TemporaryFolder(), Error, [](const Error& e) {
    const std::string message = e.what();
    return message.find("/nonexistent: No such file") != std::string::npos &&
           message.find("set TMPDIR") != std::string::npos;
  });
  set ? ::setenv("TMPDIR", before.c_str(), 1) : ::unsetenv("TMPDIR");
}
