#include "weaver/search.hpp"

#include "weaver/tree.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>
#include <string_view>

namespace epreuve::book {

namespace {

/// What these pages have is on others too, or is nothing to look for.
bool repeats_others(std::string_view file)
{
  static constexpr std::array<std::string_view, 5> lists{
      "index.html", "errata.html", "functions.html", "build.html", "exercises.html"};
  return std::ranges::find(lists, file) != lists.end() || file.starts_with("documents/");
}

/// Code, results and drawings, and what only listening readers get.
bool is_no_prose(const pugi::xml_node& element)
{
  static constexpr std::array<std::string_view, 6> elements{"pre", "svg",   "form",
                                                            "dl",  "table", "annotation"};
  static constexpr std::array<std::string_view, 5> classes{"fold", "sourceCode", "claim", "tally",
                                                           "visually-hidden"};
  return std::ranges::find(elements, element.name()) != elements.end() ||
         std::ranges::any_of(classes,
                             [&](std::string_view name) { return has_class(element, name); });
}

/// Of what other pages have: the lists at the end of a chapter's first page.
bool is_list(std::string_view address)
{
  return address.ends_with("#errata") || address.ends_with("#sections") ||
         address.ends_with("#propositions");
}

bool is_heading(const pugi::xml_node& element)
{
  const std::string_view name = element.name();
  return name == "h1" || name == "h2" || name == "h3";
}

std::string in_one_line(const std::string& text)
{
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;)
    line += (line.empty() ? "" : " ") + word;
  return line;
}

class Finder
{
public:
  explicit Finder(const Page& page) : page_(page)
  {
    all_.push_back({page.file, page.title, "", ""});
    read(read_tree(page.main));
    std::erase_if(all_, [](const Findable& one) { return is_list(one.address); });
    for (Findable& one : all_)
      one.text = in_one_line(one.text);
  }

  std::vector<Findable> take() { return std::move(all_); }

private:
  void begin(const std::string& id, const std::string& title)
  {
    all_.push_back({page_.file + "#" + id, in_one_line(title), page_.title, ""});
  }

  void read(const pugi::xml_node& element)
  {
    const std::string id = element.attribute("id").value();
    if (is_heading(element) && !id.empty()) {
      begin(id, text_of(element));
      return;
    }
    // "claim:exo7-7-gelu" is told by its name, an exercise by its heading, which follows.
    if (std::string_view(element.name()) == "li" && !id.empty())
      begin(id, element.child("h3") ? text_of(element.child("h3")) : id.substr(id.find(':') + 1));
    for (const pugi::xml_node child : element)
      if (child.type() == pugi::node_pcdata)
        all_.back().text += child.value();
      else if (!is_no_prose(child)) {
        read(child);
        all_.back().text += ' ';
      }
  }

  const Page& page_;
  std::vector<Findable> all_;
};

} // namespace

std::vector<Findable> findables(const std::vector<Page>& pages)
{
  std::vector<Findable> all;
  for (const Page& page : pages)
    if (!repeats_others(page.file))
      std::ranges::move(Finder(page).take(), std::back_inserter(all));
  return all;
}

std::string script_of(const std::vector<Findable>& all)
{
  nlohmann::json list = nlohmann::json::array();
  for (const Findable& one : all)
    list.push_back(
        {{"id", one.address}, {"title", one.title}, {"page", one.page}, {"text", one.text}});
  return "window.findables = " +
         list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + ";\n";
}

} // namespace epreuve::book
