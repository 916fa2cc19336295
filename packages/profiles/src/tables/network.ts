import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, helpAndVersion, optionals, unevaluatedValues, values } from '../engine/option-row.ts'
import { command, type CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME } from '../engine/usual-effects.ts'
import { globPattern, knownPrefix, knownText, type ProfileWord, wordTarget } from '../model/word.ts'
import { keepsBackup } from './coreutils-files.ts'

/** An option of ssh that only sets a number or a yes. ssh_config(5) */
const HARMLESS_SSH_SETTING =
  /^(?:StrictHostKeyChecking|ConnectTimeout|BatchMode|ServerAlive(?:Interval|CountMax)|LogLevel|Port|User|Compression|PasswordAuthentication|PubkeyAuthentication|IdentitiesOnly|NumberOfPasswordPrompts|PreferredAuthentications|RequestTTY|TCPKeepAlive|AddressFamily)[= ]\s*[\w.,-]+$/i

function evaluateSshSettings(call: Invocation): ProfileRefusal | undefined {
  for (const { name, values: given, at } of call.options) {
    if (name !== '-o' || HARMLESS_SSH_SETTING.test(knownText(given[0] ?? null) ?? '')) continue
    return { code: 'NOT_EVALUATED', message: `${call.program}: a setting of ssh that may run a program`, at }
  }
  return undefined
}

