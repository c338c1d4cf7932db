#include "weaver/explorers.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_json.hpp"

#include "weaver/html.hpp"
#include "weaver/tree.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace epreuve::book {

std::vector<Explorer> all_explorers(const Project& project)
{
  const std::filesystem::path file = project.root / "book" / "explore" / "explorers.json";
  std::vector<Explorer> explorers;
  try {
    for (const nlohmann::json& one : read_json(file))
      explorers.push_back({one.at("explorer"), one.at("chapter"), one.at("figure")});
  } catch (const nlohmann::json::exception& e) {
    throw Error("{} is damaged: {}", file.string(), e.what());
  }
  return explorers;
}

namespace {

pugi::xml_node next_element(pugi::xml_node node)
{
  do
    node = node.next_sibling();
  while (node && node.type() != pugi::node_element);
  return node;
}

/// Puts an explorer below its figure, and below the code that draws it, if the figure is on the page.
bool add_explorer(Page& page, const Explorer& explorer)
{
  const std::string id = id_of("figure", explorer.figure);
  if (page.main.find(fmt::format("id=\"{}\"", id)) == std::string::npos)
    return false;
  pugi::xml_document tree = read_tree(page.main);
  pugi::xml_node above = tree.find_node(
      [&](const pugi::xml_node& node) { return id == node.attribute("id").value(); });
  if (const pugi::xml_node code = next_element(above);
      std::string_view(code.attribute("class").value()) == "fold drawing")
    above = code;
  pugi::xml_node place = above.parent().insert_child_after("div", above);
  place.append_attribute("class").set_value("explorer");
  place.append_attribute("id").set_value(id_of("explore", explorer.name).c_str());
  place.append_attribute("data-explore").set_value(explorer.name.c_str());
  if (page.styles.empty()) {
    page.styles.emplace_back("explore/explore.css");
    for (const char* script : {"mathematics", "words", "library", "plot", "explore"})
      page.scripts.push_back(fmt::format("explore/{}.js", script));
  }
  page.scripts.push_back("explore/" + explorer.name + ".js");
  page.main = html_of(tree);
  return true;
}

} // namespace

void add_explorers(std::vector<Page>& pages, const std::string& chapter,
                   const std::vector<Explorer>& explorers, std::vector<Mistake>& mistakes)
{
  for (const Explorer& explorer : explorers)
    if (explorer.chapter == chapter &&
        std::ranges::none_of(pages, [&](Page& page) { return add_explorer(page, explorer); }))
      mistakes.push_back({"book/explore/explorers.json",
                          fmt::format("the explorer {} has no figure {} in chapter {}",
                                      explorer.name, explorer.figure, chapter)});
}

} // namespace epreuve::book
