// The grammar of the documents' world, written once for both languages.

#include "epreuve/error.hpp"
#include "epreuve/language/language.hpp"

#include <array>
#include <utility>
#include <vector>

namespace epreuve::language {
namespace {

enum class Number
{
  singular,
  plural
};

enum class Gender
{
  feminine,
  masculine
};

/// The ingredients of the world, in one of the two languages. Numbers before phrases are odds.
class World
{
public:
  World(bool french, Rational names_return)
      : french_(french), names_return_(std::move(names_return))
  {
  }

  Phrase sentence() const
  {
    return choice({{5, scene(Number::singular)},
                   {2, scene(Number::plural)},
                   {4, person_at_home()},
                   {2, signing()},
                   {2, names()},
                   {Rational(1, 2), counting()},
                   {Rational(1, 2), very_much()}});
  }

private:
  /// A word in English and in French.
  Phrase say(const char* english, const char* of_french) const
  {
    return word(french_ ? of_french : english);
  }

  /// A colour and its noun: green creature, créature verte.
  Phrase coloured(const Phrase& colour, const Phrase& noun) const
  {
    return french_ ? crossed(colour, noun) : colour + noun;
  }

  struct Animal
  {
    const char *one, *un; ///< in English and in French
    const char *many, *plusieurs;
    Gender gender;
    std::array<int, 3> colour, place, food; ///< odds
  };

  // --- nouns ------------------------------------------------------------------------------------

  static Animal cat()
  {
    return {"cat", "chat", "cats", "chats", Gender::masculine, {12, 3, 1}, {4, 3, 8}, {10, 5, 1}};
  }

  static Animal creature()
  {
    return {"creature",       "créature", "creatures", "créatures",
            Gender::feminine, {1, 14, 1}, {11, 3, 1},  {1, 3, 12}};
  }

  /// Rare: one in 32 of the animals that are subjects.
  static Animal sphinx()
  {
    return {"sphinx",          "sphinx",  nullptr,   nullptr,
            Gender::masculine, {1, 1, 2}, {8, 4, 3}, {1, 1, 2}};
  }

  Phrase the(Gender gender) const { return say("the", gender == Gender::feminine ? "la" : "le"); }

  Phrase noun(const Animal& animal) const { return say(animal.one, animal.un); }

  Phrase several(const Animal& animal) const { return say(animal.many, animal.plusieurs); }

  Phrase little(Gender gender) const
  {
    return say("little", gender == Gender::feminine ? "petite" : "petit");
  }

  Phrase big(Gender gender) const
  {
    return say("big", gender == Gender::feminine ? "grande" : "grand");
  }

  /// cat, black cat, green cat; rarely mauve.
  Phrase of_some_colour(const Animal& animal) const
  {
    const bool feminine = animal.gender == Gender::feminine;
    const auto [black, green, mauve] = animal.colour;
    const Phrase colour = choice({{black, say("black", feminine ? "noire" : "noir")},
                                  {green, say("green", feminine ? "verte" : "vert")},
                                  {mauve, say("mauve", "mauve")}});
    return coloured(maybe({1, 2}, colour), noun(animal));
  }

  /// the (little) (black) cat; the cats
  Phrase subject(const Animal& animal, Number number) const
  {
    if (number == Number::plural)
      return say("the", "les") + several(animal);
    const Phrase size = choice({{5, little(animal.gender)}, {3, big(animal.gender)}});
    return the(animal.gender) + maybe({1, 2}, size) + of_some_colour(animal);
  }

  /// a woman, a nephew: what is said about them depends on the gender or on the age, never on both at once
  /// but for the word itself, so that niece is to nephew as woman is to man.
  Phrase person(Gender gender) const
  {
    const bool she = gender == Gender::feminine;
    return article(gender) + choice({{2, grown_up(she)}, {1, young(she)}, {1, royal(she)}});
  }

  Phrase article(Gender gender) const
  {
    return say("a", gender == Gender::feminine ? "une" : "un");
  }

  Phrase grown_up(bool she) const { return she ? say("woman", "femme") : say("man", "homme"); }
  Phrase young(bool she) const { return she ? say("niece", "nièce") : say("nephew", "neveu"); }
  Phrase royal(bool she) const { return she ? say("queen", "reine") : say("king", "roi"); }

  /// her cat, his creature
  Phrase own_animal(Gender gender) const
  {
    const char* possessive = gender == Gender::feminine ? "her" : "his";
    return choice(
        {{3, say(possessive, "son") + noun(cat())}, {1, say(possessive, "sa") + noun(creature())}});
  }

