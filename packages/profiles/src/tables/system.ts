import type { Invocation } from '../engine/invocation.ts'
import { flags, helpAndVersion, optionals, unevaluatedValues, values } from '../engine/option-row.ts'
import { command, type CommandTable, leftToPerson } from '../engine/table.ts'
import { knownText } from '../model/word.ts'
import { runsOperands } from './coreutils-system.ts'

/** Runs what stands behind it with other rights. */
function elevates(source: string, flagNames: string, valueNames: string, login: string): CommandTable {
  return {
    source,
    style: 'posix',
    options: [helpAndVersion, flags(flagNames, 'flag'), values(valueNames, 'flag'), flags(login, 'unevaluated')],
    ownOperands: true,
    always: [{ kind: 'privilege', target: null, note: 'runs as another user' }],
    refine: (call) => runsOperands(call, 0, true),
  }
}

function wrapper(
  source: string,
  flagNames: string,
  valueNames: string,
  skip: number,
  more: Partial<CommandTable> = {},
): CommandTable {
  const options = [helpAndVersion]
  if (flagNames !== '') options.push(flags(flagNames, 'flag'))
  if (valueNames !== '') options.push(values(valueNames, 'flag'))
  return {
    source,
    style: 'posix',
    ownOperands: true,
    refine: (call) => runsOperands(call, skip),
    ...more,
    options: [...options, ...(more.options ?? [])],
  }
}

function signals(source: string, more: Partial<CommandTable> = {}): CommandTable {
  return {
    source,
    raw: true,
    ownOperands: true,
    refine: (call) => {
      const words = call.operands.map(({ word }) => knownText(word))
      if (words.some((word) => word === '-l' || word === '-L' || word === '--list' || word === '--help')) return
      for (const word of words) {
        if (word === null || !word.startsWith('-') || words.length === 1)
          call.effects.push({ kind: 'process', target: word })
      }
      if (call.effects.length === 0) call.effects.push({ kind: 'process', target: null })
    },
    ...more,
  }
}

function evaluateFlock(call: Invocation): undefined {
  const lock = knownText(call.operands[0]?.word ?? null)
  call.effects.push({ kind: 'file-write', target: lock, note: 'lock' })
  const text = call.value('-c --command')
  if (text !== undefined) call.runs.push(['sh', '-c', text])
  else if (call.operands.length > 1) {
    const next = knownText(call.operands[1]!.word)
    const isText = next === '-c' || next === '--command'
    const words = call.operands.slice(isText ? 2 : 1).map(({ word }) => word)
    call.runs.push(isText ? ['sh', '-c', words[0] ?? null] : words)
  }
}

/** What rtk starts with the words behind its name, or behind its own. */
const RUN_BY_RTK = /^(?:proxy|git|gh|go|cargo|npm|npx|pnpm|bun|docker|kubectl|golangci-lint|ruff|pytest)$/

