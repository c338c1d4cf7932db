#include "epreuve/evidence/reading_order.hpp"

#include <boost/test/unit_test.hpp>

using epreuve::evidence::is_page;
using epreuve::evidence::reading_place;

BOOST_AUTO_TEST_CASE(files_are_read_by_their_numbers_and_lines)
{
  BOOST_TEST((reading_place("c/chapter.cpp", 900) < reading_place("c/1-a.cpp", 1)));
  BOOST_TEST((reading_place("c/2-b.cpp", 900) < reading_place("c/10-a.cpp", 1)));
  BOOST_TEST((reading_place("c/2-a.cpp", 900) < reading_place("c/2-b.cpp", 1)));
  BOOST_TEST((reading_place("c/2-a.cpp", 9) < reading_place("c/2-a.cpp", 10)));
  BOOST_TEST((reading_place("c/99-z.cpp", 1) < reading_place("c/figures.cpp", 1)));
}

BOOST_AUTO_TEST_CASE(pages_are_the_opening_and_the_numbered_files)
{
  for (const char* page : {"chapter.cpp", "chapters/01-a/chapter.cpp", "1-a.cpp", "12-b-c.cpp"})
    BOOST_TEST(is_page(page), page);
  for (const char* other : {"figures.cpp", "1-.cpp", "0-a.cpp", "1-a.hpp", "-a.cpp", "1a.cpp"})
    BOOST_TEST(!is_page(other), other);
}
