#!/bin/sh
# Tests ./epreuve on a copy of it, in a folder with a space in its name, where cmake, ctest,
# dpkg-query, apt-get, sudo and id are stand-ins that record how they were called.
set -u
project=$(cd "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
tree="$work/a clone"
tools=$work/tools
calls=$work/calls
failures=0

# --- stand-ins ------------------------------------------------------------------------------

# stand_in NAME: makes standard input a program that first notes its call
stand_in() {
  {
    echo '#!/bin/sh'
    # shellcheck disable=SC2016 # expanded when the stand-in runs
    echo 'printf "%s" "${0##*/}" >>"$CALLS"; printf " %s" "$@" >>"$CALLS"; echo >>"$CALLS"'
    cat
  } >"$tools/$1"
  chmod +x "$tools/$1"
}

make_stand_ins() {
  mkdir -p "$tools"
  for tool in sh cat sed awk grep tr cksum find mkdir tee tail head sort dirname basename readlink rm \
    env nproc flock chmod ln date seq mktemp stty fold paste sha256sum cut wc du; do
    ln -s "$(command -v "$tool")" "$tools/$tool"
  done
  stand_in cmake <<'END'
case $1 in
--fresh)
  mkdir -p "build/$3"
  echo "CMAKE_HOME_DIRECTORY:INTERNAL=$5" >"build/$3/CMakeCache.txt"
  : >"build/$3/build.ninja"
  mkdir -p "build/$3/tests"
  cat >"build/$3/tests/CTestTestfile.cmake" <<'TESTS'
add_test([=[test-math-softmax]=] "/a path/bin/test-math" "--run_test=math_softmax")
set_tests_properties([=[test-math-softmax]=] PROPERTIES  ENVIRONMENT "A=1" LABELS "course")
add_test(test-math-gelu "/a path/bin/test-math" "--run_test=math_gelu")
add_test([=[chapter-01-softmax]=] "/a path/bin/test-figures-tracked" "--run_test=as_in_git" "--" "01-softmax")
add_test([=[test-figures-tracked]=] "/a path/bin/test-figures-tracked")
add_test([=[test-coursework-chapters-01-softmax]=] "/a path/bin/test-coursework-chapters" "--" "01-softmax")
add_test([=[test-wrapper]=] "sh" "/a path/tests/wrapper/wrapper.sh")
add_test([=[test-proofs-computed]=] "/a path/bin/epreuve-prove" "prove")
  add_test([=[test-installed]=] "/usr/bin/cmake" "-P" "/a path/check.cmake")
  set_tests_properties([=[test-installed]=] PROPERTIES  LABELS "large;book" COST "100")
TESTS
  ;;
--build)
  echo "compilers at once: $CMAKE_BUILD_PARALLEL_LEVEL" >>"$CALLS"
  if [ -n "${BUILD_FAILS:-}" ]; then
    case "$*" in *"${BUILD_FAILS#yes}"*)
      printf '[1/2] Building\nFAILED: %s\nchapter.cpp:3: error: nonsense\n' "${FAILED_FILE:-chapter.o}"
      exit 1
      ;;
    esac
  fi
  mkdir -p "$2/bin"
  # shellcheck disable=SC2016
  printf '%s\n' '#!/bin/sh' 'printf "<%s>" "$@"; cat; exit ${DRIVER_STATUS:-0}' >"$2/bin/epreuve-driver"
  case "$*" in *softmax* | *chapters* | *tests-course*) : >"$2/bin/chapter-01-softmax" ;; esac
  chmod +x "$2"/bin/*
  sed 's/<%s>/<book %s>/' "$2/bin/epreuve-driver" >"$2/bin/epreuve-weaver"
  for program in gpt2 coursework prove language; do
    sed '' "$2/bin/epreuve-driver" >"$2/bin/epreuve-$program"
  done
  # shellcheck disable=SC2016
  sed -i '2i [ "$1" != needed ] || { [ -z "${REFUSED:-}" ] || exit 2; shift; echo "asked: $*" >>"$CALLS"; echo checks-01-softmax; exit; }' \
    "$2/bin/epreuve-coursework"
  chmod +x "$2"/bin/epreuve-*
  ;;
esac
END
  stand_in ctest <<'END'
case "$*" in
--help)
  printf '  -R <regex>, --tests-regex <regex> = Run tests\n  --repeat <mode>:<n>\n'
  echo '  -N,--show-only[=format]'
  exit
  ;;
*" -N")
  [ "$1" != --repeat ] || { echo "'--repeat' given invalid value" >&2; exit 1; }
  # shellcheck disable=SC2086 # one word per test
  [ "$1" != --test-dir ] || { echo "Test project"; printf '  Test #1: %s\n' ${SELECTED:-test-math-softmax}; }
  exit
  ;;
esac
printf '<%s>' "$(pwd)" "$@"
exit "${CTEST_STATUS:-0}"
END
  stand_in dpkg-query <<'END'
sed 's/#.*//; s/| -//; /^\[/d' "$(cat "$TREE")/packages.txt" | tr -s '| ' '\n' | while read -r package; do
  case " ${MISSING:-} " in
  *" $package "*) echo "not-installed $package " ;;
  *" provided:$package "*) echo "installed other-package something (= 1.0), $package (= 2)" ;;
  *) echo "installed $package " ;;
  esac
done
END
  stand_in apt-cache <<'END'
case $2 in
withdrawn-*) ;;
*) printf '%s:\n  Installed: (none)\n  Candidate: 1.0\n' "$2" ;;
esac
END
  stand_in apt-get <<'END'
