/**
 * The program of the watcher: a plain `/bin/sh` in a session of its own that outlives the host by a few seconds. It reads
 * `add <group>` and `del <group>`; when its input ends, the host is gone, however that happened, and it ends what is
 * still listed. `$1` is the host's tag: on Linux everything marked with it goes too, also what left its group.
 */
import { MARKER } from '../launch/environment.ts';

export const watcherScript = `
trap '' HUP INT QUIT TERM PIPE
tag=$1
groups=''
without() {
  rest=''
  for known in $groups; do [ "$known" = "$1" ] || rest="$rest $known"; done
  groups=$rest
}
while read -r word group; do
  case $group in '' | *[!0-9]* | 0 | 1) continue ;; esac
  case $word in
    add) without "$group"; groups="$groups $group" ;;
    del) without "$group" ;;
  esac
done
marked() {
  [ -r /proc/self/environ ] || return 0
  for file in $(grep -lsaF "${MARKER}=$tag-" /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}
    echo "\${pid%/environ}"
  done
}
signal() {
  for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done
  for pid in $(marked); do kill -s "$1" "$pid" 2>/dev/null; done
}
left() {
  for group in $groups; do kill -s 0 -- "-$group" 2>/dev/null && return 0; done
  [ -n "$(marked)" ]
}
left || exit 0
signal TERM
turn=0
while [ $turn -lt 10 ]; do
  left || exit 0
  sleep 0.2 2>/dev/null || sleep 1
  turn=$((turn + 1))
done
signal KILL
sleep 0.2 2>/dev/null || sleep 1
signal KILL
`;
