#!/bin/bash
# Tests the completion of ./epreuve for bash, on folders made here.
project=$(cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/a clone/chapters"/{01-softmax,06-rotations,07-without-program} "$work/a clone/some folder" \
  "$work/a clone/proofs"/{04-kronecker,library}
printf 'arma::vec softmax(const arma::vec& x);\ndouble log_sum_exp(const arma::vec& x);\n' >"$work/a clone/chapters/01-softmax/exercises.hpp"
touch "$work/a clone/proofs/04-kronecker/statement.md" "$work/a clone/chapters"/{01-softmax,06-rotations}/chapter.cpp "$work/a clone/file.json" \
  "$work/a clone/epreuve"
cd "$work/a clone" || exit 1
# shellcheck source=/dev/null
source "$project/completions/epreuve.bash" || exit 1
failures=0

# expect "CHOICE..." WORD...: what completing the last word offers
expect()
{
  local expected=$1 offered
  shift
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _epreuve
  offered=${COMPREPLY[*]}
  if [[ $offered != "$expected" ]]; then
    failures=$((failures + 1))
    printf 'FAILED: %s\n  offered:  %s\n  expected: %s\n' "$*" "$offered" "$expected"
  fi
}

expect "run list claims figures records prove book next check hint solution reset progress try handout grade gpt2 language train test bench install help --preset --no-install --no-pager --help --version" ./epreuve ""
expect "list language" ./epreuve l
expect "list" ./epreuve --preset debug li
expect "release debug sanitize clang" ./epreuve --preset ""
expect "01-softmax softmax 06-rotations rotations" ./epreuve run "" # options need their dash
expect "softmax" ./epreuve run so
expect "06-rotations" ./epreuve run softmax 06
expect "rotations" "$work/a clone/epreuve" figures rot
expect "--full --figures --format" ./epreuve run --f
expect "png pdf" ./epreuve run --format p
expect "svg png pdf terminal" ./epreuve run softmax --format ""
expect "file.json" ./epreuve run --json "fi"
expect "some folder" ./epreuve run --figures so
expect "some folder" ./epreuve figures --figures so
expect "--errata" ./epreuve claims --e
expect "--help" ./epreuve claims --json --h
expect "develop" ./epreuve install d
expect "claims" ./epreuve help cl
expect "04-kronecker kronecker" ./epreuve prove ""
expect "--method" ./epreuve prove kronecker --m
expect "exact enclosure formal" ./epreuve prove --method ""
expect "file.json" ./epreuve prove --json "fi"
expect "--serve" ./epreuve book --s
expect "some folder" ./epreuve book --out so
expect "" ./epreuve book --port ""
expect "softmax" ./epreuve claims --errata softm
expect "" ./epreuve list softm
expect "01-softmax softmax" ./epreuve check "" # rotations has no exercises
expect "softmax/softmax softmax/log_sum_exp" ./epreuve solution softmax/
expect "01-softmax/log_sum_exp" ./epreuve hint 01-softmax/l
expect "01/softmax 01/log_sum_exp" ./epreuve solution 01/
expect "1/log_sum_exp" ./epreuve hint 1/l
expect "" ./epreuve hint rotations/
expect "--yes" ./epreuve reset softmax --y
expect "--watch" ./epreuve check --w
expect "--shard --seed" ./epreuve grade --s
expect "some folder" ./epreuve grade --out so
expect "file.json" ./epreuve grade --course "fi"
expect "softmax/softmax softmax/log_sum_exp" ./epreuve try softmax/
expect "01-softmax softmax" ./epreuve grade --chapter ""
expect "--gradescope" ./epreuve handout --g
expect "--built" ./epreuve handout --b
expect "try train test" ./epreuve t
expect "tokenize train-tokenizer trace" ./epreuve gpt2 t
expect "file.json" ./epreuve gpt2 train-tokenizer --text "fi"
expect "--vocabulary" ./epreuve gpt2 train-tokenizer --text file.json --v
expect "generate" ./epreuve --preset debug gpt2 g
expect "" ./epreuve gpt2 next "The cat" --top ""
expect "float double" ./epreuve gpt2 lens --precision ""
expect "float double int8" ./epreuve gpt2 next --precision ""
expect "some folder" ./epreuve gpt2 attention --figures so
expect "--figures --format" ./epreuve gpt2 trace "The cat" --f
expect "file.json" ./epreuve gpt2 trace "The cat" --page "fi"
expect "--answer" ./epreuve gpt2 patch "The cat" "The dog" --a
expect "" ./epreuve gpt2 patch --answer ""
expect "resid head mlp" ./epreuve gpt2 patch --site ""
expect "--each" ./epreuve gpt2 perplexity --e
expect "some folder" ./epreuve gpt2 next --tokenizer so
expect "svg png pdf terminal" ./epreuve gpt2 attention --all --format ""
expect "--layer" ./epreuve gpt2 attention "The cat" --l
expect "sample next entropy" ./epreuve language ""
expect "--sentences --seed" ./epreuve language sample --se
expect "" ./epreuve language entropy --se
expect "--lang" ./epreuve language next after the war --l
expect "en fr" ./epreuve language next --lang ""
expect "" ./epreuve language sample --sentences ""
expect "" ./epreuve language entropy --names-return ""
expect "--seed" ./epreuve train --init config.json --se
expect "single double" ./epreuve train --precision ""
expect "file.json" ./epreuve train --init "fi"
expect "some folder" ./epreuve train --out so
expect "" ./epreuve train --steps ""
cd / || exit 1
expect "softmax" "$work/a clone/epreuve" run so

# Installed, the command is a link to a program, and what it needs is elsewhere.
mkdir -p "$work/usr"/{bin,libexec/epreuve/course/chapters/01-softmax,share/epreuve/proofs/04-kronecker}
touch "$work/usr/libexec/epreuve/epreuve-driver" "$work/usr/libexec/epreuve/course/chapters/01-softmax/chapter.cpp" \
  "$work/usr/share/epreuve/proofs/04-kronecker/statement.md"
chmod +x "$work/usr/libexec/epreuve/epreuve-driver"
ln -s ../libexec/epreuve/epreuve-driver "$work/usr/bin/epreuve"
expect "run list claims figures records prove gpt2 language train course --help --version" "$work/usr/bin/epreuve" ""
expect "01-softmax softmax" "$work/usr/bin/epreuve" run ""
expect "04-kronecker kronecker" "$work/usr/bin/epreuve" prove ""
expect "--full --figures --format" "$work/usr/bin/epreuve" run --f
expect "$work/usr" "$work/usr/bin/epreuve" course "$work/us"
# Its completion is a link as well, beside which there is no table.
ln -s "$project/completions/epreuve.bash" "$work/usr/epreuve"
# shellcheck source=/dev/null
source "$work/usr/epreuve"
expect "--errata" ./epreuve claims --e

[[ $(complete -p ./epreuve) == *_epreuve* ]] || { echo "FAILED: ./epreuve is not completed"; failures=1; }
exit $((failures > 0))
