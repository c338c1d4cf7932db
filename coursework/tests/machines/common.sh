# The common part of the tests of many machines: the commands that docs/teach.md gives for them, and a class to
# grade. They are run as they are written there, in a folder that holds the submissions and a link to ./epreuve.
# shellcheck shell=bash
project=$(cd "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd)

skip()
{
  echo "skipped: $*"
  exit 0
}

fail()
{
  echo "FAILED: $*" >&2
  exit 1
}

# need PROGRAM...
need()
{
  for program; do
    command -v "$program" >/dev/null ||
      skip "there is no $program; ./epreuve install machines installs it"
  done
}

# documented PATTERN: the one command of teach.md's section that matches, on one line
documented()
{
  local found
  found=$(sed -n '/^## Where one machine is too small/,/^## [^W]/s/^    //p' "$project/docs/teach.md" |
    sed -e ':join' -e '/\\$/N; s/\\\n *//; tjoin' | grep -e "$1") ||
    fail "docs/teach.md has no command with \"$1\" where one machine is too small"
  [ "$(wc -l <<<"$found")" = 1 ] || fail "docs/teach.md has several commands with \"$1\": $found"
  echo "$found"
}

# eventually SECONDS COMMAND...: waits until it succeeds
eventually()
{
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.05
  done
}

# hand_in N: makes N submissions. Half are right, the other half each have a mistake of their own. The second has an
# endless loop, so grading it takes seconds.
hand_in()
{
  local number name right=$project/coursework/tests/answers/01-softmax.cpp
  mkdir submissions
  for ((number = 1; number <= $1; ++number)); do
    name=submissions/$(printf 'student-%03d.cpp' "$number")
    if ((number == 2)); then
      sed '/::softmax(/,/^}/s/{$/{ for (volatile bool on = true; on;) {}/' "$right"
    elif ((number % 2 == 0)); then
      sed "/::softmax_jacobian(/,/^}/s/return /return $number * /" "$right"
    else
      cat "$right" - <<<"// $number"
    fi >"$name"
  done
}

# parts_of COMMAND: the number of parts into which it divides the work
parts_of()
{
  sed -n 's|.*--shard [^ ]*/\([0-9]*\).*|\1|p' <<<"$1"
}

# draw_seed: by the documented command, which exports SEED
draw_seed()
{
  eval "$(documented '^export SEED=')"
}

# grade_on_one_machine: into the folder `single`
grade_on_one_machine()
{
  ./epreuve --no-install grade submissions --seed "$SEED" --out single >single.txt || [ $? = 1 ]
}

# merge_and_compare: by the documented command
merge_and_compare()
{
  eval "$(documented '--merge')" >merged.txt || [ $? = 1 ]
  diff -r single grades >difference.txt ||
    fail "merged is not what one machine grades: $(head -n 40 difference.txt)"
  local files=(submissions/*)
  [ "$(tail -n +2 grades/grades.csv | wc -l)" = ${#files[@]} ] ||
    fail "there is not a row for each submission: $(cat grades/grades.csv)"
}
