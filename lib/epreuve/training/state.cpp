#include "epreuve/training/training.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/write_file.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ios>
#include <span>
#include <string>
#include <string_view>

namespace epreuve::training {

namespace {

constexpr std::string_view format = "epreuve-training";
constexpr unsigned version = 2;
constexpr std::size_t longest_header = std::size_t{1} << 16;

// So a validation's bytes are those of its numbers.
static_assert(sizeof(Validation) == sizeof(std::uint64_t) + sizeof(double));

std::string_view bytes_of(auto numbers)
{
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

/// The file, of which the first line has been read.
struct Opened
{
  std::ifstream stream;
  nlohmann::ordered_json header;
};

Opened open(const std::filesystem::path& file)
{
  Opened opened{std::ifstream(file, std::ios::binary), {}};
  if (!opened.stream)
    throw Error("{} cannot be read; it is the state of a training", file.string());
  std::string line(longest_header, '\0');
  opened.stream.getline(line.data(), longest_header);
  line.resize(std::char_traits<char>::length(line.c_str()));
  const auto refuse = [&] {
    throw Error("{} is not the state of a training that this program has written, or is damaged; "
                "begin again in another folder, with the model.safetensors next to it as --weights",
                file.string());
  };
  try {
    parse_json(line, file.string());
    opened.header = nlohmann::ordered_json::parse(line); // in the order in which it was written
  } catch (const Error&) {
    refuse();
  }
  auto& header = opened.header;
  const auto is_whole = [&](const char* name) {
    return header.contains(name) && header[name].is_number_unsigned();
  };
  if (!header.is_object() || header.value("format", nlohmann::ordered_json()) != format ||
      !is_whole("version"))
    refuse();
  if (header["version"] > version)
    throw Error("{} is of version {}, and this program reads those up to {}: go on with the "
                "program that wrote it, or a later one",
                file.string(), header["version"].dump(), version);
  if (header["version"] == 1)
    header["validations"] = 0U;
  if (header["version"] == 0 || !is_whole("step") || !is_whole("real") ||
      !is_whole("validations") || !header.contains("about") || !header["about"].is_object())
    refuse();
  return opened;
}

} // namespace

template <typename Real>
void write_state(const std::filesystem::path& file, const Training<Real>& t,
                 const nlohmann::ordered_json& about)
{
  write_durably(file, [&](const Sink& sink) {
    sink(nlohmann::ordered_json{{"format", format},
                                {"version", version},
                                {"step", t.step},
                                {"real", sizeof(Real)},
                                {"validations", t.validations.size()},
                                {"about", about}}
             .dump() +
         "\n");
    for (const gpt2::Weights<Real>* weights : {&t.weights, &t.m, &t.v})
      sink(bytes_of(gpt2::all_of(*weights)));
    if (!t.validations.empty())
      sink(bytes_of(gpt2::all_of(*t.best)));
    sink(bytes_of(std::span(t.losses)));
    sink(bytes_of(std::span(t.validations)));
  });
}

nlohmann::ordered_json read_state_header(const std::filesystem::path& file)
{
  return open(file).header;
}

template <typename Real>
void read_state(const std::filesystem::path& file, Training<Real>& t)
{
  Opened opened = open(file);
  std::ifstream& stream = opened.stream;
  const nlohmann::ordered_json& header = opened.header;
  t.step = header["step"].get<std::uint64_t>();
  const std::size_t numbers = gpt2::all_of(t.weights).size_bytes();
  const auto begin = static_cast<std::uint64_t>(stream.tellg());
  const auto validations = header["validations"].get<std::uint64_t>();
  const std::uint64_t expected = begin + (validations > 0 ? 4 : 3) * numbers +
                                 t.step * sizeof(double) + validations * sizeof(Validation),
                      got = std::filesystem::file_size(file);
  if (header["real"] != sizeof(Real) || got != expected)
    throw Error(
        "{} has {} bytes, and the state of this training after {} steps would have {}: it is "
        "cut short, or of a model of other sizes",
        file.string(), got, t.step, expected);
  t.losses.resize(t.step);
  t.validations.resize(validations);
  const auto read = [&](auto numbers_of) {
    stream.read(reinterpret_cast<char*>(numbers_of.data()),
                static_cast<std::streamsize>(numbers_of.size_bytes()));
  };
  for (gpt2::Weights<Real>* weights : {&t.weights, &t.m, &t.v})
    read(gpt2::all_of(*weights));
  if (validations > 0)
    read(gpt2::all_of(t.best.emplace(gpt2::zero_weights<Real>(t.weights.config))));
  read(std::span(t.losses));
  read(std::span(t.validations));
  if (!stream)
    throw Error("{} cannot be read to its end", file.string());
}

template void write_state(const std::filesystem::path&, const Training<float>&,
                          const nlohmann::ordered_json&);
template void write_state(const std::filesystem::path&, const Training<double>&,
                          const nlohmann::ordered_json&);
template void read_state(const std::filesystem::path&, Training<float>&);
template void read_state(const std::filesystem::path&, Training<double>&);

} // namespace epreuve::training
