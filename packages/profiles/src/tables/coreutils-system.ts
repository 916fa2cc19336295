import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, helpAndVersion, optionals, values } from '../engine/option-row.ts'
import { command, type CommandTable } from '../engine/table.ts'
import { knownText, maySplit, type ProfileWord } from '../model/word.ts'

function plain(source: string, flagNames = '', valueNames = '', more: Partial<CommandTable> = {}): CommandTable {
  const options = [helpAndVersion]
  if (flagNames !== '') options.push(flags(flagNames))
  if (valueNames !== '') options.push(values(valueNames))
  return { source, ...more, options: [...options, ...(more.options ?? [])] }
}

const DUMPS_ENVIRONMENT = { kind: 'environment', target: null, note: 'prints all variables' } as const

/** What stands behind the wrapper is started; assignments before it are given to it. */
export function runsOperands(call: Invocation, skip = 0, assignments = false): ProfileRefusal | undefined {
  let index = skip
  const words = call.operands.map(({ word }) => word)
  if (words.slice(0, skip).some(maySplit)) {
    return { code: 'DYNAMIC_ARGUMENT', message: `${call.program}: where its command begins is not certain` }
  }
  while (assignments && index < words.length) {
    const text = knownText(words[index] as ProfileWord)
    const equals = text === null ? 0 : text.indexOf('=')
    if (text === null || equals <= 0) break
    call.effects.push({ kind: 'environment', target: text.slice(0, equals), note: 'set for the command' })
    index++
  }
  if (index < words.length) call.runs.push(words.slice(index))
  return undefined
}

/** printf and echo of the shell: `-v` assigns a variable, and a subscript in its name is evaluated. */
const printf: CommandTable = {
  source: 'bash(1) SHELL BUILTIN COMMANDS, printf(1)',
  style: 'posix',
  options: [helpAndVersion, values('-v', 'environment')],
  operands: 'nothing',
  refine: (call) => {
    const name = call.value('-v')
    if (name === undefined || (typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name))) return
    return { code: 'EXECUTES_CODE', message: 'printf: a subscript in the name of a variable is evaluated' }
  },
}

/** A pattern of `test`: `-v name[$(…)]` and arithmetic comparisons evaluate what the words become. */
function evaluateCondition(call: Invocation, words: readonly ProfileWord[]): undefined {
  const evaluates = new Set(['-v', '-R'])
  words.forEach((word, index) => {
    const text = knownText(word)
    const before = index === 0 ? undefined : knownText(words[index - 1] as ProfileWord)
    if (before && evaluates.has(before) && (text === null || !/^[A-Za-z_]\w*$/.test(text))) {
      call.executes(null, 'argument', 'the code in a subscript')
    }
  })
}

const condition: CommandTable = {
  source: 'test(1), bash(1) CONDITIONAL EXPRESSIONS',
  style: 'go',
  ownOperands: true,
  refine: (call) =>
    evaluateCondition(
      call,
      call.operands.map(({ word }) => word),
    ),
}

/** Variables that name the user and the place. environ(7) */
const NO_SECRETS =
  /^(?:HOME|PWD|OLDPWD|USER|LOGNAME|SHELL|TERM|LANG|LANGUAGE|LC_\w+|PATH|TZ|EDITOR|VISUAL|HOSTNAME|SHLVL|TMPDIR|CI|NODE_ENV|RUST_LOG|GOOS|GOARCH|JAVA_HOME|GOPATH|CARGO_HOME|PYTHONPATH|NODE_PATH|VIRTUAL_ENV|DISPLAY|COLUMNS|LINES|COLORTERM|DEBIAN_FRONTEND)$/

