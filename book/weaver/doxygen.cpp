#include "weaver/doxygen.hpp"

#include "epreuve/error.hpp"
#include "epreuve/lexer.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include "weaver/signature.hpp"
#include "weaver/tag.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace epreuve::book {

namespace fs = std::filesystem;

namespace {

bool is_documentation(const Token& token)
{
  return token.kind == Token::Kind::comment && token.begins_line && token.text.starts_with("///") &&
         !token.text.starts_with("///<") && !token.text.starts_with("////");
}

/// A line of a comment, without its slashes, in a form that Doxygen reads correctly.
std::string prepared_line(std::string_view line)
{
  constexpr std::string_view source = "Source: ";
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  const std::string blanks(line.substr(0, first));
  if (line.substr(first).starts_with(source))
    return blanks + "@since " + std::string(line.substr(first + source.size()));
  const std::optional<Tag> tag = tag_in(line);
  if (!tag)
    return without_quotation(line);
  const std::string_view before = line.substr(0, line.size() - tag->text.size());
  return std::string(before) + without_quotation(tag->text);
}

/// The headers below `from`, prepared, into `to`.
void prepare_headers(const fs::path& from, const fs::path& to)
{
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(from)) {
    const fs::path target = to / fs::relative(entry.path(), from);
    if (entry.path().extension() != ".hpp" || !entry.is_regular_file())
      continue;
    fs::create_directories(target.parent_path());
    write_file(target.string(), prepared_header(printable(read_text(entry.path()))));
  }
}

pugi::xml_document read_xml(const fs::path& file)
{
  pugi::xml_document document;
  const pugi::xml_parse_result result =
      document.load_file(file.c_str(), pugi::parse_default | pugi::parse_ws_pcdata);
  if (!result)
    throw Error("{}, which Doxygen writes, cannot be read: {}", file.string(),
                result.description());
  return document;
}

/// A header as it is included. Doxygen says where it was read if the folder's name is not ASCII.
std::string header_of(std::string_view location)
{
  constexpr std::string_view folder = "/headers/";
  const std::size_t at = location.find("/headers/epreuve/");
  return std::string(at == std::string_view::npos ? location : location.substr(at + folder.size()));
}

Declaration::Kind kind_of(std::string_view kind)
{
  using Kind = Declaration::Kind;
  static const std::map<std::string_view, Kind> kinds{
      {"function", Kind::function}, {"enum", Kind::enumeration}, {"typedef", Kind::alias},
      {"variable", Kind::variable}, {"define", Kind::macro},     {"concept", Kind::concept_}};
  const auto found = kinds.find(kind);
  return found == kinds.end() ? Kind::type : found->second;
}

bool is_internal(std::string_view scope)
{
  while (!scope.empty()) {
    const std::string_view part = scope.substr(0, scope.find("::"));
    if (part == "detail" || part.starts_with('@') || part.starts_with("anonymous"))
      return true;
    scope.remove_prefix(std::min(part.size() + 2, scope.size()));
  }
  return false;
}

/// Collects what index.xml names.
class Reader
{
public:
  explicit Reader(fs::path output) : output_(std::move(output)) {}

  Documentation read()
  {
    std::vector<pugi::xml_node> compounds;
    const pugi::xml_document index = read_xml(output_ / "xml/index.xml");
    for (const pugi::xml_node entry : index.child("doxygenindex").children("compound")) {
      const fs::path file =
          output_ / "xml" / (std::string(entry.attribute("refid").value()) + ".xml");
      result_.documents.push_back(read_xml(file));
      for (const auto& node : result_.documents.back().child("doxygen").children("compounddef"))
        compounds.push_back(node);
    }
    for (const pugi::xml_node node : compounds) {
      const std::string_view kind = node.attribute("kind").value();
      if (kind == "namespace")
        namespaces_.push_back(node.child_value("compoundname"));
      if (kind == "file")
        headers_[header_of(node.child("location").attribute("file").value())].node = node;
    }
    for (const pugi::xml_node node : compounds)
      take(node);
    for (auto& [file, header] : headers_) {
      header.file = file;
      const std::vector<std::string> lines = split_lines(read_text(output_ / "headers" / file));
      put_in_order(header.declarations, lines);
      result_.headers.push_back(std::move(header));
    }
    return std::move(result_);
  }

private:
  void take(const pugi::xml_node& compound)
  {
    const std::string_view kind = compound.attribute("kind").value();
    const std::string name = compound.child_value("compoundname");
    const bool is_file = kind == "file";
    if (is_file || kind == "namespace") {
      if (!is_file && is_internal(name))
        return;
      for (const pugi::xml_node section : compound.children("sectiondef"))
        for (const pugi::xml_node member : section.children("memberdef"))
          add(declaration_of(member, is_file ? "" : name));
    } else if (kind == "class" || kind == "struct" || kind == "union" || kind == "concept")
      take_type(compound, name);
  }

  void take_type(const pugi::xml_node& compound, const std::string& name)
  {
    std::string scope;
    for (const std::string& candidate : namespaces_)
      if (name.starts_with(candidate + "::") && candidate.size() > scope.size())
        scope = candidate;
    if (is_internal(scope) || std::string_view(compound.attribute("prot").value()) == "private")
      return;
    Declaration type = declaration_of(compound, scope);
    type.name = tidy_type(scope.empty() ? name : name.substr(scope.size() + 2));
    for (const pugi::xml_node section : compound.children("sectiondef"))
      for (const pugi::xml_node member : section.children("memberdef"))
        if (std::string_view(member.attribute("prot").value()) == "public" &&
            std::string_view(member.attribute("kind").value()) != "friend")
          type.members.push_back(declaration_of(member, scope));
    add(std::move(type));
  }

