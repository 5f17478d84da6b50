#!/usr/bin/env bash
# Runs a small Slurm on this machine alone: a controller and a few nodes that
# listen on the loopback address and on no other, to try a job array before it
# goes to a cluster, and for the tests. All that it writes lies in one folder.
#
#   loopback.sh up DIR [NODES [PID]]   start it with 2 nodes, or with NODES, and print the environment
#                                      to use; it goes down by itself when the process PID has ended
#   loopback.sh env DIR                print that environment again
#   loopback.sh crash DIR NODE         cut the power of a node: its daemon and its tasks are killed
#   loopback.sh boot DIR NODE          start the daemon of a node again, or the controller (slurmctld)
#   loopback.sh down DIR               stop every daemon and every task
#
# For example:
#
#   eval "$(bench/study/slurm/loopback.sh up "$PWD/lake")"
#   sinfo; sbatch --wrap 'hostname; sleep 5'; squeue
#   bench/study/slurm/loopback.sh down "$PWD/lake"
#
# It needs the Debian packages slurm-wlm and munge. It needs neither cgroups nor
# root: Slurm runs as whoever starts it, and takes jobs of nobody else unless
# that is root. Each node claims two processors, whatever the machine has.
set -euo pipefail

# Debian keeps daemons where only root looks for them.
PATH=$PATH:/usr/sbin:/sbin
self=$(readlink -f "${BASH_SOURCE[0]}")

fail() { printf 'loopback.sh: %s\n' "$*" >&2; exit 1; }
usage() { sed -n '/^#   loopback/s/^#   //p' "${BASH_SOURCE[0]}" >&2; exit 2; }

main() {
	[ $# -ge 2 ] || usage
	local command=$1
	[ "$1" != up ] || mkdir -p "$2"
	[ -d "$2" ] || fail "$2: there is no such folder"
	dir=$(cd "$2" && pwd -P)
	shift 2
	case $command:$# in
	up:[012]) up "${1:-2}" "${2:-}" ;;
	env:0) environment ;;
	crash:1) crash "$1" ;;
	boot:1) boot "$1" ;;
	down:0) down ;;
	guard:1) guard "$1" ;;
	*) usage ;;
	esac
}

