import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import { leftToPerson } from '../engine/table.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, READS_HERE, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { knownText } from '../model/word.ts'
import { handsOn } from './script-arguments.ts'

/**
 * An interpreter: what it runs decides what happens, so only what shows something about itself is known.
 * `about` are such options; `checks` read a file without running it.
 */
function interpreter(
  source: string,
  about: string,
  more: Partial<CommandTable> & { readonly checks?: string } = {},
): CommandTable {
  const { checks, ...table } = more
  // What takes code, or makes the text of the program matter.
  const options: OptionRow[] = [
    flags('-e -E -n -p -i -a -r -R -B -F -c -I -S -T -W -w -l -0 -s --eval --execute', 'code'),
    flags(about, 'flag'),
  ]
  if (checks !== undefined) options.push(flags(checks, 'flag'))
  return {
    source,
    style: 'exact-posix',
    ownOperands: true,
    ...table,
    options: [...options, ...(table.options ?? [])],
    refine: table.refine ?? ((call) => evaluateProgram(call, about, checks)),
  }
}

function evaluateProgram(call: Invocation, about: string, checks?: string): ProfileRefusal | undefined {
  const isPlain = call.operands.every(({ word }) => knownText(word)?.startsWith('-') === false)
  if (checks !== undefined && call.has(checks) && call.operands.length > 0 && isPlain) {
    for (const { word } of call.operands) call.effects.push({ kind: 'file-read', target: knownText(word) })
    return undefined
  }
  const script = call.operands[0]
  if (call.has(about)) {
    if (!script) return undefined
  } else if (!script || knownText(script.word) === '-') {
    return { code: 'STDIN_IS_CODE', message: `${call.program}: runs what it reads from standard input` }
  }
  return { code: 'EXECUTES_CODE', message: `${call.program}: runs a file of code`, at: script.at }
}

const node: CommandTable = {
  source: 'node(1)',
  style: 'exact-posix',
  options: [
    flags('-v --version -h --help --v8-options', 'flag'),
    flags('-c --check --test --watch', 'flag'),
    flags`--no-warnings --enable-source-maps --experimental-strip-types --experimental-vm-modules --expose-gc --trace-warnings --trace-deprecation --trace-uncaught --no-deprecation --throw-deprecation --preserve-symlinks --experimental-test-coverage --test-only --test-force-exit --no-experimental-strip-types --disable-warning --stack-trace-limit`,
    values`--max-old-space-size --stack-size --unhandled-rejections --test-name-pattern --test-concurrency --test-timeout --disable-warning`,
    values('--test-reporter', 'flag'),
    values('-e --eval -p --print -pe', 'code'),
    flags('-i --interactive', 'unevaluated'),
    unevaluatedValues`-r --require --import --loader --experimental-loader --env-file --env-file-if-exists --test-global-setup --snapshot-blob --build-snapshot --icu-data-dir --openssl-config --inspect --inspect-brk --run --conditions -C --test-reporter-destination --watch-path`,
  ],
  ownOperands: true,

  refine: (call) => {
    for (const { name, values: given } of call.options) {
      if (name !== '--test-reporter') continue
      // Any other name is a module that is loaded. https://nodejs.org/api/test.html#test-reporters
      const reporter = knownText(given[0] ?? null)
      if (/^(?:spec|tap|dot|junit|lcov)$/.test(reporter ?? '')) continue
      call.executes(reporter, 'argument', 'test reporter')
    }
    if (call.has('--test') && !call.has('-c --check')) {
      call.effects.push(workspaceCode('tests'))
      return handsOn(call, call.operands)
    }
    return evaluateProgram(call, '-v --version -h --help --v8-options', '-c --check')
  },
}

/** Modules of python that are programs, as if they were. */
const PYTHON_MODULES: Readonly<Record<string, 'reads' | 'serves' | 'workspace' | 'program'>> = {
  'json.tool': 'reads',
  tokenize: 'reads',
  'http.server': 'serves',
  py_compile: 'reads',
  compileall: 'reads',
  unittest: 'workspace',
  pytest: 'program',
  pip: 'program',
  venv: 'workspace',
  mypy: 'program',
  ruff: 'program',
  black: 'program',
  isort: 'program',
  flake8: 'program',
  pylint: 'program',
  coverage: 'program',
}

