#include "epreuve/exercises/incoming.hpp"

#include <algorithm>
#include <utility>

namespace epreuve::exercises {

namespace {

constexpr std::uint64_t longest_kept = 64 << 10;

Outcome outcome_of(Kind kind)
{
  switch (kind) {
  case Kind::value:
    return Outcome::value;
  case Kind::not_started:
    return Outcome::not_started;
  case Kind::threw:
    return Outcome::threw;
  case Kind::out_of_memory:
    return Outcome::out_of_memory;
  case Kind::changed_argument:
    return Outcome::changed_argument;
  case Kind::missing:
    return Outcome::missing;
  case Kind::call:
    break;
  }
  throw WireError("a question came instead of an answer");
}

} // namespace

void Incoming::take(std::string_view bytes)
{
  const std::size_t of_header = std::min(bytes.size(), header_size - start_.size());
  if (of_header > 0) {
    start_ += bytes.substr(0, of_header);
    bytes.remove_prefix(of_header);
    if (start_.size() == header_size)
      read_start();
  }
  received_ += bytes.size();
  payload_ += bytes.substr(0, kept_ - std::min(kept_, payload_.size()));
}

void Incoming::read_start()
{
  header_ = read_header(start_);
  if (header_.length > longest_)
    throw WireError("the answer is larger than any result may be");
  const std::uint64_t most = header_.kind == Kind::value ? longest_ : longest_kept;
  kept_ = static_cast<std::size_t>(std::min(header_.length, most));
  payload_.reserve(kept_);
}

Answer Incoming::take_answer(std::uint64_t id)
{
  if (header_.id != id)
    throw WireError("an answer came that belongs to no question");
  if (received_ > header_.length)
    throw WireError("more than one answer came");
  return {outcome_of(header_.kind), std::move(payload_)};
}

} // namespace epreuve::exercises
