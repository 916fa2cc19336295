import { flags, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, READS_HERE, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { knownText, wordTarget } from '../model/word.ts'
import { evaluateTasks, taskDriver } from './tasks-of-workspace.ts'
import { outsideIsCode, tool } from './tool-of-workspace.ts'
import { turns } from './turns-files.ts'

const packageWork = [
  flags`-v -q --verbose --quiet --parallel --no-parallel --enable-code-coverage --show-codecov-path --skip-build --build-tests --static-swift-stdlib --disable-xctest --list-tests --show-bin-path --very-verbose --very-quiet --skip-update --only-use-versions-from-resolved-file --disable-automatic-resolution`,
  values`-c --configuration --target --product --filter --skip -j --jobs --num-workers --sanitize --triple --traits`,
]
const swiftPackage = taskDriver({
  source: 'swift build, swift test: plugins, toolchains and options of compilers are not judged',
  options: packageWork,
  always: [workspaceCode('Package.swift and its plugins'), WRITES_HERE, CONTACTS_SOME],
})

const zigOptions = [
  flags`-fsummary -freference-trace -fno-emit-bin -lc -lc++ --verbose --release --fetch --watch -OReleaseFast -OReleaseSafe -OReleaseSmall -ODebug -static -dynamic --help -h --list-steps -l`,
  values`-O -target --summary --color -j --maxrss --seed --test-filter --name`,
]
const zigWork = (source: string): CommandTable =>
  tool(source, 'build.zig, comptime and tests', zigOptions, {
    style: 'long',
    always: [workspaceCode('build.zig, comptime and tests'), WRITES_HERE, CONTACTS_SOME],
  })

const dartWork = [
  flags`-h -v -r --verbose --coverage --machine --fatal-infos --fatal-warnings --no-fatal-warnings --no-pub --update-goldens --dry-run --apply --no-color --color --run-skipped --fail-fast --ignore-timeouts --set-exit-if-changed --merge-coverage --no-test-assets --offline --enforce-lockfile`,
  values`-N --plain-name --name -n -t --tags -x --exclude-tags -j --concurrency --reporter -r --timeout -p --platform -l --line-length -o --output --show --test-randomize-ordering-seed --total-shards --shard-index --flavor --code`,
]
const dart = (what: string): CommandTable =>
  tool('dart, flutter: command line', what, dartWork, { always: [workspaceCode(what), WRITES_HERE, CONTACTS_SOME] })

/** Compilers and builders of further languages. */
export const compilers: Readonly<Record<string, CommandTable>> = {
  swift: {
    source: 'swift(1): without build or test it runs a script or a session',
    style: 'exact-posix',
    options: [flags('--version --help -version', 'flag')],
    ownOperands: true,
    subcommands: {
      'build test': swiftPackage,
      package: {
        source: 'swift package: plugins and further commands are not judged',
        style: 'exact',
        options: packageWork,
        subcommands: {
          'resolve describe dump-package show-dependencies update clean': {
            source: 'swift package',
            options: [flags`--quiet -q`, values`--type --format`],
            always: [workspaceCode('Package.swift'), WRITES_HERE, CONTACTS_SOME],
          },
        },
      },
    },
    refine: (call) => {
      const [first] = call.operands
      if (first) return { code: 'EXECUTES_CODE', message: 'swift: runs a file of code', at: first.at }
      return call.has('--version --help -version')
        ? undefined
        : { code: 'STDIN_IS_CODE', message: 'swift: runs what it reads' }
    },
  },
  ghc: {
    source: 'ghc: flag reference; -F and -pgm name programs, -e and --interactive run code',
    style: 'long',
    options: [
      flags`--version --help --info --make -c -O -O0 -O1 -O2 -Wall -Werror -Wextra -w -v -v0 -v1 -threaded -prof -rtsopts -fforce-recomp -fno-code -dynamic -static -no-link -S -C -M -Weverything -Wcompat`,
      values('-o', 'write'),
      values('-odir -hidir -outputdir', 'write-tree'),
    ],
    operands: 'read',
    always: [
      READS_HERE,
      WRITES_HERE,
      workspaceCode('Template Haskell'),
      { kind: 'execute', target: 'compiler', origin: 'helper' },
    ],
    refine: outsideIsCode,
  },
  zig: {
    source: 'zig: run runs a program, cc, ar and the like take options of their own',
    style: 'long',
    options: [],
    subcommands: {
      'build test build-exe build-lib build-obj': zigWork('zig build, zig test'),
      fmt: turns('zig fmt', [flags`--check --ast-check --stdin --zon`, values`--color --exclude`], {
        operands: 'change-tree',
        always: [],
      }),
      'version env zen targets': { source: 'zig', operands: 'nothing' },
    },
  },
  dart: {
    source: 'dart: a first word that is no command is a program to run',
    style: 'exact-posix',
    options: [flags`--version --help -h --disable-analytics --suppress-analytics`],
    ownOperands: true,
    subcommands: {
      'analyze test format fix info doc': dart('tests and analyser plugins'),
      pub: {
        source: 'dart pub',
        style: 'exact',
        subcommands: { 'get outdated deps upgrade add': dart('nothing, but packages are fetched') },
      },
    },
    refine: (call) => {
      const [first] = call.operands
      return first && { code: 'EXECUTES_CODE', message: 'dart: runs a program', at: first.at }
    },
  },
  flutter: {
    source: 'flutter: command line; run, drive and attach start the application',
    style: 'exact',
    options: [flags`--version --help -h -v --verbose --no-version-check --suppress-analytics`],
    subcommands: {
      'test analyze doctor devices build gen-l10n': dart('tests and build scripts'),
      pub: {
        source: 'flutter pub',
        subcommands: { 'get outdated deps upgrade add': dart('nothing, but packages are fetched') },
      },
    },
  },
  'stack cabal': {
    source:
      'stack, cabal: command line; exec, run, repl and script run what they are given, options of compilers are not judged',
    style: 'exact',
    options: [flags`--version --help --numeric-version`],
    subcommands: {
      'build test haddock check clean': tool(
        'stack build, cabal build',
        'Setup.hs and tests',
        [
          flags`--fast --pedantic --test --bench --haddock --no-run-tests --no-run-benchmarks --dry-run --only-dependencies --coverage --keep-going --enable-tests --disable-tests --enable-benchmarks --file-watch --force-dirty -v`,
          values`-j --jobs --flag -f -O --test-show-details --verbosity`,
        ],
        { always: [workspaceCode('Setup.hs and tests'), WRITES_HERE, CONTACTS_SOME] },
      ),
    },
  },
  dune: {
    source: 'dune: exec and utop run programs',
    style: 'exact',
    options: [flags`--version --help`],
    subcommands: {
      'build b test runtest clean fmt': {
        ...taskDriver({
          source: 'dune build',
          options: [flags`-w --watch --force -f --auto-promote`, values`-j --display --profile -p`],
        }),
      },
    },
  },
  sbt: {
    source: 'sbt: commands are words; a word with blanks or a sign at its beginning is more than a task',
    style: 'exact',
    options: [flags`--version -v -d --debug --no-colors -no-colors --batch -batch --client`],
    ownOperands: true,
    always: [workspaceCode('build.sbt and its plugins'), WRITES_HERE, CONTACTS_SOME],
    refine: (call) =>
      evaluateTasks(
        call,
        // `testOnly a.B` is a task with names of tests behind it.
        call.operands.filter(({ word }) => !/^(?:\w+\/)?test(?:Only|Quick)(?: [\w.*]+)+$/.test(knownText(word) ?? '')),
      ),
  },
  crystal: {
    source: 'crystal: eval and run take code, play listens',
    style: 'exact',
    options: [flags`--version --help -v -h`],
    subcommands: {
      'build spec': tool(
        'crystal build',
        'macros and specs',
        [
          flags`--release --debug -d --no-debug --static --stats -s --progress -p --verbose -v --error-trace --no-color`,
          values`--warnings --error-on-warnings -D --define -e --example -t --threads --order --location`,
          values('-o', 'write'),
          unevaluatedValues`--link-flags --cross-compile --mcpu --target --prelude --emit`,
        ],
        { always: [workspaceCode('macros and specs'), WRITES_HERE] },
      ),
      'version env': { source: 'crystal env' },
      tool: {
        source: 'crystal tool',
        subcommands: { format: turns('crystal tool format', [flags`--check`], { operands: 'change-tree' }) },
      },
    },
  },
  nim: {
    source: 'nim: -r runs what was compiled; options with a colon name compilers and files',
    style: 'exact',
    options: [flags`-h -v`],
    subcommands: {
      'c cc cpp compile check': tool(
        'nim c',
        'macros and nimscript',
        [flags`-f --forceBuild --stackTrace --lineTrace`, values`--hints --warnings --mm --opt --threads`],
        { always: [workspaceCode('macros and config.nims'), WRITES_HERE] },
      ),
    },
  },
  kotlinc: turns(
    'kotlinc: command line; -script and -Xplugin are code',
    [
      flags`-version -help -include-runtime -nowarn -verbose -Werror -progressive -no-stdlib -no-jdk -no-reflect`,
      values`-jvm-target -language-version -api-version -module-name`,
      values('-d', 'write-tree'),
      values('-cp -classpath', 'read'),
    ],
    { style: 'long', operands: 'read-tree', refine: outsideIsCode },
  ),
  protoc: {
    source: 'protoc: --plugin and --x_out of an unknown x start a program of that name',
    style: 'exact',
    options: [
      flags`--help --version --include_imports --include_source_info --retain_options --deterministic_output --experimental_allow_proto3_optional --fatal_warnings`,
      values('-I --proto_path --descriptor_set_in', 'read-tree'),
      values('-o --descriptor_set_out --dependency_out', 'write'),
      values(
        '--cpp_out --java_out --python_out --pyi_out --csharp_out --objc_out --php_out --ruby_out --kotlin_out --rust_out',
        'flag',
      ),
      values(
        '--go_out --go-grpc_out --js_out --ts_out --es_out --grpc_out --dart_out --swift_out --connect-go_out --connect-es_out --validate_out --doc_out --grpc-gateway_out --openapiv2_out',
        'flag',
      ),
      values`--go_opt --go-grpc_opt --ts_opt --es_opt --grpc-gateway_opt --python_opt --java_opt --error_format`,
      unevaluatedValues`--plugin --encode --decode --decode_raw --print_free_field_numbers`,
    ],
    operands: 'read',
    always: [READS_HERE],
    refine: (call) => {
      const list = call.operands.find(({ word }) => knownText(word)?.startsWith('@') === true)
      if (list) return { code: 'NOT_EVALUATED', message: 'protoc: a file of arguments', at: list.at }
      for (const { name, values: given } of call.options) {
        if (!name.endsWith('_out') || name === '--descriptor_set_out' || name === '--dependency_out') continue
        const text = wordTarget(given[0] ?? null)
        // Options for the generator stand before the folder: `paths=source_relative:gen`.
        call.effects.push({
          kind: 'file-write',
          target: text === null ? null : text.slice(text.lastIndexOf(':') + 1) || '.',
          recursive: true,
        })
        // Its own ones are built in, for others a program is looked up by its name.
        call.executes(name, 'helper')
      }
    },
  },
}