[ -z "${APT_FAILS:-}" ] || { echo "E: no network" >&2; exit 100; }
[ -z "${APT_CONFIG:-}" ] || sed 's/^/  told: /' "$APT_CONFIG" >>"$CALLS"
case "$*" in *--download-only*)
  archives=$(sed -n 's/^Dir::Cache::archives "\(.*\)";$/\1/p' "$APT_CONFIG")
  mkdir -p "$archives/partial"
  echo "a package" >"$archives/gnuplot-nox_5%3a1_amd64.deb"
  ;;
esac
END
  stand_in dpkg <<'END'
echo amd64
END
  stand_in dpkg-deb <<'END'
echo "Package: gnuplot-nox"
END
  stand_in id <<'END'
echo "${USER_ID:-0}"
END
  stand_in sudo <<'END'
[ "$1" != -n ] || shift
exec "$@"
END
  stand_in ninja <<'END'
for step in $(seq "${STEPS:-0}"); do echo "[$step/$STEPS] Building"; done
for program in ${OUTDATED:-}; do printf '[1/2] Building x.o\n[2/2] Linking CXX executable bin/%s\n' "$program"; done
END
  for tool in true c++ gnuplot em++; do
    stand_in "$tool" </dev/null
  done
  mv "$tools" "$work/all-tools"
}

fresh_tree() {
  rm -rf "$tree" "$tools"
  mkdir -p "$tree/chapters/01-softmax" "$tree/chapters/06-rotations" "$tree/tests/benchmarks"
  : >"$tree/chapters/01-softmax/chapter.cpp"
  : >"$tree/chapters/06-rotations/chapter.cpp"
  mkdir -p "$tree/proofs/04-kronecker" "$work/home"
  : >"$tree/proofs/04-kronecker/statement.md"
  mkdir -p "$tree/completions"
  cp "$project/completions/options" "$tree/completions"
  cp "$project/epreuve" "$project/packages.txt" "$project/CMakeLists.txt" "$project/CMakePresets.json" "$tree"
  cp -a "$work/all-tools" "$tools"
  printf '%s' "$tree" >"$work/tree"
}

# epreuve ARGUMENT...: sets status; output and errors are in files of those names
epreuve() {
  : >"$calls"
  status=0
  env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE -u EPREUVE_PRESET -u CMAKE_BUILD_PARALLEL_LEVEL \
    -u XDG_CACHE_HOME HOME="$work/home" \
    PATH="$tools" CALLS="$calls" TREE="$work/tree" ${settings:+"$settings"} \
    "${script:-$tree/epreuve}" "$@" >"$work/output" 2>"$work/errors" <"$input" || status=$?
}

# --- expectations ---------------------------------------------------------------------------

behaviour() {
  name=$1
  settings=
  script=
  input=/dev/null
  fresh_tree
}

fail() {
  failures=$((failures + 1))
  printf 'FAILED: %s\n  %s\n' "$name" "$*"
  sed 's/^/  | /' "$calls" "$work/output" "$work/errors"
}

expect_status() { [ "$status" = "$1" ] || fail "exit status $status, expected $1"; }
expect_output() { [ "$(cat "$work/output")" = "$1" ] || fail "standard output is not: $1"; }
expect_error() { grep -qF -- "$1" "$work/errors" || fail "standard error does not say: $1"; }
expect_no_error() { [ ! -s "$work/errors" ] || fail "standard error is not empty"; }
expect_call() { grep -qF -- "$1" "$calls" || fail "was not called: $1"; }
expect_no_call() { ! grep -qF -- "$1" "$calls" || fail "was called: $1"; }

make_stand_ins

# --- the command line -----------------------------------------------------------------------

for word in help --help -h; do
  behaviour "$word lists every command with an example and sets nothing up"
  epreuve "$word"
  expect_status 0
  for command in run list claims figures records prove book next check hint solution reset progress try handout grade gpt2 language train test bench \
    install help; do
    grep -q "^ *\./epreuve $command" "$work/output" || fail "no example of $command"
  done
  [ ! -s "$calls" ] || fail "something was called"
done

behaviour "--version says the version that CMake has, and sets nothing up"
epreuve --version
grep -qx 'epreuve 0\.[0-9.]*' "$work/output" || fail "not a version"
grep -qF "project(epreuve VERSION $(sed 's/epreuve //' "$work/output") " "$project/CMakeLists.txt" || fail "another version"
[ ! -s "$calls" ] || fail "something was called"

behaviour "help COMMAND is the page's entry until the command is built, and then what the command says; it builds nothing"
for arguments in "help bench" "bench --help" "help install" "help run" "run --help" "book --help" "help grade" "help check"; do
  # shellcheck disable=SC2086 # a list of words
  epreuve $arguments
  expect_status 0
  grep -q "^  ${arguments%% --help}" "$work/output" || grep -q "^  ${arguments#help }" "$work/output" || fail "not its entry"
  [ "$(grep -c '^  [a-z]' "$work/output")" = 1 ] || fail "other entries, too"
  [ ! -s "$calls" ] || fail "something was called"
done
epreuve run
epreuve book
(
  exec 9>"$tree/build/lock"
  flock 9
  epreuve help run
  expect_output "<run><--help>"
  epreuve run softmax --help
  expect_output "<run><softmax><--help>"
  epreuve help book
  expect_output "<book --help>"
  [ ! -s "$calls" ] || fail "something was called"
  exit "$failures"
)
failures=$?
epreuve help help
grep -q "^Usage:" "$work/output" || fail "not the page"
epreuve help rnu
expect_status 2
expect_error "there is no command 'rnu'"

behaviour "without a command it explains itself and fails"
epreuve
expect_status 2
expect_output ""
expect_error "Usage:"

behaviour "an unknown command is named along with the known ones, and nothing is built"
epreuve rnu
expect_status 2
expect_error "there is no command 'rnu' (did you mean run?); there are: run list claims figures records prove book next check hint"
expect_no_call cmake

