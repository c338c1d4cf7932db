#!/bin/bash
# The job that docs/teach.md gives for GNU parallel, on this machine and on another that is this one too:
# a substitute for ssh leaves the host out and runs the command here, with SHELL set as by any login: without it,
# GNU parallel's far side starts nothing and reports nothing. The merged parts are byte for byte the grades of one
# machine.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
need parallel
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
ln -s "$project/epreuve" epreuve
export PARALLEL_HOME=$work/parallel TMPDIR=$work

cat >ssh <<'END'
#!/bin/bash
while [[ $1 == -* ]]; do shift; done
echo "$1" >>"$PARALLEL_HOME/hosts"
shift
[ "$1" != -- ] || shift
SHELL=$BASH exec bash -c "$*"
END
chmod +x ssh
mkdir parallel
touch parallel/will-cite
export PARALLEL_SSH=$work/ssh
printf '%s\n' 1/: 1/elsewhere >machines

job=$(documented 'parallel ')
parts=$(parts_of "$job")
hand_in $((3 * parts))
draw_seed
grade_on_one_machine
status=0
eval "$job" >job.txt 2>&1 || status=$? # how many parts hold submissions with problems
for ((part = 1; part <= parts; ++part)); do
  [ -f "part-$part/grades.csv" ] || fail "part $part was not graded, and parallel ended with $status: $(cat job.txt)"
done
grep -qx elsewhere parallel/hosts || fail "the other machine was given nothing: $(cat job.txt)"
merge_and_compare
