# Completion of ./epreuve for bash. To use it: source completions/epreuve.bash

# The folders NN-NAME of $2 beside the script $1 that is being completed, with and without number, as far
# as they hold the file $3.
_epreuve_folders()
{
  local script root folder name
  script=${1/#\~\//$HOME/}
  [[ $script == */* ]] || script=$(type -P -- "$script") || return
  root=$(dirname -- "$(readlink -f -- "$script")")
  for folder in "$root/$2"/[0-9][0-9]-*/; do
    [[ -f $folder$3 ]] || continue
    name=$(basename -- "$folder")
    printf '%s\n%s\n' "$name" "${name#??-}"
  done
}

# The chapters that have exercises; of one that is followed by a slash its exercises.
_epreuve_exercises()
{
  local script root folder name chapter=${2%%/*} exercise
  script=${1/#\~\//$HOME/}
  [[ $script == */* ]] || script=$(type -P -- "$script") || return
  root=$(dirname -- "$(readlink -f -- "$script")")
  for folder in "$root"/chapters/[0-9][0-9]-*/; do
    [[ -f ${folder}exercises.hpp ]] || continue
    name=$(basename -- "$folder")
    if [[ $2 != */* ]]; then
      printf '%s\n%s\n' "$name" "${name#??-}"
    elif [[ $chapter == "$name" || $chapter == "${name#??-}" || $chapter == "${name%%-*}" || 0$chapter == "${name%%-*}" ]]; then
      for exercise in $(tr '\n' ' ' <"${folder}exercises.hpp" | sed -n 's/.*EXERCISES(\([^)]*\)).*/\1/p' | tr ',' ' '); do
        printf '%s\n' "$chapter/$exercise"
      done
    fi
  done
}

# The options of a command of gpt2.
_epreuve_gpt2_options()
{
  local -r prompt="--tokens --weights --tokenizer --json" drawn="--figures --format"
  case $1 in
    tokenize) echo "$prompt" ;;
    train-tokenizer) echo "--text --words --vocabulary --out --json" ;;
    next | lens) echo "$prompt --top $drawn --precision" ;;
    trace) echo "$prompt $drawn --page --answer --precision" ;;
    patch) echo "--answer --other --site --weights --tokenizer --json $drawn --precision" ;;
    logits) echo "$prompt --out --precision" ;;
    generate) echo "$prompt --count --temperature --top-k --top-p --repetition-penalty --seed --precision" ;;
    attention) echo "$prompt --layer --head --all $drawn --precision" ;;
    perplexity) echo "$prompt --stride --each $drawn --precision" ;;
    precision) echo "$prompt" ;;
    inspect) echo "--weights --json" ;;
    compare | heads) echo "--weights --texts --seed --json" ;;
    fetch) echo "--from --to --json" ;;
    bench) echo "--weights --random --rounds --json" ;;
  esac
}

