// Made by: ./epreuve train twins > chapters/21-training/twins_log.hpp
#pragma once

namespace epreuve::instruments {

/// A model of two layers, 48 coordinates and a token per word, in the course of its training: mean KL(law of the
/// next word || model) in nats, over the first words of 100 sentences and over the later ones.
struct TwinsRow
{
  const char* training;
  unsigned step;
  double english_first, english_later, french_first, french_later;
};

// clang-format off
inline constexpr TwinsRow twins_log[] = {
    {"pretraining", 0, 3.4747, 4.3846, 2.7508, 4.4612},
    {"pretraining", 100, 0.1944, 0.7227, 5.0645, 7.3929},
    {"pretraining", 200, 0.0537, 0.2908, 6.8427, 7.8508},
    {"pretraining", 400, 0.0231, 0.1470, 8.0032, 7.1473},
    {"pretraining", 800, 0.0126, 0.1012, 8.9334, 7.4718},
    {"pretraining", 1500, 0.0098, 0.0624, 9.2475, 8.5531},
    {"fine-tuning", 0, 0.0098, 0.0624, 9.2475, 8.5531},
    {"fine-tuning", 5, 0.0099, 0.0640, 9.1285, 5.2830},
    {"fine-tuning", 10, 0.0589, 0.0740, 8.0571, 4.0734},
    {"fine-tuning", 20, 6.1394, 0.7388, 1.9912, 3.2355},
    {"fine-tuning", 40, 7.0666, 2.1820, 0.9999, 2.9447},
    {"fine-tuning", 80, 6.3233, 1.0659, 0.2304, 2.1957},
    {"fine-tuning", 150, 6.4549, 1.7121, 0.1167, 0.6767},
    {"fine-tuning", 300, 7.7065, 5.1262, 0.0378, 0.2041},
    {"new words anew", 0, 0.0173, 0.0648, 6.5062, 7.4897},
    {"new words anew", 5, 0.0237, 0.0663, 6.3218, 6.0043},
    {"new words anew", 10, 0.1041, 0.0828, 5.8248, 4.7962},
    {"new words anew", 20, 1.4942, 1.0987, 3.1054, 3.7615},
    {"new words anew", 40, 3.9071, 3.6423, 1.1600, 3.0192},
    {"new words anew", 80, 4.4356, 2.7900, 0.2150, 1.9384},
    {"new words anew", 150, 5.1084, 3.3286, 0.0810, 0.5301},
    {"new words anew", 300, 6.5604, 4.6077, 0.0339, 0.1978},
    {"from nothing", 0, 3.4747, 4.3846, 2.7508, 4.4612},
    {"from nothing", 5, 3.5499, 4.3764, 2.6129, 4.3246},
    {"from nothing", 10, 3.6512, 4.3959, 2.4811, 4.1593},
    {"from nothing", 20, 4.0071, 4.4408, 1.9847, 3.5955},
    {"from nothing", 40, 4.6351, 5.5333, 1.0743, 2.4356},
    {"from nothing", 80, 5.4057, 7.3666, 0.2607, 1.0331},
    {"from nothing", 150, 7.3154, 8.3698, 0.0844, 0.4647},
    {"from nothing", 300, 8.4461, 10.1414, 0.0758, 0.2225},
    {"with English", 0, 0.0098, 0.0624, 9.2475, 8.5531},
    {"with English", 5, 0.0097, 0.0628, 9.2046, 5.2905},
    {"with English", 10, 0.0315, 0.0670, 8.3270, 4.0198},
    {"with English", 20, 2.1260, 0.2345, 2.4021, 3.3587},
    {"with English", 40, 1.5940, 0.1417, 1.1748, 2.9939},
    {"with English", 80, 0.3008, 0.1323, 1.4962, 2.2554},
    {"with English", 150, 0.3656, 0.0876, 1.2191, 0.9478},
    {"with English", 300, 0.9212, 0.0851, 0.5171, 0.3082},
};

/// Length of the mean of the unit vectors of French words that English lacks: 1 if all point one way.
inline constexpr double alike_before = 0.0967, alike_after_english = 0.9887;
// clang-format on

} // namespace epreuve::instruments