# up starts everything. A port that was free may be taken by the time a daemon
# asks for it, so there are three attempts.
up() { # NODES PID
	local attempt
	need munged munge
	need slurmctld slurm-wlm
	need slurmd slurm-wlm
	need sbatch slurm-wlm
	case $dir in *[!-A-Za-z0-9_./]*) fail "$dir: slurm.conf takes no blanks and no special characters in a path" ;; esac
	[ ${#dir} -le 80 ] || fail "$dir: the path is too long for the sockets in it; at most 80 bytes"
	[ -z "$(ours)" ] || fail "$dir: a Slurm is running there; loopback.sh down $dir stops it"
	identify
	mkdir -p "$dir"/{log,pid,run,spool,state}
	# The key opens Slurm to whoever can read it.
	(umask 077 && head -c 1024 /dev/urandom >"$dir/munge.key")
	for attempt in 1 2 3; do
		configure "$1" >"$dir/slurm.conf"
		# Which kind of cgroups there are is not looked for: none are used, and there may be none.
		echo CgroupPlugin=cgroup/v1 >"$dir/cgroup.conf"
		if start && ready "$1"; then
			[ -z "$2" ] || daemon guard bash "$self" guard "$dir" "$2"
			environment
			return
		fi
		down
	done
	tail -n 5 "$dir"/log/* >&2
	fail "Slurm does not start; the ends of its logs stand above"
}

# crash kills without a word what runs on a node: the daemon first, so that it
# cannot tell the controller how its tasks ended.
crash() { # NODE
	local doomed
	doomed=$(family "$(ours "$1")")
	[ -n "$doomed" ] || fail "$1 does not run in $dir"
	kill -KILL $(cat "$dir/pid/$1") $doomed 2>/dev/null || true
	gone $doomed || fail "$1: processes do not end: $doomed"
}

# boot starts the daemon of a node, or the controller with what it had saved.
boot() { # NODE
	identify
	if [ "$1" = slurmctld ]; then
		daemon slurmctld slurmctld -D -f "$dir/slurm.conf"
	else
		grep -q "^NodeName=$1 " "$dir/slurm.conf" || fail "$dir has no node $1"
		daemon "$1" slurmd -D -f "$dir/slurm.conf" -N "$1"
	fi
}

# down stops the daemons and the tasks. What runs a task does not always listen.
down() {
	local doomed signal guard
	guard=$(cat "$dir/pid/guard" 2>/dev/null) || true
	if [ "$guard" != $$ ] && [ "$(readlink "/proc/${guard:-none}/cwd")" = "$dir/run/guard" ]; then
		kill $(family "$guard") 2>/dev/null || true
	fi
	doomed=$(family "$(ours)")
	for signal in TERM KILL; do
		[ -n "$doomed" ] || break
		kill -"$signal" $doomed 2>/dev/null || true
		gone $doomed && break
		doomed="$doomed $(family "$(ours)")" # tasks whose parents have ended are known from before only
	done
	[ -z "$(ours)" ] || fail "processes do not end: $(ours)"
	rm -f "$dir"/pid/* "$dir"/munge.socket* 2>/dev/null || true
}

# guard takes everything down when a process has ended.
guard() { # PID
	while alive "$1"; do
		sleep 1
	done
	down
}

# environment prints what a shell must know to speak to this Slurm.
environment() {
	[ -f "$dir/slurm.conf" ] || fail "$dir: no Slurm was started there"
	printf 'export SLURM_CONF=%s/slurm.conf\n' "$dir"
}

need() { # PROGRAM PACKAGE
	command -v "$1" >/dev/null || fail "$1 is missing: install the Debian package $2 (apt-get install $2)"
}

# identify finds the name under which the daemons run. Slurm listens where its
# machine's name leads to. Where that is no loopback address, the daemons get a
# name of their own, which root may give.
identify() {
	host=$(uname -n)
	host=${host%%.*}
	address=$(getent ahostsv4 "$host" | awk 'NR == 1 { print $1 }') || true
	rename=
	case $address in 127.*) return ;; esac
	unshare --uts true 2>/dev/null ||
		fail "the name of this machine, $host, must lead to a loopback address: add '127.0.1.1 $host' to /etc/hosts"
	host=localhost address=127.0.0.1 rename=yes
}

# configure prints slurm.conf. It keeps no accounts and uses no cgroups. The times
# are short so that a lost node is noticed in seconds; a job that is queued again
# waits for cred_expire, of which 5 s is the least.
configure() { # NODES
	local i ports
	ports=($(free $(($1 + 1))))
	cat <<-END
		ClusterName=loopback
		SlurmctldHost=$host($address)
		SlurmctldPort=${ports[0]}
		SlurmUser=$(id -un)
		SlurmdUser=$(id -un)
		AuthInfo=socket=$dir/munge.socket,cred_expire=5
		CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
		SlurmctldPidFile=$dir/pid/slurmctld.own
		SlurmdPidFile=$dir/pid/%n.own
		StateSaveLocation=$dir/state
		SlurmdSpoolDir=$dir/spool/%n
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core
		SchedulerType=sched/builtin
		SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=100000
		SlurmdParameters=config_overrides
		RequeueExit=75
		ReturnToService=2
		KillWait=2
		MessageTimeout=3
		TCPTimeout=2
		SlurmdTimeout=3
	END
	for ((i = 1; i <= $1; i++)); do
		printf 'NodeName=node%d NodeHostname=%s NodeAddr=%s Port=%d CPUs=2\n' "$i" "$host" "$address" "${ports[i]}"
	done
	echo 'PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP'
}

# free prints ports on which nobody listens, from below those that the system
# gives to connections.
free() { # COUNT
	local top p found=
	read -r top _ </proc/sys/net/ipv4/ip_local_port_range
	[ "$top" -gt 12000 ] || top=32768
	while [ $# -gt 0 ] && [ "$(wc -w <<<"$found")" -lt "$1" ]; do
		p=$((10000 + (RANDOM << 15 | RANDOM) % (top - 10000)))
		case " $found " in *" $p "*) continue ;; esac
		grep -qi ":$(printf %04X "$p") 0*:0000 0A" /proc/net/tcp /proc/net/tcp6 2>/dev/null || found="$found $p"
	done
	echo $found
}

# start starts munge, the controller and the nodes.
start() {
	local node
	daemon munged munged --foreground --key-file="$dir/munge.key" --socket="$dir/munge.socket" --origin=127.0.0.1 \
		--pid-file="$dir/pid/munged.own" --seed-file="$dir/munge.seed" --num-threads=2 --force
	until [ -S "$dir/munge.socket" ]; do
		alive "$(cat "$dir/pid/munged")" || return 1
		sleep 0.1
	done
	daemon slurmctld slurmctld -D -c -f "$dir/slurm.conf"
	for node in $(nodes); do
		boot "$node"
	done
}

# nodes prints their names.
nodes() { sed -n 's/^NodeName=\([^ ]*\) .*/\1/p' "$dir/slurm.conf"; }

# daemon starts a program that goes on when this script has ended, in a folder of
# its own: by that folder its processes are known.
daemon() { # NAME PROGRAM ARGUMENT...
	local name=$1
	shift
	[ -z "$rename" ] || set -- unshare --uts sh -c 'echo localhost >/proc/sys/kernel/hostname && exec "$@"' sh "$@"
	mkdir -p "$dir/run/$name"
	(cd "$dir/run/$name" && SLURM_CONF=$dir/slurm.conf exec setsid "$@") </dev/null >>"$dir/log/$name" 2>&1 &
	echo $! >"$dir/pid/$name"
}

# ready waits until every node is idle, for at most 30 s.
ready() { # NODES
	local i pid
	for ((i = 0; i < 150; i++)); do
		for pid in $(cat "$dir"/pid/{munged,slurmctld,node*[0-9]}); do
			alive "$pid" || return 1
		done
		[ "$(SLURM_CONF=$dir/slurm.conf sinfo -h -N -o %T 2>/dev/null | grep -cx idle)" != "$1" ] || return 0
		sleep 0.2
	done
	return 1
}

# ours prints the processes that a daemon has started, or all of them. Those that
# run tasks go on when the daemon has died, and hide their environment; only the
# folder in which they work stays.
ours() { # [NAME]
	local cwd
	find /proc -mindepth 2 -maxdepth 2 -name cwd -lname "$dir/run/${1:-*}" 2>/dev/null | while read -r cwd; do
		case $(readlink "${cwd%/cwd}/exe") in
		*/slurm* | */munged*) cwd=${cwd%/cwd} && echo "${cwd#/proc/}" ;;
		esac
	done
}

# family prints processes, their children, and so on: the tasks work in folders of
# their own.
family() { # PIDS
	[ -n "$1" ] || return 0
	{ cat /proc/[0-9]*/stat 2>/dev/null || true; } | awk -v roots="$1" '
		BEGIN { n = split(roots, root); for (i = 1; i <= n; i++) { in_[root[i]] = 1; print root[i] } }
		{ sub(/\(.*\)/, "x"); parent[$1] = $4 }
		END {
			do {
				found = 0
				for (p in parent) if (!(p in in_) && parent[p] in in_) { in_[p] = 1; print p; found = 1 }
			} while (found)
		}'
}

# alive tells whether a process runs. One that has ended may still be listed,
# as a zombie.
alive() { # PID
	local line
	line=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
	line=${line##*) }
	case $line in Z* | X*) return 1 ;; esac
}

# gone waits until processes have ended, for at most 2 s.
gone() { # PID...
	local i pid left
	for ((i = 0; i < 20; i++)); do
		left=
		for pid; do
			! alive "$pid" || left=yes
		done
		[ -n "$left" ] || return 0
		sleep 0.1
	done
	return 1
}

main "$@"
