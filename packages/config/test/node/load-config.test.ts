import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfigError } from '../../src/index.ts'
import { loadConfig, stateDirectory } from '../../src/node/index.ts'

let folder: string
let workspace: string
let state: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'poundlock-load-'))
  workspace = join(folder, 'workspace')
  state = join(folder, 'state')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

describe('the folder of the state', () => {
  it('is POUNDLOCK_HOME, or .poundlock in the home folder', () => {
    expect(stateDirectory({ POUNDLOCK_HOME: '/srv/state/../lock' })).toBe('/srv/lock')
    expect(stateDirectory({})).toBe(join(homedir(), '.poundlock'))
    expect(stateDirectory({ POUNDLOCK_HOME: '' })).toBe(join(homedir(), '.poundlock'))
  })

  it.each(['state', './state', '../state', '~/state', '.'])('is refused as the relative path %s', (path) => {
    expect(() => stateDirectory({ POUNDLOCK_HOME: path })).toThrow(
      `POUNDLOCK_HOME is ${JSON.stringify(path)}; expected an absolute path`,
    )
  })

  it.each(['', '.', 'home'])('is never in the folder that a command is started in, where HOME is %j', (home) => {
    vi.stubEnv('HOME', home)
    expect(() => stateDirectory({})).toThrow(ConfigError)
  })
})

describe('what applies to a workspace', () => {
  it('is nothing where there are no files', () => {
    expect(loadConfig({ workspace, stateDirectory: state }).sources).toEqual([])
  })

  it("is the user's file, then the workspace's own, which only tightens", () => {
    const mine = write(join(state, 'poundlock.json'), '{"sandbox":{"network":"on"}}')
    const theirs = write(
      join(workspace, '.poundlock', 'poundlock.json'),
      '{"sandbox":{"network":"off","onUnavailable":"degrade"}}',
    )
    const { sources, resolved } = loadConfig({ workspace, stateDirectory: state })
    expect(sources.map(({ kind, source }) => [kind, source.file])).toEqual([
      ['user', mine],
      ['workspace', theirs],
    ])
    expect(resolved.sandbox.network).toEqual({ value: 'off', origin: `${theirs}:1:13` })
    expect(resolved.sandbox.onUnavailable.value).toBe('refuse')
  })

  it('is a named file instead of the one in the state folder', () => {
    write(join(state, 'poundlock.json'), '{ broken')
    const file = write(join(folder, 'other.json'), '{"mode":"prompt"}')
    const { sources } = loadConfig({ workspace, stateDirectory: state, file })
    expect(sources.map(({ source }) => source.file)).toEqual([file])
  })

  it('is an error where the named file does not exist', () => {
    const file = join(folder, 'missing.json')
    expect(() => loadConfig({ workspace, stateDirectory: state, file })).toThrow(`${file}: does not exist`)
  })

  it.each(['user', 'workspace'])(
    "is an error where the %s's file is broken, and nothing is taken from the other",
    (kind) => {
      write(join(state, 'poundlock.json'), kind === 'user' ? '{"mod":1}' : '{}')
      write(join(workspace, '.poundlock', 'poundlock.json'), kind === 'user' ? '{}' : '{"mod":1}')
      expect(() => loadConfig({ workspace, stateDirectory: state })).toThrow('unknown key "mod"')
    },
  )

  it("takes a file that is both the user's and the workspace's once, as the user's", () => {
    write(join(folder, '.poundlock', 'poundlock.json'), '{"sandbox":{"network":"on"}}')
    const { sources, resolved } = loadConfig({ workspace: folder, stateDirectory: join(folder, '.poundlock') })
    expect(sources.map(({ kind }) => kind)).toEqual(['user'])
    expect(resolved.sandbox.network.value).toBe('on')
  })
})
