// What a student gets to read of the compiler's output.

#include "epreuve/exercises/compiler.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

Diagnostics compile(const std::string& text, bool sandboxed = false)
{
  static const Compiler compiler(std::filesystem::path(EPREUVE_PROGRAMS) / "exercises");
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", "#include \"exercises.hpp\"\n" + text);
  return compiler.compile("01-softmax", folder / "exercises.cpp", folder / "worker", sandboxed);
}

} // namespace

BOOST_AUTO_TEST_CASE(the_first_error_is_reported_with_its_line)
{
  const Diagnostics said = compile("\n\ndouble x = nonsense;\ndouble y = more_nonsense;\n");
  BOOST_TEST(!said.compiled);
  BOOST_TEST(said.line == 4);
  BOOST_TEST(said.error.find("nonsense") != std::string::npos, said.error);
  BOOST_TEST(said.error.find("more_nonsense") == std::string::npos, said.error);
}

BOOST_AUTO_TEST_CASE(an_error_inside_a_template_is_reported_at_the_line_that_uses_it)
{
  const Diagnostics said = compile(
      "struct S {};\nvoid f()\n{\n  std::vector<S> v(2);\n  std::sort(v.begin(), v.end());\n}\n");
  BOOST_TEST(!said.compiled);
  BOOST_TEST(said.line == 6, said.error);
}

BOOST_AUTO_TEST_CASE(a_missing_file_is_reported_at_the_line_that_includes_it)
{
  const Diagnostics said = compile("#include \"solutions.cpp\"\n");
  BOOST_TEST(said.line == 2);
  BOOST_TEST(said.error.find("solutions.cpp: No such file") != std::string::npos, said.error);
}

BOOST_AUTO_TEST_CASE(functions_that_are_missing_do_not_keep_the_others_from_linking)
{
  BOOST_TEST(compile("").compiled);
}

BOOST_AUTO_TEST_CASE(a_function_that_is_called_and_nowhere_defined_is_reported)
{
  const Diagnostics said =
      compile("void nowhere();\nvoid f() { nowhere(); }\nvoid (*keep)() = f;\n");
  BOOST_TEST(!said.compiled);
  BOOST_TEST(said.error.find("undefined reference to") != std::string::npos, said.error);
}

BOOST_AUTO_TEST_CASE(the_librarys_headers_are_not_in_reach)
{
  for (const bool sandboxed : {false, true}) {
    const Diagnostics said = compile("#include \"epreuve/math/softmax.hpp\"\n", sandboxed);
    BOOST_TEST(!said.compiled);
    BOOST_TEST(said.error.find("No such file") != std::string::npos, said.error);
  }
}

BOOST_AUTO_TEST_CASE(the_sandbox_compiles_the_same)
{
  BOOST_TEST(compile("", true).compiled);
  BOOST_TEST(compile("double x = nonsense;\n", true).line == 2);
}

BOOST_AUTO_TEST_CASE(a_folder_without_a_toolchain_is_named)
{
  BOOST_CHECK_EXCEPTION(Compiler("/nonexistent"), Error,
                        tests::says("/nonexistent/toolchain.json is not there"));
}
