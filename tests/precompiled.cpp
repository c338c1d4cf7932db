// Carries the precompiled header that all test suites share, and the main() of their programs.

#include <boost/test/unit_test.hpp>

namespace {

bool named()
{
  boost::unit_test::framework::master_test_suite().p_name.value = "epreuve";
  return true;
}

} // namespace

int main(int argc, char* argv[])
{
  return boost::unit_test::unit_test_main(&named, argc, argv);
}
