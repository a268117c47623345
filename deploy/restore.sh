#!/bin/sh
# Puts a backup in place of the composed system's database: deploy/restore.sh <file> [--replace]. Whatever serves is stopped; afterwards
# `docker compose up --detach` starts it. Where accounts are there already, only --replace goes on: they are lost.
#
# The backup may be of an earlier version: the migrations since then are run. Nothing that it held as unsent is sent again unasked
# (deploy/hold-mail.sql).
set -eu

here=$(dirname "$0")
file=${1:-}
if [ -z "$file" ] || [ ! -r "$file" ]; then
  echo "Name a backup that can be read: deploy/restore.sh lectern-2026-01-31.dump" >&2
  exit 1
fi
psql() { docker compose exec -T postgres psql --username=lectern --quiet --no-psqlrc --set=ON_ERROR_STOP=1 "$@"; }

docker compose up --detach --wait postgres redis
docker compose exec -T postgres pg_restore --file=/dev/null < "$file" || { echo "$file is not a whole backup. Nothing was changed." >&2; exit 1; }
accounts=$(psql --dbname=lectern --tuples-only --no-align --command="SELECT CASE WHEN to_regclass('identity.users') IS NULL THEN 'none' ELSE 'some' END")
if [ "$accounts" = some ]; then accounts=$(psql --dbname=lectern --tuples-only --no-align --command='SELECT count(*) FROM identity.users'); else accounts=0; fi
if [ "$accounts" != 0 ] && [ "${2:-}" != --replace ]; then
  echo "There are $accounts accounts in the database that would be lost. Nothing was changed; with --replace it goes on." >&2
  exit 1
fi

docker compose stop site gateway identity billing registrations messaging messaging-worker content
# The services' roles belong to the server and are in no backup.
docker compose run --rm --no-deps migrate
psql --dbname=postgres --command='DROP DATABASE lectern WITH (FORCE)' --command="CREATE DATABASE lectern TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"
docker compose exec -T postgres pg_restore --username=lectern --dbname=lectern --exit-on-error --single-transaction < "$file"
# Grants the services' rights in the database, and applies the migrations since the backup.
docker compose run --rm --no-deps migrate
psql --dbname=lectern < "$here/hold-mail.sql"
# Queues and counters of another life: they are made again from Postgres.
docker compose exec -T redis sh -c 'REDISCLI_AUTH="$REDIS_PASSWORD" redis-cli FLUSHALL'
echo 'The backup is in place. Start the system: docker compose up --detach'
