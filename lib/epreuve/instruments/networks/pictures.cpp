#include "epreuve/instruments/networks/pictures.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace epreuve::instruments {

namespace {

using arma::uword;

constexpr std::array nouns{"square", "frame", "cross", "triangle"};
constexpr std::array plurals{"squares", "frames", "crosses", "triangles"};

bool has_place(Form form, uword row, uword column, uword side)
{
  switch (form) {
  case Form::square:
    return true;
  case Form::frame:
    return row == 0 || column == 0 || row == side - 1 || column == side - 1;
  case Form::cross:
    return row == column || row + column == side - 1;
  case Form::triangle:
    return column <= row;
  }
  return false;
}

std::vector<Thing> things_in(uword quarter)
{
  std::vector<Thing> all;
  for (const Form form : {Form::square, Form::frame, Form::cross, Form::triangle})
    for (const bool dark : {false, true}) {
      all.push_back({form, true, dark, quarter, 0, 0});
      for (uword row = 0; row < 2; ++row)
        for (uword column = 0; column < 2; ++column)
          all.push_back({form, false, dark, quarter, row, column});
    }
  return all;
}

void say_what(const Thing& thing, bool several, std::vector<std::string>& words)
{
  const auto form = static_cast<std::size_t>(thing.form);
  words.insert(words.end(),
               {several ? "two" : "a", thing.large ? "large" : "small",
                thing.dark ? "dark" : "light", several ? plurals[form] : nouns[form], "at"});
}

void say_where(const Thing& thing, std::vector<std::string>& words)
{
  words.insert(words.end(),
               {thing.quarter < 2 ? "top" : "bottom", thing.quarter % 2 == 0 ? "left" : "right"});
}

bool are_alike(const Picture& picture)
{
  return picture.size() == 2 && picture[0].is_like(picture[1]);
}

} // namespace

arma::umat places_of(const Thing& thing)
{
  const uword side = thing.large ? 4 : 3;
  const uword top = 4 * (thing.quarter / 2) + thing.row,
              left = 4 * (thing.quarter % 2) + thing.column;
  arma::umat places(8, 8);
  for (uword row = 0; row < side; ++row)
    for (uword column = 0; column < side; ++column)
      places(top + row, left + column) = has_place(thing.form, row, column, side) ? 1 : 0;
  return places;
}

arma::mat drawn(const Picture& picture)
{
  arma::mat image(8, 8);
  for (const Thing& thing : picture)
    image += (thing.dark ? 1 : 0.5) * arma::conv_to<arma::mat>::from(places_of(thing));
  return image;
}

std::vector<std::string> caption(const Picture& picture)
{
  std::vector<std::string> words;
  for (const Thing& thing : picture) {
    if (!words.empty())
      words.emplace_back("and");
    if (words.empty() || !are_alike(picture))
      say_what(thing, are_alike(picture), words);
    say_where(thing, words);
  }
  words.emplace_back(".");
  return words;
}

uword place_of_noun(const Picture& picture, uword thing)
{
  return thing == 0 || are_alike(picture) ? 3 : 11;
}

const std::vector<std::string>& caption_words()
{
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all{"a", "two", "small", "large", "light", "dark"};
    all.insert(all.end(), nouns.begin(), nouns.end());
    all.insert(all.end(), plurals.begin(), plurals.end());
    for (const char* word : {"at", "top", "bottom", "left", "right", "and", "."})
      all.emplace_back(word);
    return all;
  }();
  return words;
}

const std::vector<Picture>& all_pictures()
{
  static const std::vector<Picture> pictures = [] {
    std::vector<Picture> all;
    for (uword first = 0; first < 4; ++first)
      for (const Thing& thing : things_in(first)) {
        all.push_back({thing});
        for (uword second = first + 1; second < 4; ++second)
          for (const Thing& other : things_in(second))
            all.push_back({thing, other});
      }
    return all;
  }();
  return pictures;
}

bool is_withheld_combination(const Thing& thing)
{
  return (thing.form == Form::cross && thing.large && thing.dark) ||
         (thing.form == Form::triangle && !thing.large && !thing.dark);
}

Use use_of(const Picture& picture)
{
  if (std::ranges::any_of(picture, is_withheld_combination))
    return Use::combination;
  std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a, of each number twice
  for (const double tone : drawn(picture))
    hash = (hash ^ static_cast<std::uint64_t>(2 * tone)) * 0x100000001b3;
  return (hash >> 32) % 10 == 0 ? Use::withheld : Use::training;
}

} // namespace epreuve::instruments
