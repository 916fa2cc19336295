import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import {
  contactsSome,
  flags,
  helpAndVersion,
  readsHere,
  values,
  workspaceCode,
  writesHere,
  type CommandTable,
  unevaluatedValues,
} from '../engine/table.ts'
import { knownText } from '../model/word.ts'
import { outsideIsCode, tool } from './tool-of-workspace.ts'

/** `uv run x` starts x; what is behind it is evaluated by itself. A file of code is not. */
function startsRest(call: Invocation): ProfileRefusal | undefined {
  const [first] = call.operands
  const name = first === undefined ? null : knownText(first.word)
  if (first === undefined || name === null) {
    return { code: 'DYNAMIC_ARGUMENT', message: `${call.program}: its command is only known at run time` }
  }
  if (/\.py$|^https?:|^-$/.test(name)) {
    return { code: 'EXECUTES_CODE', message: `${call.program}: runs a file of code`, at: first.at }
  }
  call.runs.push(call.operands.map(({ word }) => word))
  return undefined
}

const looks = (source: string, names: string, valued: string): CommandTable => ({
  source,
  style: 'exact',
  options: [helpAndVersion, flags(`-h -q -v -n --quiet --verbose --no-ansi --no-interaction ${names}`), values(valued)],
  operands: 'nothing',
  always: [readsHere, contactsSome],
})
const resolves = (source: string, names: string): CommandTable => ({
  ...looks(source, names, '-p --python --color'),
  operands: { none: [] },
  // Packages are asked for what they need, which runs their builds.
  always: [workspaceCode('the build of the project'), writesHere, contactsSome],
})
const runs = (source: string, names: string): CommandTable => ({
  source,
  style: 'exact-posix',
  operandsFirst: true,
  options: [flags(`-q -v --quiet --verbose ${names}`.trim()), values`--group --extra --no-group --only-group`],
  ownOperands: true,
  always: [workspaceCode('the project')],
  refine: startsRest,
})
/** What the lock file, or the manifest, of the workspace names. */
const installs = (source: string, names: string, valued: string): CommandTable => ({
  ...looks(source, names, valued),
  operands: { none: [] },
  always: [workspaceCode('builds of the packages that the workspace names'), writesHere, contactsSome],
})
const builds = (source: string): CommandTable =>
  tool(
    source,
    'the build of the project',
    [
      flags`-c --clean -q -v --quiet --verbose --sdist --wheel --no-sdist --no-wheel --all-packages`,
      values`-t --target -f --format --package`,
      values('-o --output -d --dest --out-dir', 'write-tree'),
    ],
    { operands: { none: [] }, always: [workspaceCode('the build of the project'), writesHere, contactsSome] },
  )

/** Managers of one version of a language beside another: what they list. What they install or start is not evaluated. */
const versions = (source: string, names: string): CommandTable => ({
  source,
  style: 'exact',
  options: [flags`--help --version -v -h`],
  subcommands: {
    [names]: {
      source,
      options: [flags`-h --bare --skip-aliases --json -J --current --installed --missing --no-header --no-colors`],
      operands: 'nothing',
    },
  },
})

