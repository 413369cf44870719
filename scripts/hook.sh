#!/bin/sh
# The hook entry: hook.sh AGENT EVENT [NODE [ANSWER [PID_VARIABLE]]] < payload
#
# It runs at every step of an agent, so it uses built-ins and at most two small programs. It first writes every event
# to the spool; an event that needs no reply ends there. Otherwise it asks the daemon to handle the event by its id, and
# if there is no reply in time, hook.cjs handles the same file. On any failure it exits with 0, and it never prints
# anything but one JSON document to stdout.
#
# `connect` passes what differs between clients as arguments. ANSWER: none (the event needs no reply), reply, start (a
# session start, which may take longer), or wait (before a tool call). PID_VARIABLE: the variable in which the client
# passes its process id.
[ "${HOLDFAST_BYPASS-}" = 1 ] && exit 0
# The shim that `connect` writes sources this script in its own shell, after it has set `holdfast`.
case $0 in */hook.sh) holdfast=${0%/*} ;; esac
trap '' PIPE
umask 077

agent=${1-} event=${2-} known=${3-} answer=${4:-reply} pid_variable=${5-}
case $agent in '' | *[!A-Za-z0-9_-]*) exit 0 ;; esac
case $event in '' | *[!A-Za-z0-9_-]*) exit 0 ;; esac

# The same rules as in src/kernel/paths.ts and src/files/home-directory.ts: a relative path counts as unset, since it
# would point into the repository in which the hook runs; if HOME is unset, the home comes from the user database.
case ${HOLDFAST_HOME-} in
/*) state=$HOLDFAST_HOME ;;
*)
  case ${XDG_STATE_HOME-} in
  /*) state=$XDG_STATE_HOME/holdfast ;;
  *)
    home=${HOME-}
    case $home in
    /*) ;;
    *)
      user=$(id -un 2>/dev/null)
      case $user in '' | [!A-Za-z0-9_]* | *[!A-Za-z0-9_.@-]*) exit 0 ;; esac
      eval "home=~$user"
      case $home in /*) ;; *) exit 0 ;; esac
      ;;
    esac
    state=$home/.local/state/holdfast
    ;;
  esac
  ;;
esac
sock=$state/daemon.sock

# Before a tool call: while the files of a prompt are being captured, the tool could overwrite what nobody has a copy of.
# The name of a request begins with the time of the prompt in milliseconds. Eight seconds after it, nobody waits any more:
# a daemon that is stuck delays the first tool calls of a turn, and no others. It prints nothing and always exits with 0.
if [ "$answer" = wait ]; then
  while :; do
    set -- "$state"/snapshots/requests/*-prompt.json
    for newest; do :; done
    [ -e "$newest" ] || break
    [ -S "$sock" ] || [ -e "$state/socket-path" ] || break
    ! [ "$state/daemon-hung" -nt "$newest" ] || break
    at=${newest##*/} at=${at%%-*}
    at=${at#"${at%%[1-9]*}"}
    case $at in *[!0-9]* | '' | ? | ?? | ???) break ;; esac
    age=$(($(date +%s) - ${at%???}))
    [ $age -ge 0 ] && [ $age -le 8 ] && sleep 0.05 2>/dev/null || break
  done
  # Clients report an error if nobody reads the payload.
  exec cat >/dev/null 2>&1
fi

spool=$state/spool
[ -d "$spool" ] || mkdir -p "$spool" 2>/dev/null || exit 0
[ -O "$state" ] && [ -O "$spool" ] && [ ! -h "$spool" ] || exit 0

