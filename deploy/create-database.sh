#!/bin/sh
# Run once by the image of PostgreSQL: a role that owns one database and is no superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$SOCAL_PASSWORD" <<'SQL'
create role socal login password :'password';
create database socal owner socal template template0 encoding 'UTF8' locale 'C.UTF-8';
SQL
