import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, loadsFirst, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { knownText } from '../model/word.ts'
import { outsideIsCode, tool, writesOperands } from './tool-of-workspace.ts'

const bundled = [workspaceCode('Gemfile'), WRITES_HERE, CONTACTS_SOME]

/** `bundle exec x` starts x; what is behind it is evaluated by itself. */
function startsRest(call: Invocation): ProfileRefusal | undefined {
  const [first] = call.operands
  if (first === undefined) return { code: 'UNKNOWN_OPERAND', message: `${call.program}: no command` }
  if (knownText(first.word) === null)
    return { code: 'DYNAMIC_ARGUMENT', message: `${call.program}: its command is only known at run time`, at: first.at }
  call.runs.push(call.operands.map(({ word }) => word))
  return undefined
}

const bundleInstall: CommandTable = {
  source: 'bundle-install(1): gems run code when they are installed',
  style: 'exact',
  options: [
    flags`--local --quiet --frozen --deployment --no-cache --redownload --prefer-local --no-prune --all --conservative --patch --minor --major --strict --bundler --print --update --all-platforms --skip-install --optimistic`,
    values`-j --jobs --retry -g --group --without --with -v --version`,
  ],
  operands: 'nothing',
  always: [...bundled, { kind: 'execute', target: null, origin: 'download', note: 'gems build their extensions' }],
}

const composerInstall: CommandTable = {
  source: 'composer install: scripts of the project and plugins of packages run',
  style: 'exact',
  options: [
    flags`--no-dev --dev --dry-run --no-scripts --no-plugins --no-progress --no-interaction -n -q -v -o -a -W -w --optimize --optimize-autoloader --classmap-authoritative --prefer-dist --prefer-source --prefer-stable --prefer-lowest --no-update --no-install --no-autoloader --with-dependencies --with-all-dependencies --ignore-platform-reqs --lock --no-suggest --apcu-autoloader --no-audit --minimal-changes`,
  ],
  operands: 'nothing',
  always: [
    workspaceCode('scripts and plugins'),
    WRITES_HERE,
    CONTACTS_SOME,
    { kind: 'execute', target: null, origin: 'download', note: 'plugins of packages' },
  ],
}

