#!/bin/sh
# Run once by the PostgreSQL image: creates the role that owns the database, and the nodes' role, which owns nothing.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" <<'SQL'
create role restvarde login password :'owner';
create role restvarde_app login password :'app';
create database restvarde owner restvarde encoding 'UTF8' template template0;
SQL
