# Completion of ./epreuve for bash. To use it: source completions/epreuve.bash

# The chapters' folders beside the script that is being completed, with and without number.
_epreuve_chapters()
{
  local script root folder name
  script=${1/#\~\//$HOME/}
  [[ $script == */* ]] || script=$(type -P -- "$script") || return
  root=$(dirname -- "$(readlink -f -- "$script")")
  for folder in "$root"/chapters/[0-9][0-9]-*/; do
    [[ -f ${folder}chapter.cpp ]] || continue
    name=$(basename -- "$folder")
    printf '%s\n%s\n' "$name" "${name#??-}"
  done
}

_epreuve()
{
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command="" i choices=""
  local -r own_options="--preset --no-install"
  COMPREPLY=()

  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      --preset) ((++i)) ;;
      -*) ;;
      *) command=${COMP_WORDS[i]}; break ;;
    esac
  done

  case $command:$previous in
    *:--preset) choices="release debug sanitize clang" ;;
    run:--format | figures:--format) choices="svg png pdf terminal" ;;
    run:--json | run:--figures | figures:--figures)
      compopt -o filenames 2>/dev/null
      local action=-f file
      [[ $previous == --figures ]] && action=-d
      while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen $action -- "$word")
      return
      ;;
    *:--seed) return ;;
    *)
      case $command in
        "") choices="run list claims figures test bench install help $own_options --help" ;;
        run) choices="--json --figures --format --seed --help $own_options" ;;
        list) choices="--json --help $own_options" ;;
        claims) choices="--errata --json --help $own_options" ;;
        figures) choices="--figures --format --seed --help $own_options" ;;
        test | bench) choices="$own_options" ;;
        install) choices="build run develop $own_options" ;;
      esac
      if [[ $command == @(run|figures|claims) && $word != -* ]]; then
        choices=$(_epreuve_chapters "${COMP_WORDS[0]}")
      fi
      ;;
  esac
  # No choice holds a space.
  # shellcheck disable=SC2207
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}

complete -F _epreuve epreuve ./epreuve
