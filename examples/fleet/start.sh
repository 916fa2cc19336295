#!/bin/sh
# Poundlock reads settings and keys that nobody else could have written or read: mounted files become files of this user.
set -eu
umask 077
mkdir -p "$POUNDLOCK_HOME" /data/tls
[ ! -e /configuration/poundlock.json ] || cat /configuration/poundlock.json > "$POUNDLOCK_HOME/poundlock.json"
for name in tls.crt tls.key; do
  [ ! -e "/tls/$name" ] || cat "/tls/$name" > "/data/tls/$name"
done
# A node waits here until it is paired.
if [ "${1-} ${2-}" = 'node run' ]; then
  until ls "$POUNDLOCK_HOME"/gateways/*-node.json > /dev/null 2>&1; do sleep 2; done
fi
exec poundlock "$@"