/** coreutils and kin: the system, time and words. Builtins of shells that do what the program does are here too. */
export const coreutilsSystem: Readonly<Record<string, CommandTable>> = {
  // Whatever stands behind echo is printed.
  echo: { source: 'echo(1), bash(1)', raw: true, operands: 'nothing' },
  'true false :': { source: 'true(1)', raw: true, operands: 'nothing' },
  printf,
  'test [': { ...condition, raw: true },
  yes: { source: 'yes(1)', raw: true, operands: 'nothing' },
  expr: { source: 'expr(1)', raw: true, operands: 'nothing' },
  seq: plain('seq(1)', '-w --equal-width', '-f --format -s --separator', {
    operands: 'nothing',
    numeric: true,
    style: 'posix',
  }),
  factor: plain('factor(1)', '-h --exponents', '', { operands: 'nothing' }),
  sleep: plain('sleep(1)', '', '', { operands: 'nothing' }),
  whoami: plain('whoami(1)'),
  logname: plain('logname(1)'),
  'groups users': plain('groups(1)', '', '', { operands: 'nothing' }),
  id: plain('id(1)', '-a -Z --context -g --group -G --groups -n --name -r --real -u --user -z --zero', '', {
    operands: 'nothing',
  }),
  who: plain(
    'who(1)',
    '-a --all -b --boot -d --dead -H --heading -l --login -m -p --process -q --count -r --runlevel -s --short -t --time -T -w --mesg -u --users --message --writable',
    '',
    { operands: 'read' },
  ),
  w: plain('w(1)', '-h --no-header -u --no-current -s --short -f --from -o --old-style -i --ip-addr -V', '', {
    operands: 'nothing',
  }),
  tty: plain('tty(1)', '-s --silent --quiet'),
  arch: plain('arch(1); on macOS it runs its operands, which are refused'),
  nproc: plain('nproc(1)', '--all', '--ignore'),
  uname: plain(
    'uname(1)',
    '-a --all -s --kernel-name -n --nodename -r --kernel-release -v --kernel-version -m --machine -p --processor -i --hardware-platform -o --operating-system',
  ),
  hostid: plain('hostid(1)'),
  hostname: command('hostname(1): an operand sets it', 'privilege', [
    flags`--help --version -a --alias -A --all-fqdns -d --domain -f --fqdn --long -i --ip-address -I --all-ip-addresses -s --short -y --yp --nis -V`,
    values('-F --file', 'privilege'),
    flags('-b --boot', 'privilege'),
  ]),
  uptime: plain('uptime(1)', '-p --pretty -s --since -h -V'),
  date: {
    source: 'date(1): -s sets the clock; an operand without + does too',
    options: [
      flags`--help --version --debug -u --utc --universal -R --rfc-email --resolution -j -n`,
      optionals`-I --iso-8601`,
      values`-d --date --rfc-3339 -v`,
      values('-r --reference -f --file', 'read'),
      values('-s --set', 'privilege'),
    ],
    ownOperands: true,
    refine: (call) => {
      for (const { word } of call.operands) {
        const text = knownText(word)
        const prefix = text ?? (typeof word === 'object' && word ? (word.prefix ?? '') : '')
        if (!prefix.startsWith('+')) call.effects.push({ kind: 'privilege', target: null, note: 'sets the clock' })
      }
    },
  },
  cal: plain('cal(1)', '-1 -3 -s --sunday -m --monday -j --julian -y --year -Y -w --week -h -V', '-n --months', {
    operands: 'nothing',
  }),
  printenv: {
    source: 'printenv(1)',
    options: [flags`--help --version -0 --null`],
    ownOperands: true,
    refine: ({ operands, effects }) => {
      if (operands.length === 0) effects.push(DUMPS_ENVIRONMENT)
      for (const { word } of operands) {
        const name = knownText(word)
        if (name === null || !NO_SECRETS.test(name)) effects.push({ kind: 'environment', target: name })
      }
    },
  },
  locale: plain('locale(1)', '-a --all-locales -m --charmaps -c --category-name -k --keyword-name -v --verbose', '', {
    operands: 'nothing',
  }),
  getconf: plain('getconf(1)', '-a', '-v', { operands: 'nothing' }),
  tput: plain('tput(1)', '-S -V', '-T', { operands: 'nothing' }),
  clear: plain('clear(1)', '-x -V', '-T'),
  stty: command('stty(1)', 'process', [flags`--help --version -a --all -g --save`]),
  env: {
    source: 'env(1)',
    style: 'posix',
    options: [
      helpAndVersion,
      flags('-i --ignore-environment -0 --null -v --debug --list-signal-handling', 'flag'),
      values('-u --unset', 'environment'),
      values('-C --chdir', 'folder'),
      values('-S --split-string', 'code'),
      { names: '--block-signal --default-signal --ignore-signal', takes: 'optional', does: 'flag' },
    ],
    ownOperands: true,
    refine: (call) => {
      const runsNothing = call.operands.every(({ word }) => knownText(word)?.includes('=') === true)
      if (runsNothing && !call.has('--help --version')) {
        call.effects.push(DUMPS_ENVIRONMENT)
      }
      return runsOperands(call, 0, true)
    },
  },
  nice: {
    source: 'nice(1)',
    style: 'posix',
    numeric: true,
    options: [helpAndVersion, values('-n --adjustment', 'flag')],
    ownOperands: true,
    refine: (call) => runsOperands(call),
  },
  nohup: {
    source: 'nohup(1): appends to nohup.out when the output is a terminal',
    style: 'posix',
    options: [helpAndVersion],
    ownOperands: true,
    always: [{ kind: 'file-write', target: 'nohup.out' }],
    refine: (call) => runsOperands(call),
  },
  timeout: {
    source: 'timeout(1)',
    style: 'posix',
    options: [
      helpAndVersion,
      flags('-f --foreground -p --preserve-status -v --verbose', 'flag'),
      values('-k --kill-after -s --signal', 'flag'),
    ],
    ownOperands: true,
    refine: (call) => runsOperands(call, 1),
  },
  stdbuf: {
    source: 'stdbuf(1)',
    style: 'posix',
    options: [helpAndVersion, values('-i --input -o --output -e --error', 'flag')],
    ownOperands: true,
    refine: (call) => runsOperands(call),
  },
  time: {
    source: 'time(1), bash(1)',
    style: 'posix',
    options: [
      helpAndVersion,
      flags('-p --portability -v --verbose -q --quiet -a --append -V', 'flag'),
      values('-f --format', 'flag'),
      values('-o --output', 'output'),
    ],
    ownOperands: true,
    refine: (call) => runsOperands(call),
  },
}
