import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_CONFIG_LENGTH } from '../../src/document/parse-config.ts'
import { ConfigError } from '../../src/index.ts'
import { readConfigFile } from '../../src/node/index.ts'

const isRoot = process.getuid?.() === 0
const SOMEBODY = 65_534

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'poundlock-config-'))
  file = join(folder, 'poundlock.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

function problemOf(path = file, kind: 'user' | 'workspace' = 'user', options = {}): string | null {
  try {
    readConfigFile(path, kind, options)
    return null
  } catch (error) {
    if (!(error instanceof ConfigError) || !error.code.startsWith('CONFIG_') || !error.remedy) throw error
    return error.message.replace(`${path}: `, '')
  }
}

describe('reading a file', () => {
  it('gives its document and where it stands', () => {
    writeFileSync(file, '\uFEFF{\n"mode":"prompt"}', { mode: 0o600 })
    const read = readConfigFile(file, 'user')
    expect(read?.kind).toBe('user')
    expect(read?.document.mode).toBe('prompt')
    expect(read?.source.locate('/mode')).toBe(`${file}:2:1`)
  })

  it('follows a link', () => {
    const target = join(folder, 'real.json')
    writeFileSync(target, '{"mode":"prompt"}', { mode: 0o600 })
    symlinkSync(target, file)
    expect(readConfigFile(file, 'user')?.document.mode).toBe('prompt')
  })

  it('gives null where there is no file, no folder, or a file in the place of the folder', () => {
    expect(readConfigFile(file, 'user')).toBeNull()
    expect(readConfigFile(join(folder, 'no', 'such', 'file'), 'workspace')).toBeNull()
    writeFileSync(file, '')
    expect(readConfigFile(join(file, 'poundlock.json'), 'workspace')).toBeNull()
  })

  it('gives null for a folder behind a link that holds no file', () => {
    const link = join(folder, 'state')
    mkdirSync(join(folder, 'real'))
    symlinkSync(join(folder, 'real'), link)
    expect(readConfigFile(join(link, 'poundlock.json'), 'user')).toBeNull()
  })
})

describe('what cannot be read is an error, never an absent file', () => {
  it('a link to nothing', () => {
    symlinkSync(join(folder, 'unmounted.json'), file)
    expect(problemOf()).toBe('is a link to nothing')
  })

  it('a folder that is a link to nothing', () => {
    const link = join(folder, 'state')
    symlinkSync(join(folder, 'unmounted'), link)
    expect(problemOf(join(link, 'poundlock.json'))).toBe(`${link}: is a link to nothing`)
  })

  it('a link to itself', () => {
    symlinkSync(file, file)
    expect(problemOf()).toBe('cannot be opened (ELOOP)')
  })

  it('a folder', () => {
    mkdirSync(file)
    expect(problemOf()).toBe('is not a regular file')
  })

  it('a pipe, without waiting for somebody to write', () => {
    execFileSync('mkfifo', [file])
    expect(problemOf()).toBe('is not a regular file')
  })

  it('a device', () => {
    expect(problemOf('/dev/zero', 'workspace')).toBe('is not a regular file')
  })

  it('a file that is too long', () => {
    writeFileSync(file, Buffer.alloc(MAX_CONFIG_LENGTH + 1, ' '), { mode: 0o600 })
    expect(problemOf()).toBe(`has ${MAX_CONFIG_LENGTH + 1} bytes`)
  })

  it.each([
    ['Latin-1', Buffer.from('{"$schema":"\xE9"}', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le')],
    ['an overlong form', Buffer.from([0x7b, 0xc0, 0x80, 0x7d])],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ])('%s instead of UTF-8', (_, bytes) => {
    writeFileSync(file, bytes, { mode: 0o600 })
    expect(problemOf()).toBe('is not UTF-8')
  })

  it('a broken file', () => {
    writeFileSync(file, '{', { mode: 0o600 })
    expect(problemOf()).toBe(`${file}:1:2: not JSON: close brace expected`)
  })

  it('a file that its reader may not read', () => {
    writeFileSync(file, '{}', { mode: 0o000 })
    if (isRoot) chmodSync(folder, 0o755)
    const script = `
      const { readConfigFile } = await import(${JSON.stringify(new URL('../../src/node/index.ts', import.meta.url).href)})
      try { readConfigFile(${JSON.stringify(file)}, 'workspace'); console.log('read') } catch (error) { console.log(error.message) }`
    const node = ['--conditions=@poundlock/source', '--input-type=module', '-e', script]
    const asUser = ['--reuid', String(SOMEBODY), '--regid', String(SOMEBODY), '--clear-groups', process.execPath]
    const [program, ...args] = isRoot ? ['setpriv', ...asUser, ...node] : [process.execPath, ...node]
    expect(execFileSync(program, args, { encoding: 'utf8' }).trim()).toBe(`${file}: cannot be opened (EACCES)`)
  })
})

describe("a user's file that somebody else could have written", () => {
  beforeEach(() => {
    writeFileSync(file, '{}')
    chmodSync(file, 0o600)
  })

  it.each([
    ['600', null],
    ['644', null],
    ['400', null],
    ['606', 'can be written by others'],
    ['602', 'can be written by others'],
    ['666', 'can be written by others'],
  ])('with mode 0o%s', (mode, problem) => {
    chmodSync(file, Number.parseInt(mode, 8))
    expect(problemOf()).toBe(problem)
  })

  it('may be writable for a group that is the own one', () => {
    chownSync(file, process.getuid!(), process.getgid!())
    chmodSync(file, 0o664)
    expect(problemOf()).toBeNull()
  })

  it.runIf(isRoot)('may not be writable for another group', () => {
    chownSync(file, 0, SOMEBODY)
    chmodSync(file, 0o664)
    expect(problemOf()).toBe('can be written by others')
  })

  it.runIf(isRoot)('may not belong to another user', () => {
    chownSync(file, SOMEBODY, 0)
    expect(problemOf()).toBe(`belongs to user ${SOMEBODY}, not to you`)
  })

  it('may not lie in a folder where others can replace it', () => {
    chmodSync(folder, 0o777)
    expect(() => readConfigFile(file, 'user')).toThrow(`${folder}: can be written by others`)
    chmodSync(folder, 0o1777)
    expect(problemOf()).toBeNull()
  })

  it('is taken as it is when the user has named it, and for a workspace, which can only tighten', () => {
    chmodSync(file, 0o666)
    expect(problemOf(file, 'user', { vouchedFor: true })).toBeNull()
    expect(problemOf(file, 'workspace')).toBeNull()
  })
})
