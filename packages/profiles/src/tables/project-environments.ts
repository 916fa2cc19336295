import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, helpAndVersion, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, READS_HERE, loadsFirst, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { knownText } from '../model/word.ts'
import { handsOn } from './script-arguments.ts'
import { evaluateTasks } from './tasks-of-workspace.ts'
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
  always: [READS_HERE, CONTACTS_SOME],
})
const resolves = (source: string, names: string): CommandTable => ({
  ...looks(source, names, '-p --python --color'),
  operands: { none: [] },
  // Packages are asked for what they need, which runs their builds.
  always: [workspaceCode('the build of the project'), WRITES_HERE, CONTACTS_SOME],
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
/** A task of the workspace with its arguments; another task may follow. */
const miseTask: CommandTable = {
  source: 'mise run: --cd, --tool and --shell change where and by what it runs; ::: begins another task',
  style: 'exact-posix',
  operandsFirst: true,
  options: [
    helpAndVersion,
    flags`-c --continue-on-error -f --force -n --dry-run -q --quiet -S --silent --raw --timings --no-timings -v --verbose`,
    values`-j --jobs -o --output --timeout`,
    unevaluatedValues`-C --cd -t --tool -s --shell`,
  ],
  ownOperands: true,
  always: [workspaceCode('tasks'), WRITES_HERE],
  refine: (call) => {
    const [task, ...given] = call.operands.filter(({ word }) => knownText(word) !== '--')
    const next = given.find(({ word }) => knownText(word) === ':::')
    if (next !== undefined) {
      return { code: 'NOT_EVALUATED', message: `${call.program}: ::: begins another task`, at: next.at }
    }
    return evaluateTasks(call, task === undefined ? [] : [task]) ?? handsOn(call, given)
  },
}
/** What the lock file, or the manifest, of the workspace names. */
const installs = (source: string, names: string, valued: string): CommandTable => ({
  ...looks(source, names, valued),
  operands: { none: [] },
  always: [workspaceCode('builds of the packages that the workspace names'), WRITES_HERE, CONTACTS_SOME],
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
    { operands: { none: [] }, always: [workspaceCode('the build of the project'), WRITES_HERE, CONTACTS_SOME] },
  )

/** Managers of one version of a language beside another: what they list. What they install or start is not evaluated. */
const versions = (source: string, names: string, more: CommandTable['subcommands'] = {}): CommandTable => ({
  source,
  style: 'exact',
  options: [flags`--help --version -v -h`],
  subcommands: {
    [names]: {
      source,
      options: [flags`-h --bare --skip-aliases --json -J --current --installed --missing --no-header --no-colors`],
      operands: 'nothing',
    },
    ...more,
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
    // .poetry/plugins, .pdm-plugins, hatch_build.py: loaded before the arguments are read.
    evaluate: loadsFirst('plugins that the project brings'),
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
  mise: versions('mise: commands', 'ls list current where which doctor', { 'run r': miseTask }),
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
        { always: [workspaceCode('tests'), WRITES_HERE, CONTACTS_SOME], operands: { none: [] } },
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
        {
          operands: { none: [] },
          always: [workspaceCode('the program and its providers'), WRITES_HERE, CONTACTS_SOME],
        },
      ),
      stack: {
        source: 'pulumi stack',
        options: [flags`--show-ids --show-urns --show-name`],
        operands: { none: [] },
        always: [CONTACTS_SOME],
        subcommands: {
          'ls history output': {
            source: 'pulumi stack ls',
            options: [flags`-j --json -a --all`, values`-s --stack -p --project`],
            operands: 'nothing',
            always: [CONTACTS_SOME],
          },
        },
      },
      'version about whoami': {
        source: 'pulumi',
        operands: 'nothing',
        options: [flags`-j --json -v --verbose`],
        always: [CONTACTS_SOME],
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
