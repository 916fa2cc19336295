import { flags, optionals, unevaluatedValues, values } from '../engine/option-row.ts'
import { type CommandTable, leftToPerson } from '../engine/table.ts'
import { DELETES_HERE, LISTS_HERE, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { outsideIsCode, tool, writesOperands, writesOperandsAlone, writesUnless } from './tool-of-workspace.ts'

const javascriptTests = [
  flags`-v -h -u -w -i -b --run --watch --no-watch --coverage --no-coverage --silent --verbose --ci --passWithNoTests --no-cache --no-color --color --colors --update --updateSnapshot --changed --runInBand --watchAll --json --listTests --dom --globals --hideSkippedTests --no-file-parallelism --fileParallelism --allowOnly --standalone --logHeapUsage --detectOpenHandles --forceExit --lastCommit --onlyChanged -o --expand --isolate --no-isolate --typecheck --expandSnapshotDiff --clearCache --showConfig --errorOnDeprecated --no-threads --disable-console-intercept --list --update-snapshots --headed --quiet --last-failed --fully-parallel --pass-with-no-tests --forbid-only --ignore-snapshots --no-deps`,
  values`-t --coverageReporters --outputStyle --testNamePattern --testPathPattern --testPathPatterns --testPathIgnorePatterns --maxWorkers --minWorkers -j --reporter --reporters --project --selectProjects --shard --retry --testTimeout --hookTimeout --pool --exclude --mode --maxConcurrency --sequence.seed --sequence.shuffle --related --findRelatedTests --coverage.provider --coverage.reporter --coverage.enabled --poolOptions --browser --grep -g --workers --retries --repeat-each --timeout --max-failures -x`,
  unevaluatedValues`-c --config --globalSetup --setupFiles --setupFilesAfterEnv --root -r --dir --environment --env --api --rootDir --transform --runner --testEnvironment --resolver --preset --require`,
  values(
    '--outputFile --outputFile.json --outputFile.junit --outputFile.html --coverage.reportsDirectory --coverageDirectory --output',
    'write-tree',
  ),
  optionals`--bail`,
] as const

const testRunner = (source: string): CommandTable => ({
  ...tool(source, 'tests', javascriptTests),
  subcommands: {
    'run watch dev related list bench test': { ...tool(source, 'tests', javascriptTests), operands: 'list-tree' },
    'show-report codegen install open merge-reports init': leftToPerson(source, 'starts a browser, or fetches one'),
  },
})

const tsc: CommandTable = {
  source: 'tsc: compiler options',
  style: 'exact',
  options: [
    flags`-h -v -w --help --version --all --watch --strict --noEmit --pretty --listFiles --listFilesOnly --listEmittedFiles --showConfig --skipLibCheck --noUnusedLocals --noUnusedParameters --esModuleInterop --allowJs --checkJs --resolveJsonModule --incremental --composite --declaration -d --emitDeclarationOnly --sourceMap --force -f --verbose --dry --clean --stopBuildOnErrors --diagnostics --extendedDiagnostics --traceResolution --noErrorTruncation --preserveWatchOutput --explainFiles --isolatedModules --noImplicitAny --strictNullChecks --forceConsistentCasingInFileNames --allowImportingTsExtensions --erasableSyntaxOnly --verbatimModuleSyntax --noCheck --removeComments --declarationMap --inlineSourceMap --downlevelIteration --experimentalDecorators --skipDefaultLibCheck --noLib --allowSyntheticDefaultImports`,
    flags('-b --build', 'flag'),
    flags('--init', 'write', 'tsconfig.json'),
    values`-t --target -m --module --moduleResolution --jsx --lib --types --locale --moduleDetection --newLine`,
    values('-p --project', 'read-tree'),
    values('--outDir --outFile --declarationDir --tsBuildInfoFile', 'write-tree'),
    values('--rootDir --baseUrl --typeRoots', 'read-tree'),
    values('--generateTrace --generateCpuProfile', 'write-tree'),
    unevaluatedValues`--plugins --paths`,
  ],
  operands: 'list-tree',
  always: [LISTS_HERE],
  refine: (call) => {
    outsideIsCode(call)
    // With --noEmit only the build information may be written.
    const note = call.has('--noEmit') ? 'build information' : 'output of the compiler'
    if (!call.has('-h -v --help --version --all --showConfig --listFilesOnly'))
      call.effects.push({ ...WRITES_HERE, note })
    if (call.has('--clean')) call.effects.push(DELETES_HERE)
  },
}

/** Linters, formatters, compilers, test runners, build drivers. */
export const devTools: Readonly<Record<string, CommandTable>> = {
  tsc,
  'vue-tsc': { ...tsc, always: [LISTS_HERE, workspaceCode('plugins')] },
  'vitest jest ava playwright': testRunner('vitest, jest, playwright: command line'),
  mocha: tool('mocha: command line', 'tests', javascriptTests),
  eslint: tool(
    'eslint: command line; its configuration and plugins are code',
    'configuration and plugins',
    [
      flags`-h -v --quiet --cache --no-cache --color --no-color --no-inline-config --report-unused-disable-directives --exit-on-fatal-error --no-warn-ignored --no-ignore --pass-on-no-patterns --no-error-on-unmatched-pattern --debug --env-info --fix-dry-run --print-config --stats --no-eslintrc`,
      flags('--fix', 'flag'),
      values`--ext --max-warnings -f --format --ignore-pattern --rule --env --global --fix-type --cache-strategy --concurrency --report-unused-disable-directives-severity`,
      values('-o --output-file --cache-location --cache-file', 'write'),
      unevaluatedValues`-c --config --rulesdir --plugin --resolve-plugins-relative-to --parser --parser-options --ignore-path --flag`,
      flags('--init --stdin --inspect-config --mcp', 'unevaluated'),
    ],
    { refine: writesOperands('--fix') },
  ),
  'prettier oxfmt': tool(
    'prettier: command line; its configuration and plugins are code',
    'configuration and plugins',
    [
      flags`-h -v -u --ignore-unknown -l --list-different --no-semi --single-quote --jsx-single-quote --use-tabs --no-color --color --no-config --no-editorconfig --cache --no-error-on-unmatched-pattern --no-plugin-search --insert-pragma --require-pragma --support-info`,
      flags('-c --check', 'flag'),
      flags('-w --write', 'flag'),
      values`--log-level --parser --tab-width --print-width --trailing-comma --prose-wrap --end-of-line --cache-strategy --arrow-parens --bracket-spacing`,
      values('--cache-location', 'write'),
      unevaluatedValues`--config --plugin --ignore-path --config-precedence --find-config-path --file-info --stdin-filepath --with-node-modules`,
    ],
    { refine: writesOperands('-w --write') },
  ),
  'biome oxlint dprint': tool(
    'biome, oxlint, dprint: command line',
    'plugins',
    [
      flags(
        '-h -V --write --fix --apply --unsafe --quiet --silent --verbose --staged --changed --type-aware --deny-warnings --import-plugin --react-plugin --vitest-plugin --check',
        'flag',
      ),
      values`--max-diagnostics --max-warnings -A -D -W --allow --deny --warn --format -f --reporter --diagnostic-level --threads --since --colors`,
      unevaluatedValues`-c --config --config-path --plugin --tsconfig --ignore-path`,
    ],
    {
      refine: writesOperands('--write --fix --apply --unsafe'),
      subcommands: Object.fromEntries(
        ['check', 'lint', 'format', 'ci', 'fmt'].map((name) => [
          name,
          tool(
            'biome: command line',
            'plugins',
            [
              flags('--write --fix --apply --unsafe', 'flag'),
              flags`--verbose --staged --changed --error-on-warnings --no-errors-on-unmatched`,
              values`--max-diagnostics --diagnostic-level --colors --reporter --since`,
              unevaluatedValues`--config-path`,
            ],
            {
              refine:
                name === 'fmt' || name === 'format'
                  ? writesUnless('--check')
                  : writesOperands('--write --fix --apply --unsafe'),
            },
          ),
        ]),
      ),
    },
  ),
  rustfmt: tool(
    'rustfmt',
    'none',
    [flags('--check -q -v -l', 'flag'), values`--edition --emit --color`, unevaluatedValues`--config --config-path`],
    { always: [], refine: writesUnless('--check') },
  ),
  gofmt: tool(
    'gofmt: command line',
    'none',
    [flags('-d -e -l -s', 'nothing'), flags('-w', 'flag'), values`-r`, values('-cpuprofile', 'write')],
    { style: 'go', always: [], refine: writesOperandsAlone('-w') },
  ),
}
