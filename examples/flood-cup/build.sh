#!/bin/sh
# Builds the players of the Flood cup.
set -e
cd "$(dirname "$0")"
mkdir -p players
for habit in FIRST LAST NEXT RANDOM; do
  name=$(echo "$habit" | tr '[:upper:]' '[:lower:]')
  gcc -shared -fPIC -O2 -I../../players/c-library -D"$habit" -o "players/$name.so" player.c
done
