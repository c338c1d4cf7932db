#include "epreuve/system/places.hpp"

#include "epreuve/gpt2/folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <string>

using namespace epreuve;
namespace fs = std::filesystem;

namespace {

/// Environment variables, unset while it lives and then as before.
class Unset
{
public:
  explicit Unset(std::initializer_list<const char*> names)
  {
    for (const char* name : names)
      if (const char* value = std::getenv(name); value != nullptr) {
        before_[name] = value;
        ::unsetenv(name);
      }
  }
  ~Unset()
  {
    for (const auto& [name, value] : before_)
      ::setenv(name.c_str(), value.c_str(), 1);
  }
  Unset(const Unset&) = delete;
  Unset& operator=(const Unset&) = delete;

private:
  std::map<std::string, std::string> before_;
};

} // namespace

BOOST_AUTO_TEST_CASE(what_comes_with_the_programs_is_in_the_sources_of_a_build)
{
  BOOST_TEST(!installed());
  BOOST_TEST(fs::equivalent(data_folder("models/petit"), EPREUVE_SOURCE_DIR "/models/petit"));
  BOOST_TEST(fs::equivalent(data_folder("proofs"), EPREUVE_SOURCE_DIR "/proofs"));
  BOOST_TEST(fs::equivalent(kept_folder() / "bin", programs_folder()));
}

BOOST_AUTO_TEST_CASE(a_users_folder_is_where_a_variable_says_else_in_the_home)
{
  const Unset others{"EPREUVE_GPT2", "XDG_DATA_HOME", "HOME"};
  BOOST_TEST(user_folder("XDG_DATA_HOME", ".local/share").string().ends_with("/.local/share"));
  ::setenv("HOME", "/home/student", 1);
  BOOST_TEST(gpt2::default_folder().string() == "/home/student/.local/share/epreuve/gpt2");
  ::setenv("XDG_DATA_HOME", "/data", 1);
  BOOST_TEST(gpt2::default_folder().string() == "/data/epreuve/gpt2");
  ::setenv("EPREUVE_GPT2", "/elsewhere", 1);
  BOOST_TEST(gpt2::default_folder().string() == "/elsewhere");
  for (const char* name : {"EPREUVE_GPT2", "XDG_DATA_HOME", "HOME"})
    ::unsetenv(name);
}
