#include "weaver/explorers.hpp"

#include "epreuve/error.hpp"
#include "epreuve/read_text.hpp"

#include "weaver/html.hpp"
#include "weaver/tree.hpp"

#include <nlohmann/json.hpp>

namespace epreuve::book {

std::vector<Explorer> all_explorers(const Workshop& workshop)
{
  const std::filesystem::path file = workshop.root / "book" / "explore" / "explorers.json";
  std::vector<Explorer> explorers;
  try {
    for (const nlohmann::json& one : nlohmann::json::parse(read_text(file)))
      explorers.push_back({one.at("explorer"), one.at("chapter"), one.at("figure")});
  } catch (const nlohmann::json::exception& e) {
    throw Error("{} is damaged: {}", file.string(), e.what());
  }
  return explorers;
}

void add_explorers(Page& page, const std::string& chapter, const std::vector<Explorer>& explorers,
                   std::vector<Mistake>& mistakes)
{
  pugi::xml_document tree;
  for (const Explorer& explorer : explorers) {
    if (explorer.chapter != chapter)
      continue;
    if (!tree.first_child()) {
      tree = read_tree(page.main);
      page.styles.emplace_back("explore/explore.css");
      page.scripts.insert(page.scripts.end(), {"explore/mathematics.js", "explore/explore.js"});
    }
    const std::string id = id_of("figure", explorer.figure);
    pugi::xml_node figure = tree.find_node(
        [&](const pugi::xml_node& node) { return id == node.attribute("id").value(); });
    if (!figure) {
      mistakes.push_back({"book/explore/explorers.json",
                          fmt::format("the explorer {} has no figure {} in chapter {}",
                                      explorer.name, explorer.figure, chapter)});
      continue;
    }
    pugi::xml_node around = figure.parent().insert_child_before("div", figure);
    around.append_attribute("class").set_value("explorer");
    around.append_attribute("data-explore").set_value(explorer.name.c_str());
    around.append_move(figure);
    page.scripts.push_back("explore/" + explorer.name + ".js");
  }
  if (tree.first_child())
    page.main = html_of(tree);
}

} // namespace epreuve::book