/** What keeps the packages of a project, and the versions of a language. Installing is asked for. */
export const projectEnvironments: Readonly<Record<string, CommandTable>> = {
  uv: {
    source: 'uv: command reference; pip install, tool and sync fetch code, --with and --index too',
    style: 'exact-posix',
    options: [flags`-V -h -q -v --version --help --quiet --verbose --offline --no-progress`, values`--color`],
    subcommands: {
      sync: installs(
        'uv sync',
        '--frozen --locked --dev --no-dev --only-dev --all-extras --all-groups --no-install-project --no-install-workspace --no-default-groups --inexact --exact --check --dry-run --all-packages --no-editable --offline',
        '--extra --no-extra --group --no-group --only-group --package --color',
      ),
      lock: resolves('uv lock', '--check --locked --frozen --upgrade -U --dry-run'),
      'tree version export': looks(
        'uv tree',
        '--frozen --locked --no-dev --outdated --invert --no-hashes --short --all-groups',
        '--depth --package --format --output-format --group',
      ),
      pip: {
        source: 'uv pip',
        style: 'exact',
        subcommands: {
          'list show freeze check tree': looks(
            'uv pip list',
            '--outdated --strict --exclude-editable --verbose',
            '--format --exclude --depth',
          ),
        },
      },
      python: {
        source: 'uv python',
        style: 'exact',
        subcommands: {
          'list find dir': looks(
            'uv python list',
            '--only-installed --all-versions --only-downloads',
            '--output-format',
          ),
        },
      },
      run: runs(
        'uv run',
        '--frozen --locked --no-sync --no-dev --dev --all-extras --no-project --isolated --all-groups',
      ),
      build: builds('uv build'),
    },
  },
  'poetry pdm hatch pipenv': {
    source: 'poetry, pdm, hatch, pipenv: command line; installing, publishing and plugins are not judged',
    style: 'exact',
    options: [flags`-V -h -q -v -n --version --help --quiet --verbose --no-ansi --no-interaction --no-color`],
    ownOperands: true,
    subcommands: {
      run: runs('poetry run, pdm run, pipenv run', ''),
      'show check version info list outdated graph verify': looks(
        'poetry show',
        '--tree -t --latest -l --outdated -o --top-level -T --all -a --only-explicit --why --lock --strict --json --freeze',
        '--only --without --with --format --fields',
      ),
      'install sync': installs(
        'poetry install, pdm install, pdm sync, pipenv install, pipenv sync',
        '--no-root --sync --all-extras -E --dry-run --compile --no-dev --only-root --no-directory --prod --dev --no-self --no-lock --check --frozen-lockfile --no-editable --all-groups --clean --only-keep --deploy',
        '--with --without --only --extras -G --group',
      ),
      lock: resolves('poetry lock', '--no-update --check --regenerate --refresh --update-reuse'),
      build: builds('poetry build, pdm build, hatch build'),
    },
    refine: (call) => {
      const [first] = call.operands
      return (
        first && {
          code: 'EXECUTES_CODE',
          message: `${call.program}: nothing is known about ${knownText(first.word)}`,
          at: first.at,
        }
      )
    },
  },
  pyenv: versions('pyenv: commands', 'versions version which whence root prefix'),
  rbenv: versions('rbenv: commands', 'versions version which whence root prefix'),
  mise: versions('mise: commands', 'ls list current where which doctor'),
  asdf: versions('asdf: commands', 'list current where which info'),
  volta: versions('volta: commands', 'list ls which'),
  fnm: versions('fnm: commands', 'list ls current'),
  cypress: {
    source: 'cypress: command line; --config-file, --config and --browser name code and programs, open starts a window',
    style: 'exact',
    options: [flags`--help --version -v`],
    subcommands: {
      run: tool(
        'cypress run',
        'tests',
        [
          flags`-q --quiet --headless --headed --component --e2e --no-runner-ui --no-exit`,
          values`-s --spec -t --tag -r --reporter`,
          unevaluatedValues`--config-file -C -c --config -b --browser -e --env -P --project --record -k --key --ci-build-id -p --port -o --reporter-options`,
        ],
        { always: [workspaceCode('tests'), writesHere, contactsSome], operands: { none: [] } },
      ),
      'info verify version': { source: 'cypress info', options: [helpAndVersion] },
    },
  },
  pulumi: {
    source: 'pulumi: command line; up, destroy and refresh change machines, the program is code',
    style: 'exact',
    options: [flags`--help --version -h --non-interactive --logtostderr`, values`--color`],
    subcommands: {
      preview: tool(
        'pulumi preview',
        'the program and its providers',
        [
          flags`-j --json --diff -d --refresh --suppress-outputs --non-interactive --expect-no-changes --show-config --show-sames --show-replacement-steps`,
          values`-s --stack -p --parallel -t --target`,
          unevaluatedValues`-c --config --config-file --policy-pack --policy-pack-config --save-plan --plan --client --exec-agent --import-file`,
        ],
        { operands: { none: [] }, always: [workspaceCode('the program and its providers'), writesHere, contactsSome] },
      ),
      stack: {
        source: 'pulumi stack',
        options: [flags`--show-ids --show-urns --show-name`],
        operands: { none: [] },
        always: [contactsSome],
        subcommands: {
          'ls history output': {
            source: 'pulumi stack ls',
            options: [flags`-j --json -a --all`, values`-s --stack -p --project`],
            operands: 'nothing',
            always: [contactsSome],
          },
        },
      },
      'version about whoami': {
        source: 'pulumi',
        operands: 'nothing',
        options: [flags`-j --json -v --verbose`],
        always: [contactsSome],
      },
    },
  },
  bandit: tool(
    'bandit: command line; plugins are code',
    'plugins',
    [
      flags`-r -q -v -l -ll -lll -i -ii -iii -n -d --recursive --quiet --silent --verbose --exit-zero --ignore-nosec --debug`,
      values`-a --aggregate -n --number -f --format -t --tests -s --skip -x --exclude --severity-level --confidence-level -p --profile --msg-template`,
      values('-o --output', 'write'),
      values('-c --configfile -b --baseline --ini', 'read'),
    ],
    { refine: outsideIsCode },
  ),
}
