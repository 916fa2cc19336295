import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import { type CommandTable, leftToPerson } from '../engine/table.ts'
import { CONTACTS_SOME, DELETES_HERE, READS_HERE, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { knownText, wordTarget } from '../model/word.ts'
import { handsOn } from './script-arguments.ts'
import { outsideIsCode } from './tool-of-workspace.ts'

/** A compiler of the system, by its name. make(1), Implicit Variables */
const COMPILER =
  /^(?:CC|CXX|LD)\s*[:?+]?=(?:(?:gcc|g\+\+|clang|clang\+\+)(?:-\d+)?|cc|c\+\+|c99|ld|ld\.(?:bfd|gold|lld))$/

/** make(1): recipes are code; what changes which are run is not evaluated. */
const make: CommandTable = {
  source: 'make(1), GTFOBins make: --eval; SHELL= and other assignments',
  options: [
    flags`--help --version -b -m -B --always-make -d -e --environment-overrides -i --ignore-errors -k --keep-going -L --check-symlink-times -n --just-print --dry-run --recon -p --print-data-base -q --question -r --no-builtin-rules -R --no-builtin-variables -s --silent --quiet --no-silent -S --no-keep-going --stop -t --touch --trace -v -w --print-directory --no-print-directory --warn-undefined-variables -h`,
    optionals`-j --jobs -l --load-average --max-load -O --output-sync --debug --shuffle`,
    values`-o --old-file --assume-old -W --what-if --new-file --assume-new`,
    values('-C --directory', 'flag'),
    values('-f --file --makefile -I --include-dir', 'load'),
    values('-E --eval', 'code'),
  ],
  ownOperands: true,
  operandsFirst: true,
  always: [workspaceCode('recipes of the makefile')],

  refine: (call) => {
    for (const { name, values: given } of call.options) {
      if (name !== '-C' && name !== '--directory') continue
      // The makefile of a folder below is one of the workspace; another one is code that the arguments name.
      const folder = wordTarget(given[0]!)
      const isBelow = folder !== null && /^(?!.*\.\.)[\w.][\w./-]*$/.test(folder)
      if (isBelow) call.effects.push({ kind: 'file-read', target: folder, recursive: true })
      else call.executes(folder, 'argument')
    }
    for (const { word, at } of call.operands) {
      const text = knownText(word)
      if (text === null)
        return { code: 'DYNAMIC_ARGUMENT', message: 'make: a word that is only known at run time may set SHELL', at }
      if (!text.includes('=')) continue
      if (
        /^(?:V|VERBOSE|Q|DEBUG|CI|NODE_ENV|BUILD|CONFIG|ARCH|TEST|TESTS|VERSION|NAME|TAG)\s*[:?+]?=[\w.,:/ -]*$/.test(
          text,
        ) ||
        COMPILER.test(text)
      )
        continue
      call.executes(text, 'argument', 'a variable of the makefile')
    }
  },
}

const cargoOptions: readonly OptionRow[] = [
  flags`--help --version -h -V -v -vv -q --verbose --quiet --release -r --all --workspace --all-targets --all-features --no-default-features --lib --bins --tests --benches --examples --no-run --no-fail-fast --locked --frozen --offline --keep-going --future-incompat-report --doc --no-deps --fix --allow-dirty --allow-staged --check --ignore-rust-version --unit-graph --timings --build-plan --document-private-items -i --invert --duplicates -d --dev --optional --no-optional --dry-run`,
  values`-p --package --exclude --bin --test --bench --example -F --features -j --jobs --profile --color --message-format --edges -e --format --prefix --prune --charset --depth --sort --target --format-version --filter-platform --rename --vers --path-suffix`,
  values('--target-dir --out-dir --artifact-dir', 'write-tree'),
  // Another manifest or setting is other code, or a program.
  unevaluatedValues`--config -Z --manifest-path -C --registry --index --git --path --root --branch --tag --rev --lockfile-path`,
]
function cargoTable(source: string, more: Partial<CommandTable>): CommandTable {
  return {
    source,
    style: 'exact',
    options: cargoOptions,
    ownOperands: true,
    refine: (call) => handsOn(call, call.operands),
    ...more,
  }
}
const cargoBuilds = [
  workspaceCode('build.rs, procedural macros, tests'),
  { kind: 'file-write', target: 'target', recursive: true },
  CONTACTS_SOME,
] as const
const cargo: CommandTable = {
  source: 'cargo(1): aliases and cargo-x are subcommands that no table has',
  style: 'exact-posix',
  options: [
    flags`--help --version -h -V -v -q --verbose --quiet --locked --offline --frozen --list`,
    values`--color --explain`,
    unevaluatedValues`--config -Z -C`,
  ],
  operands: { none: [] },

  subcommands: {
    'check c build b test t run r bench doc d clippy nextest rustc fix': cargoTable('cargo-build(1), cargo-test(1)', {
      always: cargoBuilds,
    }),
    fmt: cargoTable('cargo-fmt', {
      refine: (call) => {
        if (call.operands.some(({ word }) => knownText(word) === '--check')) call.handedOn = ['--check']
        if (!call.has('--check') && call.handedOn.length === 0) call.effects.push(WRITES_HERE)
        return handsOn(call, call.operands)
      },
    }),
    'tree metadata pkgid locate-project read-manifest verify-project version help': cargoTable('cargo-tree(1)', {
      always: [READS_HERE, CONTACTS_SOME],
    }),
    'search info': cargoTable('cargo-search(1)', { always: [CONTACTS_SOME] }),
    clean: cargoTable('cargo-clean(1)', { always: [{ kind: 'file-delete', target: 'target', recursive: true }] }),
    'add remove rm update fetch generate-lockfile vendor': cargoTable('cargo-add(1)', {
      always: [WRITES_HERE, CONTACTS_SOME],
    }),
    'new init': {
      source: 'cargo-new(1)',
      style: 'exact',
      options: cargoOptions,
      operands: { rest: 'write-tree', none: [WRITES_HERE] },
    },
  },
}

const goFlags: readonly OptionRow[] = [
  flags`-v -x -n -a -race -msan -asan -cover -short -failfast -json -i -trimpath -work -benchmem -buildvcs -u -t -d -s -m -e -deps -test -compiled -find -export -versions -fix -l -h -help -all -c -src -cmd -unsafeptr -copylocks -printf -shadow -composites -assign -atomic -bools -buildtag -directive -errorsas -httpresponse -ifaceassert -loopclosure -lostcancel -nilfunc -sigchanyzer -slog -stdmethods -stdversion -stringintconv -structtag -testinggoroutine -tests -timeformat -unmarshal -unreachable -unusedresult -waitgroup -defers -appends -asmdecl -cgocall -framepointer -hostport -diff -go -compat -w`,
  values`-run -count -timeout -bench -benchtime -cpu -parallel -p -tags -covermode -coverpkg -mod -buildmode -skip -shuffle -vet -fuzztime -fuzz -f -installsuffix -compiler -list`,
  values('-coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir', 'write'),
  // cmd/go opens os.DevNull and builds nothing into it.
  values('-o', 'output'),
  values('-exec -toolexec -vettool', 'run'),
  values('-ldflags', 'flag'),
  unevaluatedValues`-gcflags -asmflags -gccgoflags -overlay -modfile -pkgdir -C -modcacherw -pgo`,
]
/** Leaves the symbols out and sets texts; all else of the linker, like another one, is left to a human. go tool link */
const LINKER_FLAGS =
  /^(?:\s*(?:-[sw]|-X(?:\s+|=)(?:[\w./-]+=[\w.:+/-]*|'[\w./-]+=[\w.:+/ -]*')|-buildid=)(?=\s|$))*\s*$/

function otherLinkerFlags(call: Invocation): ProfileRefusal | undefined {
  const other = call.options.find(({ name, values: [value] }) => {
    return name === '-ldflags' && !LINKER_FLAGS.test(wordTarget(value ?? null) ?? '?')
  })
  return other && { code: 'NOT_EVALUATED', message: 'go: flags of the linker', at: other.at }
}

function evaluateGo(call: Invocation): ProfileRefusal | undefined {
  const refusal = otherLinkerFlags(call)
  if (refusal) return refusal
  fetches(call)
  return outsideIsCode(call)
}

/** `x@version` is fetched, whatever go.mod says, and then built or run. go help run, go help install */
function fetches(call: Invocation): void {
  const other = call.operands.find(({ word }) => /^[\w.-]+(?:\/[\w.~-]+)*@/.test(wordTarget(word) ?? ''))
  if (other) call.executes(wordTarget(other.word), 'download')
}

/** Which code is built is said before: no option behind the package changes that, and this one names no place. */
const OPTION_OF_PROGRAM = /^--?[a-zA-Z][\w-]*(?:=[\w.,:+%-]*)?$/

function goTable(
  source: string,
  always: CommandTable['always'],
  operands: CommandTable['operands'] = 'nothing',
): CommandTable {
  return {
    source,
    style: 'go',
    options: goFlags,
    operands: operands ?? 'nothing',
    ...(always ? { always } : {}),
    refine: evaluateGo,
  }
}
const go: CommandTable = {
  source: 'go help: cgo runs a compiler; go generate runs anything',
  style: 'go',
  options: [unevaluatedValues`-C`],
  operands: { none: [] },

  subcommands: {
    test: goTable('go help test', [workspaceCode('tests'), CONTACTS_SOME]),
    'build install': goTable('go help build', [
      { kind: 'execute', target: 'compiler', origin: 'helper' },
      WRITES_HERE,
      CONTACTS_SOME,
    ]),
    vet: goTable('go help vet', [{ kind: 'execute', target: 'compiler', origin: 'helper' }, READS_HERE]),
    list: {
      ...goTable('go help list', [READS_HERE]),
      // What there is of a module its host is asked for, which the line may name.
      refine: (call) => {
        if (call.has('-u -versions -retracted')) call.effects.push(CONTACTS_SOME)
        const other = call.operands.find(({ word }) => /^[\w-]+(?:\.[\w-]+)+\//.test(wordTarget(word) ?? ''))
        if (call.has('-m') && call.has('-versions') && other) {
          return {
            code: 'NOT_EVALUATED',
            message: 'go list: asks the host of a module that the line names',
            at: other.at,
          }
        }
        return evaluateGo(call)
      },
    },
    'version doc help': goTable('go help doc', [READS_HERE]),
    'fmt fix': goTable('go help fmt', [WRITES_HERE]),
    env: {
      source: 'go help env: -w writes',
      style: 'go',
      options: [flags`-json -changed`, flags('-w -u', 'unevaluated')],
      operands: 'nothing',
    },
    mod: {
      source: 'go help mod',
      style: 'go',
      subcommands: {
        'tidy download vendor init edit': goTable('go help mod', [WRITES_HERE, CONTACTS_SOME]),
        'graph why verify': goTable('go help mod', [READS_HERE, CONTACTS_SOME]),
      },
    },
    tool: {
      source: 'go help tool: any other tool is a program of the module',
      style: 'go',
      subcommands: {
        cover: {
          source: 'go doc cmd/cover: -html opens a browser unless -o names a file',
          options: [values('-func -html', 'read'), values('-o', 'write'), unevaluatedValues`-mode -var`],
          refine: (call) =>
            call.has('-html') && !call.has('-o')
              ? { code: 'NOT_EVALUATED', message: 'go tool cover: opens a browser' }
              : undefined,
        },
      },
    },
    get: {
      ...goTable('go help get: builds nothing since Go 1.18; another toolchain runs at once', [
        WRITES_HERE,
        CONTACTS_SOME,
      ]),
      refine: (call) => {
        const toolchain = call.operands.find(({ word }) => /^(?:go|toolchain)(?:@|$)/.test(wordTarget(word) ?? 'go'))
        if (toolchain) call.executes(wordTarget(toolchain.word), 'download')
        return otherLinkerFlags(call) ?? outsideIsCode(call)
      },
    },
    run: {
      source: 'go help run: what stands behind the package is for the program',
      style: 'go-posix',
      options: goFlags,
      ownOperands: true,
      always: [workspaceCode('the program'), CONTACTS_SOME],
      refine: (call) => {
        fetches(call)
        return handsOn(
          call,
          call.operands.filter(({ word }) => !OPTION_OF_PROGRAM.test(knownText(word) ?? '')),
        )
      },
    },
    clean: goTable('go help clean', [DELETES_HERE]),
  },
}

const turbo: CommandTable = {
  source: 'turbo run',
  style: 'exact',
  options: [
    flags`--help --version --continue --force --no-cache --only --parallel --affected --no-daemon --daemon --verbosity --dry --dry-run --summarize -v`,
    values`-F --filter --output-logs --log-order --concurrency --cache --log-prefix --ui --color --env-mode`,
    unevaluatedValues`--cwd --cache-dir --api --token --team --root-turbo-json --remote-cache-timeout --profile --graph --login`,
  ],
  ownOperands: true,
  always: [workspaceCode('scripts of package.json')],
  refine: (call) => handsOn(call, call.operands),
}

/** What builds and tests as the workspace defines. */
export const buildDrivers: Readonly<Record<string, CommandTable>> = {
  'make gmake': make,
  cargo,
  go,
  turbo: {
    ...turbo,
    subcommands: {
      'run ls query': turbo,
      'login link logout daemon gen prune unlink': leftToPerson('turbo', 'not a run'),
    },
  },
  'ant rebar3 msbuild xcodebuild storybook artisan ansible ansible-playbook': {
    source: 'build drivers: which code they run depends on the arguments',
    raw: true,
    ownOperands: true,
    refine: (call) => {
      const words = call.operands.map(({ word }) => knownText(word))
      // rebar3 evaluates rebar.config.script before it reads its arguments.
      const says = call.program !== 'rebar3' && words.length === 1
      if (says && /^(?:--?version|--?help|-[hVv])$/.test(words[0] ?? '')) return
      return { code: 'EXECUTES_CODE', message: `${call.program}: runs what the workspace defines` }
    },
  },
}
