#include "epreuve/sha256.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

BOOST_AUTO_TEST_CASE(sha256_is_the_one_of_fips_180_4)
{
  const auto of = [](const std::string& text) {
    return epreuve::sha256(std::as_bytes(std::span(text)));
  };
  BOOST_TEST(of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  BOOST_TEST(of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  BOOST_TEST(of(std::string(1'000'000, 'a')) ==
             "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
