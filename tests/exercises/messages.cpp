// What a student reads when a function does something other than return a wrong value.

#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/result.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/process.hpp"
#include "support/submissions.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

const std::filesystem::path programs = EPREUVE_PROGRAMS;

Result judge(const std::string& source)
{
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", source);
  const Diagnostics said =
      Compiler(programs / "exercises")
          .compile("01-softmax", folder / "exercises.cpp", folder / "worker", false);
  BOOST_REQUIRE_MESSAGE(said.compiled, said.error);
  const tests::Finished judged =
      tests::run(programs / "checks-01-softmax",
                 {"--worker", (folder / "worker").string(), "--exercise", "softmax"});
  return result_from_json(nlohmann::json::parse(judged.output));
}

/// The message for a softmax with this body.
Feedback feedback(const std::string& body)
{
  const Result result = judge(tests::with_body("01-softmax", "softmax", body));
  BOOST_CHECK(result.status == Status::wrong);
  return result.feedback;
}

void says(const std::string& body, const std::string& got, const std::string& reason = "")
{
  const Feedback told = feedback(body);
  BOOST_TEST_CONTEXT(body)
  {
    BOOST_TEST(told.got.find(got) != std::string::npos, told.got);
    BOOST_TEST(told.reason.find(reason) != std::string::npos, told.reason);
    BOOST_TEST(told.input.find("softmax(x = (") != std::string::npos, told.input);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(a_changed_argument)
{
  says("const_cast<arma::vec&>(x)[0] += 1;", "the call changed its argument", "work on a copy");
}

BOOST_AUTO_TEST_CASE(a_wrong_shape)
{
  says("return arma::vec(x.n_elem + 1, arma::fill::zeros);", "(0, 0",
       "the shape is 2 x 1, expected 1 x 1");
}

BOOST_AUTO_TEST_CASE(not_a_number)
{
  says("return x / 0.0 * 0.0;", "NaN", "no number (NaN)");
}

BOOST_AUTO_TEST_CASE(an_exception)
{
  says("throw std::runtime_error(\"too few logits\");", "an exception: too few logits");
  says("throw 1;", "an exception: something that is not a std::exception");
  says("return x.subvec(0, x.n_elem);", "an exception: ", "");
}

BOOST_AUTO_TEST_CASE(a_crash)
{
  says("volatile int* const nowhere = nullptr; *nowhere = 1;",
       "the program crashed (Segmentation fault)", "an index beyond the end");
}

BOOST_AUTO_TEST_CASE(an_end_of_the_program)
{
  says("std::exit(3);", "ended itself, with exit status 3", "it does not end the program");
}

BOOST_AUTO_TEST_CASE(an_endless_loop)
{
  says("volatile bool forever = true; while (forever) {}", "took longer than 4 s",
       "a loop that never ends");
}

BOOST_AUTO_TEST_CASE(a_memory_blow_up)
{
  says("std::vector<double> v; for (;;) v.resize(v.size() + 10'000'000, 1.0);",
       "more than 1024 MB of memory", "a size that is computed wrongly");
}

BOOST_AUTO_TEST_CASE(too_much_output)
{
  says("for (;;) std::puts(\"and again\");", "printed more than 1 MB", "a loop that prints");
}

BOOST_AUTO_TEST_CASE(output_is_shown)
{
  const Feedback told = feedback("std::cout << \"x has \" << x.n_elem << std::endl; return 2 * x;");
  BOOST_TEST(told.printed.starts_with("x has 1\n"), told.printed);
}

BOOST_AUTO_TEST_CASE(a_function_that_is_missing)
{
  const Result result = judge("#include \"exercises.hpp\"\n");
  BOOST_TEST(result.feedback.got.find("the file defines no such function") != std::string::npos);
}
