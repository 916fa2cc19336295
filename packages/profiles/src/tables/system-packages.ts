import type { Invocation } from '../engine/invocation.ts'
import { flags, helpAndVersion, optionals, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import { command, type CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import type { ProfileEffect } from '../model/result.ts'
import { knownText } from '../model/word.ts'

const pipOptions: readonly OptionRow[] = [
  flags`-h -v --verbose -q --quiet -U --upgrade --user --no-deps --pre --no-cache-dir --disable-pip-version-check --no-input --no-color --isolated --force-reinstall --ignore-installed -I --prefer-binary --require-hashes --no-build-isolation --use-pep517 --dry-run --break-system-packages -y --yes --outdated -o --uptodate -u --editable-only -l --local --not-required --include-editable --all -f --files --no-warn-script-location`,
  values`--upgrade-strategy --timeout --retries --progress-bar --python-version --platform --only-binary --no-binary --format --exclude --root-user-action --report`,
  values('-r --requirement -c --constraint', 'read'),
  values('-e --editable', 'flag'),
  unevaluatedValues`-t --target --prefix --root --src --cache-dir`,
  unevaluatedValues`-i --index-url --extra-index-url --find-links --trusted-host --proxy --cert --client-cert --global-option --config-settings -C --python --log --use-feature`,
]
const INSTALLS_NAMED: readonly ProfileEffect[] = [
  { kind: 'file-write', target: null, note: 'site-packages of the interpreter' },
  { kind: 'execute', target: null, origin: 'download', note: 'build scripts of packages' },
]

/** A folder of the workspace, perhaps with extras: `.`, `./pkg[dev]`. pip-install(1) */
const PROJECT = /^\.(?:\/(?!\.\.(?:\/|$|\[))[\w.-]+)*\/?(?:\[[\w,. -]*\])?$/

/** What the manifest of the workspace names it builds and installs; what the line names comes from elsewhere. */
function installs(call: Invocation): undefined {
  const editable = call.options.filter(({ name }) => name === '-e' || name === '--editable')
  const projects = [...editable.map(({ values: [value] }) => value ?? null), ...call.operands.map(({ word }) => word)]
  const own = projects.every((word) => PROJECT.test(knownText(word) ?? ''))
  if (own && (projects.length > 0 || call.has('-r --requirement'))) {
    call.effects.push(workspaceCode('builds of the packages that the workspace names'), WRITES_HERE)
    return
  }
  for (const { values: given } of editable) {
    call.executes(knownText(given[0] ?? null), 'argument')
  }
  call.effects.push(...INSTALLS_NAMED)
}

const pip: CommandTable = {
  source: 'pip(1): setup.py of a source distribution runs',
  style: 'posix',
  options: [flags`--help --version -V`, ...pipOptions],

  operands: { none: [] },
  subcommands: {
    install: {
      source: 'pip-install(1)',
      style: 'gnu',
      options: [helpAndVersion, ...pipOptions],
      operands: 'nothing',
      always: [CONTACTS_SOME],
      refine: installs,
    },
    'uninstall download wheel': {
      source: 'pip-wheel(1), pip-uninstall(1)',
      style: 'gnu',
      options: [helpAndVersion, ...pipOptions],
      operands: 'nothing',
      always: [CONTACTS_SOME, ...INSTALLS_NAMED],
    },
    'list show freeze check inspect help': {
      source: 'pip-list(1)',
      style: 'gnu',
      options: [helpAndVersion, ...pipOptions],
      operands: 'nothing',
      // What is installed is no secret, and where it lies is for the interpreter to say.
      always: [],
    },
    'index search': {
      source: 'pip-index(1)',
      style: 'gnu',
      options: [helpAndVersion, ...pipOptions],
      operands: 'nothing',
      always: [CONTACTS_SOME],
    },
  },
}

const systemPackages = (
  source: string,
  looks: string,
  installed: string,
  more: Partial<CommandTable> = {},
): CommandTable => ({
  source,
  style: 'gnu',
  options: [flags`--help --version -h -v -q -qq -V`, optionals`--installed --upgradable`],
  operands: { none: [] },
  subcommands: {
    [looks]: {
      source,
      options: [
        flags`--help --version -a -q -n -f --all-versions --installed --upgradable --names-only --full --formula --cask --versions --json -v`,
      ],
      operands: 'nothing',
      // The lists of packages are no secret.
      ...more,
    },
    [installed]: {
      source,
      raw: true,
      operands: 'nothing',
      always: [
        CONTACTS_SOME,
        { kind: 'privilege', target: null, note: 'changes the system' },
        { kind: 'execute', target: null, origin: 'download', note: 'scripts of packages' },
      ],
    },
  },
})

/** What fetches packages of python and of the system. */
export const systemPackageManagers: Readonly<Record<string, CommandTable>> = {
  'pip pip3': pip,
  'apt apt-get': systemPackages(
    'apt(8), GTFOBins apt: options run programs',
    'list search show policy',
    'install remove purge update upgrade full-upgrade dist-upgrade autoremove clean autoclean build-dep source download',
  ),
  'apt-cache': systemPackages(
    'apt-cache(8)',
    'search show policy depends rdepends showpkg pkgnames stats madison',
    'gencaches',
  ),
  brew: systemPackages(
    'brew(1)',
    'list ls info search deps uses outdated config leaves --version --prefix',
    'install uninstall remove rm upgrade update reinstall tap untap link unlink services cleanup',
    {
      always: [CONTACTS_SOME],
      // A formula is code in Ruby; a file of one is run, and one of a tap is fetched.
      refine: (call) => {
        for (const { word } of call.operands) {
          const text = knownText(word)
          if (text === null || /[/:]|\.rb$/.test(text)) call.executes(text, 'argument', 'a formula')
        }
      },
    },
  ),
  'dpkg-query': command('dpkg-query(1)', 'nothing', [
    flags`--help --version -l --list -s --status -L --listfiles -S --search -W --show -p --print-avail`,
    values`-f --showformat`,
  ]),
}
