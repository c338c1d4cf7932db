# Completion of ./epreuve for bash. To use it: source completions/epreuve.bash

# The folder of the script $1 that is being completed, or of the programs that an installed epreuve is one of.
_epreuve_root()
{
  local script=${1/#\~\//$HOME/}
  [[ $script == */* ]] || script=$(type -P -- "$script") || return
  dirname -- "$(readlink -f -- "$script")"
}

_epreuve_is_installed()
{
  [[ -x $1/epreuve-driver ]]
}

# The folders NN-NAME of $2 of the script $1, with and without number, as far as they hold the file $3.
_epreuve_folders()
{
  local root below=$2 folder name
  root=$(_epreuve_root "$1") || return
  if _epreuve_is_installed "$root"; then
    [[ $below == chapters ]] && below=course/chapters || below=../../share/epreuve/$below
  fi
  for folder in "$root/$below"/[0-9][0-9]-*/; do
    [[ -f $folder$3 ]] || continue
    name=$(basename -- "$folder")
    printf '%s\n%s\n' "$name" "${name#??-}"
  done
}

# The chapters that have exercises; of one that is followed by a slash its exercises.
_epreuve_exercises()
{
  local root folder name chapter=${2%%/*} exercise
  root=$(_epreuve_root "$1") || return
  for folder in "$root"/chapters/[0-9][0-9]-*/; do
    [[ -f ${folder}exercises.hpp ]] || continue
    name=$(basename -- "$folder")
    if [[ $2 != */* ]]; then
      printf '%s\n%s\n' "$name" "${name#??-}"
    elif [[ $chapter == "$name" || $chapter == "${name#??-}" || $chapter == "${name%%-*}" || 0$chapter == "${name%%-*}" ]]; then
      while read -r exercise; do
        printf '%s\n' "$chapter/$exercise"
      done < <(sed -n 's/^[a-z][^(;{}=]*[ >&]\([A-Za-z0-9_]*\)(.*/\1/p' "${folder}exercises.hpp")
    fi
  done
}

# What completions/options says of a command.
_epreuve_table=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/options
_epreuve_accepted()
{
  sed -n "s/^$1: //p" "$_epreuve_table"
}

_epreuve()
{
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command="" below="" accepted kind="" choices="" i file
  local own_options="--preset --no-install --no-pager"
  local commands="run list claims figures records prove book next check hint solution reset progress try handout grade gpt2 language train test bench install help"
  if _epreuve_is_installed "$(_epreuve_root "${COMP_WORDS[0]}")"; then
    own_options=""
    commands="run list claims figures records prove gpt2 language train course"
  fi
  COMPREPLY=()

  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      --preset) ((++i)) ;;
      -*) ;;
      *)
        if [[ -z $command ]]; then
          command=${COMP_WORDS[i]}
        else
          below=${COMP_WORDS[i]}
        fi
        [[ $command == @(gpt2|language) && -z $below ]] || break
        ;;
    esac
  done

  [[ $command == @(gpt2|language) ]] && command+=" $below"
  accepted=$(_epreuve_accepted "$command")
  if [[ $previous == --preset ]]; then
    choices="release debug sanitize clang"
  elif [[ $previous == -* && "$accepted " == *" $previous="* ]]; then
    kind=${accepted#*" $previous="}
    kind=${kind%% *}
  elif [[ $word == -* || -z $command ]]; then
    [[ -n $command ]] || choices="$commands "
    choices+="$(sed 's/^[^ ]* *//; s/=[^ ]*//g' <<<"$accepted") $own_options --help"
    [[ -n $command ]] || choices+=" --version"
  else
    case $command in
      "gpt2 " | "language ") choices=$(sed -n "s/^$command\([a-z-]*\): .*/\1/p" "$_epreuve_table") ;;
      install) choices="build run book pdf prove machines peers develop" ;;
      help) choices=$commands ;;
      course) kind=DIR ;;
      *) kind=${accepted%% *} ;;
    esac
  fi
  case $kind in
    *"|"*) choices=${kind//|/ } ;;
    CHAPTER) choices=$(_epreuve_folders "${COMP_WORDS[0]}" chapters chapter.cpp) ;;
    PROPOSITION) choices=$(_epreuve_folders "${COMP_WORDS[0]}" proofs statement.md) ;;
    EXERCISE) choices=$(_epreuve_exercises "${COMP_WORDS[0]}" "$word") ;;
    EXERCISES) choices=$(_epreuve_exercises "${COMP_WORDS[0]}" "${word%%/*}") ;;
    FILE | DIR)
      compopt -o filenames 2>/dev/null
      while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen "$([[ $kind == DIR ]] && echo -d || echo -f)" -- "$word")
      return
      ;;
  esac
  # No choice holds a space.
  # shellcheck disable=SC2207
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}

complete -F _epreuve epreuve ./epreuve
