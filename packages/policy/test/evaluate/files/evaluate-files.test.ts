import { describe, expect, test } from 'vitest'
import type { PolicyDocument } from '../../../src/index.ts'
import { toolAccess } from '../../../src/inputs/tool-access.ts'
import { toolRequest } from '../../../src/inputs/tool-request.ts'
import { createPolicy } from '../../create-whole-policy.ts'
import { HOME } from '../../make-request.ts'

const CONTEXT = { cwd: '/w', workspace: '/w', home: HOME }
const decide = (tool: string, input: object, document: PolicyDocument = {}, real?: string | null) =>
  createPolicy(document, { home: HOME, stateDirectory: '/srv/state' }).decide(
    toolRequest({ tool, input, context: CONTEXT, ...(real !== undefined && { realPath: () => real }) }),
  ).decision

describe('files, as they are named and where they lie', () => {
  test.each<[string, string, 'allow' | 'ask' | 'deny', (string | null)?]>([
    ['write', 'a.txt', 'allow'],
    ['write', 'src/../../etc/x', 'ask'],
    ['write', '/w/.GIT/hooks/x', 'ask'],
    ['write', 'package.json', 'ask'],
    ['write', 'sub/Makefile', 'ask'],
    ['write', '/srv/state/poundlock.json', 'deny'],
    ['write', '~/.poundlock/audit/x', 'deny'],
    ['read', '~/.poundlock/exec-approvals.json', 'deny'],
    ['read', '~/.poundlock/output/run_1', 'ask'],
    ['read', '/w/a', 'ask', '/etc/shadow'],
    ['write', '/w/a', 'deny', '/srv/state/x'],
    ['write', '/w/a', 'ask', null],
    ['read', '-f/etc/shadow', 'ask'],
    ['read', '\\\\host\\share', 'ask'],
    ['read', '//host/share', 'ask'],
    ['read', 'C:\\x', 'ask'],
    ['read', 'file:///etc/passwd', 'ask'],
    ['read', '~root/x', 'ask'],
    ['read', 'a\u202Etxt', 'ask'],
    ['read', '', 'ask'],
  ])('%s %j: %s', (tool, path, expected, real) => {
    expect(decide(tool, { path }, {}, real)).toBe(expected)
  })

  test.each<[string, 'allow' | 'ask']>([
    ['/o/src/a.ts', 'allow'],
    ['/o/.git/hooks/pre-commit', 'ask'],
    ['/o/deep/.GIT/config', 'ask'],
    ['/o/.git', 'ask'],
    ['/o/.vscode/tasks.json', 'ask'],
    ['/o/package.json', 'ask'],
    // Its name stands in a rule, so it is meant.
    ['/o/.claude/memory/a.md', 'allow'],
    // What git runs is never meant.
    ['/p/.git/hooks/post-commit', 'ask'],
  ])(
    'attack: an allow rule on a folder elsewhere, and a write of %s that something runs later: %s',
    (path, expected) => {
      const write = { allow: ['/o/**', '/o/.claude/memory/**', '/p/.git/hooks/**'] }
      expect(decide('write', { path }, { tools: { fs: { write } } })).toBe(expected)
      const effects = { tools: { exec: { allow: write.allow.map((place) => ({ effect: `fs.write:${place}` })) } } }
      expect(decide('write', { path }, effects)).toBe(expected)
    },
  )

  test('rules on paths: deny wins, in every spelling; allow widens the scope', () => {
    const document: PolicyDocument = {
      tools: {
        fs: { read: { deny: ['secret'], allow: ['/usr/share/**'] }, write: { allow: ['/tmp/**'], ask: ['docs/**'] } },
      },
    }
    const asked = [
      ['read', 'SECRET/key'],
      ['read', 'secret'],
      ['read', '/usr/share/x'],
      ['write', '/tmp/a/b'],
      ['write', 'docs/x.md'],
      ['write', '/tmp/../etc/x'],
    ] as const
    expect(asked.map(([tool, path]) => decide(tool, { path }, document))).toEqual([
      'deny',
      'deny',
      'allow',
      'allow',
      'ask',
      'ask',
    ])
  })
})

test('a patch names its files itself', () => {
  const input =
    '*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: .git/hooks/x\n*** Delete File: b\n*** End Patch'
  expect(toolAccess('apply_patch', { input }).files).toEqual([
    { access: 'write', path: 'src/a.ts' },
    { access: 'write', path: '.git/hooks/x' },
    { access: 'delete', path: 'src/a.ts' },
    { access: 'delete', path: 'b' },
  ])
  expect(decide('apply-patch', { input })).toBe('ask')
  // What ends a line for a reader of texts ends none of a patch.
  const odd = 'diff --git a b\nnew mode 100755\ndiff --git x\u2028y x\u2028y\nnew mode 100755'
  expect(toolAccess('apply_patch', { input: odd }).files).toContainEqual({ access: 'write', path: 'x\u2028y' })
  expect(decide('apply_patch', { input: 'no patch' })).toBe('ask')
})

