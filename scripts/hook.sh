#!/bin/sh
# The hook entry: hook.sh AGENT EVENT < payload
#
# It runs at every step of an agent, so it uses built-ins and at most two small programs. Every event is first
# written whole to the spool; one that needs no reply ends there. One that needs a reply is announced to the daemon
# by its id, and when the daemon has none in time, hook.cjs handles the same file. Whatever fails: exit 0, and
# nothing on stdout but one JSON document.
[ "${HOLDFAST_BYPASS-}" = 1 ] && exit 0
trap '' PIPE
umask 077

agent=${1-} event=${2-}
case $agent in '' | *[!A-Za-z0-9_-]*) exit 0 ;; esac
case $event in '' | *[!A-Za-z0-9_-]*) exit 0 ;; esac

state=${HOLDFAST_HOME:-${XDG_STATE_HOME:-${HOME-}/.local/state}/holdfast}
spool=$state/spool
[ -d "$spool" ] || mkdir -p "$spool" 2>/dev/null || exit 0
[ -O "$spool" ] || exit 0

# Bounded: when nothing has drained for thousands of events, the transcript is the better record.
set -- "$spool"/*
[ $# -lt 5000 ] || exit 0

pid=${CLAUDE_PID:-$PPID}
case $pid in *[!0-9]*) pid=$PPID ;; esac
{ read -r id </proc/sys/kernel/random/uuid; } 2>/dev/null || id=$(date +%s)-$$-$PPID

kind=part feed=1.4 wait=0.4 last=1
case $event in
SessionStart) feed=2.8 wait=0.6 last=2.2 ;;
UserPromptSubmit | Stop | PreCompact | BeforeAgent | AfterAgent) ;;
*) kind=json feed=3 ;;
esac
file=$spool/$id.$kind

# `timeout` bounds a client that never closes our stdin, and a process stuck in the kernel. It is not everywhere.
# On a crowded machine a client may need a second to write what it has: fewer would lose events.
limit=
command -v timeout >/dev/null 2>&1 && limit=timeout

{ printf 'holdfast-spool 1 %s %s %s\n' "$agent" "$event" "$pid" && ${limit:+timeout $feed} cat; } 2>/dev/null >"$file"
read_status=$?
[ $kind = json ] && [ $read_status = 0 ] && exit 0
case $read_status in
0) ;;
124) # The payload may be whole although its pipe is still open: whoever drains decides.
  [ $kind = json ] || mv "$file" "$spool/$id.json" 2>/dev/null
  exit 0
  ;;
*) # No space, or no stdin: half a file is worth nothing.
  rm -f "$file" 2>/dev/null
  exit 0
  ;;
esac

sock=$state/daemon.sock
[ -S "$sock" ] || { read -r sock <"$state/socket-path"; } 2>/dev/null
status=0
# hook.cjs dates `daemon-hung` into the future when the daemon let a request time out.
if [ -S "$sock" ] && [ -O "$sock" ] && ! [ "$state/daemon-hung" -nt "$file" ]; then
  out=$(curl -qsf --noproxy '*' -m $wait --unix-socket "$sock" "http://holdfast/v1/hook/$id" </dev/null 2>/dev/null)
  status=$?
  case $status$out in
  "0holdfast 1 "*)
    printf %s "${out#holdfast 1 }" 2>/dev/null
    exit 0
    ;;
  esac
fi

node=${HOLDFAST_NODE:-node}
command -v "$node" >/dev/null 2>&1 || { read -r node <"$state/node-path"; } 2>/dev/null
NODE_OPTIONS='' ${limit:+timeout -s KILL $last} "$node" "${0%/*}/hook.cjs" "$agent" "$event" "$id" "$status" </dev/null 2>/dev/null
[ -e "$file" ] && mv "$file" "$spool/$id.json" 2>/dev/null
exit 0
