// Which functions a file of exercises defines, in all forms that C++ has for it.

#include "epreuve/exercises/definitions.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>
#include <vector>

using epreuve::exercises::functions_defined_in;

namespace {

using Names = std::set<std::string>;

const std::string body = " { return x; }\n";

} // namespace

BOOST_AUTO_TEST_CASE(a_function_is_recognised_in_every_form_of_its_definition)
{
  for (const std::string& text : std::vector<std::string>{
           "double exercise::f(double x)" + body,
           "double ::exercise::f(double x)" + body,
           "double exercise :: f (double x) noexcept" + body,
           "double exercise::\n  f(double x)\n\n" + body,
           "auto exercise::f(double x) -> double" + body,
           "double exercise::f(double x) try { return x; } catch (...) { return 0; }",
           "std::function<double(double)> exercise::f(double x)" + body,
           "[[nodiscard]] double exercise::f(const std::vector<double>& x = {})" + body,
           "namespace exercise { double f(double x)" + body + "}",
           "namespace exercise\n{\nnamespace help { int g() { return 1; } }\ndouble f(double x)" +
               body + "}",
           "namespace ex = exercise;\ndouble ex::f(double x)" + body,
           "extern \"C++\" { double exercise::f(double x)" + body + "}",
           "bool operator==(A a, A b) { return true; }\ndouble exercise::f(double x)" + body,
           "template <int n = 3> int g() { return n; }\ndouble exercise::f(double x)" + body,
           "auto g = [](double x) { return x; };\ndouble exercise::f(double x)" + body,
           "struct A { int a() { return 1; } } b{1};\ndouble exercise::f(double x)" + body,
       })
    BOOST_TEST((functions_defined_in(text).exercises == Names{"f"}), text);
}

BOOST_AUTO_TEST_CASE(what_only_names_a_function_does_not_define_it)
{
  for (const std::string& text : std::vector<std::string>{
           std::string("double exercise::f(double x);"),
           std::string("namespace exercise { double f(double x); }"),
           "// double exercise::f(double x)" + body,
           std::string("const char* text = R\"(double exercise::f(double x) { })\";"),
           std::string("#define F double exercise::f(double x) { return x; }"),
           std::string("int main() { return exercise::f(1); }"),
           std::string("double y = exercise::f(1);"),
           std::string("CHECKS(course) { course.EXERCISE(f); }"),
           "namespace mine { double f(double x)" + body + "}",
           "namespace exercise { namespace { double f(double x)" + body + "} }",
           "double f(double x)" + body,
           "struct exercise { double f(double x)" + body + "};",
       })
    BOOST_TEST((functions_defined_in(text).exercises == Names{}), text);
  BOOST_TEST((functions_defined_in("double f(double x)" + body).others == Names{"f"}));
}

BOOST_AUTO_TEST_CASE(a_stub_is_not_started)
{
  const auto found = functions_defined_in(
      "double exercise::f(double x)\n{\n  throw NotStarted();\n}\ndouble exercise::g(double x)" +
      body);
  BOOST_TEST((found.exercises == Names{"f", "g"}));
  BOOST_TEST((found.not_started == Names{"f"}));
}

BOOST_AUTO_TEST_CASE(nonsense_defines_nothing_and_ends)
{
  for (const char* text : {"", "(", "{", "}", "exercise::", "::f(", "operator", "template <",
                           "namespace", "= = =", "extern \"C\"", "a::b::c(){"})
    BOOST_TEST(functions_defined_in(text).exercises.empty(), text);
}
