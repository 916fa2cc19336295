import { flags, helpAndVersion, unevaluatedValues, values } from '../engine/option-row.ts'
import { type CommandTable, leftToPerson } from '../engine/table.ts'
import { CONTACTS_SOME, READS_HERE, loadsFirst, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { wordTarget } from '../model/word.ts'
import { looks } from './looks-at-files.ts'
import { settings } from './tasks-of-workspace.ts'
import { outsideIsCode, tool, writesOperands, writesUnless } from './tool-of-workspace.ts'

const semgrepScan: CommandTable = {
  source: 'semgrep scan: rules by the name of a pack are fetched; in files they are data',
  style: 'exact',
  options: [
    flags`--help --version --quiet -q --verbose -v --error --strict --json --sarif --text --junit-xml --metrics-off --no-git-ignore --oss-only --disable-version-check --time --dryrun`,
    values`--severity --exclude --include -l --lang -j --jobs --timeout --max-target-bytes --max-memory --metrics`,
    values`-e --pattern`,
    values('-o --output', 'write'),
    values('-c -f --config', 'flag'),
  ],
  operands: { rest: 'read-tree', none: [READS_HERE] },
  always: [CONTACTS_SOME],
  refine: (call) => {
    for (const {
      name,
      values: [value],
      at,
    } of call.options) {
      if (!/^(?:-c|-f|--config)$/.test(name)) continue
      const text = wordTarget(value ?? null)
      if (text !== null && /^(?:auto|[pr]\/[\w.-]+)$/.test(text)) continue
      if (text === null || /^[a-z][\w+.-]*:/i.test(text))
        return { code: 'NOT_EVALUATED', message: 'semgrep: rules from an address', at }
      call.effects.push({ kind: 'file-read', target: text, recursive: true })
    }
  },
}

/** What looks through a whole tree for secrets, mistakes and patterns. */
export const scanners: Readonly<Record<string, CommandTable>> = {
  gitleaks: {
    source: 'gitleaks: command line',
    style: 'exact',
    options: [flags`--help --version -v --verbose --no-banner --no-color`],
    subcommands: {
      'detect protect git dir directory': looks(
        'gitleaks detect',
        [
          flags`-v -h --verbose --no-banner --no-color --no-git --redact --staged --follow-symlinks --ignore-gitleaks-allow --pre-commit`,
          values`-l --log-level --exit-code -f --report-format --max-target-megabytes --max-decode-depth --timeout`,
          values('-s --source', 'read-tree'),
          values('-r --report-path', 'write'),
          values('-c --config -b --baseline-path -i --gitleaks-ignore-path', 'read'),
          unevaluatedValues`--log-opts --report-template --diagnostics --diagnostics-dir`,
        ],
        { always: [READS_HERE] },
      ),
      'version help': { source: 'gitleaks', operands: 'nothing' },
    },
  },
  tflint: tool('tflint: command line; plugins are programs', 'plugins', [
    flags`-h -v --recursive --force --no-color --color --no-parallel-runners`,
    values`-f --format --enable-rule --disable-rule --only --minimum-failure-severity --filter --call-module-type`,
    unevaluatedValues`-c --config --chdir --var --var-file --ignore-module --init --langserver --fix`,
  ]),
  checkov: looks(
    'checkov: command line; external checks are code, bridges and repositories are contacted',
    [
      flags`--compact --quiet --no-guide --soft-fail -s --list -l --version -v`,
      values`--framework -c --check --skip-check --skip-framework -o --output --skip-path --summary-position`,
      values('-d --directory -f --file', 'read-tree'),
      unevaluatedValues`--external-checks-dir --external-checks-git --config-file --repo-id --bc-api-key --var-file --output-file-path --download-external-modules --docker-image --dockerfile-path --baseline --ca-certificate`,
    ],
    { evaluate: loadsFirst('external-checks-dir of .checkov.yaml') },
  ),
  semgrep: {
    ...semgrepScan,
    source: 'semgrep: command line; rules by name, and metrics, are fetched and sent',
    subcommands: {
      'show version': { source: 'semgrep', style: 'exact', operands: 'nothing' },
      'scan ci': semgrepScan,
      'login logout publish install-semgrep-pro test validate lsp mcp': leftToPerson(
        'semgrep',
        'signs in, sends, listens or fetches a program',
      ),
    },
  },
  'ast-grep': {
    source: 'ast-grep: command line; -i asks on the terminal, rules are data',
    style: 'exact',
    // ast-grep.github.io/advanced/custom-language
    evaluate: loadsFirst('parsers that sgconfig.yml loads'),
    options: [flags`--help --version -h -V`],
    subcommands: {
      'run scan': looks(
        'ast-grep run',
        [
          flags`-h --stdin --include-metadata`,
          flags('-U --update-all', 'flag'),
          values`-p --pattern -l --lang -r --rewrite --selector --strictness --globs -j --threads --heading --color -A --after -B --before -C --context --no-ignore --filter --format --report-style --error --warning --off`,
          { names: '--json --debug-query', takes: 'optional', does: 'nothing' },
          values('--rule', 'read'),
          unevaluatedValues`-c --config --inline-rules -i --interactive`,
        ],
        { refine: writesOperands('-U --update-all') },
      ),
    },
  },
  trivy: {
    source: 'trivy: command line; its databases are fetched',
    style: 'exact',
    options: [flags`--help --version -h -v -q -d`],
    subcommands: {
      'fs filesystem config repo': looks(
        'trivy fs',
        [
          flags`-h -q -d --quiet --debug --ignore-unfixed --no-progress --list-all-pkgs --offline-scan --skip-db-update --skip-java-db-update --skip-check-update --dependency-tree --include-non-failures`,
          values`-s --severity --scanners --format -f --exit-code --timeout --pkg-types --skip-dirs --skip-files --parallel --misconfig-scanners`,
          values('-o --output', 'write'),
          unevaluatedValues`-c --config -t --template --server --secret-config --config-check --config-data --config-policy --ignore-policy --module-dir --enable-modules --cache-dir --db-repository --ignorefile --token --output-plugin-arg --registry-token --username --password`,
        ],
        { always: [CONTACTS_SOME], refine: outsideIsCode },
      ),
    },
  },
  'phpcs phpcbf': tool(
    'phpcs: -d sets PHP, --standard, --bootstrap and --report may be code',
    'standards',
    [
      flags`-h -i -l -n -w -p -q -s -v -vv -vvv -e --colors --no-colors --cache --no-cache --ignore-annotations`,
      values`--report --severity --warning-severity --error-severity --extensions --sniffs --exclude --parallel --ignore --encoding --tab-width --report-width`,
      // The name of one that is installed; a path is code.
      values('--standard', 'flag'),
      values('--report-file', 'write'),
      unevaluatedValues`-d --bootstrap --basepath --file-list --filter --generator --stdin-path --runtime-set --config-set --config-delete --report-full --report-summary`,
    ],
    {
      always: [workspaceCode('standards')],
      refine: (call) =>
        settings(call, '--standard', /^[A-Za-z][\w,]*$/) ??
        (call.program === 'phpcbf' ? writesUnless('-h')(call) : outsideIsCode(call)),
    },
  ),
  'phpstan psalm': tool(
    'phpstan, psalm: command line; configuration and autoloaders are code',
    'configuration and bootstrap files',
    [
      flags`-h -q -v -n -V --no-progress --debug --ansi --no-ansi --no-interaction --quiet --no-cache --show-info --stats --xdebug`,
      values`-l --level --memory-limit --error-format --threads --output-format`,
      unevaluatedValues`-c --configuration -a --autoload-file --tmp-file --instead-of -b --generate-baseline --fix --allow-empty-baseline --config --root --plugin --alter --set-baseline`,
    ],
    {
      always: [workspaceCode('configuration and bootstrap files'), WRITES_HERE],
      subcommands: {
        'analyse analyze': tool('phpstan analyse', 'bootstrap files', [
          flags`-q -v -n --no-progress --debug --ansi --no-ansi`,
          values`-l --level --memory-limit --error-format`,
          values('-c --configuration', 'read'),
        ]),
      },
    },
  ),
  buf: {
    source: 'buf: command line; generate runs plugins',
    style: 'exact',
    // buf.build/docs/configuration/v2/buf-yaml: plugins, deps
    evaluate: loadsFirst('plugins of buf.yaml'),
    options: [helpAndVersion],
    subcommands: {
      'lint format': looks(
        'buf lint',
        [
          flags`-d -h --diff --exit-code --debug`,
          flags('-w --write', 'flag'),
          values`--error-format --path --exclude-path --log-format --timeout`,
          values('-o --output', 'write-tree'),
          unevaluatedValues`--config --against --against-config`,
        ],
        { refine: (call) => writesOperands('-w --write')(call) },
      ),
    },
  },
}
