#include "epreuve/training/log_file.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"

#include <fmt/format.h>

#include <system_error>

namespace epreuve::training {

namespace {

/// The text of a member's value, in lines that are indented by one.
std::string indented(const nlohmann::ordered_json& value)
{
  std::string text;
  if (value.is_array() && !value.empty() && value.front().is_object()) {
    for (const auto& row : value)
      text += (text.empty() ? "[\n  " : ",\n  ") + row.dump();
    return text + "\n ]";
  }
  for (const char c : value.dump(1))
    text += c == '\n' ? "\n " : std::string(1, c);
  return text;
}

} // namespace

std::string text_of_log(const nlohmann::ordered_json& log)
{
  std::string text;
  for (const auto& [name, value] : log.items())
    text += fmt::format("{} {}: {}", text.empty() ? "{\n" : ",\n",
                        nlohmann::ordered_json(name).dump(), indented(value));
  return text + "\n}\n";
}

void read_log(const std::filesystem::path& file, std::string_view command,
              const std::function<void(const nlohmann::json&)>& take)
{
  const auto refuse = [&](std::string_view reason) {
    throw Error("{} is not a log that {} writes: {}; restore the file, from git or by installing "
                "the suite again, or train again",
                file.string(), command, reason);
  };
  std::error_code failure;
  if (!exists(file, failure))
    throw Error("there is no log {}, which {} writes; restore the file, from git or by installing "
                "the suite again, or train again",
                file.string(), command);
  try {
    take(parse_json(read_text(file), "the text"));
  } catch (const nlohmann::json::exception& error) {
    refuse(error.what());
  } catch (const Error& error) {
    refuse(error.what());
  }
}

void require_rows(std::size_t rows, std::string_view list)
{
  if (rows == 0)
    throw Error("its list \"{}\" is empty", list);
}

double to_places(double x, int places)
{
  return std::stod(fmt::format("{:.{}f}", x, places));
}

double to_digits(double x, int digits)
{
  return std::stod(fmt::format("{:.{}g}", x, digits));
}

} // namespace epreuve::training
