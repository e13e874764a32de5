#!/bin/sh
# Mosquitto 2.0 overwrites the file of its logins at each change. Killed at that moment, it leaves an incomplete file, and then
# refuses every login. So a copy of the last complete file is kept beside it.
#   keep-logins.sh keep FILE      copies FILE to FILE.copy if FILE is complete
#   keep-logins.sh restore FILE   writes FILE.copy over FILE if FILE is not complete
set -eu
action=$1
file=$2

# Only the last line of a complete file is a bracket without a tab before it.
is_complete() {
  [ -f "$1" ] && [ "$(tail -n 1 "$1")" = "}" ]
}

case "$action" in
keep)
  umask 077
  cp "$file" "$file.next"
  is_complete "$file.next" || exit 0
  sync "$file.next"
  mv "$file.next" "$file.copy"
  ;;
restore)
  is_complete "$file" && exit 0
  is_complete "$file.copy" || exit 0
  # Keeps the owner and the mode of the file.
  cat "$file.copy" > "$file"
  echo "restored $file from its copy: compare its logins with \`npm run broker:repair\`" >&2
  ;;
*)
  echo "usage: keep-logins.sh keep|restore FILE" >&2
  exit 2
  ;;
esac