behaviour "arguments reach the driver as they are"
newline='
'
epreuve gpt2 next "a b" "" "*" "\$HOME \\n \"'" "line${newline}line" --json=x
expect_status 0
expect_output "<gpt2><next><a b><><*><\$HOME \\n \"'><line${newline}line><--json=x>"

behaviour "after -- even the script's own options are for the driver"
epreuve language -- --no-install --preset debug
expect_output "<language><--no-install><--preset><debug>"
expect_call "build/release --target"

behaviour "after gpt2 and -- a text may look like an option of the script or of the driver"
epreuve gpt2 next --json -- --preset
expect_output "<gpt2><next><--json><--><--preset>"
expect_call "build/release --target"

behaviour "standard input reaches the driver, on the first run too"
input=$work/input
printf 'a text' >"$input"
epreuve gpt2 tokenize
expect_output "<gpt2><tokenize>a text"

behaviour "standard output is the driver's alone, on the first run too, and the second is silent"
epreuve progress
expect_output "<progress>"
epreuve progress
expect_output "<progress>"
expect_no_error

behaviour "it works through a symbolic link and from another folder"
mkdir -p "$work/another folder"
ln -sf "../a clone/epreuve" "$work/another folder/link"
script=./link
cd "$work/another folder" || exit 1
epreuve run
cd "$work" || exit 1
expect_status 0
expect_call "--build $tree/build/release --target epreuve-driver chapters"

for exit_status in 1 2 42; do
  behaviour "the driver's exit status $exit_status is the script's"
  settings=DRIVER_STATUS=$exit_status
  epreuve run
  expect_status "$exit_status"
done

behaviour "test builds what its options select, and gives its arguments to ctest, in the project's folder"
settings=CTEST_STATUS=8
script=$tree/epreuve
cd / || exit 1
epreuve test -R "soft max"
cd "$work" || exit 1
expect_status 8
expect_call "--target test-math"
expect_output "<$tree><--test-dir><$tree/build/release><--output-on-failure><-R><soft max>"

behaviour "chapters are compiled together for who begins with all of them, file by file for who begins with one"
epreuve test
expect_call "--fresh --preset release -S $tree -D EPREUVE_TOGETHER=ON"
fresh_tree
epreuve run
expect_call "--fresh --preset release -S $tree -D EPREUVE_TOGETHER=ON"
fresh_tree
epreuve run softmax
expect_call "--fresh --preset release"
expect_no_call "EPREUVE_TOGETHER"

# built_together: the two chapters, as if `test` had compiled them
built_together() {
  epreuve test
  echo "EPREUVE_TOGETHER:BOOL=ON" >>"$tree/build/release/CMakeCache.txt"
  for chapter in 01-softmax 06-rotations; do
    : >"$tree/build/release/bin/chapter-$chapter"
    chmod +x "$tree/build/release/bin/chapter-$chapter"
    touch -d "1 minute ago" "$tree/chapters/$chapter/chapter.cpp"
  done
}

behaviour "of chapters compiled together the one that is edited is compiled file by file, once and for all"
built_together
epreuve run softmax rotations
[ ! -s "$tree/build/release/edited-chapters" ] || fail "a chapter is edited that is not"
touch -d "1 minute" "$tree/chapters/06-rotations/1-section.cpp"
epreuve run softmax rotations
epreuve run rotations
[ "$(cat "$tree/build/release/edited-chapters")" = 06-rotations ] || fail "edited are not: 06-rotations"

behaviour "who writes exercises of a chapter does not edit it"
built_together
touch -d "1 minute" "$tree/chapters/06-rotations/exercises.cpp"
epreuve run rotations
[ ! -s "$tree/build/release/edited-chapters" ] || fail "a chapter is edited that is not"

behaviour "bench says when there are no benchmarks"
epreuve bench
expect_status 2
expect_error "there are no benchmarks"

# --- what is built --------------------------------------------------------------------------

behaviour "as many files are compiled at once as there are processors"
epreuve progress
expect_call "compilers at once: $(nproc)"

behaviour "as many files are compiled at once as the environment says"
settings=CMAKE_BUILD_PARALLEL_LEVEL=7
epreuve progress
expect_call "compilers at once: 7"

# expect_targets "TARGET..." ARGUMENT...
expect_targets() {
  targets=$1
  shift
  epreuve "$@"
  grep -qx -- "cmake --build .* --target $targets" "$calls" || fail "'$*' does not build: $targets"
}
behaviour "a command builds what it needs"
expect_targets "epreuve-driver chapters" run
expect_targets "epreuve-driver chapter-06-rotations" run rotations
expect_targets "epreuve-driver chapter-06-rotations chapter-01-softmax" run 06-rotations softmax
expect_targets "epreuve-driver chapter-01-softmax" run --json rotations softmax --format svg
expect_targets "epreuve-driver chapters" run --json rotations
expect_targets "epreuve-driver chapter-01-softmax chapter-06-rotations" run 01 6
# As completion writes it
for word in softmax/ 01-softmax/ chapters/01-softmax/ chapters/01-softmax 01-softmax/chapter.cpp; do
  expect_targets "epreuve-driver chapter-01-softmax" run "$word"
done
expect_targets "epreuve-driver chapters" claims --errata --json
expect_targets "epreuve-driver chapter-01-softmax chapter-06-rotations" claims --json softmax rotations
expect_targets "epreuve-driver chapter-06-rotations" figures --figures softmax rotations
expect_targets "epreuve-driver chapters" run all
expect_targets "epreuve-driver chapters" claims --errata softmax ALL
expect_targets "epreuve-driver chapter-01-softmax" run SOFTMAX 01-Softmax softmax 1 # once
expect_targets "epreuve-driver chapter-06-rotations chapter-01-softmax" run rotations softmax rotations
for word in ./chapters/01-softmax "$tree/chapters/01-softmax/"; do
  expect_targets "epreuve-driver chapter-01-softmax" figures "$word"
