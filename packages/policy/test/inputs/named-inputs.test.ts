import { describe, expect, test } from 'vitest'
import type { PolicyDocument } from '../../src/index.ts'
import type { ToolInputs } from '../../src/inputs/named-inputs.ts'
import { toolRequest } from '../../src/inputs/tool-request.ts'
import { createPolicy } from '../create-whole-policy.ts'
import { HOME } from '../make-request.ts'

const CONTEXT = { cwd: '/w', workspace: '/w', home: HOME }
const TOOL = 'mcp__some__tool'
const READS: ToolInputs = { onlyReads: true }

const requestFor = (input: unknown, inputs?: ToolInputs, realPath?: (path: string) => string | null) =>
  toolRequest({
    tool: TOOL,
    input,
    requiredPermission: 'read-only',
    served: { server: 'some', tool: 'tool' },
    context: CONTEXT,
    // What its inputs name is all that decides.
    ...(inputs && { inputs: { program: 'offline', ...inputs } }),
    ...(realPath && { realPath }),
  })

const decide = (input: unknown, inputs: ToolInputs = READS, document: PolicyDocument = {}, real?: string) =>
  createPolicy(document, { home: HOME, stateDirectory: '/srv/state' }).decide(
    requestFor(input, inputs, real === undefined ? undefined : () => real),
  ).decision

const named = (input: unknown, inputs: ToolInputs = READS) => {
  const { files = [], urls = [] } = requestFor(input, inputs)
  return [...files.map(({ access, path }) => `${access} ${path}`), ...urls]
}

describe('what an input names', () => {
  test.each<[object, string[]]>([
    [{ path: 'a.txt' }, ['read a.txt']],
    [{ paths: ['a', 'b'] }, ['read a', 'read b']],
    [{ filePath: 'a', file_name: 'b', FileName: 'c', 'work-dir': 'd' }, ['read a', 'read b', 'read c', 'read d']],
    [{ edits: [{ target: { filePath: './x' } }] }, ['read ./x']],
    [{ source: '../a', destination: 'word' }, ['read ../a']],
    [{ path: '' }, ['read .']],
    [{ path: ' "/etc/passwd" ' }, ['read  "/etc/passwd" ', 'read /etc/passwd']],
    [{ note: 'file:///etc/passwd' }, ['read /etc/passwd']],
    [
      { uri: 'file://localhost/etc/%70asswd#x' },
      ['read /etc/%70asswd#x', 'read /etc/%70asswd', 'read /etc/passwd', 'read /etc/passwd#x'],
    ],
    [{ uri: ' fi\nle:/etc/passwd' }, ['read /etc/passwd']],
    [{ uri: 'file://host/share' }, ['read //host/share']],
    [{ uri: 'file:///%zz' }, ['read ']],
    [{ uri: 'memo://insights' }, []],
    [{ url: 'https://example.com/a' }, ['https://example.com/a']],
    [{ url: 'example.com:8080/a' }, ['https://example.com:8080/a']],
    [{ url: '127.0.0.1' }, ['https://127.0.0.1']],
    [{ url: '//example.com' }, ['https://example.com']],
    [{ url: '/etc/passwd' }, ['read /etc/passwd']],
    [
      { path: 'https://a.org/../../etc/passwd' },
      ['read https://a.org/../../etc/passwd', 'https://a.org/../../etc/passwd'],
    ],
    [{ repoUrl: 'git@host.org:a' }, []],
    [{ repoUrl: 'ssh://host.org/a' }, ['ssh://host.org/a']],
    [{ jsonPath: '$.a', xpath: '//a', query: '/etc/passwd', to: 'a@b.c', limit: 3 }, []],
    [{ profile: '/x' }, ['read /x']],
    [{ path: 7, files: [null, true] }, []],
  ])('%j', (input, expected) => {
    expect(named(input)).toEqual(expected)
  })

  test('is read and written where nobody says that the tool only reads, also for a hook that knows nothing of it', () => {
    expect(named({ path: 'a' }, {})).toEqual(['read a', 'write a'])
    const { files } = toolRequest({ tool: TOOL, input: { path: 'a' }, requiredPermission: 'danger-full-access' })
    expect(files).toHaveLength(2)
  })

  test('is what the owner says, at any depth', () => {
    const uses = { out: 'write', gone: 'delete', path: 'none', site: 'url', file: 'read' } as const
    expect(named({ out: 'a', deep: { gone: ['b'] }, path: '/etc/passwd', site: 'x' }, { uses })).toEqual([
      'write a',
      'delete b',
      'x',
    ])
    expect(named({ out: 7, site: {} }, { uses })).toEqual(['write '])
    expect(named({ file: 'file:///etc/x', dir: 'y' }, { uses, guess: 'none' })).toEqual(['read /etc/x'])
    const elsewhere = { path: '/etc/x', url: 'https://a.org', uri: 'file:///etc/x', to: { repoUrl: 'b.org' } }
    expect(named(elsewhere, { guess: 'addresses' })).toEqual(['https://a.org', 'https://b.org'])
  })

  test('begins in the folder where the server runs', () => {
    const inputs = { ...READS, base: '/srv/app' }
    expect(named({ paths: ['a', '../b', '~/c', '/d', '-x', 'c:\\d'] }, inputs)).toEqual([
      'read /srv/app/a',
      'read /srv/app/../b',
      'read ~/c',
      'read /d',
      'read -x',
      'read c:\\d',
    ])
  })

  test('is found behind long runs of blanks and quotes, in one pass', () => {
    const blanks = ' '.repeat(1_000_000)
    expect(named({ note: `${blanks}file:/etc/passwd${blanks}`, other: `a${blanks}:` })).toEqual(['read /etc/passwd'])
    const quotes = `"'`.repeat(1000)
    expect(named({ path: `${quotes}/etc/passwd${quotes}` })).toContain('read /etc/passwd')
    const files = Array.from({ length: 900 }, (_, n) => `a${quotes}${n}`)
    expect(named({ files })).toHaveLength(900)
  })

  test('is told by the name of the input, however many names there are', () => {
    for (let n = 0; n < 2000; n += 1) {
      expect(named({ [`in${n}x`]: 'a' })).toEqual([])
      expect(named({ [`in${n}_path`]: 'a' })).toEqual(['read a'])
    }
  })

  test('asks where there is too much to look at', () => {
    const deep = Array.from({ length: 100 }).reduce<object>((inner) => ({ inner }), { path: '/etc/passwd' })
    for (const input of [
      deep,
      { list: Array(20_000).fill('x') },
      { paths: Array.from({ length: 5000 }, (_, n) => `f${n}`) },
    ]) {
      expect(named(input)).toContain('read ')
      expect(decide(input)).toBe('ask')
    }
  })
})

