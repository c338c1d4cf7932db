#pragma once

#include "epreuve/system/command.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <iostream>
#include <string>

namespace epreuve::tests {

/// For a test case that calls a program, or Node's package "temml": BOOST_AUTO_TEST_CASE(..., *needs("pandoc")).
/// Without it the case does not run, and ctest counts the suite as skipped.
inline boost::unit_test::decorator::precondition needs(const std::string& program)
{
  return boost::unit_test::precondition([program](boost::unit_test::test_unit_id) {
    const std::filesystem::path temml = EPREUVE_TEMML;
    // MiniSearch is installed beside it; where it is not, an earlier version of the book has installed Temml alone.
    const bool is_there = program == "temml"
                              ? exists(temml) && exists(temml.parent_path() / "minisearch")
                              : !find_program(program).empty();
    if (!is_there)
      std::cout << "skipped: " << program << " is not installed\n";
    return boost::test_tools::assertion_result(is_there);
  });
}

} // namespace epreuve::tests
