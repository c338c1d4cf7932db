#include "epreuve/exercises/interpreter.hpp"

#include "epreuve/system/read_text.hpp"

#include <cstring>
#include <link.h>
#include <optional>
#include <string_view>

namespace epreuve::exercises {

namespace {

using ElfHeader = ElfW(Ehdr);
using ElfSegment = ElfW(Phdr);

/// The interpreter of this program, with the zero that ends it.
std::string own_interpreter()
{
  std::string name;
  const auto look = [](dl_phdr_info* program, std::size_t, void* found) {
    for (std::size_t i = 0; i < program->dlpi_phnum; ++i)
      if (const ElfSegment& segment = program->dlpi_phdr[i]; segment.p_type == PT_INTERP)
        static_cast<std::string*>(found)->assign(
            reinterpret_cast<const char*>(program->dlpi_addr + segment.p_vaddr), segment.p_filesz);
    return 1; // the first is the program, the others are its libraries
  };
  ::dl_iterate_phdr(look, &name);
  return name;
}

/// The bytes at a place of a file, if all of them are there.
template <typename T>
std::optional<T> part_at(std::string_view file, std::size_t place)
{
  T value;
  if (place > file.size() || file.size() - place < sizeof value)
    return std::nullopt;
  std::memcpy(&value, file.data() + place, sizeof value);
  return value;
}

/// The interpreters that a program names, one after the other; empty if it is not a program.
std::string interpreters(std::string_view file)
{
  constexpr std::size_t most_segments = 64; // a linker makes a dozen, and the kernel takes 73
  const auto header = part_at<ElfHeader>(file, 0);
  if (!header || !file.starts_with(ELFMAG) || header->e_phentsize != sizeof(ElfSegment) ||
      header->e_phnum > most_segments)
    return "";
  std::string names;
  for (std::size_t i = 0; i < header->e_phnum; ++i) {
    const auto segment = part_at<ElfSegment>(file, header->e_phoff + i * sizeof(ElfSegment));
    if (!segment || segment->p_offset > file.size())
      return "";
    if (segment->p_type == PT_INTERP)
      names += file.substr(segment->p_offset, segment->p_filesz);
  }
  return names;
}

} // namespace

std::string why_not_started(const std::filesystem::path& program)
{
  const std::string named = interpreters(read_text(program));
  if (named == own_interpreter())
    return "";
  if (named.empty())
    return "the linker makes no program of it that this system can start";
  return "it names an interpreter of its own (a section .interp), so it is not started";
}

} // namespace epreuve::exercises