const ssh: CommandTable = {
  source: 'ssh(1), ssh_config(5), GTFOBins ssh',
  style: 'posix',
  options: [
    flags('-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y', 'flag'),
    values('-b -c -e -l -m -p -Q -B -W -L -R -D -w', 'flag'),
    values('-i', 'read'),
    values('-E', 'write'),
    values('-o', 'flag'),
    unevaluatedValues`-S -F -I -J -O`,
  ],
  ownOperands: true,

  refine: (call) => {
    const host = call.operands[0]
    if (!host) return
    call.effects.push({
      kind: 'network',
      target:
        knownText(host.word)
          ?.replace(/^ssh:\/\//, '')
          .replace(/^.*@/, '') ?? null,
    })
    // What it does there is nothing that can be known here; the configuration may run programs here.
    call.executes(call.operands.length > 1 ? 'a command on the host' : 'a shell on the host', 'argument')
    return evaluateSshSettings(call)
  },
}

/** `host:path`, `rsync://host/path`, or a path here. */
function addPlace(
  call: Invocation,
  word: ProfileWord,
  kind: 'file-read' | 'file-write',
  sends = kind === 'file-write',
): void {
  const text = wordTarget(word)
  const remote =
    text === null
      ? null
      : /^(?:(?:rsync|scp|sftp):\/\/)?(?:[^/:@]+@)?(\[[^\]]+\]|[^/:]+)(?::|(?<=\/\/[^/]*)\/)/.exec(text)
  if (text !== null && (remote || /^\w+:\/\//.test(text))) {
    call.effects.push(
      // What is written there comes from here, or from a third.
      { kind: 'network', target: remote?.[1] ?? null, ...(sends && { sends: true as const }) },
      { kind: 'execute', target: 'ssh', origin: 'helper' },
    )
    return
  }
  call.effects.push({
    kind,
    target: text,
    recursive: true,
    ...(globPattern(word) === null ? {} : { glob: true as const }),
  })
  if (text === null) call.effects.push({ kind: 'network', target: null, ...(sends && { sends: true as const }) })
}

function copies(call: Invocation): ProfileRefusal | undefined {
  const { operands } = call
  // Builds differ in whether an option may stand behind a name; where it may not, it is a name itself, and the last one.
  const unclear = operands.find(({ word }) => knownPrefix(word).startsWith('-'))
  if (unclear) {
    const message = 'scp: what begins with a dash behind a name is an option to some builds and a name to others'
    return { code: 'UNKNOWN_OPTION', message, at: unclear.at }
  }
  operands.forEach(({ word }, index) =>
    addPlace(call, word, index === operands.length - 1 && index > 0 ? 'file-write' : 'file-read'),
  )
  return evaluateSshSettings(call)
}

const rsync: CommandTable = {
  source: 'rsync(1), GTFOBins rsync',
  options: [
    flags`--help --version -v --verbose -q --quiet -c --checksum -a --archive -r --recursive -R --relative --no-implied-dirs -b --backup -u --update --inplace --append --append-verify -d --dirs --old-dirs --old-d --mkpath -l --links -L --copy-links --copy-unsafe-links --safe-links --munge-links -k --copy-dirlinks -K --keep-dirlinks -H --hard-links -p --perms -E --executability -A --acls -X --xattrs -o --owner -g --group --devices --specials -D -t --times -U --atimes --open-noatime -N --crtimes -O --omit-dir-times -J --omit-link-times --super --fake-super -S --sparse --preallocate -n --dry-run -W --whole-file -x --one-file-system --existing --ignore-existing --ignore-errors --force --partial --delay-updates -m --prune-empty-dirs --numeric-ids -I --ignore-times --size-only -y --fuzzy -z --compress -C --cvs-exclude -0 --from0 -s --secluded-args --protect-args --old-args --trust-sender --stats -8 --8-bit-output -h --human-readable --progress -P -i --itemize-changes --list-only -4 --ipv4 -6 --ipv6 --blocking-io --no-motd -F -V --no-perms --no-owner --no-group --no-times --no-links --no-D --no-o --no-g --no-p --no-t`,
    flags(
      '--delete --delete-before --delete-during --del --delete-delay --delete-after --delete-excluded --delete-missing-args --remove-source-files --ignore-missing-args',
      'flag',
    ),
    values`--chmod --chown --usermap --groupmap --max-delete --max-size --min-size --max-alloc -B --block-size --modify-window -@ --timeout --contimeout --compress-choice --zc --compress-level --zl --skip-compress --exclude --include --out-format --log-file-format --bwlimit --stop-after --stop-at --protocol --iconv --checksum-choice --cc --checksum-seed --info --debug --outbuf --port --sockopts`,
    values('--suffix', 'flag'),
    // An option for the other side, which is this machine where both places are here: --log-file, --rsync-path …
    unevaluatedValues`--remote-option -M --read-batch`,
    // `merge`, `.` and `dir-merge`, `:` read a file of rules.
    { names: '-f --filter', takes: 1, does: 'flag' },
    values('--exclude-from --include-from --files-from --password-file', 'read'),
    values('--backup-dir --partial-dir -T --temp-dir --log-file --write-batch --only-write-batch', 'write-tree'),
    values('--compare-dest --copy-dest --link-dest', 'read-tree'),
    values('-e --rsh --rsync-path --early-input --address --copy-as', 'run'),
    flags('--daemon', 'unevaluated'),
  ],
  ownOperands: true,

  refine: (call) => {
    const last = call.operands.at(-1)
    if (
      call.has(
        '--delete --delete-before --delete-during --del --delete-delay --delete-after --delete-excluded --delete-missing-args',
      ) &&
      last
    ) {
      call.effects.push({ kind: 'file-delete', target: knownText(last.word), recursive: true })
    }
    for (const { name, values: given, at } of call.options) {
      if (
        (name === '-f' || name === '--filter') &&
        !/^(?:[-+] |(?:exclude|include) )/.test(knownText(given[0]!) ?? '')
      ) {
        return { code: 'NOT_EVALUATED', message: 'rsync: a filter that may read a file of rules', at }
      }
    }
    if (call.has('--remove-source-files')) call.effects.push({ kind: 'file-delete', target: null, recursive: true })
    keepsBackup(call, '--suffix')
    return copies(call)
  },
}

/** Asks a host something. The name itself tells it things. */
function asks(source: string, more: Partial<CommandTable>): CommandTable {
  return {
    source,
    style: 'exact',
    plus: 'nothing',
    operands: { rest: 'network', none: [] },
    ...more,
    options: [helpAndVersion, ...(more.options ?? [])],
  }
}

/** What talks to other hosts, and what shows connections. */
export const network: Readonly<Record<string, CommandTable>> = {
  ssh,
  scp: {
    source: 'scp(1), GTFOBins scp',
    style: 'posix',
    options: [
      flags`-3 -4 -6 -A -B -C -O -p -q -R -r -s -T -v`,
      values`-c -l -P -X`,
      values('-i', 'read'),
      values('-o', 'flag'),
      unevaluatedValues`-F -J -S -D`,
    ],
    ownOperands: true,
    refine: copies,
  },
  rsync,
  ping: asks('ping(8)', {
    options: [
      flags('-f', 'unevaluated'),
      flags`-4 -6 -a -A -b -B -D -d -h -L -n -O -q -r -R -U -v -V`,
      values`-c -i -I -l -m -M -p -Q -s -S -t -T -w -W -F -e -N`,
    ],
  }),
  'traceroute tracepath': asks('traceroute(8), tracepath(8)', {
    options: [flags`-4 -6 -n -I -T -U -F -d -r -b`, values`-m -q -p -w -f`],
  }),
  mtr: asks('mtr(8)', {
    operands: { rest: 'network', none: [CONTACTS_SOME] },
    options: [
      flags`-4 -6 -n -r -w -b -t -u -T -z --report --report-wide --no-dns`,
      values`-c -i -m --report-cycles --interval`,
    ],
  }),
  dig: asks('dig(1)', {
    // Bare, it asks for the root of all names.
    operands: { rest: 'network', none: [CONTACTS_SOME] },
    options: [flags`-4 -6 -m -r -u -v -h`, values`-t -c -p -q -x -b`, unevaluatedValues`-f -k -y`],
  }),
  'nslookup host whois': asks('nslookup(1), host(1), whois(1)', {
    // Bare, nslookup(1) reads the names from its input.
    operands: { rest: 'network', none: [CONTACTS_SOME] },
    style: 'long',
    options: [flags`-a -C -d -l -r -s -T -v -V -w -4 -6 -A`, values`-t -c -N -R -W -m -h -p`],
  }),
  'nc ncat netcat socat telnet ftp sftp': {
    source: 'nc(1), socat(1), GTFOBins',
    raw: true,
    ownOperands: true,
    refine: (call) => {
      // nc -z only tries to connect.
      const words = call.operands.map(({ word }) => knownText(word))
      const options = words.filter((word) => word?.startsWith('-') === true)
      const probes =
        call.program === 'nc' &&
        !words.includes(null) &&
        options.every((word) => /^-[zvnu46]+$|^-w\d*$/.test(word!)) &&
        options.some((word) => word!.includes('z'))
      if (!probes) return { code: 'NOT_EVALUATED', message: `${call.program}: carries anything to anywhere` }
      call.effects.push({ kind: 'network', target: words.find((word) => !word!.startsWith('-')) ?? null })
    },
  },
  ss: command('ss(8)', 'nothing', [
    flags`-h --help -V --version -H --no-header -Q --no-queues -O --oneline -n --numeric -r --resolve -a --all -l --listening -o --options -e --extended -m --memory -p --processes -T --threads -i --info --tos --cgroup --tipcinfo -s --summary -E --events -Z --context -z --contexts -b --bpf -4 --ipv4 -6 --ipv6 -0 --packet -t --tcp -M --mptcp -S --sctp -u --udp -d --dccp -w --raw -x --unix --tipc --vsock --xdp --inet-sockopt -B --bound-inactive`,
    values`-f --family -A --query --socket`,
    values('-N --net', 'privilege'),
    flags('-K --kill', 'process'),
    values('-F --filter', 'read'),
    values('-D --diag', 'write'),
  ]),
  netstat: command('netstat(8)', 'nothing', [
    flags`--help --version -V -r --route -g --groups -i --interfaces -M --masquerade -s --statistics -v --verbose -W --wide -n --numeric --numeric-hosts --numeric-ports --numeric-users --symbolic -e --extend -p --programs -o --timers -c --continuous -l --listening -a --all -F --fib -C --cache -Z --context -t --tcp -u --udp -U --udplite -S --sctp -w --raw -x --unix -4 -6 -L`,
    values`-A --protocol -I`,
  ]),
  ip: {
    source: 'ip(8), GTFOBins ip: -batch and netns exec',
    style: 'long',
    options: [
      flags`-4 -6 -0 -s -stats -statistics -d -details -o -oneline -br -brief -j -json -p -pretty -c -color -h -human -r -resolve -V -Version -t -timestamp -a -all --brief --json`,
      optionals`-color`,
      values`-f -family -l -loops -rc -rcvbuf`,
      unevaluatedValues`-b -batch -force -n -netns`,
    ],
    subcommands: Object.fromEntries(
      [
        'addr address a',
        'link l',
        'route r ro',
        'rule ru',
        'neigh neighbour n',
        'maddress maddr',
        'tunnel',
        'monitor',
      ].map((names) => [
        names,
        {
          source: 'ip(8)',
          raw: true,
          ownOperands: true,
          refine: (call: Invocation): ProfileRefusal | undefined => {
            const words = call.operands.map(({ word }) => knownText(word))
            const verb = words[0]
            if (verb === undefined || (verb !== null && /^(?:s|sh|sho|show|l|ls|list|get|g)$/.test(verb)))
              return undefined
            call.effects.push({ kind: 'privilege', target: null, note: 'changes the network' })
            return undefined
          },
        },
      ]),
    ),
  },
  ifconfig: {
    source: 'ifconfig(8): more than a name changes something',
    options: [flags`-a -s -v`],
    operands: { first: ['nothing'], rest: 'privilege' },
  },
}