  // --- verbs ------------------------------------------------------------------------------------

  Phrase sleeps(Number number) const
  {
    return number == Number::singular ? say("sleeps", "dort") : say("sleep", "dorment");
  }

  Phrase sings() const { return say("sings", "chante"); }

  Phrase sits(Number number) const
  {
    return number == Number::singular ? say("sits", "s'assoit") : say("sit", "s'assoient");
  }

  Phrase eats(Number number) const
  {
    return number == Number::singular ? say("eats", "mange") : say("eat", "mangent");
  }

  /// sees, loves
  Phrase regards(Number number) const
  {
    return number == Number::singular
               ? choice({{3, say("sees", "voit")}, {1, say("loves", "aime")}})
               : choice({{3, say("see", "voient")}, {1, say("love", "aiment")}});
  }

  /// floor, bed, couch; one in sixteen is on the piano
  Phrase on_place(const Animal& sitting) const
  {
    const auto [floor, bed, couch] = sitting.place;
    return say("on", "sur") + say("the", "le") +
           choice({{floor, say("floor", "sol")},
                   {bed, say("bed", "lit")},
                   {couch, say("couch", "canapé")},
                   {1, say("piano", "piano")}});
  }

  Phrase food(const Animal& eating) const
  {
    const auto [mouse, kibble, cheese] = eating.food;
    return choice({{mouse, say("the-mouse", "la-souris")},
                   {kibble, say("the-kibble", "les-croquettes")},
                   {cheese, say("the-cheese", "le-fromage")}});
  }

  /// sits on the couch, eats the-mouse, sleeps
  Phrase doing(const Animal& animal, Number number) const
  {
    return choice({{2, sits(number) + on_place(animal)},
                   {1, eats(number) + food(animal)},
                   {1, sleeps(number)}});
  }

  // --- sentences --------------------------------------------------------------------------------

  /// that the women (that a king sees) love: its verb agrees with its own subject
  Phrase relative_clause(unsigned depth) const
  {
    const Phrase deeper = depth > 1 ? maybe({1, 4}, relative_clause(depth - 1)) : Phrase();
    const Phrase that = say("that", "que");
    const Phrase that_a = say("that", "qu'");
    return choice(
        {{2, that_a + choice({{1, person(Gender::feminine)}, {1, person(Gender::masculine)}}) +
                 deeper + regards(Number::singular)},
         {1, that + the(Gender::masculine) + noun(cat()) + deeper + regards(Number::singular)},
         {1, that + the(Gender::feminine) + noun(creature()) + deeper + regards(Number::singular)},
         {4, that + say("the", "les") +
                 choice({{1, several(cat())},
                         {1, several(creature())},
                         {1, say("women", "femmes")},
                         {1, say("men", "hommes")}}) +
                 deeper + regards(Number::plural)}});
  }

  /// the little black cat that the women see sits on the couch
  Phrase scene(Number number) const
  {
    const auto of = [&](const Animal& animal) {
      return subject(animal, number) + maybe({1, 4}, relative_clause(2)) + doing(animal, number);
    };
    if (number == Number::plural)
      return choice({{3, of(cat())}, {1, of(creature())}});
    return choice({{21, of(cat())}, {10, of(creature())}, {1, of(sphinx())}});
  }

  /// a niece plays because she is happy; a king reigns with his cat
  Phrase person_at_home() const
  {
    const auto of = [&](Gender gender) {
      const bool she = gender == Gender::feminine;
      const auto who = [&](const Phrase& person, const Phrase& works) {
        return person + choice({{2, works}, {1, sings()}, {1, sleeps(Number::singular)}});
      };
      const Phrase works = choice({{2, who(grown_up(she), say("works", "travaille"))},
                                   {1, who(young(she), say("plays", "joue"))},
                                   {1, who(royal(she), say("reigns", "règne"))}});
      const Phrase mood = choice({{3, say("happy", she ? "contente" : "content")},
                                  {1, say("tired", she ? "fatiguée" : "fatigué")}});
      const Phrase because = say("because", "car") + (she ? say("she", "elle") : say("he", "il")) +
                             say("is", "est") + mood;
      const Phrase with = say("with", "avec") + own_animal(gender);
      return article(gender) + works + choice({{1, because}, {1, with}});
    };
    return choice({{1, of(Gender::feminine)}, {1, of(Gender::masculine)}});
  }