done
expect_targets "epreuve-prove proofs" prove all
expect_targets "epreuve-prove proofs" prove kronecker --steps
expect_targets "epreuve-prove" prove --list
expect_targets "epreuve-gpt2" gpt2 next softmax
expect_targets "epreuve-language" language next after the war
expect_targets "epreuve-train" train --resume --out model

# expect_refused_at_once MESSAGE ARGUMENT...: before anything is installed, configured or built
expect_refused_at_once() {
  message=$1
  shift
  epreuve "$@"
  expect_status 2
  expect_output ""
  expect_error "$message"
  [ ! -s "$calls" ] || fail "something was called"
}
behaviour "a name that no folder has is refused at once, with those that there are"
for command in run figures records claims; do
  for word in 7 99 001 no-such-chapter "*" "" softmax/log_sum_exp; do
    expect_refused_at_once "there is no chapter '$word'; there are: 01-softmax 06-rotations" "$command" softmax "$word"
  done
done
expect_refused_at_once "there is no proposition 'gelu'; there are: 04-kronecker" prove gelu
expect_refused_at_once "there is no benchmark 'speed'" bench speed

behaviour "a name that is nearly right is answered by the nearest one"
expect_refused_at_once "there is no chapter 'sofmax' (did you mean softmax?); there are: 01-softmax" run sofmax
expect_refused_at_once "there is no chapter 'Rotation' (did you mean rotations?)" claims Rotation
expect_refused_at_once "there is no proposition 'kroneker' (did you mean kronecker?)" prove kroneker
expect_refused_at_once "there is no command 'chekc' (did you mean check?)" chekc

behaviour "an option that a command does not have is refused at once, with those that it has"
expect_refused_at_once "run has no option '--quick' (did you mean --full?); it has: --full --json --figures --format --seed --seeds" run --quick softmax
expect_refused_at_once "claims has no option '--seed'; it has: --errata --json" claims --seed 1
expect_refused_at_once "prove has no option '--kind=exact'" prove --kind=exact
expect_refused_at_once "book has no option '--chapter' (did you mean --host?); it has: --serve --host --for-others --port --open --pdf --out" book --chapter softmax
expect_refused_at_once "list has no option '--jsn' (did you mean --json?)" list --jsn
expect_refused_at_once "gpt2 next has no option '--topp' (did you mean --top?)" gpt2 next "a text" --topp 3
expect_refused_at_once "grade has no option '--shards'" grade folder --shards 1/2
expect_refused_at_once "progress has no option '--jason'" progress --jason
expect_refused_at_once "gpt2 generate has no option '-x'" gpt2 generate -x

behaviour "a value that an option cannot have, a name that a command does not take, and an unknown command of gpt2"
expect_refused_at_once "--seed must be a whole number, got 'x'" run --seed x
expect_refused_at_once "--seed must be a whole number, got '-1'" check --seed -1
expect_refused_at_once "--seeds must be a whole number from 1 to 1000000, got '0'" run --seeds=0
expect_refused_at_once "--top must be a whole number from 1 to 10000000, got '99999999999999999999'" gpt2 next --top 99999999999999999999
expect_refused_at_once "-n must be a whole number from 0 to 10000000, got 'x'" gpt2 generate -nx
expect_refused_at_once "--learning-rate must be a number, got '1e'" train --learning-rate 1e
expect_refused_at_once "--format must be one of svg png pdf terminal, got 'jpg'" figures --format jpg
expect_refused_at_once "--json needs a value: FILE" run --json
expect_refused_at_once "--json needs a value: FILE" run --json --full
expect_refused_at_once "--port needs a value: from 0 to 65535" book --serve --port
expect_refused_at_once "there is no chapter 'sofmax' (did you mean softmax?)" book sofmax --open
expect_refused_at_once "book makes all chapters; one is named for --open" book softmax
expect_refused_at_once "book opens at one chapter, got 01-softmax 06-rotations" book softmax rotations --open
expect_refused_at_once "list takes no name, such as 'softmax'" list softmax
expect_refused_at_once "there is no chapter with exercises 'sofmax'" handout folder --chapter sofmax
expect_refused_at_once "there is no command 'gpt2 nxt' (did you mean next?)" gpt2 nxt
expect_refused_at_once "(did you mean petit?)" train petti

behaviour "list says what the folders do, and builds nothing"
cat >"$tree/chapters/06-rotations/chapter.cpp" <<'END'
#include "epreuve/chapter.hpp" // # not this
/**
# Rotations: "one" matrix, √d wide

# Nor this
*/
END
printf '/**\n # S\\o\n*/\n' >"$tree/chapters/01-softmax/chapter.cpp"
cat >"$tree/chapters/06-rotations/claims.jsonl" <<'END'
{"id": "a", "document": "exo7", "section": "4.4. Rotations", "statement": "b"}
{"id": "c", "document": "notes", "section": "Introduction", "statement": "d"}

{"id": "e", "document": "exo7", "section": "4.4. Rotations", "statement": "f"}
END
epreuve list
expect_status 0
expect_output "01-softmax    S\\o                                 0 claims  
06-rotations  Rotations: \"one\" matrix, √d wide    3 claims  exo7 4.4 · notes"
[ ! -s "$calls" ] || fail "something was called"
epreuve list --json
expect_output '[
  {
    "claims": 0,
    "documents": "",
    "name": "01-softmax",
    "source": "chapters/01-softmax/chapter.cpp",
    "title": "S\\o"
  },
  {
    "claims": 3,
    "documents": "exo7 4.4 · notes",
    "name": "06-rotations",
    "source": "chapters/06-rotations/chapter.cpp",
    "title": "Rotations: \"one\" matrix, √d wide"
  }
]'
[ ! -s "$calls" ] || fail "something was called"
epreuve list --json -
expect_status 0
grep -q '"claims": 3' "$work/output" || fail "no JSON"

