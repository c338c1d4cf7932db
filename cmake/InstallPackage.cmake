# What a package has besides the commands. Package.cmake sets the variables.
set(to "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
set(data ${to}/${CMAKE_INSTALL_DATADIR})
set(doc ${to}/${CMAKE_INSTALL_DOCDIR})

# run(WORD...): what it says is shown if it fails
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE ended OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT ended EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}: ${ended}\n${output}")
  endif()
endfunction()

# The course, as students get it, with its programs; their shared libraries are those of other packages.
set(course ${to}/${CMAKE_INSTALL_LIBEXECDIR}/epreuve/course)
file(REMOVE_RECURSE ${course})
run(${PROJECT_BINARY_DIR}/bin/epreuve-coursework handout --built --without-libraries ${course})
file(GLOB named ${course}/bin/exercises/begin-worker ${course}/bin/exercises/*.so) # the handout's other programs are stripped
run(strip --strip-unneeded ${named})

# A page for man of each command, from the help of what has just been installed. help2man names a page like the
# program, so it gets one of that name.
find_program(help2man help2man)
if(NOT help2man)
  message(FATAL_ERROR "help2man is not installed: it makes the pages for man")
endif()
set(man ${to}/${CMAKE_INSTALL_MANDIR}/man1)
file(MAKE_DIRECTORY ${man})
# make_page([WORD...])
function(make_page)
  list(JOIN ARGV " " words)
  list(JOIN ARGV "-" name)
  string(REGEX REPLACE "-$" "" name "epreuve-${name}")
  execute_process(COMMAND ${to}/bin/epreuve ${ARGV} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "^épreuve: |\n.*" "" summary "${help}")
  set(asked ${PROJECT_BINARY_DIR}/man/${name})
  file(WRITE ${asked} "#!/bin/sh\nexec '${to}/bin/epreuve' ${words} \"$@\"\n")
  file(CHMOD ${asked} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  run(${help2man} --no-info --section=1 --locale=C.UTF-8 "--source=epreuve ${PROJECT_VERSION}"
    --version-string=${PROJECT_VERSION} "--name=${summary}" --output=${man}/${name}.1 ${asked})
  run(gzip -9nf ${man}/${name}.1)
endfunction()
make_page()
foreach(command IN ITEMS run list claims figures records prove gpt2 language train course)
  make_page(${command})
endforeach()
file(STRINGS ${PROJECT_SOURCE_DIR}/completions/options lines REGEX "^(gpt2|language) ")
foreach(line IN LISTS lines)
  string(REGEX REPLACE ":.*" "" words "${line}")
  string(REPLACE " " ";" words "${words}")
  make_page(${words})
endforeach()

# Completions: of bash by a link, since beside it is the table that it reads.
file(MAKE_DIRECTORY ${data}/bash-completion/completions ${data}/zsh/vendor-completions)
file(CREATE_LINK ../../epreuve/completions/epreuve.bash ${data}/bash-completion/completions/epreuve SYMBOLIC)
file(CREATE_LINK ../../epreuve/completions/_epreuve ${data}/zsh/vendor-completions/_epreuve SYMBOLIC)

# What Debian's policy asks for.
file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
string(REGEX MATCH "Copyright [(]c[)] ([^\n]*)\n(.*)" whole "${license}")
set(holders "${CMAKE_MATCH_1}")
string(STRIP "${CMAKE_MATCH_2}" terms)
string(REPLACE "\n\n" "\n.\n" terms "${terms}")
string(REPLACE "\n" "\n " terms "${terms}")
list(JOIN licences ", " others)
file(WRITE ${doc}/copyright "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: epreuve
Comment:
 The programs also have code of headers and static libraries of these packages, whose licences are beside this file,
 in the folder licences: ${others}.

Files: *
Copyright: ${holders}
License: Expat

License: Expat
 ${terms}
")
foreach(package IN LISTS licences)
  if(NOT EXISTS /usr/share/doc/${package}/copyright)
    message(FATAL_ERROR "the licence of ${package}, whose code is in the programs, is not in /usr/share/doc")
  endif()
  configure_file(/usr/share/doc/${package}/copyright ${doc}/licences/${package} COPYONLY)
endforeach()
string(TIMESTAMP now "%s" UTC)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  set(now $ENV{SOURCE_DATE_EPOCH})
endif()
execute_process(COMMAND date --utc --rfc-email --date=@${now} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${doc}/changelog "\
epreuve (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What is new is in CHANGELOG.md, beside this file.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
run(gzip -9nf ${doc}/changelog)
file(COPY ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${doc})
file(WRITE ${data}/lintian/overrides/epreuve "\
# Another build of OpenBLAS starts a second team of threads: the one for OpenMP is loaded, whatever the alternatives say.
epreuve: custom-library-search-path *
# A plugin of the compiler, which has what it calls.
epreuve: shared-library-lacks-prerequisites *instantiate.so*
# `epreuve course` copies it as it is, and git is to ignore what is built in it.
epreuve: package-contains-vcs-control-file *
")
run(chmod -R u=rwX,go=rX ${course} ${data}/epreuve ${doc})
file(GLOB plugins ${course}/bin/exercises/*.so)
if(plugins)
  run(chmod a-x ${plugins}) # a shared library is not executable
endif()