# Limits the spool. If thousands of events are pending, every event is treated as one that needs a reply: the daemon is
# asked or, if there is none, started, and hook.cjs drains the spool as well. Events that still cannot be handled are
# kept, except those of tools, which are in the transcript too. At twice the limit, no event is kept. Only event files
# count, because no drain would ever remove other files.
set -- "$spool"/*.json "$spool"/*.part
full=0
[ $# -lt 5000 ] || full=1
[ $# -lt 10000 ] || full=2

pid=''
case $pid_variable in '' | *[!A-Z_]*) ;; *) eval "pid=\${$pid_variable-}" ;; esac
case $pid in '' | *[!0-9]*) pid=$PPID ;; esac
# The session or checkpoint that `holdfast continue` started the client to continue.
continues=${HOLDFAST_CONTINUE-}
case $continues in
*[!a-z0-9_]*) continues='' ;;
ses_???????????????? | chk_????????????????) continues=" $continues" ;;
*) continues='' ;;
esac
{ read -r id </proc/sys/kernel/random/uuid; } 2>/dev/null || id=$(date +%s)-$$-$PPID

# Deadlines in milliseconds, written by programs that can read the settings: for most events, for a session start, and
# for the delivery of earlier work.
deadline='' start='' recovery=''
isOurs() { [ -f "$1" ] && [ -O "$1" ] && [ ! -h "$1" ]; }
isOurs "$state/hook-deadlines" && { read -r deadline start recovery <"$state/hook-deadlines"; } 2>/dev/null
# At most five digits each, and no leading zero, which the shell would read as octal.
for each in "$deadline" "$start" "${recovery:=8000}"; do
  case $each in '' | *[!0-9]* | 0* | ??????*) deadline=1500 start=3000 recovery=8000 ;; esac
done

# While this process lives, another hook leaves the reply to it.
kind=part feed=1.4 own=" $$"
case $answer$full in
start*) deadline=$start feed=3 ;;
none0) kind=json feed=3 own='' ;;
none*) exec >/dev/null ;;
esac
file=$spool/$id.$kind

# With HOLDFAST_LOG=/path/to/file, appends what happened to the event, but never its content.
log() {
  [ -z "${HOLDFAST_LOG-}" ] && return
  { printf '%s hook.sh %s %s %s %s\n' "$(date +%T)" "$agent" "$event" "$id" "$1" >>"$HOLDFAST_LOG"; } 2>/dev/null
}

# Creates files exclusively, so that a planted link is not followed.
set -C

# Leaves the event to the drain, or drops it if the spool is too full. The file of dropped events contains the time of
# the first one, and a dot for each.
leave() {
  kept=$spool/$id.json dropped=$state/spool-dropped
  [ -e "$file" ] || [ -e "$kept" ] || return
  case $full$event in
  2* | 1*Tool*)
    rm -f "$file" "$kept" 2>/dev/null
    { date +%s >"$dropped"; } 2>/dev/null
    isOurs "$dropped" && { printf . >>"$dropped"; } 2>/dev/null
    log 'dropped: the spool is full'
    ;;
  *) [ ! -e "$file" ] || [ "$file" = "$kept" ] || mv "$file" "$kept" 2>/dev/null ;;
  esac
  [ $full = 0 ] || [ -n "$isStuck" ] || [ -h "$stuck" ] || { date +%s >|"$stuck"; } 2>/dev/null
}

# If no event could be handled in the last ten seconds, an event that needs no reply does not try again. It does not
# update the time of that attempt: otherwise an agent that constantly uses tools would never retry.
stuck=$state/spool-stuck isStuck=''
case $answer$full in
none0) ;;
none*)
  since=0
  isOurs "$stuck" && { read -r since <"$stuck"; } 2>/dev/null
  case $since in '' | *[!0-9]* | 0?* | ???????????*) since=0 ;; esac
  age=$(($(date +%s) - since))
  [ $age -lt 0 ] || [ $age -ge 10 ] || isStuck=1
  ;;
esac

# `timeout` guards against an agent that never closes our stdin, and a process that is stuck in the kernel. Not every
# system has it. On a busy machine an agent may need a second to write its payload, so a shorter limit would lose
# events.
limit=
command -v timeout >/dev/null 2>&1 && limit=timeout

{ printf 'holdfast-spool 1 %s %s %s%s\n' "$agent" "$event" "$pid" "$continues$own" && ${limit:+timeout $feed} cat; } 2>/dev/null >"$file"
read_status=$?
[ $kind = json ] && [ $read_status = 0 ] && {
  log 'spooled; no reply needed'
  exit 0
}
case $read_status in
0) ;;
124) # The payload may be complete although its pipe is still open. The drain decides.
  log "standard input still open after $feed s; the event stays in the spool"
  leave
  exit 0
  ;;
*) # There is no space or no stdin, and an incomplete file is useless.
  log "cannot write the payload (status $read_status); the event is lost"
  rm -f "$file" 2>/dev/null
  exit 0
  ;;
esac
[ -z "$isStuck" ] || {
  leave
  exit 0
}

# A start while earlier work waits (`answer-requests.ts`) may take longer than others: on a busy machine the agent would lose
# it otherwise. If it got no reply all the same, the next event may take as long as a start, but no other.
missed=$state/start-missed longer=$deadline
case $answer in
start) [ ! "$state/work-waiting" -nt "$file" ] || longer=$recovery ;;
reply) [ ! -e "$missed" ] || { rm -f "$missed" 2>/dev/null && longer=$start; } ;;
esac
[ "$longer" -le "$deadline" ] || deadline=$longer

# The daemon confirms an event that it has received within a quarter of the deadline, and may then use the rest. Only if
# it does not, hook.cjs handles the event: on a busy machine, a second process would slow down both. curl cannot tell the
# two apart, so it gets half of the deadline.
share=2
[ -e /proc/self ] && command -v perl >/dev/null 2>&1 && share=4
wait=$((deadline / share)) end=$((deadline * 9 / 10))
seconds() { printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)); }

# Prints the daemon's reply to event $2 on socket $1. Fails with 7 if the connection is refused and with 28 after a
# timeout, like curl; with 29 if the daemon received the event, but its reply is late. Perl starts three times as fast,
# and on Linux needs no module for sockets. Call this in a subshell, because it replaces the shell.
ask() {
  if [ $share = 4 ]; then
    unset PERL5OPT PERL5LIB PERL_UNICODE
    exec perl -e '
      my ($path, $id, $wait, $end) = map { /^\d+$/ ? $_ / 1000 : $_ } @ARGV;
      $SIG{ALRM} = sub { exit 28 };
      alarm 1 + $end;
      socket my $daemon, 1, 1, 0 or exit 7;
      connect $daemon, pack("Sa*", 1, $path) or exit 7;
      syswrite $daemon, "GET /v1/hook/$id HTTP/1.0\r\n\r\n";
      my ($answer, $left, $ready) = ("", $wait, "");
      while (length $answer < 1e6) {
        vec($ready = "", fileno $daemon, 1) = 1;
        (my $found, $left) = select $ready, undef, undef, $left;
        exit($answer eq "" ? 28 : 29) unless $found > 0;
        $left += $end - $wait if $answer eq "";
        last unless sysread $daemon, $answer, 65536, length $answer;
      }
      $answer =~ s/^(?:HTTP\/1\.1 1\d\d [^\r\n]*\r\n\r\n)+//;
      $answer =~ s/^HTTP\/1\.[01] 200 .*?content-length: (\d+)\r\n(?:.*?\r\n)?\r\n//si or exit 22;
      exit 18 if length $answer != $1;
      syswrite STDOUT, $answer;
    ' "$1" "$2" "$wait" "$end"
  else
    set -- -qsf --noproxy '*' -m "$(seconds $wait)" --max-filesize 1000000 --unix-socket "$1" "http://holdfast/v1/hook/$2"
    # Older versions of curl limit only replies with a Content-Length.
    command -v head >/dev/null 2>&1 || exec curl "$@"
    exec 4>&1
    status=$({ { curl "$@" 3>&- 4>&-; printf %d $? >&3; } | head -c 1000000 >&4 3>&-; } 3>&1)
    exit "$status"
  fi
}

# Writes the reply to standard output. An agent that has stopped reading is waited for, but not without limit: its next
# event brings the same.
print() {
  if [ -n "$limit" ]; then printf %s "$1" 2>/dev/null | timeout 2 cat 2>/dev/null; else printf %s "$1" 2>/dev/null; fi
}

newline='
'
[ -S "$sock" ] || { isOurs "$state/socket-path" && read -r sock <"$state/socket-path"; } 2>/dev/null
status=0
# After a request to the daemon timed out, hook.cjs sets the time of `daemon-hung` to the future.
if [ -S "$sock" ] && [ -O "$sock" ] && ! [ "$state/daemon-hung" -nt "$file" ]; then
  out=$(ask "$sock" "$id" </dev/null 2>/dev/null)
  status=$?
  # The agent gets nothing, or one line that is a JSON document as far as a shell can tell.
  case $status$out in
  *"$newline"*) ;;
  '0holdfast 1 ' | '0holdfast 1 {}')
    printf %s "${out#holdfast 1 }" 2>/dev/null
    log "the daemon replied with $((${#out} - 11)) characters"
    exit 0
    ;;
  '0holdfast 1 {"'*'}' | '0holdfast 1 "'*'"')
    # Only what was printed counts as delivered. On a full disk, the file of the event itself becomes the receipt.
    if print "${out#holdfast 1 }"; then
      { printf '' >"$spool/$id.ack"; } 2>/dev/null || mv "$file" "$spool/$id.ack" 2>/dev/null
      log "the daemon replied with $((${#out} - 11)) characters"
    else
      log "the reply of $((${#out} - 11)) characters could not be printed"
    fi
    exit 0
    ;;
  esac
  log "no reply of the daemon (status $status)"
fi

# If the daemon has the event, the reply to the next event carries what this one would have brought.
if [ "$status" = 29 ]; then
  log 'the reply of the daemon is late; the event stays in the spool'
else
  [ "$status" != 28 ] || end=$((end - wait))
  # Prefers the node that ran `connect`: `node` on the PATH may be a slow shim of a version manager.
  node=node
  [ -x "$known" ] && node=$known
  node=${HOLDFAST_NODE:-$node}
  NODE_OPTIONS='' ${limit:+timeout -s KILL $(seconds $end)} "$node" "$holdfast/hook.cjs" "$agent" "$event" "$id" "$status" $((end * 9 / 10)) ${full#0} </dev/null 2>/dev/null
fi
[ ! -e "$file" ] || {
  [ "$status" = 29 ] || log 'hook.cjs did not handle the event; it stays in the spool'
  [ "$answer" != start ] || ! [ "$state/work-waiting" -nt "$file" ] || { printf '' >"$missed"; } 2>/dev/null
}
leave
exit 0
