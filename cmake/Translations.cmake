# The catalogues of translations, translations/LANGUAGE/NAME.po, compiled to translations/LANGUAGE/LC_MESSAGES/NAME.mo in the
# build folder, next to the programs' bin. Without msgfmt, gettext's compiler, programs speak English.
find_program(EPREUVE_MSGFMT msgfmt)
file(GLOB catalogues CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/translations/*/*.po)
if(NOT EPREUVE_MSGFMT)
  set(catalogues "")
endif()
foreach(catalogue IN LISTS catalogues)
  cmake_path(GET catalogue PARENT_PATH folder)
  cmake_path(GET catalogue STEM name)
  set(messages ${PROJECT_BINARY_DIR}/${folder}/LC_MESSAGES)
  file(MAKE_DIRECTORY ${messages})
  # Fuzzy entries, whose English has changed, are left out.
  add_custom_command(OUTPUT ${messages}/${name}.mo
    COMMAND ${EPREUVE_MSGFMT} -o ${messages}/${name}.mo ${PROJECT_SOURCE_DIR}/${catalogue}
    DEPENDS ${PROJECT_SOURCE_DIR}/${catalogue}
    COMMENT "Compiling ${catalogue}" VERBATIM)
  list(APPEND compiled_catalogues ${messages}/${name}.mo)
endforeach()
# What is handed out compiled: a catalogue that students are not to read.
file(GLOB catalogues CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/translations/*/*.mo)
foreach(catalogue IN LISTS catalogues)
  cmake_path(GET catalogue PARENT_PATH folder)
  cmake_path(GET catalogue FILENAME name)
  set(messages ${PROJECT_BINARY_DIR}/${folder}/LC_MESSAGES)
  add_custom_command(OUTPUT ${messages}/${name}
    COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/${catalogue} ${messages}/${name}
    DEPENDS ${PROJECT_SOURCE_DIR}/${catalogue} VERBATIM)
  list(APPEND compiled_catalogues ${messages}/${name})
endforeach()
add_custom_target(compiled-translations DEPENDS ${compiled_catalogues})
