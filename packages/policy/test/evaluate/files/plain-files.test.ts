import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { IN_SCOPE, evaluateFiles } from '../../../src/evaluate/files/evaluate-files.ts'
import { compilePlainFiles } from '../../../src/evaluate/files/plain-files.ts'
import type { PathRules, PolicyLayer } from '../../../src/index.ts'
import type { FileAccess } from '../../../src/model/file-access.ts'
import { compileFileRules } from '../../../src/rules/files/file-rules.ts'
import { compileGateFiles } from '../../../src/rules/files/gate-files.ts'
import { CONTEXT, HOME } from '../../make-request.ts'

interface FolderContext {
  readonly workspace?: string
  readonly cwd?: string
  readonly home?: string
  readonly stateDirectory?: string
  readonly protectedPaths?: readonly string[]
  readonly read?: PathRules
  readonly write?: PathRules
}

/** Both ways to evaluate files: at once, and each by all that there is. */
function judges({ workspace = '/w', cwd = workspace, home = HOME, ...fileContext }: FolderContext) {
  const layer: PolicyLayer = {
    name: 'user',
    mayLoosen: true,
    files: {
      ...(fileContext.read && { read: fileContext.read }),
      ...(fileContext.write && { write: fileContext.write }),
    },
  }
  const rules = compileFileRules([layer], home)
  const gates = compileGateFiles(fileContext.stateDirectory)
  const protectedPaths = fileContext.protectedPaths ?? []
  const arePlain = compilePlainFiles(rules, gates, protectedPaths)
  const context = { ...CONTEXT, workspace, cwd, home }
  const scope = { context, readScope: 'workspace', protectedPaths } as const
  return {
    isPlain: (file: FileAccess) => arePlain([file], context),
    isInScope: (file: FileAccess) => evaluateFiles([file], { scope, rules, gates }) === IN_SCOPE,
  }
}

const oddFolder = fc.constantFrom(
  '/w',
  '/w/src',
  '/w/src/Deep',
  '/W',
  '/',
  '/w/',
  '/w/..',
  '/w/../etc',
  '/w/.config',
  '/w/.git',
  '/w/.cargo/x',
  '/w/state',
  '/w/state/x',
  '/w/keep',
  '/w/KEEP/a',
  '/w/github',
  'w',
  '',
  '~',
  '/etc',
  '/dev',
  '/w\u200B',
  '/é',
  HOME,
  `${HOME}/.poundlock`,
  '/w/jenkinsfile',
  '/w/a b',
  '/w/a.',
  '/w/$x',
)
/** Mostly plain, as calls are; and all that could be taken for plain. */
const folder = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('/w', '/w', '/w/src') }, oddFolder)
const PLAIN_NAMES = ['a', 'B', 'a.ts', 'Foo.tsx', 'state', 'keep', 'secret', 'docs', 'src']
const names = [
  'a',
  'B',
  'a.ts',
  'Foo.tsx',
  'state',
  'STATE',
  'keep',
  'Keep',
  'git',
  '.git',
  '.GIT',
  'hooks',
  'config',
  '..',
  '.',
  'package.json',
  'Package.JSON',
  'Makefile',
  'Jenkinsfile',
  'mise.toml',
  'exec-approvals.json',
  'Exec-Approvals.sock',
  '',
  'a.',
  '-a',
  '~',
  'é',
  'a​',
  'a b',
  '$x',
  'a\\b',
  'secret',
  'SECRET',
  'docs',
  '.cargo',
  'w',
  'src',
  'output',
  'lefthook.yml',
  'x'.repeat(40),
  'poundlock',
  'null',
  'dev',
  'etc',
  'c:',
  'a:b',
  'a*',
  '[a]',
  '@a',
  'kK',
]
const path = fc
  .tuple(
    fc.constantFrom('', '', '/', '/w/', '/w/src/', '/W/', '~/', '//'),
    fc.array(fc.oneof(fc.constantFrom(...PLAIN_NAMES), fc.constantFrom(...names)), { minLength: 1, maxLength: 3 }),
  )
  .map(([root, parts]) => root + parts.join('/'))
const list = fc.constantFrom<PathRules>(
  {},
  {},
  { deny: ['secret'] },
  { ask: ['docs/**'], allow: ['**'] },
  { deny: ['a/*.ts'] },
)

test('what is let through at once is what nothing speaks against', () => {
  fc.assert(
    fc.property(
      fc.record({
        workspace: folder,
        cwd: fc.option(folder, { nil: undefined }),
        home: fc.constantFrom(HOME, HOME, HOME, '/w', '/w/src', '/'),
        stateDirectory: fc.constantFrom(undefined, undefined, undefined, '/w/state', '/W/State', '/w'),
        protectedPaths: fc.constantFrom([], [], [], ['keep'], ['../w/keep'], ['.']),
        read: list,
        write: list,
      }) as fc.Arbitrary<FolderContext>,
      fc.array(
        fc.record(
          { access: fc.constantFrom('read', 'write', 'delete'), path, real: fc.option(path) },
          { requiredKeys: ['access', 'path'] },
        ) as fc.Arbitrary<FileAccess>,
        { minLength: 12, maxLength: 12 },
      ),
      (fileContext, files) => {
        const { isPlain, isInScope } = judges(fileContext)
        for (const file of files) {
          if (isPlain(file) && !isInScope(file)) {
            expect.fail(`${JSON.stringify(file)} in ${JSON.stringify(fileContext)} is not in scope`)
          }
        }
      },
    ),
    { numRuns: tries(10_000) },
  )
})

