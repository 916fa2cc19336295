import { flags, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, READS_HERE, workspaceCode } from '../engine/usual-effects.ts'
import { wordTarget } from '../model/word.ts'
import { looks } from './looks-at-files.ts'
import { tool } from './tool-of-workspace.ts'

/** What measures, checks or rewrites files of one kind, each with a few options of its own. */
export const formattersAndMetrics: Readonly<Record<string, CommandTable>> = {
  opa: {
    source: 'opa: command line; run listens or fetches, build and sign make bundles, eval can reach hosts',
    style: 'exact',
    options: [flags`--help --version -h`],
    subcommands: {
      fmt: {
        source: 'opa fmt',
        options: [
          flags`--help --version -d --diff -l --list --fail --check-result --rego-v1 --v0-v1`,
          flags('-w --write', 'flag'),
        ],
        operands: 'read-tree',
        refine: (call) => {
          if (!call.has('-w --write')) return
          for (const { word } of call.operands) {
            call.effects.push({ kind: 'file-write', target: wordTarget(word), recursive: true })
          }
        },
      },
      'check inspect parse deps': looks('opa check', [
        flags`-S --strict -b --bundle --v0-compatible --rego-v1`,
        values`-f --format -m --max-errors --ignore`,
        values('-s --schema', 'read'),
      ]),
      test: {
        source: 'opa test: policies can ask hosts',
        options: [
          flags`--help --version -v --verbose -c --coverage -b --bundle -z --exit-zero-on-skipped --bench --count --benchmem -w --watch`,
          values`-r --run -t --timeout --threshold --format -m --max-errors --ignore -p --parallel`,
          values('-s --schema', 'read'),
        ],
        operands: 'read-tree',
        always: [workspaceCode('policies')],
      },
      version: { source: 'opa version', operands: { none: [] } },
    },
  },
  svgo: {
    source: 'svgo: command line; --config is code',
    style: 'exact',
    options: [
      flags`--help --version -h -v -q --quiet --pretty --multipass --no-color -r --recursive --final-newline --show-plugins`,
      values`-p --precision --indent --eol --datauri --exclude`,
      values('-f --folder -i --input', 'change-tree'),
      values('-o --output', 'write-tree'),
      unevaluatedValues`--config -s --string`,
    ],
    operands: 'change',
    // A file of that name in the folder is code.
    always: [workspaceCode('svgo.config.js')],
  },
  'groff troff nroff grotty': {
    source:
      'groff(1): -U lets the document run programs, -e, -p, -t and kin start preprocessors, -M and -m read macros',
    style: 'exact',
    options: [
      flags`--help --version -a -b -c -C -E -i -k -N -q -S -v -V -z`,
      flags('-e -g -G -j -p -R -s -t', 'helper', 'a preprocessor'),
      values`-d -f -n -o -r -T -w -W -K`,
      values('-m', 'flag'),
      unevaluatedValues`-M -I -F -D -L -P`,
      flags('-U -l -X -x', 'unevaluated'),
    ],
    operands: 'read',
    // A macro package by its name; a path would be a file of macros, which are code.
    refine: (call) => {
      const own = call.options.find(({ name, values: [value] }) => {
        return name === '-m' && !/^[a-z]+$/.test(wordTarget(value ?? null) ?? '')
      })
      return own && { code: 'NOT_EVALUATED', message: `${call.program}: macros of its own`, at: own.at }
    },
  },
  radon: {
    source: 'radon: command line',
    style: 'exact',
    options: [flags`--help --version -h -v`],
    subcommands: {
      'cc mi raw hal': looks('radon cc', [
        flags`-a --average -s --show-complexity --show --show-closures --total-average -x -j --json --xml --codeclimate --md --no-assert -m --multi -f --functions --summary --include-ipynb --ipynb-cells`,
        values`-n --min -e --exclude -i --ignore -o --order`,
        values('-O --output-file', 'write'),
      ]),
    },
  },
  pyupgrade: {
    source: 'pyupgrade: command line; it rewrites what it is given',
    style: 'exact',
    options: [
      flags`--help --version -h --py3-plus --py36-plus --py37-plus --py38-plus --py39-plus --py310-plus --py311-plus --py312-plus --py313-plus --py314-plus --keep-percent-format --keep-mock --keep-runtime-typing --exit-zero-even-if-changed`,
    ],
    operands: 'change',
  },
  commitlint: tool(
    'commitlint: command line; configuration, parsers and formatters are code',
    'configuration and its plugins',
    [
      flags`-h -v --verbose -q --quiet -c --color --no-color -s --strict -l --last -V --print-config`,
      values`-f --from -t --to --from-last-tag --git-log-args -H --help-url`,
      // Without a value, the message that is being written.
      { names: '-e --edit', takes: 'optional', does: 'read' },
      unevaluatedValues`-g --config -x --extends -o --format -p --parser-preset -E --env -d --cwd`,
    ],
    { operands: { rest: 'read', none: [READS_HERE] } },
  ),
  checkstyle: {
    source: 'checkstyle: command line; a configuration names checks by their classes',
    style: 'exact',
    options: [
      flags`--help --version -h -V -d -E --debug --executeIgnoredModules -T --tree -J --javadocTree`,
      values`-f -e --exclude -x --exclude-regexp -w --tabWidth`,
      values('-c -p', 'read'),
      values('-o --output', 'write'),
      unevaluatedValues`-s --suppressionLineColumnNumber -b --branch-matching-xpath -g`,
    ],
    operands: 'read-tree',
    refine: (call) => {
      const configuration = call.value('-c')
      if (configuration !== undefined && /^[a-z][\w+.-]*:/i.test(wordTarget(configuration) ?? ''))
        call.effects.push(CONTACTS_SOME)
    },
  },
}
