# Compiles a player in the sandbox and writes the program to standard output; what the compiler says goes to
# standard error. Arguments: the folder of the sources, the compiler.
set -e
cp "$1/joute_driver.ml" "$1/player.ml" .
"$2" -w -a -c joute_driver.ml >&2
"$2" -w -a -g -open Joute_driver joute_driver.cmx player.ml -o player >&2
cat player
