#include "epreuve/command.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

namespace epreuve {

namespace {

/// The words of the command line from the last to the first, as CLI11 takes them. `--json -` is standard output, also for
/// the commands whose --json takes no file.
std::vector<std::string> words_of(const CLI::App& app, int argc, char** argv)
{
  const CLI::App* command = &app;
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    for (const CLI::App* below : command->get_subcommands(nullptr))
      if (below->get_name() == word) {
        command = below;
        break;
      }
    const CLI::Option* json = command->get_option_no_throw("--json");
    const bool is_flag = json != nullptr && json->get_items_expected_max() == 0;
    if (!(is_flag && word == "-" && !words.empty() && words.back() == "--json"))
      words.push_back(word);
  }
  std::ranges::reverse(words);
  return words;
}

} // namespace

Option Option::type_name(const std::string& name) const
{
  return Option(option_->type_name(name));
}

Option Option::description(const std::string& text) const
{
  return Option(option_->description(text));
}

Option Option::default_str(const std::string& value) const
{
  return Option(option_->default_str(value));
}

Option Option::capture_default_str() const
{
  return Option(option_->capture_default_str());
}

Option Option::required() const
{
  return Option(option_->required());
}

Option Option::one_of(const std::vector<std::string>& values) const
{
  return Option(option_->check(CLI::IsMember(values)));
}

Option Option::positive() const
{
  return Option(option_->check(CLI::PositiveNumber));
}

Option Option::delimiter(char between) const
{
  return Option(option_->delimiter(between));
}

Option Option::allow_extra_args(bool allowed) const
{
  return Option(option_->allow_extra_args(allowed));
}

Option Option::needs(Option other) const
{
  return Option(option_->needs(other.option_));
}

Option Option::excludes(Option other) const
{
  return Option(option_->excludes(other.option_));
}

Option Option::excludes(const std::string& other) const
{
  return Option(option_->excludes(other));
}

Option Option::group(const std::string& name) const
{
  return Option(option_->group(name));
}

Command::Command(const std::string& description) : app_(std::make_shared<CLI::App>(description)) {}

Command::Command(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {}

Command Command::add_subcommand(const std::string& name, const std::string& description)
{
  return Command({app_, app_->add_subcommand(name, description)}); // the command line owns it
}

template <typename Value>
Option Command::add_option(const std::string& names, Value& value, const std::string& description)
{
  return Option(app_->add_option(names, value, description));
}

Option Command::add_option_function(const std::string& names,
                                    const std::function<void(const std::string&)>& set,
                                    const std::string& description)
{
  return Option(app_->add_option_function<std::string>(names, set, description));
}

Option Command::add_flag(const std::string& name, bool& value, const std::string& description)
{
  return Option(app_->add_flag(name, value, description));
}

Option Command::get_option(const std::string& name) const
{
  return Option(app_->get_option(name));
}

void Command::name(const std::string& name)
{
  app_->name(name);
}

void Command::footer(const std::string& text)
{
  app_->footer(text);
}

void Command::callback(const std::function<void()>& run)
{
  app_->callback(run);
}

void Command::require_subcommand()
{
  app_->require_subcommand(1);
}

Option Command::set_version_flag(const std::string& name, const std::string& version)
{
  return Option(app_->set_version_flag(name, version));
}

void Command::pass_on_everything()
{
  app_->group("")->allow_extras()->set_help_flag();
}

bool Command::parse(int argc, char** argv,
                    const std::function<std::string(const std::string&)>& lay_out)
{
  try {
    app_->parse(words_of(*app_, argc, argv));
    return true;
  } catch (const CLI::CallForHelp&) {
    std::cout << lay_out(app_->help());
  } catch (const CLI::CallForVersion& asked) {
    std::cout << asked.what() << '\n';
  } catch (const CLI::RequiredError& missing) {
    throw MissingArgument("{}", missing.what());
  }
  return false;
}

std::string Command::name() const
{
  return app_->get_name();
}

std::string Command::help() const
{
  return app_->help();
}

std::vector<Command> Command::subcommands() const
{
  std::vector<Command> all;
  for (CLI::App* command : app_->get_subcommands(nullptr))
    all.push_back(Command({app_, command}));
  return all;
}

std::vector<std::string> Command::given() const
{
  std::vector<std::string> names;
  for (const CLI::Option* option : std::as_const(*app_).get_options())
    if (option->count() > 0 && !option->get_lnames().empty())
      names.push_back(option->get_lnames().front());
  return names;
}

#define EPREUVE_INSTANTIATE(Value)                                                                 \
  template Option Command::add_option(const std::string&, Value&, const std::string&);
EPREUVE_INSTANTIATE(std::string)
EPREUVE_INSTANTIATE(std::optional<std::string>)
EPREUVE_INSTANTIATE(std::vector<std::string>)
EPREUVE_INSTANTIATE(double)
EPREUVE_INSTANTIATE(std::uint64_t)
EPREUVE_INSTANTIATE(int)
EPREUVE_INSTANTIATE(std::optional<double>)
#undef EPREUVE_INSTANTIATE

} // namespace epreuve
