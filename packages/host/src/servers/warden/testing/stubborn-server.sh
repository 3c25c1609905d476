#!/bin/sh
# A server that does not want to go: ignores SIGTERM, keeps a child in its group and one in a session of its own.
# Writes its three pids to the file named by $1.
trap '' TERM HUP INT
(trap '' TERM HUP INT; exec sleep 600) &
inside=$!
setsid sh -c 'trap "" TERM HUP INT; echo $$ > "$0.escaped"; exec sleep 600' "$1" < /dev/null > /dev/null 2>&1 &
while [ ! -s "$1.escaped" ]; do sleep 0.02; done
echo "$$ $inside $(cat "$1.escaped")" > "$1"
while :; do sleep 1; done
