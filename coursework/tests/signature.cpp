// What is said where an exercise's function is not defined, but a similar one.

#include "epreuve/exercises/signature.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace epreuve::exercises;

namespace {

Exercise exercise(const std::string& name, const std::string& signature)
{
  Exercise made;
  made.name = name;
  made.signature = signature;
  return made;
}

const std::vector<Exercise> chapter{
    exercise("rotation", "arma::mat rotation(double omega)"),
    exercise("scores", "arma::mat scores(const arma::mat& Q, const Head& head)")};

void says(std::size_t number, const std::string& text, const std::string& words)
{
  BOOST_TEST(why_missing(chapter.at(number), chapter, text) == words, text);
}

const std::string body = " { return {}; }\n";

} // namespace

BOOST_AUTO_TEST_CASE(the_definition_that_is_expected_is_in_its_namespace)
{
  BOOST_TEST(as_defined(chapter.at(0)) == "arma::mat exercise::rotation(double omega)");
}

BOOST_AUTO_TEST_CASE(another_name_is_the_nearest_that_is_no_exercise)
{
  const std::string words = "no function is called rotation; the nearest is rotate, in line 2";
  says(0, "\narma::mat exercise::rotate(double omega)" + body, words);
  says(0, "\narma::mat rotate(double omega)" + body, words);
  says(0, "namespace exercise {\narma::mat rotate(double omega)" + body + "}", words);
  says(0, "\ndouble rotate(double x)" + body + "arma::mat exercise::scores()" + body, words);
  says(0, "arma::mat exercise::scores(const arma::mat& Q)" + body,
       "no function is called rotation");
  says(0, "// rotation(1)\n", "no function is called rotation");
}

BOOST_AUTO_TEST_CASE(other_types_are_named_one_by_one)
{
  says(0, "arma::mat exercise::rotation(float omega)" + body,
       "line 1 defines rotation, but its parameter 1 is float, expected double");
  says(0, "arma::mat exercise::rotation(double omega, int n = 2)" + body,
       "line 1 defines rotation, but it has 2 parameters, expected 1");
  says(0, "arma::mat exercise::rotation()" + body,
       "line 1 defines rotation, but it has 0 parameters, expected 1");
  says(0, "arma::vec exercise::rotation(double)" + body,
       "line 1 defines rotation, but it returns arma::vec, expected arma::mat");
  says(1, "arma::mat scores(const arma::vec & Q, Head head)" + body,
       "line 1 defines scores, but its parameter 1 is const arma::vec&, expected const arma::mat&");
  says(1, "arma::mat scores(const arma::mat& Q, exercise::Head head)" + body,
       "line 1 defines scores, but its parameter 2 is Head, expected const Head&");
  says(1, "arma::mat scores(const std::vector<std::pair<int, int>>& Q, const Head& head)" + body,
       "line 1 defines scores, but its parameter 1 is const std::vector<std::pair<int,int>>&, "
       "expected const arma::mat&");
}

BOOST_AUTO_TEST_CASE(the_right_function_may_be_outside_the_namespace)
{
  const std::string words =
      "line 1 defines rotation, but not in namespace exercise: write exercise::rotation";
  says(0, "arma::mat rotation(double omega)" + body, words);
  says(0, "arma::mat helpers::rotation(double a)" + body, words);
}