function evaluatePython(call: Invocation): ProfileRefusal | undefined {
  if (call.has('-V --version -h --help -VV') && call.operands.length === 0) return undefined
  const first = call.operands[0]
  // `-m` ends the options; the table leaves its name as the value and the rest as operands.
  const module = call.value('-m')
  if (module === undefined) {
    if (!first || knownText(first.word) === '-') {
      return { code: 'STDIN_IS_CODE', message: `${call.program}: runs what it reads from standard input` }
    }
    return { code: 'EXECUTES_CODE', message: `${call.program}: runs a file of code`, at: first.at }
  }
  const name = knownText(module)
  const kind = name === null || !Object.hasOwn(PYTHON_MODULES, name) ? undefined : PYTHON_MODULES[name]
  if (kind === undefined) return { code: 'EXECUTES_CODE', message: `${call.program}: runs a module`, at: 1 }
  const words = call.operands.map(({ word }) => word)
  const texts = words.map(knownText)
  // The folder is on the path of modules: a file of the same name in it is run instead.
  call.executes(name, 'workspace', 'a module of that name in the folder is run instead')
  if (kind === 'program') call.runs.push([name!, ...words])
  else if (kind === 'serves')
    call.effects.push({ kind: 'network', target: null, note: 'serves the folder' }, READS_HERE)
  else if (name === 'venv') {
    if (
      texts.some(
        (text) =>
          text === null ||
          (text.startsWith('-') &&
            !/^--(?:clear|upgrade|without-pip|system-site-packages|symlinks|copies|upgrade-deps)$/.test(text)),
      )
    ) {
      return { code: 'UNKNOWN_OPTION', message: 'venv: no row for an option' }
    }
    const folders = texts.filter((text) => text?.startsWith('-') !== true)
    // It deletes what is in the folder, whether that was made by venv or not.
    if (texts.includes('--clear') && !folders.every((folder) => /(?:^|\/)\.?v?env[\w.-]*\/?$/.test(folder ?? ''))) {
      return { code: 'NOT_EVALUATED', message: 'venv: --clear deletes what is in the folder' }
    }
    for (const target of folders) call.effects.push({ kind: 'file-write', target, recursive: true })
  } else if (kind === 'workspace') return handsOn(call, call.operands)
  else if (name === 'json.tool') {
    if (texts.some((text) => text === null))
      return { code: 'DYNAMIC_ARGUMENT', message: 'json.tool: its second operand is written' }
    const operands = texts.filter((text) => text?.startsWith('-') !== true && !/^\d+$/.test(text as string))
    if (operands[0] !== undefined) call.effects.push({ kind: 'file-read', target: operands[0] })
    if (operands[1] !== undefined) call.effects.push({ kind: 'file-write', target: operands[1] })
  } else {
    for (const text of texts) {
      if (text?.startsWith('-') === true) continue
      call.effects.push({ kind: 'file-read', target: text })
      if (name !== 'tokenize') call.effects.push({ kind: 'file-write', target: '__pycache__', recursive: true })
    }
  }
  return undefined
}

const python: CommandTable = {
  source: 'python(1): -c and -m end the options',
  style: 'exact-posix',
  stopsAfter: '-m -c',
  options: [
    flags('-V --version -h --help --help-all --help-env --help-xoptions', 'flag'),
    flags('-b -B -d -E -I -O -OO -P -q -s -S -u -v -x', 'flag'),
    values('-W -X --check-hash-based-pycs', 'flag'),
    flags('-i', 'unevaluated'),
    values('-m', 'flag'),
    values('-c', 'code'),
  ],
  ownOperands: true,

  refine: evaluatePython,
}

const shell: CommandTable = {
  source: 'bash(1), dash(1), zsh(1)',
  style: 'exact-posix',
  options: [
    flags('--version --help', 'flag'),
    // The shell package reads what they run; here only -n, which reads a script without running it.
    flags('-n -l -i -e -x -u -f -v -s -r -p --login --posix --norc --noprofile', 'flag'),
    values('-o -O', 'flag'),
    values('-c', 'code'),
  ],
  ownOperands: true,

  refine: (call) => evaluateProgram(call, '--version --help', '-n'),
}

/** `https://x/y.ts`, `npm:x`, `jsr:@x/y`: fetched, and then run or read as code. deno(1) */
function fromElsewhere(call: Invocation): undefined {
  for (const { word } of call.operands) {
    const text = knownText(word)
    if (text !== null && /^[a-z][\w+.-]*:/i.test(text)) call.executes(text, 'download')
  }
}

