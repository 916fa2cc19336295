import type { Invocation } from '../engine/invocation.ts'
import { flags, helpAndVersion, kept, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import { type CommandTable, leftToPerson } from '../engine/table.ts'
import { CONTACTS_SOME, LISTS_HERE, loadsFirst, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import type { ProfileEffect } from '../model/result.ts'
import { knownText } from '../model/word.ts'
import { npx, runsPackage } from './runs-packages.ts'
import { handsOn, handsOnFrom } from './script-arguments.ts'
import { worksIn } from './tasks-of-workspace.ts'

const INSTALLS: readonly ProfileEffect[] = [
  CONTACTS_SOME,
  { kind: 'file-write', target: '.', recursive: true, note: 'dependencies' },
  { kind: 'execute', target: null, origin: 'download', note: 'install scripts of packages' },
]
/** What the lock file, or the manifest, of the workspace names. */
const installsNamed: readonly ProfileEffect[] = [
  CONTACTS_SOME,
  { kind: 'file-write', target: '.', recursive: true, note: 'dependencies' },
  workspaceCode('install scripts of the packages that the workspace names'),
]
/** Without a name it installs what the workspace says, with one what the line says. */
function installsUnlessNamed(call: Invocation): undefined {
  call.effects.push(...(call.operands.length === 0 ? installsNamed : INSTALLS))
}
const scripts = [workspaceCode('scripts of package.json')]

/** npm config(7): keys that neither name a program nor a place. Everything else is not known. */
const npmOptions: readonly OptionRow[] = [
  flags`-h -v -s -q -d -dd -ddd -a -l -p -f -y -E -D -O -P -S -B --silent --quiet --verbose --json --long --parseable --all --dry-run --force --yes --no --no-audit --audit --no-fund --fund --no-progress --progress --prefer-offline --prefer-online --offline --no-save --save --save-dev --save-prod --save-optional --save-peer --save-exact --save-bundle --no-package-lock --package-lock --package-lock-only --legacy-peer-deps --strict-peer-deps --production --if-present --include-workspace-root --workspaces -ws --no-workspaces --color --no-color --timing --unicode --no-optional --legacy-bundling --global-style --no-bin-links --no-update-notifier --no-shrinkwrap --foreground-scripts --description --install-links`,
  flags('--ignore-scripts --no-ignore-scripts', 'flag'),
  values`--loglevel --omit --include --only --depth --audit-level --tag --color-mode --fetch-retries --fetch-timeout --maxsockets --install-strategy --lockfile-version`,
  kept(values`-w --workspace`),
  flags('-g --global', 'unevaluated'),
  // Another folder: one below is of the workspace too.
  values('--prefix -C', 'flag'),
  unevaluatedValues`--registry --script-shell --node-options --userconfig --globalconfig --cache --git --shell --editor --viewer --browser --call -c`,
]

function npmTable(source: string, always: readonly ProfileEffect[], more: Partial<CommandTable> = {}): CommandTable {
  return {
    source,
    style: 'exact',
    operands: 'nothing',
    always,
    ...more,
    options: [helpAndVersion, ...npmOptions, ...(more.options ?? [])],
    refine: (call) => {
      worksIn(call, '--prefix -C')
      return more.refine?.(call)
    },
  }
}

const asksRegistry = npmTable('npm-outdated(1), npm-search(1)', [LISTS_HERE, CONTACTS_SOME])
/** A name, with a scope and a version or tag: what the registry knows. Everything else is a place to fetch from. */
const REGISTRY_NAME = /^(?:@[\w.-]+\/)?[\w.-]+(?:@[\w.^~<>=*| -]+)?$/

/** `npm view github:x/y` clones and prepares what it is to show, and `file:../x` reads it. npm-view(1), pacote */
const showsPackage = npmTable('npm-view(1)', [LISTS_HERE, CONTACTS_SOME], {
  refine: (call) => {
    const [first] = call.operands
    const text = first === undefined ? '' : knownText(first.word)
    if (first === undefined || (text !== null && /^\.?$/.test(text))) return
    if (text === null || !REGISTRY_NAME.test(text)) {
      call.executes(text, 'argument', 'a package from elsewhere')
    }
  },
})
/** `npm audit` looks, `npm audit fix` installs. */
const audits = npmTable('npm-audit(1)', [LISTS_HERE, CONTACTS_SOME], {
  refine: (call) => {
    if (call.operands.some(({ word }) => knownText(word) !== 'signatures')) call.effects.push(...INSTALLS)
  },
})
const listsPackages = npmTable('npm-ls(1), npm-explain(1)', [LISTS_HERE])
/** The pages of a package or a command are shown by the `browser` or `viewer` that settings name, those of the workspace too. */
const opensPages = npmTable('npm-fund(1), npm-help(1)', [LISTS_HERE], {
  refine: (call) => {
    if (call.operands.length > 0) call.effects.push(workspaceCode('a browser or viewer of .npmrc'))
  },
})
const changesPackages = (names?: 'install'): CommandTable =>
  npmTable('npm-install(1), npm-ci(1)', [], {
    refine: (call) => {
      if (names === 'install') installsUnlessNamed(call)
      else call.effects.push(...INSTALLS)
      for (const { word } of call.operands) {
        const text = knownText(word)
        if (text === null || !/^(?:@[\w.-]+\/)?[\w.-]+(?:@[\w.^~<>=*|-]+)?$/.test(text)) {
          call.executes(text, 'argument', 'a package from elsewhere')
        }
      }
    },
  })
const runsScript = (source: string, skip: number): CommandTable =>
  npmTable(source, scripts, { operands: 'nothing', refine: handsOnFrom(skip) })

/** `npm run` lists the scripts; `npm run x` runs one. */
const npmRun = npmTable('npm-run-script(1)', [], {
  operandsFirst: true,
  refine: (call) => {
    const first = call.operands[0]
    if (!first) {
      call.effects.push(LISTS_HERE)
      return
    }
    call.executes(knownText(first.word), 'workspace', 'a script of package.json')
    return handsOn(call, call.operands.slice(1))
  },
})

const downloads = leftToPerson('pnpm-dlx(1), npm-init(1), yarn dlx', 'fetches a package and runs it', 'EXECUTES_CODE')
const unevaluated = leftToPerson('npm(1), pnpm(1), yarn(1)', 'changes files outside the workspace, or publishes')

const npm: CommandTable = {
  source: 'npm(1), npm-config(7)',
  style: 'exact-posix',
  options: [helpAndVersion, ...npmOptions],
  operands: { none: [] },
  evaluate: (call) => {
    worksIn(call, '--prefix -C')
  },

  subcommands: {
    'run run-script rum urn': npmRun,
    'test t tst start stop restart': runsScript('npm-test(1)', 0),
    'install i in ins inst isntall ci clean-install ic install-test it install-ci-test cit': changesPackages('install'),
    'add update up upgrade udpate uninstall un rm r remove unlink dedupe ddp prune rebuild rb': changesPackages(),
    'ls list la ll explain why query': listsPackages,
    fund: opensPages,
    'view info show v': showsPackage,
    audit: audits,
    'outdated search s ping': asksRegistry,
    help: opensPages,
    'version-check root prefix bin': npmTable('npm-root(1)', []),
    doctor: asksRegistry,
    version: npmTable('npm-version(1): tags and commits', [], {
      refine: (call) => {
        if (call.operands.length > 0)
          call.effects.push(WRITES_HERE, ...scripts, { kind: 'file-write', target: '.', repository: true })
      },
    }),
    pack: npmTable('npm-pack(1)', [WRITES_HERE, ...scripts]),
    'exec x': { ...npx, source: 'npm-exec(1)' },
    'init create innit': downloads,
    config: {
      source: 'npm-config(1)',
      subcommands: {
        // npm hides secrets, and the other keys are harmless. npm-config(1)
        get: npmTable('npm-config(1)', [], {
          refine: (call) => {
            if (call.operands.length === 0 || call.operands.some(({ word }) => !/^\w/.test(knownText(word) ?? ''))) {
              call.effects.push({ kind: 'file-read', target: '~/.npmrc' })
            }
          },
        }),
        'list ls': npmTable('npm-config(1)', [{ kind: 'file-read', target: '~/.npmrc' }]),
        'set delete edit fix': unevaluated,
      },
    },
    pkg: {
      source: 'npm-pkg(1): the others change package.json, which says what is run',
      subcommands: { get: npmTable('npm-pkg(1)', [LISTS_HERE]), 'set delete fix': unevaluated },
    },
    'publish unpublish login logout adduser whoami token owner access deprecate dist-tag link ln cache set get star team org hook profile edit explore repo docs bugs':
      unevaluated,
  },
}

/** pnpm(1): options of pnpm itself, which all stand before the script. */
const pnpmAnywhere: readonly OptionRow[] = [
  flags`-h -v -s --silent --color --no-color --json --long --parseable --offline --prefer-offline --frozen-lockfile --no-frozen-lockfile --prefer-frozen-lockfile --fix-lockfile --lockfile-only --no-optional --no-lockfile --shamefully-hoist --strict-peer-dependencies --stream --aggregate-output --parallel --sequential --no-bail --bail --if-present --use-stderr --yes -y --fail-if-no-match --include-workspace-root --resume-from --no-sort --sort --reverse -D --save-dev -P --prod --save-prod -O --save-optional -E --save-exact --save-peer -L --latest -i --interactive --no-save --force --dry-run --only-projects --report-summary --reporter-hide-prefix --ignore-workspace-root-check --recursive-install`,
  kept(flags`-r --recursive -w --workspace-root --workspace`),
  flags('--ignore-scripts', 'flag'),
  values`--loglevel --reporter --workspace-concurrency --depth --changed-files-ignore-pattern --test-pattern --network-concurrency --child-concurrency --audit-level`,
  kept(values`-F --filter --filter-prod`),
  flags('-g --global', 'unevaluated'),
  unevaluatedValues`--registry --script-shell --shell-emulator --store-dir --config --node-options --modules-dir --virtual-store-dir --global-dir --global-bin-dir --lockfile-dir --pnpmfile --use-node-version -c --shell-mode`,
]

const pnpmOptions: readonly OptionRow[] = [...pnpmAnywhere, unevaluatedValues`-C --dir`]

function pnpmTable(source: string, always: readonly ProfileEffect[], more: Partial<CommandTable> = {}): CommandTable {
  return { source, style: 'exact', operands: 'nothing', always, ...more, options: [helpAndVersion, ...pnpmOptions] }
}

/** The first word that is no command of pnpm or yarn is a script, or a program of the dependencies; all behind it is its own. */
function scriptOrProgram(call: Invocation, skip: number): undefined {
  const name = knownText(call.operands[skip]?.word ?? null)
  if (call.operands.length <= skip) return
  call.executes(name, 'workspace', 'a script of package.json')
  handsOn(call, call.operands.slice(skip + 1))
}

const pnpmRun = (source: string): CommandTable => ({
  source,
  style: 'exact-posix',
  options: [helpAndVersion, ...pnpmOptions],
  ownOperands: true,
  refine: (call) => scriptOrProgram(call, 0),
})
const testScript: CommandTable = {
  source: 'pnpm-test(1), yarn run',
  style: 'exact-posix',
  // What is no option of pnpm is one of the script.
  options: [helpAndVersion, ...pnpmOptions, flags`--run --watch --coverage --no-coverage --update --verbose`],
  ownOperands: true,
  always: scripts,
  refine: handsOnFrom(0),
}

const loadsHooks = loadsFirst('.pnpmfile.cjs, and the release of pnpm that package.json names')

const pnpm: CommandTable = {
  source: 'pnpm(1)',
  style: 'exact-posix',
  // Another folder: one below is of the workspace too.
  options: [helpAndVersion, ...pnpmAnywhere, values('-C --dir', 'flag')],
  ownOperands: true,

  evaluate: (call) => {
    loadsHooks(call)
    worksIn(call, '-C --dir')
  },
  refine: (call) => scriptOrProgram(call, 0),
  subcommands: {
    'run run-script': pnpmRun('pnpm-run(1)'),
    'test t start restart stop': testScript,
    'install i ci clean-install fetch install-test it': pnpmTable('pnpm-install(1)', [], {
      // A rule for some of the packages of a workspace is for their scripts.
      refine: (call) => {
        if (call.has('-F --filter --filter-prod -r --recursive')) call.effects.push(...INSTALLS)
        else installsUnlessNamed(call)
      },
    }),
    dedupe: {
      ...pnpmTable('pnpm-dedupe(1)', []),
      options: [helpAndVersion, ...pnpmOptions, flags('--check', 'flag')],
      refine: (call) => {
        call.effects.push(...(call.has('--check') ? [LISTS_HERE, CONTACTS_SOME] : INSTALLS))
      },
    },
    'add update up upgrade remove rm uninstall un import prune rebuild rb patch-commit approve-builds': pnpmTable(
      'pnpm-install(1)',
      INSTALLS,
    ),
    'list ls la ll why licenses': pnpmTable('pnpm-list(1)', [LISTS_HERE]),
    'outdated audit view info show search': pnpmTable('pnpm-outdated(1)', [LISTS_HERE, CONTACTS_SOME]),
    'root bin help': pnpmTable('pnpm(1)', []),
    exec: {
      source: 'pnpm-exec(1)',
      options: [helpAndVersion, ...pnpmOptions],
      ownOperands: true,
      refine: (call) => runsPackage(call),
    },
    'dlx create init': downloads,
    'publish deploy link ln unlink store env config set get setup self-update server login patch patch-remove cat-file cat-index find-hash pack c':
      unevaluated,
  },
}

/** Commands of yarn(1) that do more than to run a script; an option in the place of a name. */
const OF_YARN =
  /^(?:-|(?:add|remove|up|upgrade|upgrade-interactive|dedupe|rebuild|import|install|exec|dlx|create|init|node|npm|plugin|set|config|cache|global|publish|link|unlink|pack|version|login|logout|policies|patch|patch-commit|stage|workspaces?)$)/

const yarn: CommandTable = {
  source: 'yarn(1), Yarn 1 and Berry',
  style: 'exact-posix',
  options: [
    flags`--help --version -v -h -s --silent --json --verbose --offline --prefer-offline --frozen-lockfile --immutable --no-progress --non-interactive --no-lockfile --pure-lockfile --check-files --flat --force --production --prod`,
    flags('--ignore-scripts', 'flag'),
    unevaluatedValues`--cwd --registry --cache-folder --modules-folder --use-yarnrc --script-shell --global-folder --mutex`,
  ],
  ownOperands: true,
  // yarnpkg.com/configuration/yarnrc#yarnPath
  evaluate: loadsFirst('the program that .yarnrc or package.json names'),

  refine: (call) => {
    // Bare, it installs.
    if (call.operands.length > 0) return scriptOrProgram(call, 0)
    if (!call.has('--help --version -v -h')) call.effects.push(...INSTALLS)
  },
  subcommands: {
    run: pnpmRun('yarn run'),
    'test start': { source: 'yarn run', raw: true, ownOperands: true, always: scripts, refine: handsOnFrom(0) },
    install: pnpmTable('yarn install', [], { refine: installsUnlessNamed }),
    'add remove up upgrade upgrade-interactive dedupe rebuild import': pnpmTable('yarn install', INSTALLS, {}),
    'list why info outdated audit licenses versions': pnpmTable('yarn list', [LISTS_HERE, CONTACTS_SOME]),
    'bin help': pnpmTable('yarn bin', []),
    exec: { source: 'yarn exec', ownOperands: true, refine: (call) => runsPackage(call) },
    'dlx create init': downloads,
    workspaces: {
      source: 'yarn workspaces',
      subcommands: { 'list info': pnpmTable('yarn workspaces', [LISTS_HERE]), 'run foreach focus': unevaluated },
    },
    workspace: {
      source: 'yarn workspace',
      ownOperands: true,
      refine: (call) => {
        const verb = knownText(call.operands[1]?.word ?? null)
        const skip = verb === 'run' ? 2 : 1
        const name = knownText(call.operands[skip]?.word ?? null)
        if (name === null || OF_YARN.test(name)) {
          return { code: 'NOT_EVALUATED', message: 'yarn workspace: more than a script of package.json' }
        }
        return scriptOrProgram(call, skip)
      },
    },
    'global publish link unlink config cache npm plugin set node pack version login logout policies patch patch-commit stage':
      unevaluated,
  },
}

/** What fetches packages of JavaScript and runs their scripts. */
export const PACKAGE_MANAGERS: Readonly<Record<string, CommandTable>> = {
  npm,
  'npx bunx': npx,
  pnpm,
  pnpx: downloads,
  yarn,
  'corepack nvm': unevaluated,
}