behaviour "of a number that several chapters have it asks which, at once"
mkdir -p "$tree/chapters/01-mine"
: >"$tree/chapters/01-mine/chapter.cpp"
expect_refused_at_once "give the whole name: '01' may be each of 01-mine 01-softmax" run 01

behaviour "what ctest does not know is refused before anything is built"
for arguments in "--frobnicate" "softmax" "-R a b" "--repeat nonsense"; do
  # shellcheck disable=SC2086 # a list of words
  epreuve test $arguments
  expect_status 2
  expect_output ""
  expect_no_call --build
done
expect_error "ctest refuses these options: '--repeat' given invalid value"
epreuve test --frobnicate
expect_error "ctest has no option --frobnicate"
epreuve test softmax
expect_error "./epreuve test -R softmax"
epreuve test -R softmax --tests-regex=x -j4
expect_error "ctest has no option -j4"
epreuve test -Rsoftmax --tests-regex=x
expect_status 0
for arguments in "-R" "-R --output-on-failure" "--tests-regex"; do # which ctest would ignore
  # shellcheck disable=SC2086 # a list of words
  epreuve test $arguments
  expect_status 2
  expect_error "needs a pattern, which names of tests match, such as: ./epreuve test -"
  expect_no_call --build
done
epreuve test --help
expect_no_call --build
grep -q -- --tests-regex "$work/output" || fail "not the options of ctest"

# expect_built_for "TEST..." "TARGET..."
expect_built_for() {
  settings="SELECTED=$1"
  epreuve test -R pattern
  expect_status 0
  [ "$(sed -n 's/^cmake --build .* --target //p' "$calls" | grep -v build.ninja)" = "$2" ] || fail "'$1' does not build: $2"
}
behaviour "of the tests that are selected what they need is built"
expect_built_for "test-math-softmax test-math-gelu" "test-math"
expect_built_for "chapter-01-softmax" "chapter-01-softmax test-figures-tracked"
expect_built_for "test-figures-tracked" "chapters test-figures-tracked"
expect_built_for "test-coursework-chapters-01-softmax" "checks-01-softmax test-coursework-chapters"
expect_built_for "test-wrapper" ""
expect_built_for "test-proofs-computed" "epreuve-prove proofs"
expect_built_for "test-installed" "tests-book"
settings=SELECTED=test-math-softmax
epreuve test -N
expect_no_call "--target test-math"
epreuve test course -R softmax
expect_call "--target test-math"
expect_output "<$tree><--test-dir><$tree/build/release><--output-on-failure><-R><softmax><-L><^course\$>"
settings=
epreuve test
expect_call "--target tests-course"
epreuve test all
expect_call "--target all"

behaviour "if much of several chapters is to be built, the driver is told of them one by one"
settings=STEPS=30
epreuve run --json record.json
expect_status 0
expect_output "<run><--as-built><--json><record.json>01-softmax
06-rotations
built all"
grep -n -- "--target" "$calls" | sed 's/.*--target //' >"$work/built"
[ "$(tr '\n' ' ' <"$work/built")" = "epreuve-driver chapter-01-softmax chapter-06-rotations " ] ||
  fail "not built one by one, in the order of reading"
epreuve run rotations softmax
expect_output "<run><--as-built><rotations><softmax>06-rotations
01-softmax
built all"
epreuve run softmax
expect_output "<run><softmax>"

behaviour "while chapters are built one by one the driver's status is the script's, and a mistake in the build ends it"
export STEPS=30
settings=DRIVER_STATUS=1
epreuve run
expect_status 1
settings=BUILD_FAILS=chapter-06-rotations
export DRIVER_STATUS=3 # which the driver has if the names end too early
epreuve run
unset STEPS DRIVER_STATUS
expect_status 2
expect_output "<run><--as-built>01-softmax"
expect_error "chapter.cpp:3: error: nonsense"

behaviour "on a terminal there is something to read while the first build runs, once, and as wide as it"
cat >"$work/on-a-terminal" <<END
stty cols 50
cd "$tree"
exec env -u CI -u COLUMNS PATH="$tools" CALLS="$calls" TREE="$work/tree" HOME="$work/home" STEPS=30 ./epreuve language
END
for build in first second; do
  : >"$calls"
  script -qec "sh '$work/on-a-terminal'" /dev/null >"$work/$build" 2>"$work/errors" </dev/null
done
cp "$work/first" "$work/output"
grep -q "√(2/π)" "$work/first" || fail "there was nothing to read"
tr -d '\r' <"$work/first" | awk '/Meanwhile/, /gelu/ { if (length() > 50) exit 1 }' || fail "a line is wider than the terminal"
! grep -q "√(2/π)" "$work/second" || fail "it came again with the second build"
fresh_tree
STEPS=30 epreuve language
expect_error "building, 30 steps"
[ "$(wc -l <"$work/errors")" = 2 ] || fail "it also came where there is no terminal"

