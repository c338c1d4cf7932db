#include "epreuve/exercises/instant.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace epreuve::exercises {

namespace {

namespace chrono = std::chrono;

const Instant last_instant = chrono::sys_days(chrono::year(9999) / chrono::December / 31) +
                             chrono::hours(24) - chrono::seconds(1);

} // namespace

Instant parse_instant(const std::string& text)
{
  static const std::regex form("([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2})"
                               "(:([0-9]{2})([.,][0-9]+)?)?"
                               "([Zz]|([+-])([0-9]{2}):?([0-9]{2})?)?");
  std::smatch found;
  if (text.size() > 40 || !std::regex_match(text, found, form))
    throw Error("{} is not a moment as in 2026-11-26T23:59+01:00", in_quotes(text));
  if (!found[9].matched)
    throw Error("{} has no zone: add one, as in {}+01:00 or {}Z", in_quotes(text), text, text);
  const auto number = [&](std::size_t group) {
    return found[group].matched ? std::stoi(found[group]) : 0;
  };
  const chrono::year_month_day date(chrono::year(number(1)),
                                    chrono::month(static_cast<unsigned>(number(2))),
                                    chrono::day(static_cast<unsigned>(number(3))));
  if (!date.ok() || number(4) > 23 || number(5) > 59 || number(7) > 59 || number(11) > 23 ||
      number(12) > 59)
    throw Error("{} does not exist: expected a moment as in 2026-11-26T23:59+01:00",
                in_quotes(text));
  const chrono::seconds zone = chrono::hours(number(11)) + chrono::minutes(number(12));
  const Instant local = chrono::sys_days(date) + chrono::hours(number(4)) +
                        chrono::minutes(number(5)) + chrono::seconds(number(7));
  return found[10] == "-" ? local + zone : local - zone;
}

std::string as_text(Instant instant)
{
  instant = std::clamp(instant, Instant(), last_instant);
  const chrono::sys_days midnight = chrono::floor<chrono::days>(instant);
  const chrono::year_month_day date(midnight);
  const chrono::hh_mm_ss time(instant - midnight);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

std::string in_words(chrono::seconds length)
{
  const auto full = chrono::floor<chrono::days>(length);
  const chrono::hh_mm_ss rest(length - full);
  const auto h = rest.hours().count(), min = rest.minutes().count();
  if (full.count() > 0)
    return counted(static_cast<std::size_t>(full.count()), "day") +
           (h > 0 ? fmt::format(" {} h", h) : "");
  if (h > 0)
    return fmt::format("{} h{}", h, min > 0 ? fmt::format(" {} min", min) : "");
  return min > 0 ? fmt::format("{} min", min) : fmt::format("{} s", length.count());
}

} // namespace epreuve::exercises
