#pragma once

#include "functions.hpp"

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

/// The loop of a worker: reads the judge's calls from a pipe, writes the answers to another.
namespace epreuve::exercises {

constexpr int from_judge = 3, to_judge = 4; // see coursework/epreuve/exercises/worker.cpp

/// False at the end of the file.
inline bool read_all(void* memory, std::size_t size)
{
  auto* next = static_cast<char*>(memory);
  while (size > 0) {
    const auto count = ::read(from_judge, next, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    next += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

inline void write_all(const std::string& bytes)
{
  for (std::size_t done = 0; done < bytes.size();) {
    const auto count = ::write(to_judge, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      ::_exit(1);
    done += static_cast<std::size_t>(count);
  }
}

inline std::string answer(const std::vector<Entry>& functions, const Header& header,
                          WireReader reader)
{
  std::string name;
  reader.get(name);
  for (const Entry& entry : functions)
    if (name == entry.name)
      return entry.adapter(reader, header.id, entry.function);
  return message(Kind::missing, header.id, "");
}

/// Flushes the output of judged code before its answer is sent, so the judge knows which call printed it.
inline void flush()
{
  try {
    std::cout.flush();
    std::clog.flush();
  } catch (...) { // a stream that was told to throw
  }
  std::fflush(stdout);
}

/// Answers calls of these functions until the judge hangs up.
inline int serve(const std::vector<Entry>& functions)
{
  // Line by line, so the lines before a crash are not lost.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  for (std::string start(header_size, ' '); read_all(start.data(), start.size());) {
    const Header header = read_header(start);
    std::string payload(header.length, ' ');
    if (!read_all(payload.data(), payload.size()))
      return 1;
    const std::string bytes = answer(functions, header, WireReader(payload));
    flush();
    write_all(bytes);
  }
  return 0;
}

} // namespace epreuve::exercises