# with_a_chapter_that_does_not_compile: what the tools say if 06-rotations does not
with_a_chapter_that_does_not_compile() {
  export OUTDATED=chapter-06-rotations FAILED_FILE="chapters/CMakeFiles/chapter-06-rotations.dir/1-orders.cpp.o
c++ -Werror chapters/06-rotations/1-orders.cpp
lib/rational.hpp:91:9: error: n shadows"
  settings=BUILD_FAILS=yes
}
expect_left_out() {
  expect_error "not all chapters compile; left out"
  grep -q "^  06-rotations  *lib/rational.hpp:91:9: error: n shadows" "$work/errors" || fail "chapter and error are not named"
  [ ! -e "$tree/build/release/bin/chapter-06-rotations" ] || fail "an outdated program is still there"
}
behaviour "a chapter that does not compile is left out by run, claims, figures and records, and named after the others"
for command in run claims figures records "run all"; do
  fresh_tree
  epreuve language # makes the driver
  with_a_chapter_that_does_not_compile
  mkdir -p "$tree/build/release/bin"
  : >"$tree/build/release/bin/chapter-06-rotations"
  # shellcheck disable=SC2086 # a list of words
  epreuve $command
  expect_status 2
  # shellcheck disable=SC2086
  expect_output "$(printf '<%s>' $command)"
  expect_call "--target epreuve-driver chapters -- -k 0"
  expect_left_out
  settings=
  unset FAILED_FILE OUTDATED
done

behaviour "of several chapters that are named those that compile run; of one, the error is shown, and nothing runs"
epreuve run softmax
with_a_chapter_that_does_not_compile
epreuve run rotations softmax
expect_status 2
expect_output "<run><--as-built><rotations><softmax>01-softmax
built all"
expect_left_out
OUTDATED="chapter-06-rotations chapter-01-softmax"
epreuve run rotations softmax
expect_status 2
expect_output ""
expect_error "chapter.cpp:3: error: nonsense"
for command in run claims figures records; do
  epreuve $command rotations
  expect_status 2
  expect_output ""
  expect_error "chapter.cpp:3: error: nonsense"
done
unset FAILED_FILE OUTDATED

behaviour "while chapters are built one by one the one that does not compile is left out"
with_a_chapter_that_does_not_compile
settings=BUILD_FAILS=chapter-06-rotations
export STEPS=30
epreuve run
expect_status 2
expect_output "<run><--as-built>01-softmax
built all"
expect_left_out
unset STEPS FAILED_FILE OUTDATED

behaviour "book and tests go on without a chapter that does not compile"
epreuve language
epreuve book
with_a_chapter_that_does_not_compile
epreuve book
expect_status 2
expect_output "<book >"
expect_left_out
export CTEST_STATUS=8
settings=BUILD_FAILS=test-math
epreuve test -R softmax
expect_status 8
expect_call "ctest --test-dir"
expect_left_out
OUTDATED=test-chapter-06-rotations
CTEST_STATUS=0
settings=BUILD_FAILS=yes
epreuve test
expect_status 2
expect_call "--target tests-course -- -k 0"
expect_left_out
unset CTEST_STATUS FAILED_FILE OUTDATED

behaviour "an error in what chapters share stops everything, even if a chapter failed as well"
epreuve run
with_a_chapter_that_does_not_compile
FAILED_FILE="$FAILED_FILE
FAILED: lib/CMakeFiles/epreuve_math.dir/softmax.cpp.o"
for command in run test book; do
  epreuve $command
  expect_status 2
  expect_output ""
  expect_error "chapter.cpp:3: error: nonsense"
  expect_no_call "-k 0"
done
unset FAILED_FILE OUTDATED

behaviour "book builds the weaver, the chapters and the explorers, and no driver"
expect_targets "epreuve-weaver chapters explore" book --open
expect_output "<book --open>"
epreuve book softmax --open
expect_output "<book softmax><book --open>"

behaviour "a student's command builds the judges that it asks, and no chapter"
: >"$tree/chapters/01-softmax/exercises.hpp"
for command in check solution try; do
  expect_targets "epreuve-coursework checks-01-softmax" "$command" softmax/log_sum_exp
done
expect_targets "epreuve-coursework checks-01-softmax" check 01-softmax --watch
expect_targets "epreuve-coursework checks-01-softmax" check chapters/01-softmax/exercises.cpp
expect_targets "epreuve-coursework checks-01-softmax" check 1/log_sum_exp
expect_targets "epreuve-coursework checks-01-softmax" check --course course.json softmax
expect_targets "epreuve-coursework checks-01-softmax" check softmax --seed 1
expect_targets "epreuve-coursework" check # it is asked what the course counts
expect_call "asked: check"
expect_call "--target epreuve-coursework checks-01-softmax"
expect_targets "epreuve-coursework checks-01-softmax" check softmax/
expect_refused_at_once "there is no chapter with exercises 'rotations'; there are: 01-softmax" check softmax rotations
printf 'arma::vec softmax(const arma::vec& x);\n/// of gelu(x)\ndouble log_sum_exp(const arma::vec& x);\n' >"$tree/chapters/01-softmax/exercises.hpp"
for command in next check hint solution reset; do
  expect_refused_at_once "chapter 01-softmax has no exercise 'gelu'; it has: softmax log_sum_exp" \
    "$command" softmax/gelu
done
for command in next hint reset progress; do
  expect_targets "epreuve-coursework" "$command" softmax/log_sum_exp
done
for arguments in "grade submissions --out grades" "handout course --built --chapter softmax" \
  "grade --chapter softmax --help"; do # setup.sh of Gradescope and job arrays rely on the last
  # shellcheck disable=SC2086
  expect_targets "epreuve-coursework" $arguments
  expect_call "asked: $arguments"
  expect_call "--target epreuve-coursework checks-01-softmax"
done
export REFUSED=yes
epreuve grade submissions --chapter nonsense
expect_status 2
expect_output ""
expect_no_call "checks-01-softmax"
unset REFUSED
for command in grade handout solution try; do # without what they need, they show their help
  expect_targets "epreuve-coursework" "$command"
done

behaviour "the preset is an option, before or after the command, or the environment's"
for arguments in "--preset debug run" "--preset=debug run" "run --preset debug"; do
  # shellcheck disable=SC2086 # a list of words
  epreuve $arguments
  expect_output "<run>"
  expect_call "--build $tree/build/debug"
