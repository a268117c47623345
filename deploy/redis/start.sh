#!/bin/sh
# Starts the Redis of the composed system with a user for each process (users.conf). Passwords come from the environment and go by a file in
# memory, not by the command line. Nothing may ever be evicted, as queues live here; nothing is written to disk, as all of it can be made
# again from Postgres. No value is so long that it would fill a process that reads it.
set -eu
umask 077
configuration=${TMPDIR:-/tmp}/redis.conf
printf 'requirepass %s\n' "$REDIS_PASSWORD" > "$configuration"
awk '!/^#/ {
  while (match($0, /\$\{[A-Z_]+\}/)) {
    name = substr($0, RSTART + 2, RLENGTH - 3)
    if (ENVIRON[name] == "") { print name " must be set, see .env.example" > "/dev/stderr"; exit 1 }
    $0 = substr($0, 1, RSTART - 1) ENVIRON[name] substr($0, RSTART + RLENGTH)
  }
  print
}' "$(dirname "$0")/users.conf" >> "$configuration"
exec redis-server "$configuration" --dir "${TMPDIR:-/tmp}" --appendonly no --save '' \
  --maxmemory "$REDIS_MAXMEMORY" --maxmemory-policy noeviction \
  --proto-max-bulk-len 4mb --client-query-buffer-limit 64mb "$@"
