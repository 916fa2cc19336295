import { flags, optionals, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, loadsFirst, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { handsOn } from './script-arguments.ts'
import { evaluateTasks, taskDriver } from './tasks-of-workspace.ts'
import { tool } from './tool-of-workspace.ts'

const nxOptions = [
  flags`--all --verbose --skip-nx-cache --skipNxCache --parallel --no-parallel --exclude-task-dependencies --json --affected --with-target --dry-run --nxBail --nxIgnoreCycles --prod --no-bail --stream --no-sort --no-prefix --long -l -a --toposort --include-dependencies --include-dependents`,
  values`-t --target --targets -p --projects --exclude -c --configuration --base --head --output-style --outputStyle --type --sep --scope --ignore --since --concurrency --maxParallel`,
  unevaluatedValues`--runner --files --tuiAutoExit --load-env-files --batch`,
]
const nxTasks = (source: string) => taskDriver({ source, options: nxOptions })

/** What runs tasks by the names that files of the workspace give them. */
export const taskRunners: Readonly<Record<string, CommandTable>> = {
  just: taskDriver({
    source: 'just(1): --shell, --command and settings on the line run what they name',
    options: [
      flags`-l -n -q -v -u -h -V --list --dry-run --quiet --verbose --unsorted --summary --dump --evaluate --variables --groups --check --fmt --highlight --no-highlight --no-deps --one --yes --timestamp --explain --changelog`,
      values`-s --show --color --dump-format --list-heading --list-prefix --usage`,
      unevaluatedValues`-f --justfile -d --working-directory -c --command --shell --shell-arg --set --dotenv-path -E --dotenv-filename --chooser --choose --cygpath --tempdir -g --global-justfile -e --edit --init`,
    ],
  }),
  'task go-task': taskDriver({
    source: 'task: command line reference',
    options: [
      flags`-l -a -s -v -n -f -p -x -y -C -h -j --list --list-all --silent --verbose --dry --force --parallel --exit-code --yes --status --summary --json --no-status --color --version --sort`,
      values`-o --output -c --concurrency -I --interval`,
      unevaluatedValues`-d --dir -t --taskfile -e --entrypoint -g --global -w --watch --init -i --offline --download --insecure --trusted-hosts --cacert --cert`,
    ],
  }),
  rake: taskDriver({
    source: 'rake(1): -e, -p and -r run what they are given',
    options: [
      flags`-T -P -A -W -n -q -s -t -v -m -h -V --tasks --prereqs --all --where --dry-run --quiet --silent --trace --verbose --multitask --version --rules --no-search -N -G --no-system`,
      values`-j --jobs --job-stats -D --describe --suppress-backtrace`,
      unevaluatedValues`-e --execute -E --execute-continue -p --execute-print -r --require -f --rakefile -I --libdir -R --rakelibdir -C --directory -g --system -l --load-system`,
    ],
  }),
  tox: taskDriver({
    source: 'tox(1): -x, -c and --workdir change what is run, words behind -- are handed on',
    verbs: 'run r run-parallel p list l devenv config c depends quickstart',
    options: [
      flags`-v -q -h -r -l -a -p -o --notest --recreate --no-recreate-pkg --listenvs --listenvs-all --parallel --skip-pkg-install --result-only --showconfig --no-provision --colored --stderr-color --version --fail-fast`,
      values`-e -f -m --skip-env --parallel-live --skip-missing-interpreters`,
      unevaluatedValues`-c --conf -x --override --workdir --root --runner --installpkg --develop --discover --exit-and-dump-after --result-json --hashseed --force-dep --sitepackages --alwayscopy`,
    ],
    always: [workspaceCode('tests'), WRITES_HERE, CONTACTS_SOME],
    more: {
      refine: (call) => {
        const own = call.operands.filter(({ at }) => call.endOfOptions < 0 || at < call.endOfOptions)
        return (
          evaluateTasks(call, own) ??
          handsOn(
            call,
            call.operands.filter((operand) => !own.includes(operand)),
          )
        )
      },
    },
  }),
  nox: tool(
    'nox: command line; -f is another file of code',
    'noxfile.py',
    [
      flags`-l -v -r -R -x -h --list --list-sessions --verbose --reuse-existing-virtualenvs --stop-on-first-error --no-venv --error-on-missing-interpreters --no-install --non-interactive --forcecolor --nocolor --version`,
      values`-s --session --sessions -e -p --python --pythons -k --keywords -t --tags --default-venv-backend`,
      unevaluatedValues`-f --noxfile --envdir --report --force-python --extra-pythons --extra-python -P -fb -db --download-python`,
    ],
    {
      always: [workspaceCode('noxfile.py'), WRITES_HERE, CONTACTS_SOME],
      refine: (call) => handsOn(call, call.operands),
    },
  ),
  mix: taskDriver({
    source: 'mix: Mix.Tasks; `mix run` and `mix eval` take code, `do` takes further tasks',
    verbs:
      'test compile format deps.get deps deps.compile deps.tree deps.unlock deps.update clean help credo dialyzer xref coveralls ecto.migrate ecto.create ecto.drop ecto.rollback ecto.migrations ecto.setup ecto.reset phx.routes docs hex.outdated hex.audit gettext.extract test.watch app.tree loadpaths',
    options: [
      flags`--trace --stale --failed --cover --warnings-as-errors --force --all --check-formatted --dry-run --strict --no-compile --no-deps-check --no-start --slowest --raise --only-changed --all-warnings --check-unused --unused --unlock --mix-debug --quiet --verbose --listen-on-stdin`,
      values`--only --exclude --include --seed --max-failures --max-cases --partitions --timeout --format --label --step -n -r --repo`,
      unevaluatedValues`-S --import-config --formatter --require -e --eval -r --dot-formatter --plugin`,
    ],
    always: [workspaceCode('mix.exs, tests and tasks'), WRITES_HERE, CONTACTS_SOME],
    more: {},
  }),
  nx: {
    source: 'nx: commands; a first word that is no command is a target of the workspace',
    style: 'exact',
    evaluate: loadsFirst('the nx that the workspace has installed'),
    options: [flags`--version --help --verbose`],
    subcommands: {
      'run-many run affected test build lint typecheck e2e affected:test affected:build affected:lint format:check sync:check':
        nxTasks('nx run-many, nx affected'),
      'show list report print-affected': { ...nxTasks('nx show'), always: [workspaceCode('plugins')] },
    },
  },
  lerna: {
    source: 'lerna: commands; exec runs what it is given, publish and version push',
    style: 'exact',
    evaluate: loadsFirst('the lerna that the workspace has installed'),
    options: [flags`--version --help`],
    subcommands: { 'run ls list la ll changed diff': nxTasks('lerna run, lerna list') },
  },
  mage: taskDriver({
    source: 'mage: command line; -d, -w, -compile, -gocmd and -ldflags change what is built',
    options: [
      flags`-l -f -v -h -debug -keep -clean -version`,
      values`-t`,
      optionals`-multiline`,
      unevaluatedValues`-d -w -compile -gocmd -ldflags -goarch -goos -init`,
    ],
    more: { style: 'go' },
  }),
}
