#!/bin/sh
# Prints a client's status line: context use, open todos, last checkpoint. Reads the client's JSON on standard input,
# and a small file that hooks write if the directory exists that this script creates. Uses only built-ins and `cat`.
umask 077
case ${HOLDFAST_HOME-} in
/*) state=$HOLDFAST_HOME ;;
*) case ${XDG_STATE_HOME-} in
  /*) state=$XDG_STATE_HOME/holdfast ;;
  *) case ${HOME-} in /*) state=$HOME/.local/state/holdfast ;; *) exit 0 ;; esac ;;
  esac ;;
esac
payload=$(cat)

# Finds the value of a name in a JSON text, without surrounding white space and quotes.
value() {
  case $2 in *"\"$1\""*) ;; *) return 1 ;; esac
  found=${2#*"\"$1\""}
  found=${found#*:}
  while :; do case $found in [[:space:]\"]*) found=${found#?} ;; *) break ;; esac done
  found=${found%%[!A-Za-z0-9._-]*}
}

# Only `context_window`: the rate limits of the account are percentages too.
window=''
case $payload in *'"context_window"'*) window=${payload#*'"context_window"'} window=${window%%'"rate_limits"'*} ;; esac

line='' todos='' at='' size='' known=''
value context_window_size "$window" && case $found in '' | *[!0-9]*) ;; *) size=$found ;; esac
value used_percentage "$window" && case $found in '' | *[!0-9.]*) ;; *) line="context ${found%%.*}%" ;; esac
value session_id "$payload" && case $found in
'' | *[!A-Za-z0-9_-]*) ;;
*)
  [ -d "$state" ] && [ ! -d "$state/status" ] && mkdir "$state/status" 2>/dev/null
  file=$state/status/$found
  [ -f "$file" ] && [ -O "$file" ] && [ ! -h "$file" ] && read -r todos at <"$file"
  # Stores the window size for the hooks, whose payloads do not contain it.
  [ -f "$file.window" ] && [ ! -h "$file.window" ] && read -r known <"$file.window"
  [ -z "$size" ] || [ "$size" = "$known" ] || [ -h "$file.window" ] || [ ! -d "$state/status" ] || printf '%s\n' "$size" >"$file.window"
  ;;
esac
case $todos in '' | 0 | *[!0-9]*) ;; 1) line="$line${line:+ | }1 todo open" ;; *) line="$line${line:+ | }$todos todos open" ;; esac
case $at in '' | 0 | *[!0-9]*) ;; *)
  minutes=$((($(date +%s) - at) / 60))
  [ $minutes -lt 0 ] && minutes=0
  if [ $minutes -lt 90 ]; then age="$minutes min"; else age="$((minutes / 60)) h"; fi
  line="$line${line:+ | }saved $age ago"
  ;;
esac
[ -z "$line" ] || printf '%s\n' "$line"
