#!/bin/sh
# The hook entry: hook.sh AGENT EVENT [NODE] < payload
#
# It runs at every step of an agent, so it uses built-ins and at most two small programs. Every event is first
# written whole to the spool; one that needs no reply ends there. One that needs a reply is announced to the daemon
# by its id, and when the daemon has none in time, hook.cjs handles the same file. Whatever fails: exit 0, and
# nothing on stdout but one JSON document.
[ "${HOLDFAST_BYPASS-}" = 1 ] && exit 0
trap '' PIPE
umask 077

agent=${1-} event=${2-} known=${3-}
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

# From the settings, written by those who can read them: in milliseconds, for most events and for a session's start.
deadline='' start=''
{ read -r deadline start <"$state/hook-deadlines"; } 2>/dev/null
case $deadline,$start in *[!0-9,]* | ,* | *,) deadline=1500 start=3000 ;; esac

kind=part feed=1.4
case $event in
SessionStart) deadline=$start ;;
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

# Of the deadline the daemon gets a quarter, our own process two thirds, and the rest is this script's.
wait=$((deadline / 4)) last=$((deadline * 2 / 3))
seconds() { printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)); }

# Prints what the daemon answers to $2 on socket $1. Fails with 7 when nobody accepts, with 28 when time is up: these
# are curl's numbers. Perl is ready three times as fast, and on Linux needs no module for a socket. To be called in a
# subshell, which it becomes.
ask() {
  if [ -e /proc/self ] && command -v perl >/dev/null 2>&1; then
    unset PERL5OPT PERL5LIB PERL_UNICODE
    exec perl -e '
      my ($path, $id, $wait) = @ARGV;
      $SIG{ALRM} = sub { exit 28 };
      alarm 1 + $wait / 1000;
      socket my $daemon, 1, 1, 0 or exit 7;
      connect $daemon, pack("Sa*", 1, $path) or exit 7;
      syswrite $daemon, "GET /v1/hook/$id HTTP/1.0\r\n\r\n";
      my ($answer, $left, $ready) = ("", $wait / 1000, "");
      while (length $answer < 1e6) {
        vec($ready = "", fileno $daemon, 1) = 1;
        (my $found, $left) = select $ready, undef, undef, $left;
        exit 28 unless $found > 0;
        last unless sysread $daemon, $answer, 65536, length $answer;
      }
      $answer =~ s/^HTTP\/1\.[01] 200 .*?content-length: (\d+)\r\n.*?\r\n\r\n//si or exit 22;
      exit 18 if length $answer != $1;
      syswrite STDOUT, $answer;
    ' "$1" "$2" "$wait"
  else
    exec curl -qsf --noproxy '*' -m "$(seconds $wait)" --unix-socket "$1" "http://holdfast/v1/hook/$2"
  fi
}

sock=$state/daemon.sock
[ -S "$sock" ] || { read -r sock <"$state/socket-path"; } 2>/dev/null
status=0
# hook.cjs dates `daemon-hung` into the future when the daemon let a request time out.
if [ -S "$sock" ] && [ -O "$sock" ] && ! [ "$state/daemon-hung" -nt "$file" ]; then
  out=$(ask "$sock" "$id" </dev/null 2>/dev/null)
  status=$?
  case $status$out in
  "0holdfast 1 "*)
    printf %s "${out#holdfast 1 }" 2>/dev/null
    exit 0
    ;;
  esac
fi

# The node that connected us is no shim that must first find out which node is meant.
node=node
[ -x "$known" ] && node=$known
node=${HOLDFAST_NODE:-$node}
NODE_OPTIONS='' ${limit:+timeout -s KILL $(seconds $last)} "$node" "${0%/*}/hook.cjs" "$agent" "$event" "$id" "$status" $((last * 9 / 10)) </dev/null 2>/dev/null
[ -e "$file" ] && mv "$file" "$spool/$id.json" 2>/dev/null
exit 0
