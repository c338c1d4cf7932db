#pragma once

#include "epreuve/error.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace epreuve {

/// An option or an argument of a command: as CLI11's, whose functions these are.
class Option
{
public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option type_name(const std::string& name) const;
  Option description(const std::string& text) const;
  Option default_str(const std::string& value) const;
  Option capture_default_str() const;
  Option required() const;
  Option one_of(const std::vector<std::string>& values) const; ///< and no other is accepted
  Option positive() const;                                     ///< a number above 0
  Option delimiter(char between) const;
  Option allow_extra_args(bool allowed) const;
  Option needs(Option other) const;
  Option excludes(Option other) const;
  Option excludes(const std::string& other) const;
  Option group(const std::string& name) const; ///< "" hides it from the help

private:
  CLI::Option* option_;
};

/// A program's command line, or a command on it: a handle of CLI11's, whose functions these are. CLI11 is a header that
/// takes seconds to compile, so command.cpp alone includes it.
class Command
{
public:
  /// A new command line. @param description  what its help begins with
  explicit Command(const std::string& description);

  Command add_subcommand(const std::string& name, const std::string& description);

  /// An option ("-n,--count") or an argument ("TEXT"), which is kept in `value`, of one of the types at the end of
  /// command.cpp.
  template <typename Value>
  Option add_option(const std::string& names, Value& value, const std::string& description = "");

  /// An option whose text `set` is called with.
  Option add_option_function(const std::string& names,
                             const std::function<void(const std::string&)>& set,
                             const std::string& description);
  Option add_flag(const std::string& name, bool& value, const std::string& description = "");
  Option get_option(const std::string& name) const;

  void name(const std::string& name);
  void footer(const std::string& text);
  void callback(const std::function<void()>& run);
  void require_subcommand();
  Option set_version_flag(const std::string& name, const std::string& version);
  /// For a command of scripts: it may have any other words, no help of its own, and no place in another.
  void pass_on_everything();

  /// Reads what was typed, and calls the callback of the command.
  /// @param lay_out  what is done with a help before it is printed
  /// @return whether there is more to do: not after --help and --version, which it answers
  /// @throws MissingArgument, and other exceptions that say what is wrong
  bool parse(int argc, char** argv,
             const std::function<std::string(const std::string&)>& lay_out = std::identity());

  std::string name() const;
  std::string help() const;
  std::vector<Command> subcommands() const;
  /// The long names of the options that were typed, without "--".
  std::vector<std::string> given() const;

private:
  explicit Command(std::shared_ptr<CLI::App> app);

  std::shared_ptr<CLI::App> app_;
};

/// What a command line lacks.
struct MissingArgument : Error
{
  using Error::Error;
};

} // namespace epreuve