done
settings=EPREUVE_PRESET=sanitize
epreuve run
expect_call "--build $tree/build/sanitize"
epreuve --preset debug run
expect_call "--build $tree/build/debug"

behaviour "an unknown preset is named along with the known ones"
for preset in fast "" base ../x; do
  epreuve --preset "$preset" run
  expect_status 2
  expect_error "there is no preset '$preset'; there are: clang debug fuzz release sanitize"
done
epreuve run --preset
expect_status 2
expect_error "--preset needs a name"

behaviour "a build is configured once, and again after its folder moved"
epreuve run
expect_call "cmake --fresh"
epreuve run
expect_no_call "cmake --fresh"
mv "$tree" "$work/moved"
script=$work/moved/epreuve
printf '%s' "$work/moved" >"$work/tree"
epreuve run
expect_call "cmake --fresh"
rm -rf "$work/moved"

behaviour "a tree is built as it is below blanks, accents and links, and through a link below what CMake cannot write"
# shellcheck disable=SC2016 # not to be expanded
for name in "l'été" "R&D" "[2026]" "C#" "a;b" 'a$b' 'a"b' "(copie)" 'a\b' 'a*?b' 'a<b>|c^`d{e}' "a:b"; do
  fresh_tree
  mkdir -p "$work/odd"
  mv "$tree" "$work/odd/$name"
  printf '%s' "$work/odd/$name" >"$work/tree"
  script=$work/odd/$name/epreuve
  epreuve run
  expect_status 0
  expect_error "it is built as $work/home/.cache/epreuve/"
  grep -q -- "--build $work/home/.cache/epreuve/[0-9]*-[0-9]*/build/release" "$calls" || fail "not built through a link: $name"
  epreuve run
  expect_no_error
  expect_no_call --fresh
  settings=HOME=
  epreuve run
  expect_status 2
  expect_error "rename it, or set XDG_CACHE_HOME to a folder without such characters"
  settings=
  rm -rf "$work/odd"
done
for name in "a blank" "été" "a+b,c@e~%" "plain"; do
  fresh_tree
  mkdir -p "$work/even"
  mv "$tree" "$work/even/$name"
  printf '%s' "$work/even/$name" >"$work/tree"
  script=$work/even/$name/epreuve
  epreuve run
  expect_call "--build $work/even/$name/build/release"
  rm -rf "$work/even"
done
script=

behaviour "a failed build shows the error, names the log and runs nothing"
settings=BUILD_FAILS=yes
epreuve run
expect_status 2
expect_output ""
expect_error "chapter.cpp:3: error: nonsense"
expect_error "$tree/build/release-build.log"

behaviour "a build folder that cannot be made is an error with advice"
: >"$tree/build"
epreuve run
expect_status 2
expect_error "the folder $tree/build cannot be written"

# --- packages -------------------------------------------------------------------------------

expect_named_not_installed() {
  expect_status 2
  expect_output ""
  grep -Eq '^  gnuplot-nox +draws the figures' "$work/errors" || fail "gnuplot-nox is not named"
  grep -Eq '^  libfmt-dev ' "$work/errors" || fail "libfmt-dev is not named"
  ! grep -q '^  cmake' "$work/errors" || fail "cmake is named, which is there"
  expect_error "apt-get install --no-install-recommends libfmt-dev gnuplot-nox"
  expect_no_call "apt-get"
  expect_no_call "cmake"
}

behaviour "--no-install names what is missing"
settings="MISSING=gnuplot-nox libfmt-dev"
epreuve --no-install run
expect_named_not_installed
epreuve test --no-install
expect_named_not_installed

behaviour "without apt-get it names what is missing"
settings="MISSING=gnuplot-nox libfmt-dev"
rm "$tools/apt-get"
epreuve run
expect_named_not_installed

behaviour "without root and sudo it names what is missing"
settings="MISSING=gnuplot-nox libfmt-dev"
rm "$tools/sudo"
printf '#!/bin/sh\necho 1000\n' >"$tools/id"
epreuve run
expect_named_not_installed

behaviour "without dpkg it names the tool that is missing and the packages"
rm "$tools/dpkg-query" "$tools/gnuplot"
epreuve run
expect_status 2
expect_error "gnuplot is missing"
expect_error "nlohmann-json3-dev"

behaviour "root installs the missing packages, and no others"
settings="MISSING=gnuplot-nox libfmt-dev"
epreuve run
expect_status 0
grep -Eq '^apt-get install .*--no-remove .*=120 libfmt-dev gnuplot-nox$' "$calls" ||
  fail "apt-get was not asked for these two"
expect_no_call sudo

behaviour "others install them with sudo, which cannot ask for a password without a terminal"
settings="MISSING=gnuplot-nox"
printf '#!/bin/sh\necho 1000\n' >"$tools/id"
epreuve run
expect_status 0
expect_call "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install"

behaviour "a failing apt-get is shown, with what to install by hand"
settings="MISSING=gnuplot-nox"
printf '#!/bin/sh\necho "E: no network" >&2; exit 100\n' >"$tools/apt-get"
epreuve run
expect_status 2
expect_error "E: no network"
expect_error "apt-get install --no-install-recommends gnuplot-nox"
expect_no_call cmake

behaviour "a package that another one provides is not missing"
settings="MISSING=provided:gnuplot-nox"
epreuve run
expect_no_call apt-get

# alternatives LINE: the packages to build with are this line alone
alternatives() { printf '[build]\n%s  # for the test\n[run]\n' "$1" >"$tree/packages.txt"; }

