import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, helpAndVersion, optionals, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import { command, type CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, READS_HERE, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { knownText, wordTarget } from '../model/word.ts'
import { handsOn } from './script-arguments.ts'
import { outsideIsCode, tool, writesOperands, writesUnless } from './tool-of-workspace.ts'

/** A file of settings, or `key = value`: such a one could say where it writes. */
function readsSettings(call: Invocation): ProfileRefusal | undefined {
  const given = call.value('--config')
  if (given === undefined) return undefined
  const text = wordTarget(given)
  if (text?.includes('=')) return { code: 'NOT_EVALUATED', message: 'ruff: a setting on the command line' }
  call.effects.push({ kind: 'file-read', target: text })
  return undefined
}

/** `-p no:name` leaves a plugin out, all else loads one. */
function leavesPluginsOut(call: Invocation): ProfileRefusal | undefined {
  const loads = call.options.find(({ name, values: [value] }) => {
    return name === '-p' && !/^no:[\w.-]+$/.test(wordTarget(value ?? null) ?? '')
  })
  if (loads) return { code: 'NOT_EVALUATED', message: 'pytest: a plugin that is loaded', at: loads.at }
  return outsideIsCode(call)
}

const pytestOptions: readonly OptionRow[] = [
  flags`-v -vv -q -qq -x -s -l -h -V --verbose --quiet --exitfirst --lf --last-failed --ff --failed-first --nf --new-first --sw --stepwise --stepwise-skip --collect-only --co --no-header --no-summary --disable-warnings --showlocals --strict-markers --strict-config --strict --markers --fixtures --cache-clear --no-cov --forked --full-trace --setup-show --setup-only --runxfail --doctest-modules --exitfirst --noconftest --keep-duplicates --benchmark-skip --benchmark-only`,
  values`-k -m --maxfail --tb --durations --durations-min --color --capture -n --numprocesses --dist --timeout --timeout-method -r --verbosity --deselect --ignore --ignore-glob --lfnf --count --reruns --reruns-delay -W --pythonwarnings --import-mode --asyncio-mode --maxprocesses --log-level --log-cli-level --cov-fail-under --last-failed-no-failures`,
  optionals`--cov --cov-branch --cache-show --cov-append`,
  { names: '--cov-report', takes: 1, does: 'nothing' },
  flags('--pdb --trace', 'unevaluated'),
  unevaluatedValues`-c --config-file --rootdir --confcutdir -o --override-ini --basetemp --pyargs --debug --pastebin --cov-config --resultlog --result-log`,
  values('--junitxml --junit-xml --log-file', 'write'),
  values('-p', 'flag'),
]
const pytest = tool('pytest(1), pytest documentation: reference', 'tests and conftest.py', pytestOptions, {
  refine: leavesPluginsOut,
})

/** Test runner, linters, formatters and type checkers of python. */
export const pythonTools: Readonly<Record<string, CommandTable>> = {
  'pre-commit': {
    source: 'pre-commit.com, command line: hooks are code that the configuration of the workspace names',
    style: 'exact',
    options: [flags`--help --version -h -V`],
    subcommands: {
      run: {
        source: 'pre-commit run',
        options: [
          flags`-h -a -v --all-files --verbose --show-diff-on-failure --fail-fast`,
          values`--color --hook-stage -s --from-ref --source -o --to-ref --origin`,
          { names: '--files', takes: 1, does: 'read-tree' },
          unevaluatedValues`-c --config`,
        ],
        // The name of a hook, and behind --files any number of files.
        operands: { rest: 'read-tree' },
        always: [workspaceCode('hooks'), WRITES_HERE, CONTACTS_SOME],
      },
    },
  },
  'pytest py.test': pytest,
  ruff: {
    source: 'ruff: command line; it runs no code of the workspace',
    style: 'exact',
    options: [flags`--help --version -h -V -q -v --quiet --verbose -s --silent --isolated`],
    operands: { none: [] },
    subcommands: {
      check: {
        source: 'ruff check',
        options: [
          helpAndVersion,
          flags('--fix --unsafe-fixes --fix-only --add-noqa', 'flag'),
          flags`-q -v --quiet --verbose --show-fixes --diff --no-cache -n --statistics --exit-zero --preview --watch -w --no-fix --show-files --respect-gitignore --force-exclude`,
          values`--select --ignore --extend-select --extend-ignore --output-format --target-version --line-length --exclude --extend-exclude --per-file-ignores --fixable --unfixable`,
          values('-o --output-file --cache-dir', 'write-tree'),
          values('--config', 'flag'),
        ],
        operands: { rest: 'read-tree', none: [READS_HERE] },
        always: [{ kind: 'file-write', target: '.ruff_cache', recursive: true }],
        refine: (call) =>
          readsSettings(call) ??
          (call.has('--fix --unsafe-fixes --fix-only --add-noqa')
            ? writesOperands('--fix --unsafe-fixes --fix-only --add-noqa')(call)
            : undefined),
      },
      format: {
        source: 'ruff format',
        options: [
          helpAndVersion,
          flags('--check --diff', 'flag'),
          flags`-q -v --quiet --verbose --no-cache --preview`,
          values`--line-length --target-version --exclude --quote-style`,
          values('--config', 'read'),
        ],
        operands: { rest: 'read-tree', none: [READS_HERE] },
        always: [{ kind: 'file-write', target: '.ruff_cache', recursive: true }],
        refine: writesUnless('--check --diff'),
      },
      'rule linter version config': command('ruff', 'nothing', [flags`--all`, values`--output-format`]),
      clean: { source: 'ruff clean', always: [{ kind: 'file-delete', target: '.ruff_cache', recursive: true }] },
    },
  },
  'black isort': tool(
    'black, isort: command line',
    'none',
    [
      flags('--check --check-only --diff -c', 'flag'),
      flags`-q -v --quiet --verbose --safe --fast --skip-string-normalization -S --preview --color`,
      values`-l --line-length -t --target-version --include --exclude --extend-exclude --force-exclude -W --workers --line-ending --profile`,
      unevaluatedValues`--config --settings-path --settings-file --src`,
    ],
    { always: [READS_HERE], refine: writesUnless('--check --check-only --diff') },
  ),
  coverage: {
    source: 'coverage(1): plugins of the configuration are code',
    style: 'exact-posix',
    options: [flags`--help --version -h`],
    operands: { none: [] },

    subcommands: {
      run: {
        source: 'coverage-run',
        options: [
          flags`-a --append -p --parallel-mode --branch -L --pylib --timid -q`,
          flags('-m --module', 'flag'),
          values`--source --omit --include --context`,
          unevaluatedValues`--rcfile --data-file`,
        ],
        ownOperands: true,
        refine: (call) => {
          const [first, ...rest] = call.operands
          const name = first === undefined ? null : knownText(first.word)
          if (!call.has('-m --module') || !/^(?:pytest|unittest)$/.test(name ?? '')) {
            return { code: 'EXECUTES_CODE', message: 'coverage: runs a file of code or a module', at: first?.at ?? 1 }
          }
          call.effects.push(workspaceCode('tests'), { kind: 'file-write', target: '.coverage' })
          if (name === 'pytest') call.runs.push(['pytest', ...rest.map(({ word }) => word)])
          return name === 'pytest' ? undefined : handsOn(call, rest)
        },
      },
      'report html xml json lcov combine erase annotate': {
        source: 'coverage-report, coverage-html',
        style: 'exact',
        options: [
          flags`--help --version -m --show-missing -i --ignore-errors --skip-covered --skip-empty -q --keep --pretty-print --precision`,
          values`--include --omit --fail-under --format --sort --contexts --title`,
          values('-d --directory -o', 'write-tree'),
          unevaluatedValues`--rcfile --data-file`,
        ],
        operands: 'read-tree',
        always: [workspaceCode('plugins of the configuration'), { kind: 'file-write', target: '.', recursive: true }],
      },
    },
  },
  'mypy pyright basedpyright flake8 pylint': tool(
    'mypy, pyright, flake8, pylint: plugins from the configuration are code',
    'plugins of the configuration',
    [
      flags`-h -V -v -q --strict --ignore-missing-imports --no-error-summary --pretty --show-error-codes --show-column-numbers --no-incremental --check-untyped-defs --warn-unused-ignores --no-color-output --namespace-packages --explicit-package-bases --warnings --stats --verbose --outputjson --errors-only -E --show-source --statistics --count --disallow-untyped-defs --warn-unreachable`,
      values`-p -m --package --module --exclude --python-version --platform --follow-imports --disable-error-code --enable-error-code --max-line-length --select --ignore --extend-ignore --disable --enable -j --jobs --output-format --level --pythonversion --max-complexity --fail-under`,
      unevaluatedValues`--config-file --config --rcfile --python-executable --custom-typeshed-dir --shadow-file --cache-dir --load-plugins --init-hook --pythonpath --project --plugins --append-config --output-file --junit-xml -c`,
      flags('--install-types', 'unevaluated'),
    ],
  ),
}
