#include "figures.hpp"

#include "epreuve/figures/diagram.hpp"

#include <string>

using namespace epreuve::figures;

namespace epreuve {
namespace {

Element block_of(const std::vector<Element>& elements)
{
  return framed(flow(elements, {}, Side::below));
}

} // namespace

void draw_transformer(Figure& figure)
{
  const Element encoder = flow({label("source, n tokens"), box("embedding + position"),
                                block_of({box("self-attention"), box("add, norm"),
                                          box("feed-forward"), box("add, norm").named("top")})
                                    .left("6 ×")},
                               {}, Side::below);
  const Element decoder = flow({label("target so far, m tokens"), box("embedding + position"),
                                block_of({box("masked self-attention"), box("add, norm"),
                                          box("cross-attention", Ink::accent).named("cross"),
                                          box("add, norm"), box("feed-forward"), box("add, norm")})
                                    .right("6 ×"),
                                box("linear, softmax"), label("the next word, m times")},
                               {}, Side::below);
  figure.title("The Transformer of 2017");
  draw(figure,
       row({encoder, box("z", Ink::accent).below("n tokens").named("z"), decoder}).spaced(3),
       {arrow("top", "z"), arrow("z", "cross")});
  figure
      .caption("Each sublayer's input is added to its output, and the sum is normed. All six "
               "decoder blocks read the same z, the output of the sixth encoder block: their "
               "cross-attention makes keys and values of it.")
      .alt("Two columns of boxes from top to bottom. Left the encoder, whose framed block, six "
           "times, has self-attention and feed-forward, and which ends in z. Right the decoder, "
           "whose framed block, six times, has masked self-attention, cross-attention, coloured "
           "like z, and feed-forward; then linear and softmax.");
}

void draw_black_box(Figure& figure)
{
  figure.title("Translation: a box, and what is in it");
  draw(figure,
       stack({flow({label("Je suis étudiant"), box("Transformer"), label("I am a student")}),
              flow({label("Je suis étudiant"), box("6 encoders"), box("6 decoders", Ink::accent),
                    label("I am a student")},
                   {"", "z", ""})}));
  figure.caption("A translator as a box, and as a stack of encoders and one of decoders.")
      .alt("Above, an arrow from a French sentence through one box to an English one. Below, the "
           "box has become two: six encoders, then six decoders.");
}

void draw_encoder_block(Figure& figure)
{
  figure.title("One encoder");
  draw(figure, flow({label("x, n tokens"), box("self-attention", Ink::accent), box("add, norm"),
                     box("feed-forward"), box("add, norm"), label("n tokens")}));
  figure.caption("Self-attention is the only box in which a token meets another one.")
      .alt("A row of boxes with arrows: self-attention, coloured, add and norm, feed-forward, add "
           "and norm.");
}

void draw_stacks(Figure& figure)
{
  std::vector<std::vector<Element>> rows;
  std::vector<Link> links;
  for (int b = 6; b >= 1; --b) {
    const std::string number = std::to_string(b), below = std::to_string(b - 1);
    rows.push_back({box("encoder " + number, b == 6 ? Ink::accent : Ink::plain).named("e" + number),
                    b == 6 ? to("") : Element(""), circle("z", Ink::accent).named("z" + number),
                    to(""), box("decoder " + number).named("d" + number)});
    if (b == 1)
      continue;
    links.push_back(arrow("e" + below, "e" + number));
    links.push_back(arrow("d" + below, "d" + number));
    links.push_back(line("z" + number, "z" + below, "", {.ink = Ink::accent}));
  }
  figure.title("Six encoders, six decoders");
  draw(figure, table(rows), links);
  figure
      .caption("Both stacks are read upwards. The output z of the top encoder goes to every "
               "decoder, not to the top one alone.")
      .alt(
          "Two columns of six boxes with arrows upwards. The top box on the left, coloured, has an "
          "arrow named z to the column on the right.");
}

void draw_decoder_block(Figure& figure)
{
  figure.title("One decoder");
  draw(figure,
       flow({label("y, m tokens"), box("masked\nself-attention"), box("add,\nnorm"),
             box("cross-\nattention", Ink::accent).below("keys and values: z"), box("add,\nnorm"),
             box("feed-\nforward"), box("add,\nnorm"), label("m tokens")}));
  figure.caption("The encoder's two layers, and between them one that reads the source.")
      .alt("A row of boxes with arrows: masked self-attention, add and norm, cross-attention, "
           "coloured, with keys and values from z, add and norm, feed-forward, add and norm.");
}

void draw_paths(Figure& figure)
{
  const auto path = [](const std::string& k) {
    return std::vector<Element>{
        label("x" + k),      to(""), box("self-attention").named("a" + k), to(""),
        box("feed-forward"), to(""), label("to the next encoder")};
  };
  figure.title("Each word on its own path, but for one layer");
  draw(figure, table({path("₁"), path("₂"), path("₃")}), {line("a₁", "a₂"), line("a₂", "a₃")});
  figure
      .caption("Three words in an encoder. The paths are joined in self-attention only; "
               "residual connections and norms, left out here, belong to one word each.")
      .alt("Three rows, each a word, a box of self-attention, a box of feed-forward and the next "
           "encoder. Lines join the boxes of self-attention.");
}

void draw_time_steps(Figure& figure)
{
  const std::vector<std::vector<std::string>> steps{{"1", "<start>", "I"},
                                                    {"2", "<start> I", "am"},
                                                    {"3", "<start> I am", "a"},
                                                    {"4", "<start> I am a", "student"},
                                                    {"5", "<start> I am a student", "<end>"}};
  std::vector<std::vector<Element>> rows;
  for (const auto& step : steps)
    rows.push_back({label(step[0]), label(step[1]), to("decoder"), box(step[2], Ink::accent)});
  figure.title("One pass of the decoder for each word");
  draw(figure, table(rows));
  figure
      .caption("“Je suis étudiant” is encoded once. The decoder then runs five times, and is each "
               "time given the words that it has said before.")
      .alt("Five rows: the number of the step, the words so far, an arrow named decoder, and the "
           "next word: I, am, a, student, end.");
}

void draw_caption_step(Figure& figure)
{
  figure.title("A caption: the third word");
  draw(figure,
       row({flow({box("picture"), box("encoder"), box("z", Ink::accent).named("z")}),
            flow({label("<start> deux petits"), box("decoder").named("decoder"),
                  box("chats", Ink::accent)})})
           .spaced(2),
       {arrow("z", "decoder").around(Side::above)});
  figure
      .caption("In place of a sentence, a picture is encoded. In training, the third word is "
               "asked for after the first two as they are in the data, whatever the decoder "
               "would have said.")
      .alt("A picture, an encoder and z; an arrow from z to a decoder, which is given the words "
           "deux petits and says chats.");
}

void draw_rows_of_embedding(Figure& figure, const std::vector<PrintedSize>& sizes)
{
  std::vector<double> places;
  std::vector<std::string> names;
  figure.title("Tokens for which the printed numbers of weights leave room")
      .axes("rows of the embedding, in thousands", "line of table 3")
      .x_range(34, 45)
      .y_range(0, double(sizes.size()) + 1);
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    places.push_back(double(sizes.size() - k));
    names.emplace_back(sizes[k].name);
    figure.segment(sizes[k].least / 1e3, places[k], sizes[k].most / 1e3, places[k], "",
                   {.ink = k + 1 == sizes.size() ? Ink::accent : Ink::plain, .width = 6});
  }
  figure.y_ticks(places, names);
  figure.vertical_line(37, "37 000");
  figure
      .caption("The article's table 3 rounds weights to millions, which leaves an interval for the "
               "rows of the shared embedding. Ten lines have 41 003 to 41 208 rows in common; the "
               "large model's does not reach them, and 37 000 is in none of the eleven.")
      .alt("Eleven horizontal segments. Ten overlap a little above 41 thousand; the eleventh ends "
           "at 36.3 thousand. A vertical line at 37 thousand meets none.");
}

} // namespace epreuve
