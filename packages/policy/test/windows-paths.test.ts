import { describe, expect, test } from 'vitest'
import { createPolicy, type PolicyDocument, toolRequest } from '../src/index.ts'

const MODES = ['read-only', 'workspace-write', 'danger-full-access', 'allow'] as const

/** What a policy says of a file that a tool names. */
function decide(
  path: string,
  { tool = 'write_file', folder = '/mnt/c/ws', mode = 'danger-full-access', fs = {} }: Partial<Question> = {},
) {
  const document = { mode, tools: { fs } } as PolicyDocument
  const input = tool === 'write_file' ? { path, content: '' } : { path }
  const context = { agent: 'a', session: 's', cwd: folder, workspace: folder, home: '/home/u', interactive: true }
  const { decision, reasons } = createPolicy(document, { home: '/home/u' }).decide(
    toolRequest({ tool, input, nodes: [], context }),
  )
  return { decision, code: reasons[0]?.code }
}

interface Question {
  readonly tool: 'write_file' | 'read_file'
  readonly folder: string
  readonly mode: (typeof MODES)[number]
  readonly fs: object
}

/** What Windows reads otherwise than it looks. learn.microsoft.com/windows/win32/fileio/naming-a-file */
const FOREIGN = [
  'C:\\',
  'C:\\..',
  'C:\\ws\\..\\x',
  'C:/ws/../x',
  'C:x',
  'c:',
  'Z:\\ws\\a',
  '\\\\?\\C:\\ws\\a',
  '\\\\.\\PhysicalDrive0',
  '\\\\.\\pipe\\x',
  '\\??\\C:\\x',
  '\\ws\\a',
  '\\\\server\\share\\x',
  '//server/share/x',
  '//?/C:/ws/a',
  '..\\x',
  'sub\\..\\..\\x',
  'sub/..\\..\\x',
  '.\\a',
  'file.txt:stream',
  'file.txt::$DATA',
  '.env::$DATA',
  '.git::$INDEX_ALLOCATION/hooks/x',
  'a:..\\b',
  '%USERPROFILE%\\x',
  '$env:HOME/x',
]

describe.each(MODES)('in the mode %s', (mode) => {
  test.each(FOREIGN)('%s is never let through', (path) => {
    for (const tool of ['read_file', 'write_file'] as const) {
      expect(decide(path, { tool, mode }).decision, tool).not.toBe('allow')
    }
  })

  test.each(['C:\\ws', 'C:/ws', 'c:', '\\\\server\\share', '\\\\?\\C:\\ws', 'ws', ''])(
    'nothing is read or written from the folder %j, whose names no rule can be checked against',
    (folder) => {
      const names = ['a.txt', 'CON', 'nul', 'aux.txt', 'COM1', 'd/a.txt:s', '.env', 'SECRET~1/x', 'x/../../y', '/etc/x']
      for (const path of names) {
        for (const tool of ['read_file', 'write_file'] as const) {
          expect(decide(path, { tool, folder, mode }), `${tool} ${path}`).toMatchObject({ decision: 'deny' })
        }
      }
    },
  )
})

describe('a rule that denies', () => {
  const fs = { read: { deny: ['secrets/**', '.env'] }, write: { deny: ['secrets/**', '.env'] } }

  test.each([
    'secrets/x',
    'SECRETS/x',
    'Secrets./x',
    'secrets /x',
    'seCrets/./X',
    '.ENV',
    '.env.',
    '.env...',
    '.env. .',
  ])('covers %j, which some file system takes for the same', (path) => {
    expect(decide(path, { fs })).toMatchObject({ decision: 'deny', code: 'FILE_RULE' })
    expect(decide(path, { fs, tool: 'read_file' })).toMatchObject({ decision: 'deny', code: 'FILE_RULE' })
  })

  test.each(['SECRET~1/x', 'a/SECRET~12/x', 'ENV~1', 'PRIVAT~1.KEY', 'secret~1/x'])(
    'cannot be checked for the short name %s on a drive of Windows, so that a person is asked',
    (path) => {
      for (const mode of MODES) {
        expect(decide(path, { fs, mode }).decision).not.toBe('allow')
        expect(decide(path, { fs, mode, tool: 'read_file' }).decision).not.toBe('allow')
      }
      expect(decide(path, { fs, folder: '/home/u/ws' }).decision).toBe('allow')
    },
  )

  test('leaves names alone that only look like short ones', () => {
    for (const path of ['a~b', 'backup~', 'toolongname~1', 'x~1y']) {
      expect(decide(path, { fs, mode: 'workspace-write' }).decision, path).toBe('allow')
    }
  })
})

test('a rule that allows covers no other spelling', () => {
  const fs = { write: { allow: ['/srv/out/**'] } }
  const question = { fs, mode: 'workspace-write' } as const
  expect(decide('/srv/out/a', question).decision).toBe('allow')
  for (const path of ['/SRV/out/a', '/srv/OUT/a', '/srv/out./a', '/srv\\out\\a', '/srv/out /a']) {
    expect(decide(path, question).decision, path).toBe('ask')
  }
})

test.each(['.GIT/hooks/x', 'git~1/hooks/x', '.git./hooks/x', '.Git /config', 'sub/GIT~1/config'])(
  'the internals of git are protected as %s',
  (path) => expect(decide(path, { mode: 'workspace-write' }).decision).toBe('ask'),
)
