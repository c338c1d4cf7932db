#include "weaver/open.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>

using namespace epreuve;
using namespace epreuve::book;
using epreuve::tests::read_file;
using epreuve::tests::says;
namespace fs = std::filesystem;

namespace {

/// A screen, or no screen, and on PATH an xdg-open that writes down its arguments once it may, and then ends.
class Desktop
{
public:
  explicit Desktop(bool has_opener = true)
  {
    ::setenv("PATH", folder_.path().c_str(), 1);
    ::setenv("DISPLAY", ":0", 1);
    ::unsetenv("WAYLAND_DISPLAY");
    if (!has_opener)
      return;
    const fs::path program = folder_ / "xdg-open";
    write_file(program, "#!/bin/sh\nread -r word <'" + may_.string() +
                            "'\nprintf '%s|' \"$#\" \"$@\" >'" + opened_.string() + "'\n");
    ::chmod(program.c_str(), 0755);
    for (const fs::path& pipe : {may_, opened_})
      ::mkfifo(pipe.c_str(), 0600);
  }

  fs::path file(const std::string& name) const
  {
    write_file(folder_ / name, "");
    return folder_ / name;
  }
  /// Both sides wait for each other at these pipes.
  std::string opened() const
  {
    std::ofstream(may_) << "now\n";
    return read_file(opened_);
  }

private:
  TemporaryFolder folder_;
  fs::path may_ = folder_ / "may", opened_ = folder_ / "opened";
};

} // namespace

BOOST_AUTO_TEST_CASE(an_address_is_opened_as_it_is_and_not_waited_for,
                     *boost::unit_test::timeout(300))
{
  const Desktop desktop;
  open_in_browser("http://127.0.0.1:8765/a?b=c&d='e f'"); // which would otherwise never return
  BOOST_TEST(desktop.opened() == "1|http://127.0.0.1:8765/a?b=c&d='e f'|");
}

BOOST_AUTO_TEST_CASE(a_file_is_opened_by_its_whole_path, *boost::unit_test::timeout(300))
{
  const Desktop desktop;
  const fs::path file = desktop.file("the index.html");
  const fs::path before = fs::current_path();
  fs::current_path(file.parent_path());
  open_in_browser("the index.html");
  fs::current_path(before);
  BOOST_TEST(desktop.opened() == "1|" + file.string() + "|");
  BOOST_CHECK_EXCEPTION(open_in_browser("missing.html"), Error, says("missing.html to open"));
}

BOOST_AUTO_TEST_CASE(without_a_screen_or_an_opener_it_is_said_what_to_open)
{
  const Desktop desktop(false);
  BOOST_CHECK_EXCEPTION(open_in_browser("http://x/"), Error,
                        says("no xdg-open (of xdg-utils); open http://x/"));
  ::unsetenv("DISPLAY");
  BOOST_CHECK_EXCEPTION(open_in_browser("http://x/"), Error,
                        says("no screen to open a browser on; open http://x/"));
  ::setenv("WAYLAND_DISPLAY", "wayland-0", 1);
  BOOST_CHECK_EXCEPTION(open_in_browser("http://x/"), Error, says("no xdg-open"));
}