/** Processes, services, wrappers, privileges. */
export const system: Readonly<Record<string, CommandTable>> = {
  ps: {
    source: 'ps(1)',
    style: 'exact',
    raw: true,
    ownOperands: true,
    // `e` shows environments; everything else only shapes the list.
    refine: (call) => {
      for (const [index, { word }] of call.operands.entries()) {
        const text = knownText(word)
        const before = index === 0 ? null : knownText(call.operands[index - 1]!.word)
        if (before !== null && /^-.*[oOpqCtgGuUsNk]$/.test(before)) continue
        if (text === null || /^[a-df-zA-Z]*e[a-zA-Z]*$/.test(text)) {
          call.effects.push({ kind: 'environment', target: null, note: 'shows environments of processes' })
        }
      }
    },
  },
  'pgrep pidof': command('pgrep(1), pidof(1)', 'nothing', [
    flags`--help --version -c --count -l --list-name -a --list-full -q -v --inverse -f --full -i --ignore-case -n --newest -o --oldest -x --exact -A --ignore-ancestors -w --lightweight -H -h -V -s`,
    values`-d --delimiter -g --pgroup -G --group -P --parent -t --terminal -u --euid -U --uid -O --older -r --runstates --ns --nslist --cgroup`,
    values('-F --pidfile', 'read'),
  ]),
  kill: signals('kill(1)'),
  'pkill killall xkill skill': signals('pkill(1), killall(1)'),
  jobs: {
    source: 'bash(1) SHELL BUILTIN COMMANDS: -x runs a command',
    style: 'posix',
    options: [flags`-l -n -p -r -s`, flags('-x', 'unevaluated')],
    operands: 'nothing',
  },
  'wait bg fg disown': { source: 'bash(1) SHELL BUILTIN COMMANDS', raw: true, operands: 'nothing' },
  'top htop': {
    source: 'top(1), htop(1)',
    bundle: true,
    options: [
      flags`--help --version -b -c -H -i -S -1 -h -v -V -B -E -C`,
      values`-d -n -p -u -U -o -w -e -O -l -s --sort-key --delay --pid --user --filter`,
    ],
    operands: { none: [] },
  },
  lsof: {
    source: 'lsof(8)',
    plus: 'nothing',
    options: [
      flags`-a -b -C -h -? -l -n -N -O -P -R -t -U -v -V -X -w`,
      optionals`-i -F -g -L -o -r -s -S -T -f`,
      values`-c -p -u -d -e`,
      // Files of the kernel and of names that it reads.
      unevaluatedValues`-A -k -m -D`,
    ],
    operands: 'read',
  },
  fuser: command('fuser(1): -k kills', 'nothing', [
    flags`--help --version -a --all -m --mount -M -u --user -v --verbose -s --silent -V -4 -6 -l --list-signals`,
    values`-n --namespace`,
    flags('-k --kill -i --interactive', 'process'),
  ]),
  logger: command('logger(1)', 'nothing', [
    flags`--help --version -i -s --stderr -e --skip-empty --no-act --journald -V -h`,
    values`-t --tag -p --priority --id --msgid --size -S`,
    values('-f --file', 'read'),
    unevaluatedValues`-n --server -u --socket -P --port`,
    flags('-T --tcp -d --udp', 'unevaluated'),
  ]),
  dmesg: {
    source: 'dmesg(1): clears and sets the console',
    options: [
      flags`--help --version -H --human -k --kernel -L -P --nopager -r --raw -S --syslog -T --ctime -t --notime -u --userspace -w --follow -W --follow-new -x --decode -e --reltime -d --show-delta -J --json`,
      values`-f --facility -l --level --since --until --time-format -s --buffer-size`,
      flags('-C --clear -c --read-clear -D --console-off -E --console-on', 'privilege'),
      values('-n --console-level', 'privilege'),
      values('-F --file', 'read'),
    ],
  },
  systemctl: {
    source: 'systemctl(1), GTFOBins systemctl: a pager is started',
    style: 'exact',
    options: [
      flags`--help --version -h --system --user -a --all -l --full -q --quiet --no-legend --plain --failed -r --recursive --no-ask-password --value --wait --dry-run --no-wall --show-types --reverse --after --before`,
      flags('--no-pager', 'flag'),
      values`-t --type --state -p --property -P -n --lines -o --output --job-mode --timestamp --what`,
      unevaluatedValues`-H --host -M --machine --root --image`,
    ],
    operands: { none: [{ kind: 'execute', target: 'pager', origin: 'helper' }] },
    subcommands: {
      'is-active is-enabled is-failed is-system-running get-default': shows(true),
      'status show cat list-units list-unit-files list-timers list-sockets list-jobs list-dependencies show-environment list-machines list-paths list-automounts help':
        shows(false),
      'start stop restart reload enable disable mask unmask daemon-reload try-restart reload-or-restart reenable kill reset-failed isolate set-property':
        {
          source: 'systemctl(1)',
          options: [
            flags`--now --user --system --no-block --no-pager -q --quiet -f --force --runtime --global`,
            values`-s --signal --kill-whom --kill-who`,
          ],
          operands: 'nothing',
          always: [{ kind: 'privilege', target: null, note: 'changes services' }],
        },
    },
  },
  journalctl: {
    source: 'journalctl(1), GTFOBins journalctl: a pager is started',
    numeric: true,
    options: [
      flags`--help --version -h -a --all -f --follow -e --pager-end -r --reverse -q --quiet -m --merge -x --catalog -k --dmesg --system --user --utc --no-full --no-tail --no-hostname --list-boots --header --disk-usage --list-catalog -l --full --show-cursor -N --fields --verify`,
      flags('--no-pager', 'flag'),
      optionals`-n --lines -b --boot --case-sensitive`,
      values`-u --unit --user-unit -t --identifier -p --priority -g --grep -S --since -U --until -o --output -F --field --facility --output-fields -c --cursor --after-cursor -T --exclude-identifier`,
      unevaluatedValues`-D --directory --file --root --image --cursor-file --namespace -M --machine`,
      flags(
        '--rotate --flush --sync --relinquish-var --smart-relinquish-var --update-catalog --setup-keys --vacuum-files --vacuum-size --vacuum-time',
        'privilege',
      ),
    ],
    operands: 'nothing',
    refine: (call) => {
      // `-n 50`: the number is an operand to the table; only matches have an `=` in them.
      if (!call.has('--no-pager')) call.executes('pager', 'helper')
    },
  },
  'crontab at batch': {
    source: 'crontab(1), at(1)',
    options: [flags`-l`, flags('-e -r -i', 'unevaluated'), unevaluatedValues`-u -f -q -t -c -d`],
    ownOperands: true,
    refine: (call) => {
      if (call.program === 'crontab' && call.has('-l') && call.operands.length === 0) return
      return { code: 'NOT_EVALUATED', message: `${call.program}: commands that will run later` }
    },
  },
  sudo: elevates(
    'sudo(8)',
    '-A -b -B -E -H -k -n -P -S -N --askpass --background --bell --preserve-env --set-home --non-interactive --stdin',
    '-u -g -C -h -p -r -t -T -U --user --group --prompt --host --role --type',
    '-s -i -e -l -v -V -K --shell --login --edit --list --validate',
  ),
  doas: elevates('doas(1)', '-n', '-a -u', '-s -C -L'),
  'su runuser pkexec': leftToPerson('su(1), runuser(1), pkexec(1)', 'runs as another user'),
  ionice: wrapper('ionice(1)', '-t --ignore', '-c --class -n --classdata', 0, {
    options: [values('-p --pid -P --pgid -u --uid', 'process')],
  }),
  chrt: wrapper(
    'chrt(1)',
    '-b --batch -d --deadline -f --fifo -i --idle -o --other -r --rr -R --reset-on-fork -v --verbose -m --max -a --all-tasks',
    '-T --sched-runtime -P --sched-period -D --sched-deadline',
    1,
    { options: [flags('-p --pid', 'unevaluated')] },
  ),
  taskset: wrapper('taskset(1)', '-a --all-tasks -c --cpu-list', '', 1, {
    options: [flags('-p --pid', 'unevaluated')],
  }),
  setsid: wrapper('setsid(1)', '-c --ctty -f --fork -w --wait', '', 0),
  setarch: wrapper('setarch(8)', '-R --addr-no-randomize -3 -B --32bit -v --verbose', '', 1),
  prlimit: wrapper('prlimit(1)', '--noheadings --raw --verbose', '-o --output', 0, {
    options: [
      values('-p --pid', 'process'),
      {
        names:
          '-c --core -d --data -e --nice -f --fsize -i --sigpending -l --memlock -m --rss -n --nofile -q --msgqueue -r --rtprio -s --stack -t --cpu -u --nproc -v --as -x --locks -y --rttime',
        takes: 'optional',
        does: 'flag',
      },
    ],
  }),
  flock: {
    source: 'flock(1)',
    style: 'posix',
    options: [
      helpAndVersion,
      flags('-s --shared -x -e --exclusive -u --unlock -n --nonblock --nb -o --close -F --no-fork --verbose', 'flag'),
      values('-w --wait --timeout -E --conflict-exit-code', 'flag'),
      values('-c --command', 'flag'),
    ],
    ownOperands: true,
    refine: evaluateFlock,
  },
  watch: {
    source: 'watch(1): the words are joined for a shell, except with -x',
    style: 'posix',
    options: [
      helpAndVersion,
      flags(
        '-b --beep -c --color -C --no-color -e --errexit -g --chgexit -p --precise -r --no-rerun -t --no-title -w --no-wrap -x --exec',
        'flag',
      ),
      values('-n --interval -q --equexit', 'flag'),
      { names: '-d --differences', takes: 'optional', does: 'flag' },
    ],
    ownOperands: true,
    refine: (call) => {
      const words = call.operands.map(({ word }) => word)
      if (words.length === 0) return
      const texts = words.map(knownText)
      call.runs.push(call.has('-x --exec') ? words : ['sh', '-c', texts.includes(null) ? null : texts.join(' ')])
    },
  },
  'busybox toybox': {
    source: 'busybox(1): an applet is not always the program of that name; options differ',
    raw: true,
    ownOperands: true,
    refine: (call) => runsOperands(call),
  },
  rtk: {
    source: 'rtk (Rust Token Killer), README: what it shortens is what the program behind it prints',
    raw: true,
    ownOperands: true,
    refine: (call) => {
      const words = call.operands.map(({ word }) => word)
      const first = knownText(words[0] ?? null)
      if (first !== null && RUN_BY_RTK.test(first)) call.runs.push(first === 'proxy' ? words.slice(1) : words)
      else if (words.length !== 1 || !/^(?:gain|--version|-V|--help|-h)$/.test(first ?? '')) {
        return { code: 'UNKNOWN_SUBCOMMAND', message: `nothing is known about rtk ${first ?? ''}`.trimEnd(), at: 1 }
      }
    },
  },
  'strace ltrace gdb script parallel screen unshare nsenter chroot unbuffer expect perf valgrind entr systemd-run caffeinate sandbox-exec xcrun launchctl osascript run-parts start-stop-daemon dbus-send':
    leftToPerson('strace(1), script(1), parallel(1), GTFOBins', 'runs its arguments in its own way', 'EXECUTES_CODE'),
}

function shows(quiet: boolean): CommandTable {
  return {
    source: 'systemctl(1)',
    style: 'exact',
    options: [
      flags('--no-pager', 'flag'),
      flags`--user --system -a --all -l --full -q --quiet --no-legend --plain --failed --value -r --recursive --reverse --after --before`,
      values`-t --type --state -p --property -P -n --lines -o --output`,
      unevaluatedValues`-H --host -M --machine`,
    ],
    operands: 'nothing',
    refine: (call) => {
      if (!quiet && !call.has('--no-pager')) call.executes('pager', 'helper')
    },
  }
}