/** What runs code: only what it says about itself is known. */
export const languages: Readonly<Record<string, CommandTable>> = {
  'node nodejs': node,
  'python python3 python2 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy3': python,
  'bash sh dash zsh ksh ash rbash fish': shell,
  perl: interpreter('perl(1)', '-v --version -h -V', {}),
  ruby: interpreter('ruby(1)', '-v --version -h --help', { checks: '-c' }),
  // `-i` shows all variables.
  php: interpreter('php(1)', '-v --version -h --help -m --ini', { checks: '-l --syntax-check' }),
  lua: interpreter('lua(1)', '-v', {}),
  'deno bun': {
    source: 'deno(1), bun(1)',
    style: 'exact-posix',
    options: [flags`-V --version -h --help -v --revision`],
    operands: { none: [] },
    refine: (call) => {
      // Bare, deno(1) takes code from its input.
      if (call.options.length > 0) return
      call.executes('what is typed', 'argument')
      call.readsStdinAsCode = true
    },
    subcommands: {
      test: {
        source: 'bun test, deno test',
        style: 'exact',
        options: [
          flags`--watch --bail --only --todo --parallel --quiet -q --no-run --trace-leaks --no-check --doc --fail-fast --pass-with-no-tests --permit-no-files --clean`,
          // What the tests may do; other rows ask.
          optionals`--allow-read --allow-env --allow-net`,
          values`-t --test-name-pattern --timeout --filter --rerun-each --concurrency --shuffle --seed`,
          { names: '--coverage', takes: 'optional', does: 'write-tree' },
          values('--coverage-dir --junit-path --reporter-outfile', 'write-tree'),
          values`--reporter --coverage-reporter`,
        ],
        ownOperands: true,
        always: [workspaceCode('tests')],
        refine: (call) => fromElsewhere(call) ?? handsOn(call, call.operands),
      },
      // Without a name it lists; a name is a script of package.json, or else a file, which only a rule by path means.
      run: {
        source: 'bun run, deno run: --preload and its like load code',
        options: [flags`--silent --bun -b --if-present`],
        ownOperands: true,
        refine: (call) => {
          const [script, ...rest] = call.operands
          const name = script === undefined ? null : knownText(script.word)
          if (call.program !== 'bun' || name === null || !/^[\w:-]+$/.test(name)) {
            return {
              code: 'EXECUTES_CODE',
              message: `${call.program}: runs a file of code`,
              ...(script && { at: script.at }),
            }
          }
          call.executes(name, 'workspace', 'a script of package.json')
          return handsOn(call, rest)
        },
      },
      task: {
        source: 'deno task',
        options: [flags`-q --quiet`],
        ownOperands: true,
        refine: (call) => {
          const [task, ...rest] = call.operands
          if (task === undefined) return
          const name = knownText(task.word)
          if (call.program !== 'deno' || name === null || !/^[\w:-]+$/.test(name)) {
            return { code: 'EXECUTES_CODE', message: `${call.program}: runs something that is not known`, at: task.at }
          }
          call.executes(name, 'workspace', 'a task of deno.json')
          return handsOn(call, rest)
        },
      },
      'install i': {
        source: 'bun install, deno install',
        style: 'exact',
        options: [
          flags`--frozen-lockfile --frozen --production -p --no-save --dry-run -f --force --silent --verbose --no-progress --no-summary --no-cache --ignore-scripts --save-text-lockfile --lockfile-only`,
        ],
        operands: 'nothing',
        always: [CONTACTS_SOME, WRITES_HERE],
        refine: (call) => {
          call.effects.push(
            call.operands.length === 0
              ? workspaceCode('install scripts of the packages that the workspace names')
              : { kind: 'execute', target: null, origin: 'download', note: 'install scripts of packages' },
          )
        },
      },
      build: {
        source: 'bun build: --outfile and --outdir; plugins, macros and the like are not judged',
        style: 'exact',
        options: [
          flags`--minify --minify-syntax --minify-whitespace --minify-identifiers --splitting --watch --production --bytecode --compile --no-clear-screen`,
          optionals`--sourcemap`,
          values`--target --format --external -e --packages --entry-naming --chunk-naming --asset-naming`,
          values('--outfile', 'write'),
          values('--outdir', 'write-tree'),
          unevaluatedValues`--plugin --env --define -d --loader --root --banner --footer --public-path --tsconfig-override --conditions --app`,
        ],
        operands: 'read-tree',
        always: [workspaceCode('macros'), { kind: 'file-read', target: '.', recursive: true }],
      },
      'fmt lint check': {
        source: 'deno fmt, deno lint',
        style: 'exact',
        options: [flags`--check --json --quiet -q --all --doc --compact --fix --watch`],
        operands: 'read-tree',
        always: [workspaceCode('plugins'), { kind: 'file-write', target: '.', recursive: true }],
        refine: fromElsewhere,
      },
    },
  },
  'tsx ts-node ts-node-esm esno swc-node': interpreter('tsx, ts-node', '-v --version -h --help'),
  java: {
    source: 'java(1)',
    style: 'long',
    options: [flags('-version --version -help --help -showversion', 'flag')],
    ownOperands: true,

    refine: (call) => evaluateProgram(call, '-version --version -help --help'),
  },
  // erl(1): .erlang of the folder comes first, also for what is no option of its own.
  erl: leftToPerson('erl(1)', 'runs .erlang of the folder', 'EXECUTES_CODE'),
  'R Rscript julia elixir iex irb ghci scala kotlin groovy clojure guile racket sbcl tclsh wish pwsh powershell octave gnuplot mongosh mongo pg_dump pg_restore mysqldump':
    interpreter('R(1), julia(1), sqlite3(1), psql(1), GTFOBins', '--version --help'),
  rustc: {
    source: 'rustc(1)',
    style: 'long',
    options: [flags`-v -V --version --help -dumpversion -dumpmachine`],
    operands: { none: [] },
  },
}