  Declaration declaration_of(const pugi::xml_node& node, const std::string& scope)
  {
    const pugi::xml_node location = node.child("location");
    const pugi::xml_attribute declared = location.attribute("declline");
    return {.kind = kind_of(node.attribute("kind").value()),
            .name = node.child_value("name"),
            .scope = scope,
            .refid = node.attribute("id").value(),
            .line = (declared ? declared : location.attribute("line")).as_int(),
            .node = node};
  }

  void add(Declaration declaration)
  {
    const pugi::xml_node location = declaration.node.child("location");
    const pugi::xml_attribute declared = location.attribute("declfile");
    const std::string file = header_of((declared ? declared : location.attribute("file")).value());
    const auto header = headers_.find(file);
    if (header == headers_.end())
      throw Error("Doxygen has {} in {}, which is not a header of the library", declaration.name,
                  in_quotes(file));
    header->second.declarations.push_back(std::move(declaration));
  }

  void put_in_order(std::vector<Declaration>& declarations, const std::vector<std::string>& lines)
  {
    std::ranges::stable_sort(declarations, {}, &Declaration::line);
    for (std::size_t i = 0; i < declarations.size(); ++i) {
      Declaration& declaration = declarations[i];
      put_in_order(declaration.members, lines);
      if (i > 0)
        declaration.continues = follows(declarations[i - 1], declaration, lines);
    }
  }

  static bool follows(const Declaration& before, const Declaration& declaration,
                      const std::vector<std::string>& lines)
  {
    using Kind = Declaration::Kind;
    if (declaration.kind != before.kind || declaration.kind == Kind::type ||
        declaration.kind == Kind::enumeration || is_documented(declaration.node))
      return false;
    const auto last = std::min(lines.size(), static_cast<std::size_t>(declaration.line - 1));
    for (auto i = static_cast<std::size_t>(before.line - 1); i < last; ++i) {
      const std::string& line = lines[i];
      const std::size_t first = line.find_first_not_of(' ');
      const bool between = i + 1 > static_cast<std::size_t>(before.line);
      if (line.find("///<") != std::string::npos || first == std::string::npos ||
          (between && (line[first] == '{' || line[first] == '}' || line.substr(first, 2) == "//")))
        return false;
    }
    return true;
  }

  fs::path output_;
  std::vector<std::string> namespaces_;
  std::map<std::string, Header> headers_;
  Documentation result_;
};

bool has_content(const pugi::xml_node& description)
{
  return description.first_element_by_path("para") || description.first_element_by_path("sect1");
}

} // namespace

fs::path find_doxygen()
{
  if (fs::path found = find_program("doxygen"); !found.empty())
    return found;
  throw Error("doxygen is not installed; install it with: ./epreuve install book");
}

std::string prepared_header(std::string_view header)
{
  const std::vector<Token> tokens = tokens_of(header);
  std::map<std::size_t, std::pair<std::size_t, std::string>> changes; // at, characters, instead
  constexpr std::string_view slashes = "///";
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const auto at = static_cast<std::size_t>(token.text.data() - header.data());
    if (is_documentation(token)) {
      const std::string_view line = token.text.substr(slashes.size());
      if (std::string prepared = prepared_line(line); prepared != line)
        changes[at + slashes.size()] = {line.size(), std::move(prepared)};
    } else if (token.text == "namespace" && token.begins_line) {
      std::size_t first = i;
      while (first > 0 && is_documentation(tokens[first - 1]) &&
             tokens[first - 1].line + 1 == tokens[first].line)
        --first;
      if (first < i)
        changes[static_cast<std::size_t>(tokens[first].text.data() - header.data())] = {
            0, "/// @file\n"};
    }
  }
  std::string prepared;
  std::size_t at = 0;
  for (const auto& [begin, change] : changes) {
    prepared += header.substr(at, begin - at);
    prepared += change.second;
    at = begin + change.first;
  }
  return prepared += header.substr(at);
}

std::string run_doxygen(const fs::path& root, const fs::path& output)
{
  const fs::path doxygen = find_doxygen();
  const TemporaryFolder folder;
  prepare_headers(root / "lib/epreuve", folder / "headers/epreuve");
  write_file((folder / "Doxyfile").string(),
             read_text(root / "book/Doxyfile") +
                 "\nINPUT = headers\nSTRIP_FROM_PATH = headers\n"
                 "STRIP_FROM_INC_PATH = headers\nOUTPUT_DIRECTORY = .\n");
  // Run in the folder, since a path in the settings could contain something that Doxygen replaces.
  const Ended ended = run_command({"/bin/sh", "-c", "cd \"$1\" && exec \"$2\" Doxyfile", "sh",
                                   folder.path().string(), fs::absolute(doxygen).string()},
                                  {});
  if (ended.timed_out)
    throw Error("doxygen did not end within {} seconds", CommandLimits().seconds);
  if (ended.status != 0)
    throw Error("doxygen failed with status {}: {}", ended.status, printable(ended.output));
  fs::create_directories(output);
  for (const char* name : {"xml", "headers"}) {
    fs::remove_all(output / name);
    fs::copy(folder / name, output / name, fs::copy_options::recursive);
  }
  std::string objections = printable(ended.output);
  const std::string prefix = (folder / "headers").string() + "/";
  for (std::size_t at = 0; (at = objections.find(prefix, at)) != std::string::npos;)
    objections.erase(at, prefix.size());
  return objections;
}

Documentation read_documentation(const fs::path& output)
{
  return Reader(output).read();
}

bool is_documented(const pugi::xml_node& node)
{
  return has_content(node.child("briefdescription")) ||
         has_content(node.child("detaileddescription"));
}

} // namespace epreuve::book