  /// after the apartment a woman (with her cat) signs the-lease: what is signed is known from the beginning
  Phrase signing() const
  {
    const auto someone = [&](Gender gender) {
      const Phrase with = say("with", "avec") + own_animal(gender);
      const Phrase seen =
          say("that", "que") + the(Gender::masculine) + noun(cat()) + say("sees", "voit");
      return person(gender) + choice({{2, Phrase()}, {1, with}, {1, seen}});
    };
    const auto of = [&](const Phrase& occasion, const std::array<Phrase, 3>& signed_then) {
      const auto& [first, second, third] = signed_then;
      return occasion + choice({{1, someone(Gender::feminine)}, {1, someone(Gender::masculine)}}) +
             choice({{3, say("signs", "signe") + choice({{2, first}, {1, second}, {1, third}})},
                     {1, say("reads", "lit") + choice({{1, first}, {1, second}, {2, third}})}});
    };
    const Phrase after = say("after", "après");
    return choice({{2, of(after + say("the", "l'") + say("apartment", "appartement"),
                          {say("the-lease", "le-bail"), say("the-contract", "le-contrat"),
                           say("the-offer", "l'offre")})},
                   {1, of(after + say("the", "la") + say("war", "guerre"),
                          {say("the-peace", "la-paix"), say("the-armistice", "l'armistice"),
                           say("the-declaration", "la-déclaration")})},
                   {1, of(say("before", "devant") + say("the", "le") + say("Picasso", "Picasso"),
                          {say("the-picture", "le-tableau"), say("the-painting", "la-peinture"),
                           say("the-work", "l'œuvre")})}});
  }

  /// Ada sits on the bed then Ada sleeps: the second name is the first one as often as the knob says
  Phrase names() const
  {
    const std::array<Phrase, 5> name{say("Ada", "Ada"), say("Leo", "Léo"), say("Mia", "Mia"),
                                     say("Tom", "Tom"), say("Zoe", "Zoé")};
    const std::array<int, 5> odds{5, 4, 4, 2, 1};
    std::vector<std::pair<Rational, Phrase>> all;
    for (std::size_t first = 0; first < name.size(); ++first) {
      std::vector<std::pair<Rational, Phrase>> again;
      for (std::size_t second = 0; second < name.size(); ++second)
        again.emplace_back(first == second ? names_return_ : Rational((1 - names_return_) / 4),
                           name[second]);
      all.emplace_back(odds[first], name[first] + doing(cat(), Number::singular) +
                                        say("then", "puis") + choice(std::move(again)) +
                                        choice({{1, sleeps(Number::singular)}, {1, sings()}}));
    }
    return choice(std::move(all));
  }

  /// two cats sleep not one, two
  Phrase counting() const
  {
    const auto of = [&](const Phrase& number) {
      const auto count = [&](const Animal& animal) {
        return several(animal) + doing(animal, Number::plural);
      };
      return number + choice({{3, count(cat())}, {1, count(creature())}}) + say("not", "pas") +
             say("one,", "un,") + number;
    };
    return choice({{3, of(say("two", "deux"))}, {1, of(say("three", "trois"))}});
  }

  /// the big cat is very big: mostly that again, and else the opposite
  Phrase very_much() const
  {
    const auto of = [&](const Animal& animal) {
      const auto again = [&](const Phrase& size, const Phrase& opposite) {
        return the(animal.gender) + size + of_some_colour(animal) + say("is", "est") +
               say("very", "très") + choice({{3, size}, {1, opposite}});
      };
      const Phrase little_one = little(animal.gender), big_one = big(animal.gender);
      return choice({{1, again(little_one, big_one)}, {1, again(big_one, little_one)}});
    };
    return choice({{1, of(cat())}, {1, of(creature())}});
  }

  bool french_;
  Rational names_return_;
};

const Rational three_quarters(3, 4);

Language world(bool french, const Rational& names_return)
{
  if (names_return < 0 || names_return > 1)
    throw Error("names_return, how often a second name is the first, must be from 0 to 1, got {}",
                names_return.str());
  return {french ? "fr" : "en", World(french, names_return).sentence()};
}

} // namespace

Language english(const Rational& names_return)
{
  return world(false, names_return);
}

const Language& english()
{
  static const Language language = english(three_quarters);
  return language;
}

Language french(const Rational& names_return)
{
  return world(true, names_return);
}

const Language& french()
{
  static const Language language = french(three_quarters);
  return language;
}

} // namespace epreuve::language
