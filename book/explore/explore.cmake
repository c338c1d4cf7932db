# The library's functions for the explorers of the book: its own sources, compiled to WebAssembly and
# packed into a classic script, explore/mathematics.js in the build folder, that can be loaded from
# a file; so are the models, petit and the translator. The target `explore` needs emscripten's em++; `./epreuve book` builds it.

set(explore_source ${CMAKE_CURRENT_LIST_DIR})
set(explore_build ${PROJECT_BINARY_DIR}/explore)

# The machine's other headers are not for the browser: only these are linked into a folder of their own.
find_path(FMT_INCLUDE_DIR fmt/format.h REQUIRED)
find_path(BOOST_INCLUDE_DIR boost/version.hpp REQUIRED)
find_path(NLOHMANN_INCLUDE_DIR nlohmann/json.hpp REQUIRED)
mark_as_advanced(FMT_INCLUDE_DIR BOOST_INCLUDE_DIR NLOHMANN_INCLUDE_DIR)
set(explore_headers ${explore_build}/headers)
file(MAKE_DIRECTORY ${explore_headers})
foreach(header ${ARMADILLO_INCLUDE_DIR}/armadillo ${ARMADILLO_INCLUDE_DIR}/armadillo_bits
               ${FMT_INCLUDE_DIR}/fmt ${BOOST_INCLUDE_DIR}/boost ${NLOHMANN_INCLUDE_DIR}/nlohmann)
  get_filename_component(name ${header} NAME)
  file(CREATE_LINK ${header} ${explore_headers}/${name} SYMBOLIC)
endforeach()

# There is no FLINT for WebAssembly, no PCRE2 and here no second thread: wasm/epreuve has what takes their places under the
# same names, and is found first.
# Exceptions are WebAssembly's own: they need no help from JavaScript, and every browser of 2022 has them.
set(explore_flags -std=c++20 -Oz -fwasm-exceptions -DNDEBUG
  -isystem ${explore_headers} -I${explore_source}/wasm -I${PROJECT_SOURCE_DIR}/lib)

# All in one translation unit: reading the headers takes longer than compiling the functions.
set(explore_unit "")
foreach(name IN ITEMS
    attention/costs attention/head_gradient attention/heads attention/masks attention/patterns attention/scores attention/visibility
    gpt2/activations gpt2/attribution gpt2/backward gpt2/config gpt2/model gpt2/other_file gpt2/parameters gpt2/patch gpt2/tokenizer gpt2/trace
    gpt2/vocabulary gpt2/weights
    language/automaton language/english_and_french language/grammar language/language language/tables language/twins
    math/compensated_sum math/embedding math/entropy math/gelu math/layer_norm math/ngrams math/residual_stream math/softmax
    networks/attention networks/encoder_decoder networks/layers networks/recurrent networks/through_time
    math/positions/angles math/positions/position_difference math/positions/positions math/positions/rotations
    petit/next_words petit/speech system/read_json text training/optimisers translator/translator utf8)
  string(APPEND explore_unit "#include \"${PROJECT_SOURCE_DIR}/lib/epreuve/${name}.cpp\"\n")
endforeach()
file(CONFIGURE OUTPUT ${explore_build}/mathematics.cpp @ONLY
  CONTENT "${explore_unit}#include \"${explore_source}/wasm/epreuve/gpt2/words.cpp\"
#include \"${explore_source}/bindings.cpp\"
#include \"${explore_source}/models.cpp\"
#include \"${explore_source}/translator.cpp\"\n")
set(explore_object ${explore_build}/mathematics.o)
add_custom_command(OUTPUT ${explore_object}
  COMMAND em++ ${explore_flags} -include ${explore_source}/webassembly.hpp
          -MD -MF ${explore_object}.d -MT ${explore_object}
          -c ${explore_build}/mathematics.cpp -o ${explore_object}
  DEPENDS ${explore_build}/mathematics.cpp ${explore_source}/webassembly.hpp
  DEPFILE ${explore_object}.d
  COMMENT "Compiling the explorers' mathematics to WebAssembly"
  VERBATIM)

# Without emscripten's JavaScript: library.js needs only a few lines to start the module. One function is the page's, and
# emscripten does not know of it, hence ERROR_ON_UNDEFINED_SYMBOLS=0; a page refuses a module that wants any other.
add_custom_command(OUTPUT ${explore_build}/mathematics.wasm
  COMMAND em++ ${explore_flags} ${explore_object} --no-entry
          -sSTANDALONE_WASM -sFILESYSTEM=0 -sMALLOC=emmalloc -sASSERTIONS=0
          -sINITIAL_MEMORY=64MB -sERROR_ON_UNDEFINED_SYMBOLS=0 -sTOTAL_STACK=256KB -o ${explore_build}/mathematics.wasm
  DEPENDS ${explore_object}
  COMMENT "Linking the explorers' WebAssembly"
  VERBATIM)

# What pages load: the module, and for the explorers that look into them petit, the small GPT-2, and the translator. Of
# NAME.js they read the variable epreuve_NAME.
function(pack_for_pages name)
  list(JOIN ARGN "," files)
  add_custom_command(OUTPUT ${explore_build}/${name}.js
    COMMAND ${CMAKE_COMMAND} -D files=${files} -D variable=epreuve_${name} -D script=${explore_build}/${name}.js
            -P ${explore_source}/pack.cmake
    DEPENDS ${ARGN} ${explore_source}/pack.cmake
    COMMENT "Packing ${name}.js for the explorers"
    VERBATIM)
endfunction()
set(models ${PROJECT_SOURCE_DIR}/models)
pack_for_pages(mathematics ${explore_build}/mathematics.wasm)
pack_for_pages(petit ${models}/petit/config.json ${models}/petit/model.safetensors ${models}/petit/vocab.json
  ${models}/petit/merges.txt)
pack_for_pages(translator ${models}/translator/config.json ${models}/translator/model.safetensors)

add_custom_target(explore
  DEPENDS ${explore_build}/mathematics.js ${explore_build}/petit.js ${explore_build}/translator.js)