describe('a tool of a server and the rules on files', () => {
  test.each<[object, 'allow' | 'ask' | 'deny', string?]>([
    [{ path: 'src/a.ts' }, 'allow'],
    [{ path: '/w/src/a.ts' }, 'allow'],
    [{ path: '../other/a' }, 'ask'],
    [{ path: '/etc/passwd' }, 'ask'],
    [{ path: 'link' }, 'ask', '/etc/passwd'],
    [{ path: 'link' }, 'deny', '/srv/state/x'],
    [{ path: '/srv/state/poundlock.json' }, 'deny'],
    [{ uri: 'file:///srv/state/%70oundlock.json' }, 'deny'],
    [{ uri: 'file:///srv/state/../state/x' }, 'deny'],
    [{ paths: ['a', '"/srv/state/x"'] }, 'deny'],
    [{ edits: [{ file: ' /srv/state/x ' }] }, 'deny'],
    [{ path: '~/.poundlock/audit/x' }, 'deny'],
    [{ path: 'SECRET/key' }, 'deny'],
    [{ path: 'foo:/../../etc/passwd' }, 'ask'],
    [{ path: 'https://example.com/../../../etc/passwd' }, 'ask'],
    [{ url: 'https://example.com/' }, 'allow'],
    [{ url: 'https://evil.example/' }, 'deny'],
    [{ url: 'evil.example' }, 'deny'],
    [{ url: 'http://169.254.169.254/' }, 'ask'],
    [{ url: 'http:evil.example' }, 'ask'],
  ])('%j: %s', (input, expected, real) => {
    const document: PolicyDocument = {
      sandbox: { network: 'on' },
      tools: { fs: { read: { deny: ['secret'] } }, web: { denyDomains: ['evil.example'] } },
    }
    expect(decide(input, READS, document, real)).toBe(expected)
  })

  test('a path that may be written is held against the rules for both', () => {
    const document: PolicyDocument = { tools: { fs: { read: { deny: ['secret'] }, write: { deny: ['fixed'] } } } }
    expect(decide({ path: 'secret' }, {}, document)).toBe('deny')
    expect(decide({ path: 'fixed' }, {}, document)).toBe('deny')
    expect(decide({ path: 'fixed' }, READS, document)).toBe('allow')
    expect(decide({ path: '.git/hooks/pre-commit' }, {})).toBe('ask')
  })

  test('a rule that allows a file allows no tool', () => {
    const document: PolicyDocument = { tools: { deny: ['group:mcp'], fs: { read: { allow: ['/**'] } } } }
    expect(decide({ path: 'a' }, READS, document)).toBe('deny')
    const asked = (input: object) =>
      createPolicy({ tools: { fs: { write: { allow: ['/**'] }, read: { allow: ['/**'] } } } }, { home: HOME }).decide(
        toolRequest({ tool: TOOL, input, requiredPermission: 'danger-full-access', context: CONTEXT }),
      ).decision
    expect(asked({ path: '/etc/x' })).toBe(asked({}))
  })
})
