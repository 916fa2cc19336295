import { flags, helpAndVersion, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { READS_HERE, loadsFirst } from '../engine/usual-effects.ts'
import { knownText } from '../model/word.ts'
import { isPlainCompilerFlag } from './binaries-and-keys.ts'
import { looks } from './looks-at-files.ts'
import { outsideIsCode, tool, writesOperands, writesUnless } from './tool-of-workspace.ts'

const clang = (source: string, options: readonly OptionRow[]) =>
  looks(source, options, {
    style: 'long',
    // Words behind `--` are options of the compiler, and `@x` holds further words.
    refine: (call) => {
      const other = call.operands.find(({ at, word }) => {
        const isBehind = call.endOfOptions >= 0 && at > call.endOfOptions
        return isBehind ? !isPlainCompilerFlag(word) : typeof word === 'string' && word.startsWith('@')
      })
      if (other) return { code: 'NOT_EVALUATED', message: `${call.program}: options of the compiler`, at: other.at }
      const named = call.value('-style --style')
      // `file:PATH` is a file of settings, shown where it is wrong.
      if (named !== undefined && !/^(?:file$|\{|\w+$)/.test(knownText(named) ?? '?:'))
        return { code: 'NOT_EVALUATED', message: `${call.program}: a file of settings` }
      return writesOperands('-i --i -fix --fix -fix-errors --fix-errors')(call)
    },
  })

/** Checkers and formatters of single languages that only look at text, and those whose plugins are code. */
export const linters: Readonly<Record<string, CommandTable>> = {
  shellcheck: looks('shellcheck(1): -x follows the files that a script names', [
    flags`-a -V --check-sourced --version --list-optional --norc`,
    flags('-x --external-sources', 'unevaluated'),
    values`-f --format -e --exclude -i --include -s --shell -S --severity -W --wiki-link-count -o --enable -C --color --extended-analysis`,
    unevaluatedValues`-P --source-path --rcfile`,
  ]),
  shfmt: looks(
    'shfmt(1)',
    [
      flags`-d -l -s -mn -bn -ci -sr -kp -fn -f --diff --list --simplify --minify --binary-next-line --case-indent --space-redirects --keep-padding --func-next-line --find --apply-ignore`,
      flags('-w --write', 'flag'),
      values`-i --indent -ln --language-dialect --filename`,
      flags`--to-json --from-json -tojson`,
    ],
    { style: 'go', refine: (call) => writesOperands('-w -write')(call) },
  ),
  hadolint: looks('hadolint: command line', [
    flags`-V --no-fail --no-color --verbose --strict-labels --disable-ignore-pragma`,
    values`-f --format --ignore -t --failure-threshold --error --warning --info --style --trusted-registry --require-label`,
    values('-c --config', 'read'),
    values`--file-path-in-report`,
  ]),
  yamllint: looks(
    'yamllint: command line',
    [
      flags`-s -v --strict --no-warnings --list-files`,
      values`-f --format`,
      values('-c --config-file', 'read'),
      values('-d --config-data', 'flag'),
    ],
    {
      // Settings as text may extend a file of settings, or name one with what is left out.
      refine: (call) => {
        const settings = call.value('-d --config-data')
        return settings === undefined || /^(?:default|relaxed)$/.test(knownText(settings) ?? '')
          ? undefined
          : { code: 'NOT_EVALUATED', message: 'yamllint: settings that may name files' }
      },
    },
  ),
  actionlint: looks(
    'actionlint: -shellcheck and -pyflakes name programs',
    [
      flags`-oneline -verbose -debug -no-color -color -version`,
      values`-ignore -format`,
      values('-config-file', 'read'),
      unevaluatedValues`-shellcheck -pyflakes -init-config -stdin-filename`,
    ],
    { style: 'go', always: [{ kind: 'execute', target: 'shellcheck', origin: 'helper' }] },
  ),
  'markdownlint markdownlint-cli2': tool(
    'markdownlint-cli: -r loads rules, which are code',
    'configuration and rules',
    [
      flags`-q -j -d --quiet --json --dot --no-globs`,
      flags('-f --fix', 'flag'),
      values`-i --ignore --enable --disable`,
      values('-o --output', 'write'),
      unevaluatedValues`-c --config -r --rules -p --ignore-path --configPointer`,
    ],
    { refine: writesOperands('-f --fix') },
  ),
  'clang-format': clang('clang-format(1)', [
    flags('-i --i', 'flag'),
    flags`-n --dry-run -Werror --Werror --verbose -fail-on-incomplete-format --sort-includes -sort-includes --dump-config -dump-config`,
    values`-style --style -fallback-style --fallback-style -lines --lines -offset --offset -length --length -assume-filename --assume-filename -ferror-limit --ferror-limit`,
    unevaluatedValues`--files -files`,
  ]),
  'clang-tidy': clang('clang-tidy(1): -load is a library, extra arguments are for the compiler', [
    flags('-fix --fix -fix-errors --fix-errors', 'flag'),
    flags`-quiet --quiet -list-checks --list-checks -dump-config --dump-config -explain-config --explain-config --use-color -use-color -enable-check-profile --enable-check-profile -system-headers --system-headers`,
    values`-checks --checks -header-filter --header-filter -exclude-header-filter --exclude-header-filter -warnings-as-errors --warnings-as-errors -format-style --format-style -line-filter --line-filter`,
    values('-p', 'read-tree'),
    unevaluatedValues`-load --load -config --config -config-file --config-file -extra-arg --extra-arg -extra-arg-before --extra-arg-before -export-fixes --export-fixes -store-check-profile --store-check-profile -vfsoverlay --vfsoverlay`,
  ]),
  cppcheck: looks('cppcheck(1): --addon, --clang and --rule name programs and code', [
    flags`-q -v -f -E --quiet --verbose --force --inconclusive --inline-suppr --check-config --xml --errorlist --doc --report-progress`,
    values`--enable --disable --std --language -x --platform --suppress --template --template-location --error-exitcode --max-configs --max-ctu-depth --xml-version --check-level --report-type -j -l -i -D -U`,
    values('-I', 'read-tree'),
    values('--output-file', 'write'),
    values('--cppcheck-build-dir', 'write-tree'),
    unevaluatedValues`--addon --addon-python --clang --rule --rule-file --library --project --file-list --includes-file --include --suppressions-list --suppress-xml --checkers-report --plist-output --dump --exception-handling`,
  ]),
  'golangci-lint': {
    source: 'golangci-lint: command line; custom builds a linter, plugins are code',
    style: 'exact',
    evaluate: loadsFirst('plugins of .golangci.yml'),
    options: [flags`--help --version -h -v --verbose`],
    subcommands: Object.fromEntries(
      ['run', 'fmt']
        .map((name) => [
          name,
          tool(
            'golangci-lint run',
            'configuration and plugins',
            [
              flags`-v -h --verbose --fast --fast-only --enable-all --disable-all --allow-parallel-runners --allow-serial-runners --show-stats --no-config --tests --new --whole-files --diff -d --stdin`,
              flags('--fix', 'flag'),
              values`-E --enable -D --disable --enable-only --default --timeout -j --concurrency --build-tags --issues-exit-code --max-issues-per-linter --max-same-issues --new-from-rev --new-from-merge-base --out-format --path-mode --color -p --presets --sort-results --sort-order --go --modules-download-mode --exclude --skip-dirs --skip-files`,
              unevaluatedValues`-c --config --cpu-profile-path --mem-profile-path --trace-path --path-prefix --new-from-patch --output.json.path --output.text.path`,
            ],
            { refine: name === 'fmt' ? writesUnless('-d --diff') : writesOperands('--fix') },
          ),
        ])
        .concat([
          [
            'linters version help formatters',
            {
              source: 'golangci-lint',
              style: 'exact',
              operands: 'nothing',
              options: [flags`--help --version -h --json --enabled-by-default --debug --short`],
            },
          ],
        ]) as [string, CommandTable][],
    ),
  },
  staticcheck: looks(
    'staticcheck: command line',
    [
      flags`-version -debug.version -list-checks -tests -show-ignored -matrix -merge`,
      values`-checks -f -fail -go -tags -explain`,
      unevaluatedValues`-debug.cpuprofile -debug.memprofile -debug.trace -debug.measure-analyzers`,
    ],
    { style: 'go', always: [READS_HERE], operands: 'nothing', refine: outsideIsCode },
  ),
  'goimports gofumpt': looks(
    'goimports, gofumpt: command line',
    [
      flags`-d -e -l -v -extra -format-only -s -version`,
      flags('-w', 'flag'),
      values`-local -srcdir -lang -modpath`,
      values('-cpuprofile -memprofile -trace', 'write'),
    ],
    { style: 'go', refine: (call) => writesOperands('-w')(call) },
  ),
  stylelint: tool(
    'stylelint: command line; its configuration, syntax and formatters are code',
    'configuration and plugins',
    [
      flags`-h -v -q --quiet --cache --no-cache --color --no-color --allow-empty-input --aei --report-needless-disables --rd --report-invalid-scope-disables --risd --report-descriptionless-disables --rdd --disable-default-ignores --di --ignore-disables --id --print-config --validate --no-validate`,
      flags('--fix', 'flag'),
      values`--max-warnings --mw --formatter -f --ignore-pattern --ip --cache-strategy`,
      values('-o --output-file --cache-location', 'write'),
      unevaluatedValues`--config -c --config-basedir --custom-syntax --custom-formatter --ignore-path -i --stdin-filename --globby-options --compute-edit-info`,
    ],
    { refine: writesOperands('--fix') },
  ),
  codespell: looks(
    'codespell(1)',
    [
      flags`-d -c -f -H -h --disable-colors --enable-colors --check-filenames --check-hidden --hard-encoding-detection --summary --stdin-single-line`,
      flags('-w --write-changes', 'flag'),
      values`-L --ignore-words-list -S --skip -q --quiet-level -C --context -A -B --builtin -r --regex --ignore-regex --uri-ignore-words-list --count`,
      values('-I --ignore-words -D --dictionary -x --exclude-file', 'read'),
      unevaluatedValues`--config --toml -i --interactive`,
    ],
    { refine: writesOperands('-w --write-changes') },
  ),
  typos: looks(
    'typos: command line',
    [
      flags`-v -q -h -V --diff --hidden --no-ignore --files --identifiers --words --isolated --force-exclude --no-check-filenames --sort --list-types --type-list`,
      flags('-w --write-changes', 'flag'),
      values`--format --color --exclude -j --threads --locale --type`,
      values('-c --config', 'read'),
      values('--dump-config', 'write'),
    ],
    { refine: writesOperands('-w --write-changes') },
  ),
  cspell: tool(
    'cspell: command line; its configuration may be code',
    'configuration and plugins',
    [
      flags`-q --quiet --silent --verbose --no-progress --no-summary --unique --words-only --gitignore --no-gitignore --dot --cache --no-cache --color --no-color --show-context --show-suggestions --no-issues --fail-fast --debug --relative --no-must-find-files --must-find-files`,
      values`-e --exclude --locale --language-id --max-duplicate-problems --issue-template`,
      unevaluatedValues`-c --config --config-search --root --file-list --reporter --plugin --cache-location --stdin`,
    ],
    {
      subcommands: {
        'lint check': tool('cspell lint', 'configuration', [
          flags`-q --quiet --no-progress --no-summary --words-only --unique --gitignore --dot --show-context`,
          values`-e --exclude --locale`,
        ]),
      },
      operands: 'read-tree',
    },
  ),
  'knip depcheck madge': tool(
    'knip, depcheck, madge: command line; plugins and configuration are code',
    'configuration',
    [
      flags`-h -n -p -s --production --strict --cache --no-progress --no-exit-code --no-config-hints --include-entry-exports --json --skip-missing --ignore-bin-package --oneline --circular --orphans --leaves --summary --no-color --warning --exports --dependencies --files --isolate-workspaces`,
      values`--include --exclude --reporter --max-issues --workspace -W --ignores --ignore-patterns --ignore-dirs --extensions`,
      unevaluatedValues`-c --config --directory -t --tsConfig --ts-config --require-config --webpack-config --preprocessor --parsers --detectors --specials --image --reporter-options --fix`,
    ],
  ),
  sqlfluff: {
    source: 'sqlfluff: command line; jinja and dbt templates are code',
    style: 'exact',
    options: [helpAndVersion],
    subcommands: Object.fromEntries(
      ['lint', 'parse', 'fix', 'format'].map((name) => [
        name,
        tool(
          'sqlfluff lint',
          'templates',
          [
            flags`-v -n -q --verbose --nocolor --quiet --disable-progress-bar --nofail --ignore-local-config --disregard-sqlfluffignores --bench --show-lint-violations --force`,
            values`-d --dialect -t --templater -r --rules -e --exclude-rules -f --format --ignore -p --processes --encoding --annotation-level --warn-unused-ignores`,
            unevaluatedValues`--config --library-path --write-output --persist-timing --stdin-filename`,
          ],
          { refine: name === 'fix' || name === 'format' ? writesUnless('-h') : outsideIsCode },
        ),
      ]),
    ),
  },
}
