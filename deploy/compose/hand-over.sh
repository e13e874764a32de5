#!/bin/sh
# Copies the newest certificate that Caddy has for SENCA_DOMAIN to where the broker reads it, whenever it is another one.
set -eu
from="${FROM_FOLDER:-/data/caddy/certificates}"
to="${TO_FOLDER:-/certificates}"
while :; do
  certificate=$(find "$from" -name "$SENCA_DOMAIN.crt" 2>/dev/null | head -n 1)
  key="${certificate%.crt}.key"
  if [ -n "$certificate" ] && [ -s "$key" ] && ! cmp -s "$certificate" "$to/fullchain.pem"; then
    # The user of the broker, 1000, reads them.
    cp "$key" "$to/privkey.new"
    cp "$certificate" "$to/fullchain.new"
    chown 1000:1000 "$to/privkey.new" "$to/fullchain.new"
    chmod 400 "$to/privkey.new"
    mv "$to/privkey.new" "$to/privkey.pem"
    mv "$to/fullchain.new" "$to/fullchain.pem"
    echo "Handed a new certificate for $SENCA_DOMAIN over."
  fi
  sleep "${LOOK_EVERY_SECONDS:-10}"
done
