#!/bin/zsh -f
# Tests the completion of ./epreuve for zsh, typing into a shell of its own.
zmodload zsh/zpty || exit 1
project=${0:A:h:h:h}
work=$(mktemp -d) || exit 1
trap 'rm -rf $work' EXIT
mkdir -p "$work/a clone/chapters/"{01-softmax,06-rotations,07-without-program} \
  "$work/a clone/proofs/"{04-kronecker,library}
touch "$work/a clone/proofs/04-kronecker/statement.md"
print "arma::vec softmax(const arma::vec& x);\ndouble log_sum_exp(const arma::vec& x);" >"$work/a clone/chapters/01-softmax/exercises.hpp"
touch "$work/a clone/chapters/"{01-softmax,06-rotations}/chapter.cpp "$work/a clone/epreuve"
integer failures=0

# Completing lists what is offered between two marks.
cat >$work/.zshrc <<END
PROMPT=; RPROMPT=
fpath=($project/completions \$fpath)
autoload -U compinit; compinit -u -D
cd "$work/a clone"
show() {
  local -a offered
  compadd() {
    builtin compadd -A offered "\$@"
    print -rl -- \$offered >>$work/offered
    builtin compadd "\$@"
  }
  _main_complete
  unfunction compadd
  print done >$work/done
}
zle -C show complete-word show
bindkey '^T' show
bindkey '^U' kill-whole-line
END

zpty shell "ZDOTDIR=$work TERM=dumb zsh -i"
# Without this the first keys may come before the key bindings.
zpty -w shell "print ready >$work/ready"
for attempt in {1..1200}; [[ -e $work/ready ]] || sleep 0.05

# expect LINE WORD...: completing at the end of the line offers these words, at least
expect() {
  local line=$1 word
  shift
  rm -f $work/offered $work/done
  zpty -w -n shell $'\x15'"$line"$'\x14'
  for attempt in {1..1200}; [[ -e $work/done ]] || sleep 0.05
  local -a offered=(${(f)"$(cat $work/offered 2>/dev/null)"})
  for word; do
    if (( ! $offered[(Ie)$word] )); then
      (( ++failures ))
      print -r -- "FAILED: $line does not offer $word but: $offered"
    fi
  done
}

expect './epreuve ' run list claims figures records prove book next check hint solution reset progress try handout grade gpt2 language train test bench install help
expect './epreuve run ' 01-softmax softmax 06-rotations rotations
expect './epreuve run softmax ro' rotations
expect './epreuve run --f' --figures --format
expect './epreuve run --format ' svg png pdf terminal
expect './epreuve --preset ' release debug sanitize clang
expect './epreuve --preset debug claims --e' --errata
expect './epreuve claims --errata ro' rotations
expect './epreuve figures --f' --figures --format
expect './epreuve check ' 01-softmax softmax
expect './epreuve solution softmax/' softmax/softmax softmax/log_sum_exp
expect './epreuve hint 01-softmax/l' 01-softmax/log_sum_exp
expect './epreuve hint 01/l' 01/log_sum_exp
expect './epreuve hint 1/l' 1/log_sum_exp
expect './epreuve reset --y' --yes
expect './epreuve grade --s' --shard
expect './epreuve handout --g' --gradescope
expect './epreuve handout --b' --built
expect './epreuve install ' build run book pdf prove develop
expect './epreuve help ' run claims gpt2
expect './epreuve prove ' 04-kronecker kronecker
expect './epreuve book --' --serve --pdf
expect './epreuve prove --m' --method
expect './epreuve prove --method ' exact enclosure formal
expect './epreuve gpt2 ' tokenize next attention generate
expect './epreuve gpt2 attention --f' --figures --format
expect './epreuve gpt2 trace --f' --figures --format
expect './epreuve gpt2 trace --p' --page --precision
expect './epreuve gpt2 patch --o' --other
expect './epreuve gpt2 patch --site ' resid head mlp
expect './epreuve gpt2 t' tokenize train-tokenizer trace
expect './epreuve gpt2 train-tokenizer --v' --vocabulary
expect './epreuve language ' sample next entropy
expect './epreuve language sample --se' --sentences --seed
expect './epreuve language next --lang ' en fr
expect './epreuve --preset debug language entropy --n' --names-return
expect './epreuve gpt2 next --precision ' float double int8
expect './epreuve gpt2 precision --precision ' float int8
expect './epreuve --preset debug gpt2 generate --to' --tokens --top-k --top-p
expect './epreuve train --final' --final-rate
expect './epreuve train --precision ' single double
# Installed, the command is a link to a program, and what it needs is elsewhere.
mkdir -p $work/usr/{bin,libexec/epreuve/course/chapters/01-softmax,share/epreuve/proofs/04-kronecker}
touch $work/usr/libexec/epreuve/{epreuve-driver,course/chapters/01-softmax/chapter.cpp} \
  $work/usr/share/epreuve/proofs/04-kronecker/statement.md
chmod +x $work/usr/libexec/epreuve/epreuve-driver
ln -s ../libexec/epreuve/epreuve-driver $work/usr/bin/epreuve
expect "$work/usr/bin/epreuve " run list claims figures records prove gpt2 language train course
expect "$work/usr/bin/epreuve run " 01-softmax softmax
expect "$work/usr/bin/epreuve prove " 04-kronecker kronecker
zpty -d shell
exit $(( failures > 0 ))
