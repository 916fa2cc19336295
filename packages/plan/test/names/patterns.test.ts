import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPolicy, type PolicyDocument } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { afterAll, describe, expect, it, test } from 'vitest'
import { inspectRepository, planCommand } from '../../src/index.ts'
import { patternNames } from '../../src/names/pattern-names.ts'

/** A workspace with secrets, and links that lead out of it below a folder. */
const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-patterns-')))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))
for (const folder of ['src/a', 'clean/sub', 'links/deep', '.hidden/bin'])
  mkdirSync(join(cwd, folder), { recursive: true })
for (const file of ['src/.env', 'src/a/.env', 'src/main.ts', 'clean/sub/x.ts']) writeFileSync(join(cwd, file), 'x')
symlinkSync('/etc/passwd', join(cwd, 'links/deep/names'))
symlinkSync('/etc', join(cwd, 'links/deep/settings'))
symlinkSync('/usr/bin/env', join(cwd, '.hidden/bin/tool'))

function decide(command: string, document: PolicyDocument, onDisk = true): string {
  const findExecutable = (name: string) => `/usr/bin/${name}`
  const { plan } = planCommand(command, { cwd, home: '/home/u', findExecutable, ...(onDisk && { inspectRepository }) })
  const context = { agent: 'main', session: 'main', cwd, workspace: cwd, home: '/home/u', interactive: true }
  const policy = createPolicy(document, { home: '/home/u', commands: commandEvaluator })
  return policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', plan, context }).decision
}

describe('a rule on files below any folder', () => {
  const denied: PolicyDocument = {
    mode: 'danger-full-access',
    tools: { exec: { host: 'gateway', security: 'full', ask: 'off' }, fs: { read: { deny: ['**/.env'] } } },
  }

  it.each([
    'grep -r x src',
    'grep -r x src/a',
    'rg --hidden x src',
    'cd src && grep -r x .',
    'cp -r src /there',
    'cp -r src/* /there',
    'tar c src',
    'cat src/.e*',
    'cat src/.*',
    'cat src/*/.env',
    'cat src/.??v',
    'wc src/.e[n]v',
    'cat ./src/a/.en?',
    'shopt -s dotglob; cat src/*',
    'GLOBIGNORE=x; cat src/*',
    'tool src/.env',
    'tool src/.e*',
    'tool --env-file=src/.env',
    'cat --odd src/.env',
  ])('asks where one may be read: %s', (command) => {
    expect(decide(command, denied)).not.toBe('allow')
    expect(decide(command, denied, false)).not.toBe('allow')
  })

  it.each([
    'grep -r x clean',
    'cat clean/*/.env',
    'rg x clean/sub',
    'ls clean',
    'cat src/main.ts',
    'cat src/*',
    'cat src/*.ts',
  ])('asks nothing where none is there: %s', (command) => {
    expect(decide(command, denied)).toBe('allow')
  })

  it.each(['cp src/main.ts clean/.env; grep -r x clean', 'make; grep -r x clean'])(
    'asks where the line itself may put one there: %s',
    (command) => {
      expect(decide(command, denied)).toBe('ask')
    },
  )

  it('asks of a folder that holds a link to a folder elsewhere', () => {
    expect(decide('grep -R x links', denied)).toBe('ask')
  })
})

describe('a link below a folder that a pattern goes through', () => {
  const own: PolicyDocument = {
    tools: { exec: { host: 'gateway', security: 'allowlist', allow: ['cat', 'rm', 'tee'] } },
  }

  it.each([
    'cat links/*/names',
    'cat links/?eep/names',
    'cat links/[a-e]eep/n*',
    'cat links/*/settings/passwd',
    'cat */*/names',
    'cat l*/deep/settings/*',
    'cat links/**/names',
    'shopt -s globstar; cat **/names',
    'rm links/*/settings/hosts*',
  ])('is followed: %s', (command) => {
    expect(decide(command, own)).not.toBe('allow')
  })

  it.each(['cat links/*/*.ts', 'cat */*/*.ts', 'cat clean/*/x.ts', 'cat */bin/tool', 'rm links/*/name?'])(
    'is nothing to a pattern that does not mean it: %s',
    (command) => {
      expect(decide(command, own)).toBe('allow')
    },
  )
})

test.each<[pattern: string, names: readonly (readonly [name: string, meant: boolean])[]]>([
  [
    'a/*.ts',
    [
      ['x.ts', true],
      ['x.js', false],
      ['.x.ts', false],
    ],
  ],
  [
    'a/b*c?d',
    [
      ['bd', true],
      ['bxcxd', true],
      ['cd', false],
      ['bc', false],
    ],
  ],
  [
    'a/.e*',
    [
      ['.env', true],
      ['env', false],
    ],
  ],
  [
    '[ab]x',
    [
      ['bx', true],
      ['.b', false],
    ],
  ],
  ['a\\*b*', [['anything', true]]],
  ['{a,b/c}*', [['anything', true]]],
])('of the names in a folder, %s means no less than it matches', (pattern, names) => {
  const [isMeant] = patternNames(pattern, false)
  expect(names.map(([name]) => [name, isMeant!(name)])).toEqual(names)
})