_epreuve()
{
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command="" gpt2_command="" language_command="" i choices=""
  local -r own_options="--preset --no-install"
  COMPREPLY=()

  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      --preset) ((++i)) ;;
      -*) ;;
      *)
        [[ $command == gpt2 ]] && gpt2_command=${COMP_WORDS[i]}
        [[ $command == language ]] && language_command=${COMP_WORDS[i]}
        [[ -z $command ]] && command=${COMP_WORDS[i]}
        [[ $command == @(gpt2|language) && -z $gpt2_command$language_command ]] || break
        ;;
    esac
  done

  case $command:$previous in
    *:--preset) choices="release debug sanitize clang" ;;
    run:--format | figures:--format | gpt2:--format | train:--format) choices="svg png pdf terminal" ;;
    gpt2:--precision) choices="float double" ;;
    gpt2:--site) choices="resid head mlp" ;;
    train:--precision) choices="single double" ;;
    prove:--method) choices="exact enclosure formal" ;;
    run:--json | prove:--json | run:--figures | figures:--figures | gpt2:--figures | gpt2:--weights | gpt2:--tokenizer | gpt2:--text | gpt2:--out | gpt2:--page | \
      gpt2:--from | gpt2:--to | grade:--out | book:--out | *:--course | \
      train:--weights | train:--init | train:--tokens | train:--text | train:--validation | train:--tokenizer | train:--out | train:--figures)
      compopt -o filenames 2>/dev/null
      local action=-f file
      [[ $previous == --figures || $previous == --to || $previous == --tokenizer || $command:$previous == @(grade|book|train):--out ]] && action=-d
      while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen $action -- "$word")
      return
      ;;
    language:--lang) choices="en fr" ;;
    language:--names-return | train:--names-return | language:--sentences) return ;;
    train:--validation-share | train:--validate-every | train:--validation-texts | train:--sample-every | train:--prompt | \
      train:--keep-every | train:--batch | train:--accumulate | train:--context | train:--steps | train:--learning-rate | train:--warm-up | \
      train:--final-rate | train:--weight-decay | train:--beta[12] | train:--epsilon | train:--clip) return ;;
    *:--seed | run:--seeds | grade:--shard | grade:--vpl | book:--port) return ;;
    handout:--chapter | grade:--chapter) choices=$(_epreuve_exercises "${COMP_WORDS[0]}" "${word%%/*}") ;;
    gpt2:--tokens | gpt2:--answer | gpt2:--other | gpt2:--top | gpt2:--top-[kp] | gpt2:--count | gpt2:-n | gpt2:--temperature | \
      gpt2:--repetition-penalty | gpt2:--layer | gpt2:--head | gpt2:--vocabulary | gpt2:--stride | gpt2:--texts | gpt2:--rounds) return ;;
    *)
      case $command in
        "") choices="run list claims figures prove book check hint solution reset progress try handout grade gpt2 language train test bench install help $own_options --help --version" ;;
        run) choices="--full --json --figures --format --seed --seeds --help $own_options" ;;
        list) choices="--json --help $own_options" ;;
        claims) choices="--errata --json --help $own_options" ;;
        figures) choices="--figures --format --seed --help $own_options" ;;
        book) choices="--serve --port --open --pdf --out --help $own_options" ;;
        prove) choices="--method --list --steps --json --help $own_options" ;;
        check) choices="--json --watch --cpp --seed --course --help $own_options" ;;
        hint | solution) choices="--help $own_options" ;;
        try) choices="--mutants --help $own_options" ;;
        reset) choices="--yes --help $own_options" ;;
        progress) choices="--json --course --help $own_options" ;;
        handout | grade)
          choices="--built --gradescope --classroom50 --vpl --chapter --course --help $own_options"
          [[ $command == grade ]] && choices="--chapter --course --out --shard --seed --merge --vpl --classroom50 --unsafe --questions --for-students --help $own_options"
          [[ $word != -* ]] && compopt -o dirnames 2>/dev/null
          ;;
        gpt2)
          if [[ -z $gpt2_command ]]; then
            choices="fetch tokenize train-tokenizer next logits generate attention lens trace patch perplexity inspect compare heads precision bench --help $own_options"
          else
            choices="$(_epreuve_gpt2_options "$gpt2_command") --help $own_options"
            [[ $gpt2_command == perplexity && $word != -* ]] && compopt -o default 2>/dev/null
          fi
          ;;
        language)
          case $language_command in
            "") choices="sample next entropy --help $own_options" ;;
            sample) choices="--sentences --seed --lang --names-return --json --help $own_options" ;;
            *) choices="--lang --names-return --json --help $own_options" ;;
          esac
          ;;
        train)
          choices="petit recall reading twins masked translator ablations bottleneck captions --names-return --weights --init --tokens --text --tokenizer --validation --validation-share --validate-every --validation-texts --out --resume --keep-every --batch --accumulate --context --steps --learning-rate"
          choices+=" --warm-up --final-rate --weight-decay --beta1 --beta2 --epsilon --clip --seed --precision --in-order --sample-every --prompt"
          choices+=" --json --figures --format --help $own_options"
          ;;
        test | bench) choices="$own_options" ;;
        install) choices="build run book pdf prove machines develop $own_options" ;;
        help) choices="run list claims figures prove book check hint solution reset progress try handout grade gpt2 language train test bench install" ;;
      esac
      if [[ $command == @(run|figures|claims) && $word != -* ]]; then
        choices=$(_epreuve_folders "${COMP_WORDS[0]}" chapters chapter.cpp)
      elif [[ $command == prove && $word != -* ]]; then
        choices=$(_epreuve_folders "${COMP_WORDS[0]}" proofs statement.md)
      elif [[ $command == @(check|hint|solution|reset|try) && $word != -* ]]; then
        choices=$(_epreuve_exercises "${COMP_WORDS[0]}" "$word")
      fi
      ;;
  esac
  # No choice holds a space.
  # shellcheck disable=SC2207
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}

complete -F _epreuve epreuve ./epreuve
