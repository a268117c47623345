#!/bin/sh
# Writes a backup of the composed system's database: deploy/backup.sh [file]. Everything goes on running meanwhile; the backup is of one
# moment. A file of that name is there when the backup is whole, and not before. docs/operations.md says what else to keep.
set -eu

file=${1:-lectern-$(date -u +%Y-%m-%dT%H%M%SZ).dump}
if [ -e "$file" ]; then
  echo "$file is there already" >&2
  exit 1
fi
part=$file.part
trap 'rm -f "$part"' EXIT INT TERM HUP
# It holds all personal data.
umask 077

docker compose exec -T postgres pg_dump --username=lectern --format=custom lectern > "$part"
# Reads all of it: a truncated backup has no end.
docker compose exec -T postgres pg_restore --file=/dev/null < "$part"
mv "$part" "$file"
echo "$file is written, $(wc -c < "$file") bytes"
