#!/bin/bash
# The job array that docs/teach.md gives for Slurm, on a cluster of this machine alone. One task is
# cancelled while it runs and submitted again; the merged parts are byte for byte the grades of one machine.
# The cluster is Debian's, needs no systemd, and lives in a namespace of processes of its own, which ends
# with this script however that ends.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

if [ $# = 0 ]; then
  need munged slurmctld slurmd sbatch
  [ "$(id -u)" = 0 ] || skip "slurmd starts tasks as their owners, which takes root"
  alone=(unshare --mount --pid --fork --kill-child --mount-proc)
  "${alone[@]}" true 2>/dev/null || skip "this machine gives no namespace of processes"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  chmod 755 "$work" # munge refuses a folder that nobody else may enter
  "${alone[@]}" "$BASH" "${BASH_SOURCE[0]}" "$work"
  exit
fi

work=$1
cd "$work"
ln -s "$project/epreuve" epreuve
export SLURM_CONF=$work/cluster/slurm.conf

free_port()
{
  local port
  until port=$((20000 + RANDOM % 10000)) && ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo "$port"
}

write_cluster()
{
  local control node
  control=$(free_port)
  until node=$(free_port) && [ "$node" != "$control" ]; do :; done
  mkdir -p cluster/state cluster/spool
  cat >"$SLURM_CONF" <<END
ClusterName=epreuve
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$node
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/cluster/munge.socket
StateSaveLocation=$work/cluster/state
SlurmdSpoolDir=$work/cluster/spool
SlurmctldPidFile=$work/cluster/slurmctld.pid
SlurmdPidFile=$work/cluster/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
# As many tasks at once as there are, however many processors there are.
SlurmdParameters=config_overrides
NodeName=here NodeHostname=$(hostname) NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=here Default=YES MaxTime=INFINITE State=UP
END
  # The plugin is loaded though nothing here asks it for a control group.
  echo "CgroupPlugin=cgroup/v1" >cluster/cgroup.conf
  head -c 1024 /dev/urandom >cluster/munge.key
  chmod 600 cluster/munge.key
}

is_ready() { [ "$(sinfo --noheader --format=%T)" = idle ]; }

start_cluster()
{
  write_cluster
  munged --foreground --force --key-file="$work/cluster/munge.key" --socket="$work/cluster/munge.socket" \
    --pid-file="$work/cluster/munge.pid" --log-file="$work/cluster/munge.log" \
    --seed-file="$work/cluster/munge.seed" &>cluster/munged.txt &
  eventually 120 test -S cluster/munge.socket || fail "munged does not start: $(cat cluster/munged.txt)"
  slurmctld -D &>cluster/slurmctld.txt &
  slurmd -D -N here &>cluster/slurmd.txt &
  eventually 120 is_ready || fail "Slurm does not start: $(tail -n 20 cluster/slurmctld.txt cluster/slurmd.txt)"
}

# submit COMMAND: sets `job` to the number of the job
submit()
{
  local said
  said=$(eval "$1")
  job=${said##* }
}

is_over() { [ -z "$(squeue --noheader --jobs="$1")" ]; }
is_running() { [ "$(squeue --noheader --jobs="$1" --format=%T)" = RUNNING ]; }
has_a_result() { compgen -G "$1/results/*.json"; }
# A bubblewrap that is killed just after it has made its namespaces leaves the first process there, which has done
# nothing yet and waits for ever to be told to begin: it has no child, and nothing judged runs in it.
is_gone()
{
  local sandbox
  ! pgrep --full 'bin/checks-' || return 1
  for sandbox in $(pgrep --exact bwrap); do
    [ -z "$(cat "/proc/$sandbox/task/$sandbox/children" 2>/dev/null)" ] || return 1
  done
}

# expect_state TASK STATE...
expect_state()
{
  local task=$1 state
  shift
  state=$(scontrol show job "$task" 2>&1 | sed -n 's/^ *JobState=\([A-Z]*\).*/\1/p' || true)
  [[ " $* " == *" $state "* ]] || fail "task $task is ${state:-unknown}, expected $*: $(cat "slurm-$task.out" 2>&1)"
}

start_cluster
array=$(documented '^sbatch .*--array=1-')
parts=$(parts_of "$array")
hand_in $((3 * parts))
draw_seed
grade_on_one_machine

# The second part holds the submission that takes seconds.
submit "$array"
first=$job
eventually 120 has_a_result part-2 || fail "task 2 grades nothing: $(cat "slurm-${first}_2.out")"
is_running "${first}_2" || fail "task 2 is over too early to be cancelled"
scancel "${first}_2"
eventually 300 is_over "$first" || fail "the tasks do not end: $(squeue)"
for ((part = 1; part <= parts; ++part)); do
  # Slurm marks a task that ends with status 1 as FAILED, as if a submission has problems.
  if ((part == 2)); then
    expect_state "${first}_$part" CANCELLED
  else
    expect_state "${first}_$part" COMPLETED FAILED
    [ -f "part-$part/grades.csv" ] || fail "part $part is incomplete: $(cat "slurm-${first}_$part.out")"
  fi
done
[ ! -e part-2/grades.csv ] || fail "the part of the cancelled task looks whole"
eventually 120 is_gone || fail "processes of the cancelled task are still there: $(ps ax)"

again=$(documented '^sbatch .*--array=2 ')
submit "$again"
eventually 300 is_over "$job" || fail "the task submitted again does not end: $(squeue)"
expect_state "${job}_2" COMPLETED FAILED
grep -q 'of them before' "slurm-${job}_2.out" ||
  fail "the task does not continue where it was stopped: $(cat "slurm-${job}_2.out")"
merge_and_compare