/** Test runners, checkers and package managers of Ruby and PHP. */
export const rubyAndPhp: Readonly<Record<string, CommandTable>> = {
  rspec: tool(
    'rspec: command line; -r, -I, -O and formatters by their class are code',
    'specs and .rspec',
    [
      flags`-b -w -v -p -h --backtrace --no-backtrace --color --colour --no-color --force-color --profile --no-profile --dry-run --warnings --fail-fast --no-fail-fast --only-failures --next-failure -n`,
      values`-e --example -E --example-matches -t --tag --seed --order -P --pattern --exclude-pattern --failure-exit-code --error-exit-code`,
      values`-f --format`,
      optionals`--fail-fast --profile`,
      values('-o --out', 'write'),
      unevaluatedValues`-r --require -I -O --options --default-path --deprecation-out --drb --bisect`,
    ],
    { always: [workspaceCode('specs and .rspec'), WRITES_HERE], refine: ownFormatter },
  ),
  rubocop: tool(
    'rubocop: command line; -r, --plugin, -c and formatters by their class are code',
    'configuration and extensions',
    [
      flags`-D -S -P -F -d -v -V -E -L -h --display-cop-names --display-style-guide --parallel --no-parallel --fail-fast --debug --version --list-target-files --lint -l --safe --only-recognized-file-types --force-default-config --ignore-parent-exclusion --color --no-color --display-only-fail-level-offenses --display-only-correctable --disable-pending-cops --enable-pending-cops --extra-details --force-exclusion --no-server`,
      flags('-a -A -x --autocorrect --autocorrect-all --fix-layout', 'flag'),
      values`--only --except --fail-level --format -f --cache`,
      values('-o --out', 'write'),
      unevaluatedValues`-r --require -c --config --plugin --auto-gen-config --regenerate-todo --cache-root --stdin -s --init --server --start-server --lsp`,
    ],
    {
      refine: (call) =>
        ownFormatter(call) ?? writesOperands('-a -A -x --autocorrect --autocorrect-all --fix-layout')(call),
    },
  ),
  'phpunit pest': tool(
    'phpunit: command line; -d sets PHP, --bootstrap, --configuration and extensions are code',
    'tests and phpunit.xml',
    [
      flags`-h --version --testdox --debug --verbose -v --stop-on-failure --stop-on-error --stop-on-defect --stop-on-risky --fail-on-warning --fail-on-risky --no-coverage --no-progress --no-output --no-results --no-logging --list-tests --list-suites --list-groups --coverage-text --strict-coverage --process-isolation --globals-backup --disallow-test-output --enforce-time-limit --reverse-list --display-warnings --display-deprecations --display-notices --display-errors --display-skipped --display-incomplete --ci --parallel --bail --dirty --retry --compact --do-not-cache-result --cache-result --teamcity --no-extensions`,
      values`--filter --exclude-filter --testsuite --exclude-testsuite --group --exclude-group --colors --columns --order-by --random-order-seed --test-suffix --default-time-limit --min --processes -p --covers --uses`,
      values(
        '--log-junit --log-teamcity --testdox-html --testdox-text --coverage-clover --coverage-cobertura --coverage-xml --coverage-crap4j',
        'write-tree',
      ),
      values('--coverage-html --cache-directory', 'write-tree'),
      unevaluatedValues`-d -c --configuration --no-configuration --bootstrap --include-path --extension --generate-configuration --migrate-configuration --coverage-php --printer --path-coverage --coverage-filter --atleast-version --check-version`,
    ],
    { always: [workspaceCode('tests and phpunit.xml'), WRITES_HERE] },
  ),
  bundle: {
    source: 'bundle(1): exec starts what it is given, config and plugin change what later runs',
    style: 'exact-posix',
    options: [flags`--version -v --help -h --verbose -V --no-color`],
    operands: { none: [] },
    // Bare, it installs; and it starts the release that Gemfile.lock names.
    evaluate: loadsFirst('Gemfile, and the release of Bundler that its lock file names'),
    subcommands: {
      exec: {
        source: 'bundle-exec(1)',
        options: [flags`--keep-file-descriptors --no-keep-file-descriptors`],
        ownOperands: true,
        always: [workspaceCode('Gemfile')],
        refine: startsRest,
      },
      'install i': {
        ...bundleInstall,
        // What the lock file of the workspace names, and its extensions are built.
        always: [...bundled, WRITES_HERE, workspaceCode('extensions of the gems that the workspace names')],
      },
      'update lock add remove cache package': bundleInstall,
      'check list show info outdated platform licenses doctor version': {
        source: 'bundle-check(1), bundle-list(1)',
        style: 'exact',
        options: [
          flags`--dry-run --name-only --paths --path --outdated --strict --parseable --porcelain --only-explicit --local --filter-major --filter-minor --filter-patch --groups --ruby`,
          values`--only-group --without-group --format`,
        ],
        operands: 'nothing',
        always: [workspaceCode('Gemfile'), CONTACTS_SOME],
      },
    },
  },
  composer: {
    source: 'composer: command line; scripts and plugins are code, -d is another folder',
    style: 'exact',
    // Commands of plugins are among those that it lists.
    evaluate: loadsFirst('plugins'),
    options: [
      flags`--version -V --help -h -q --quiet -v -vv -vvv -n --no-interaction --ansi --no-ansi --no-plugins --no-scripts --no-cache --profile`,
      unevaluatedValues`-d --working-dir`,
    ],
    subcommands: {
      'validate show info outdated licenses why depends why-not prohibits status diagnose check-platform-reqs fund audit suggests':
        {
          source: 'composer validate, composer show',
          options: [
            flags`--strict --no-check-all --no-check-lock --no-check-publish --no-check-version --with-dependencies -A -i -l -o -D -P -t -N -s -a --all --installed --locked --platform --available --self --name-only --path --tree --latest --outdated --direct --minor-only --major-only --patch-only --no-dev --recursive -r --abandoned --plain --no-scripts --no-plugins -q -v -n`,
            values`-f --format --ignore`,
          ],
          operands: 'nothing',
          always: [workspaceCode('plugins'), CONTACTS_SOME],
        },
      'install i': {
        ...composerInstall,
        always: [
          workspaceCode('scripts and plugins, and those of the packages that the workspace names'),
          WRITES_HERE,
          CONTACTS_SOME,
        ],
      },
      'update u upgrade require remove bump reinstall': composerInstall,
      'dump-autoload dumpautoload': { ...composerInstall, always: [workspaceCode('scripts and plugins'), WRITES_HERE] },
      'run-script run test lint check': {
        source: 'composer run-script',
        options: [flags`--dev --no-dev --list -l`, values`--timeout`],
        operands: 'nothing',
        always: [workspaceCode('scripts of composer.json'), WRITES_HERE],
        refine: outsideIsCode,
      },
    },
  },
}

/** A formatter by the name of its class, or in a file, is code. */
function ownFormatter(call: Invocation): ProfileRefusal | undefined {
  const other = call.options.find(({ name, values: [value] }) => {
    return /^(?:-f|--format)$/.test(name) && !/^[a-z_]+$/.test(knownText(value ?? null) ?? '')
  })
  return other
    ? { code: 'NOT_EVALUATED', message: `${call.program}: a formatter that is code`, at: other.at }
    : outsideIsCode(call)
}
