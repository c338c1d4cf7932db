// declare-exercises HEADER COPY COMPILED: reads a chapter's exercises.hpp, copies it to where the commands and the judge
// read it, and writes what is compiled of it, if that has changed.

#include "epreuve/exercise.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"

#include <exception>
#include <filesystem>
#include <iostream>
#include <string>

int main(int count, char** words)
{
  using namespace epreuve;
  if (count != 4)
    return 2;
  try {
    const std::string header = read_text(words[1]);
    const std::string compiled = exercises::for_compiler(header, words[1]);
    write_file(words[2], header);
    if (!std::filesystem::exists(words[3]) || read_text(words[3]) != compiled)
      write_file(words[3], compiled);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
