# shellcheck shell=bash
# For scripts that test the course in another Debian: trees that mmdebstrap makes once, in ~/.cache/epreuve, and bubblewrap
# enters. To be sourced in the project's folder.
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
as_root=
[ "$(id -u)" = 0 ] || as_root="sudo -n"

# enter bind|ro-bind TREE COMMAND...: in the tree, with this clone as /srv/epreuve; before the command, options of bwrap
enter()
{
  local how=$1 tree=$2
  shift 2
  $as_root bwrap "--$how" "$tree" / --dev-bind /dev /dev --dev-bind /proc /proc --perms 1777 --tmpfs /tmp --tmpfs /srv \
    --bind "$PWD" /srv/epreuve --chdir /srv/epreuve --ro-bind /etc/resolv.conf /etc/resolv.conf \
    --ro-bind /etc/hosts /etc/hosts --cap-add ALL --die-with-parent \
    --setenv PATH /usr/sbin:/usr/bin:/sbin:/bin --setenv HOME /tmp --setenv LANG C.UTF-8 "$@"
}

# make_tree NAME LOG FILL WORD...: sets `tree` to the one that the function FILL fills, its argument the tree, unless there is
# one that the same function has filled, with the same words
make_tree()
{
  local name=$1 log=$2 fill=$3 cache=${XDG_CACHE_HOME:-$HOME/.cache}/epreuve
  shift 3
  tree=$cache/$name-$({ declare -f "$fill"; echo "$release $*"; } | sha256sum | head -c 16)
  mkdir -p "$cache" "$(dirname "$log")"
  [ ! -d "$tree" ] || return 0
  echo "making $tree, once (log: $log)"
  $as_root rm -rf "$cache/$name"-*
  "$fill" "$tree.new" >"$log" 2>&1 || { tail -n 20 "$log"; exit 2; }
  mv "$tree.new" "$tree"
}