test.each([
  ['https://example.com/a', 'allow'],
  ['https://www.example.com/', 'ask'],
  ['https://example.com.evil.example/', 'ask'],
  ['https://example.com@evil.example/', 'ask'],
  ['http://169.254.169.254/', 'ask'],
  ['http://2130706433/', 'ask'],
  ['http://0x7f.1/', 'ask'],
  ['http://[::1]/', 'ask'],
  ['http://localhost:80/', 'ask'],
  ['ftp://example.com/', 'ask'],
  ['https://bad.example/', 'deny'],
  ['https://sub.BAD.example./', 'deny'],
] as const)('%s: %s', (url, expected) => {
  const web = { allowDomains: ['example.com'], denyDomains: ['bad.example'] }
  expect(decide('web_fetch', { url }, { tools: { web } })).toBe(expected)
})

describe('files that a command runs', () => {
  test.each([
    'package.json',
    'a/Makefile',
    'MAKEFILE.',
    '.cargo/x/config.toml',
    'a/.Cargo/env',
    'sub/conftest.py',
    'build.gradle.kts',
  ])('%s is asked for', (path) => {
    expect(decide('write_file', { path })).toBe('ask')
  })

  test.each(['package-json', 'xpackage.json', 'makefile.txt', 'cargo/x', 'setup_py'])('%s is not', (path) => {
    expect(decide('write_file', { path })).toBe('allow')
  })
})

// A search names where it looks in its pattern, too.
test.each<[string, 'allow' | 'ask' | 'deny']>([
  ['**/*.ts', 'allow'],
  ['src/{a,b}/*.ts', 'allow'],
  ['/w/src/**', 'allow'],
  ['/etc/*', 'ask'],
  ['/*', 'ask'],
  ['~/.ssh/*', 'ask'],
  ['~/.poundlock/*', 'deny'],
  ['../*', 'ask'],
  ['src/../../etc/*', 'ask'],
  ['{src,/etc}/*', 'ask'],
  ['{src,..}/*', 'ask'],
  ['@(src|..)/*', 'ask'],
  ['src/..', 'ask'],
  ['..\\*', 'ask'],
  ['a..b/*', 'allow'],
])('a search for %j: %s', (pattern, expected) => {
  expect(decide('glob_search', { pattern })).toBe(expected)
})

test('a pattern that could look anywhere is answered with how to say it', () => {
  const policy = createPolicy({}, { home: HOME, stateDirectory: '/srv/state' })
  const { reasons } = policy.decide(toolRequest({ tool: 'glob_search', input: { pattern: '../*' }, context: CONTEXT }))
  expect(reasons[0]).toMatchObject({
    code: 'FILE_UNCLEAR',
    message: expect.stringContaining('give a folder in "path"'),
  })
})

// What one reader of an input passes over, another may act on.
test.each<[string, object]>([
  ['read_file', { filename: '/etc/shadow' }],
  ['write_file', { target: '/etc/x', content: '' }],
  ['edit_file', {}],
  ['NotebookEdit', { path: '/etc/x' }],
  ['WebFetch', { uri: 'http://localhost/' }],
  ['read_file', { path: ['/etc/shadow'] }],
  ['read_file', { __proto__: { path: 'x' } }],
])('%s of %j names nothing, and is asked for', (tool, input) => {
  expect(decide(tool, input)).toBe('ask')
})

const GOOD = '*** Update File: src/a.ts\n@@\n-a\n+b\n'
test.each<[string, 'allow' | 'ask']>([
  [GOOD, 'allow'],
  ['--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n', 'allow'],
  ['diff --git a/src/a.ts b/src/a.ts\nold mode 100644\nnew mode 100755\n', 'allow'],
  [`${GOOD}  *** Add File: .git/hooks/pre-commit\n+x`, 'ask'],
  [`${GOOD}*** Add File:.git/hooks/pre-commit\n+x`, 'ask'],
  [`${GOOD}***  Add File: package.json\n+x`, 'ask'],
  [`${GOOD}+++ "b/package.json"\n`, 'ask'],
  [`${GOOD}--- /dev/null\n+++ x/package.json\n`, 'ask'],
  [`${GOOD}diff --git a/.git/hooks/x b/.git/hooks/x\nnew file mode 100755\n`, 'ask'],
  [`${GOOD}diff --git a/package.json b/package.json\nGIT binary patch\n`, 'ask'],
  [`${GOOD}diff --git "a/x y" "b/x y"\n`, 'ask'],
  [`${GOOD}Index: package.json\n===\n`, 'ask'],
  [`${GOOD}rename from src/a.ts\nrename to .envrc\n`, 'ask'],
  ['nothing that names a file', 'ask'],
])('a patch %j: %s', (patch, expected) => {
  expect(decide('apply_patch', { input: patch })).toBe(expected)
})

test.each([
  '*** Update File: src/a.ts\n*** Move to: src/b.ts\n',
  '*** Delete File: src/a.ts\n',
  'diff --git a/src/a.ts b/src/b.ts\nrename from src/a.ts\nrename to src/b.ts\n',
  'diff --git a/src/a.ts b/src/a.ts\ndeleted file mode 100644\n',
  '--- a/src/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n',
])('a file that the patch %j takes away is deleted', (patch) => {
  expect(toolAccess('apply_patch', { patch }).files).toContainEqual({ access: 'delete', path: 'src/a.ts' })
})

test('a rule holds for a file of a patch whatever its first folder is', () => {
  const document = { tools: { fs: { write: { deny: ['docs/x'] } } } }
  for (const name of ['docs/x', 'a/docs/x', 'new/docs/x']) {
    expect(decide('apply_patch', { input: `--- ${name}\n+++ ${name}\n` }, document)).toBe('deny')
  }
})