behaviour "of alternatives that are missing the first that the release has is installed"
settings="MISSING=a-name withdrawn-name another-name"
alternatives "a-name | another-name"
epreuve install build
expect_call "=120 a-name"
expect_no_call "another-name"
epreuve install build --no-install
expect_error "a-name                    for the test"
alternatives "withdrawn-name | another-name"
epreuve install build
expect_call "=120 another-name"
epreuve install build --no-install
expect_error "another-name              for the test"

behaviour "where one of the alternatives is installed nothing is missing"
alternatives "a-name | another-name"
settings="MISSING=a-name"
epreuve run
expect_no_call apt-get

behaviour "what a release may lack is missing only where it has it"
settings="MISSING=a-name withdrawn-name"
alternatives "a-name | -"
epreuve install build
expect_call "=120 a-name"
alternatives "withdrawn-name | -"
epreuve install build
expect_status 0
expect_no_call apt-get

behaviour "dpkg is asked once, and again when the list or its database changed"
epreuve run
expect_call dpkg-query
epreuve run
expect_no_call dpkg-query
echo "another-package  # for the test" >>"$tree/packages.txt"
epreuve run
expect_call dpkg-query
if [ -e /var/lib/dpkg/status ]; then
  touch -t 200001010000 "$tree/build/packages-are-installed"
  epreuve run
  expect_call dpkg-query
fi

behaviour "the book's packages are installed for the book alone, and Chromium for printing it"
settings="MISSING=pandoc chromium"
epreuve run
expect_no_call apt-get
epreuve book --help
expect_no_call apt-get
epreuve book
grep -q "^apt-get install .* pandoc$" "$calls" || fail "pandoc was not installed, or something else too"
epreuve book --pdf
grep -q "^apt-get install .* pandoc chromium$" "$calls" || fail "chromium was not installed"

behaviour "the book is made without packages that cannot be installed, which are named"
settings="MISSING=pandoc emscripten"
rm "$tools/em++"
epreuve book --no-install
expect_status 0
expect_output "<book >"
expect_error "pandoc"
expect_error "the book is made as far as possible without them"
expect_call "--target epreuve-weaver chapters"
expect_no_call "explore"

behaviour "install takes a group of packages.txt"
settings="MISSING=clang-19"
epreuve install develop
expect_status 0
grep -q "^apt-get install .* clang-19$" "$calls" || fail "clang-19 was not installed"
epreuve install no-such-group
expect_status 2
expect_error "packages.txt has no group 'no-such-group'; it has: build run book pdf prove machines peers develop"

behaviour "install --download fetches for a machine that has nothing, and describes what it has fetched"
packages="$work/some packages"
rm -rf "$packages"
epreuve install --download "$packages" run
expect_status 0
expect_call "apt-get install --yes --no-install-recommends --download-only bubblewrap ca-certificates curl gnuplot-nox"
expect_call "  told: Dir::State::status \"$tree/build/apt/nothing\";"
expect_error "has 1 packages for $(. /etc/os-release && echo "$ID ${VERSION_ID:-$VERSION_CODENAME}") amd64"
grep -qxF "Filename: ./gnuplot-nox_5%3a1_amd64.deb" "$packages/Packages" || fail "the package has no name"
grep -qxF "SHA256: $(echo "a package" | sha256sum | cut -d ' ' -f 1)" "$packages/Packages" || fail "no hash, or a wrong one"
grep -qxF "Size: 10" "$packages/Packages" || fail "no size, or a wrong one"

behaviour "install --from has apt know that folder alone, before it is asked which packages there are"
settings="MISSING=gnuplot-nox another-name"
alternatives "gnuplot-nox | another-name"
epreuve install --from "$packages" build
expect_status 0
expect_call "  told: Dir::Etc::sourceparts \"$tree/build/apt/nothing\";"
[ "$(sed 's/ .*update.*/ update/; s/ policy.*/ policy/; /told:/d; /dpkg/d; /^id/d' "$calls" | head -n 2)" = \
  "$(printf 'apt-get update\napt-cache policy')" ] || fail "in another order"
grep -qx "apt-get install .*=120 gnuplot-nox" "$calls" || fail "gnuplot-nox was not installed"
grep -qxF "deb [trusted=yes] file:$(printf '%s' "$tree/build/apt/packages" | sed 's/ /%20/g') ./" \
  "$tree/build/apt/sources.list" || fail "another source"
[ "$(cat "$tree/build/apt/packages/Packages")" = "$(cat "$packages/Packages")" ] || fail "another folder"

behaviour "install --from refuses packages for another machine, and a folder that has none"
echo "debian 99 riscv64" >"$packages/for"
epreuve install --from "$packages" run
expect_status 2
expect_error "are for debian 99 riscv64, and this machine is"
expect_no_call apt-get
epreuve install --from "$tree"
expect_status 2
expect_error "holds no packages; on a machine with a network: ./epreuve install --download DIR"
expect_no_call apt-get
epreuve install --from "$packages" --download "$packages"
expect_status 2
expect_error "install takes --download or --from, once"
epreuve install --frm "$packages"
expect_status 2
expect_error "install has no option '--frm' (did you mean --from?)"

behaviour "a download that fails is shown, and leaves no folder that --from would take"
settings="APT_FAILS=yes"
epreuve install --download "$work/none"
expect_status 2
expect_error "E: no network"
expect_error "apt-get failed to download the packages"
[ ! -e "$work/none/for" ] || fail "a folder of packages"

# --- the environment ------------------------------------------------------------------------

for variable in OPENBLAS_CORETYPE OPENBLAS_L2_SIZE; do
  behaviour "a set $variable is warned of, once"
  settings=$variable=512
  epreuve run
  epreuve run
  expect_status 0
  expect_output "<run>"
  [ "$(grep -c "$variable=512" "$work/errors")" = 1 ] || fail "not one warning"
done

if [ "$failures" != 0 ]; then
  echo "$failures expectations failed"
  exit 1
fi