test('plain names that no rule and no place comes near are let through at once, so that the above says something', () => {
  const plainPath = fc
    .tuple(fc.constantFrom('', '/w/src/'), fc.array(fc.constantFrom(...PLAIN_NAMES), { minLength: 1, maxLength: 3 }))
    .map(([root, parts]) => root + parts.join('/'))
  fc.assert(
    fc.property(
      fc.record({
        workspace: fc.constantFrom('/w', '/w/src'),
        cwd: fc.constant('/w/src'),
        stateDirectory: fc.constantFrom(undefined, '/srv/state', '/w/other'),
        protectedPaths: fc.constantFrom([], ['../other']),
        read: fc.constantFrom<PathRules>({}, { deny: ['other'] }, { ask: ['**/*.pem'], allow: ['**'] }),
        write: fc.constantFrom<PathRules>({}, { deny: ['~/x', 'other/**'] }),
      }) as fc.Arbitrary<FolderContext>,
      fc.constantFrom<FileAccess['access']>('read', 'write', 'delete'),
      plainPath,
      fc.option(
        plainPath.map((name) => (name.startsWith('/') ? name : `/w/src/${name}`)),
        { nil: undefined },
      ),
      (fileContext, access, name, real) => {
        const file = { access, path: name, ...(real !== undefined && { real }) }
        expect(judges(fileContext).isPlain(file)).toBe(true)
        expect(judges(fileContext).isInScope(file)).toBe(true)
      },
    ),
    { numRuns: tries(2_000) },
  )
})

test.each<[string, FolderContext, string]>([
  ['the rest of a protected place', { cwd: '/w/.config' }, 'git/x'],
  ['a file of a folder that a command obeys', { workspace: '/w/.cargo' }, 'config.toml'],
  ['the state that lies in the workspace', { stateDirectory: '/w/state' }, 'state/poundlock.json'],
  ['the same in another spelling', { stateDirectory: '/w/state' }, 'STATE/poundlock.json'],
  ['a workspace within the state', { workspace: '/srv/state/w', stateDirectory: '/srv/state' }, 'a'],
  ['a folder that is not where it seems', { cwd: '/w/../etc' }, 'passwd'],
  ['a folder outside', { cwd: '/etc' }, 'passwd'],
  ['one that begins alike', { cwd: '/workspace', workspace: '/work' }, 'a'],
  ['a whole path that begins alike', {}, '/world/a'],
  ['a place that the policy names', { protectedPaths: ['keep'] }, 'keep/a'],
  ['what a rule denies', { write: { deny: ['secret'] } }, 'Secret/a'],
  ['what a rule asks about by a wildcard', { write: { ask: ['**/a.ts'] } }, 'src/a.ts'],
  ['a manifest in any spelling', {}, 'sub/PACKAGE.json'],
  ['a protected file', {}, 'Jenkinsfile'],
  ['the approvals, wherever they lie', {}, 'x/exec-approvals.json'],
  ['a name that begins with a dot', {}, '.git/hooks/x'],
  ['a name that ends with a dot', {}, '.git./x'],
  ['a way out', {}, 'a/../../etc/x'],
  ['an option', {}, '-rf'],
  ['the home folder', {}, '~/.ssh/id'],
  ['characters that fold to others', {}, 'pac\u212Aage.json'],
  ['nothing', {}, ''],
  ['the root', { workspace: '/' }, 'etc/passwd'],
])('not at once: %s', (_, fileContext, name) => {
  expect(judges(fileContext).isPlain({ access: 'write', path: name })).toBe(false)
})

test.each([null, '/etc/passwd', '/w/.git/config', '/w/a/../.git', 'a', ''])('not at once: a link to %j', (real) => {
  expect(judges({}).isPlain({ access: 'read', path: 'a', real })).toBe(false)
})

test.each(['a', 'src/deep/Foo.test.tsx', '/w/a.b-c_d/0', 'a..b'])('at once: %s', (name) => {
  const { isPlain, isInScope } = judges({ write: { deny: ['secret'] } })
  for (const access of ['read', 'write', 'delete'] as const) {
    expect([isPlain({ access, path: name, real: '/w/other' }), isInScope({ access, path: name })]).toEqual([true, true])
  }
})

test('another home folder of the same folder is looked at anew', () => {
  const arePlain = compilePlainFiles(compileFileRules([], HOME), compileGateFiles(undefined), [])
  const of = (change: object) => arePlain([{ access: 'write', path: 'a' }], { ...CONTEXT, ...change })
  expect([of({}), of({ home: '/w' }), of({}), of({ workspace: '/v' }), of({})]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ])
})

test('a long name takes no longer than its length', () => {
  expect(judges({}).isPlain({ access: 'read', path: `${'a.b-c/'.repeat(50_000)}!` })).toBe(false)
})
