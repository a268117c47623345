#!/bin/sh
# Makes of a backup one for testing, in which nobody is found again: deploy/anonymized-copy.sh <backup> <file>. It is restored as any backup
# is. Works in a database of its own beside the one that serves, which is not touched, and removes it again.
set -eu

file=${1:-}
out=${2:-}
if [ -z "$file" ] || [ ! -r "$file" ] || [ -z "$out" ]; then
  echo "Name a backup that can be read and a file to write: deploy/anonymized-copy.sh lectern-2026-01-31.dump testing.dump" >&2
  exit 1
fi
if [ -e "$out" ]; then
  echo "$out is there already" >&2
  exit 1
fi
copy=lectern_copy_$(date -u +%s)
part=$out.part
psql() { docker compose exec -T postgres psql --username=lectern --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname=postgres "$@"; }
cleanup() {
  rm -f "$part"
  psql --command="DROP DATABASE IF EXISTS $copy WITH (FORCE)"
}
trap cleanup EXIT
trap 'exit 1' INT TERM HUP
umask 077

psql --command="CREATE DATABASE $copy TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'" --command="COMMENT ON DATABASE $copy IS 'lectern: a copy to be anonymized'"
docker compose exec -T postgres pg_restore --username=lectern --dbname="$copy" --exit-on-error --single-transaction < "$file"
docker compose run --rm --no-deps -T migrate deploy/anonymize.ts "$copy"
docker compose exec -T postgres pg_dump --username=lectern --format=custom "$copy" > "$part"
docker compose exec -T postgres pg_restore --file=/dev/null < "$part"
mv "$part" "$out"
echo "$out is written, $(wc -c < "$out") bytes. Nobody is found again in it."
