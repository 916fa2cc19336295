import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'

const folder = (scene: Scene) => join(scene.state, 'cache', 'code')
const kept = (scene: Scene) => readdirSync(folder(scene)).map((name) => join(folder(scene), name))
const runs = (file: string) => readFileSync(file).readUInt32LE(0)

describe('compiled code that is kept for the next start', () => {
  test('is one file a command, for its owner alone, and is gathered over a few runs', async () => {
    const scene = openScene({ cold: true })
    for (let run = 1; run <= 7; run++) expect((await scene.run(['check', '--', 'ls'])).code).toBe(0)
    const [file, ...others] = kept(scene)
    expect(others).toEqual([])
    expect(statSync(file!).mode & 0o777).toBe(0o600)
    expect(runs(file!)).toBe(5)
    await scene.run(['parse', '--', 'ls'])
    expect(kept(scene)).toHaveLength(2)
  })

  test('is also kept of what a command loads from beside its bundle', async () => {
    const scene = openScene({ cold: true })
    scene.configure({ mcpServers: { one: { command: 'one' }, two: { url: 'https://localhost/mcp' } } })
    for (let run = 1; run <= 6; run++) expect((await scene.run(['mcp', 'list'])).code).toBe(0)
    const bundles = ['main', 'mcp'].map((name) => statSync(new URL(`../dist/${name}.cjs`, import.meta.url)).ino)
    expect(kept(scene).map((file) => Number(file.split('-').at(-1)))).toEqual(expect.arrayContaining(bundles))
    expect(kept(scene).map(runs)).toEqual([5, 5])
  })

  test('is another file for a Node with other flags, which would reject it', async () => {
    const scene = openScene({ cold: true })
    const check = async (flags: string) => {
      const env = { NODE_OPTIONS: flags }
      for (let run = 1; run <= 2; run++) expect((await scene.run(['check', '--', 'ls'], { env })).code).toBe(0)
    }
    await check('')
    const [first] = kept(scene)
    const bytes = readFileSync(first!)
    await check('--stack-trace-limit=20')
    expect(kept(scene)).toHaveLength(2)
    expect(kept(scene).map(runs)).toEqual([2, 2])
    expect(readFileSync(first!).equals(bytes)).toBe(true)
  })

  test('does not pile up from build to build', async () => {
    const scene = openScene({ cold: true })
    mkdirSync(folder(scene), { recursive: true, mode: 0o700 })
    for (let build = 0; build < 90; build++) writeFileSync(join(folder(scene), `check-${build}`), 'old')
    for (let run = 1; run <= 2; run++) await scene.run(['check', '--', 'ls'])
    expect(kept(scene)).toHaveLength(64)
    expect(kept(scene).filter((file) => statSync(file).size > 1000)).toHaveLength(1)
  })

  test('is not kept of a mistake in the command line', async () => {
    const scene = openScene({ cold: true })
    expect((await scene.run(['check', '--no-such-flag'])).code).toBe(2)
    expect(kept(scene)).toEqual([])
  })

  test.each([
    ['one bit of it is another', (bytes: Buffer) => bytes.fill(bytes[5000]! ^ 1, 5000, 5001)],
    ['its end is missing', (bytes: Buffer) => bytes.subarray(0, bytes.length - 4097)],
    ['a part of it was never written', (bytes: Buffer) => bytes.fill(0, 8192, 16_384)],
    ['it is empty', () => Buffer.alloc(0)],
    ['it is something else, written twice', () => Buffer.concat([Buffer.alloc(4), Buffer.alloc(2000, 'not code')])],
  ])('is not used and made anew when %s', async (_, damage) => {
    const scene = openScene({ cold: true })
    for (let run = 1; run <= 2; run++) await scene.run(['check', '--', 'ls'])
    const [file] = kept(scene)
    writeFileSync(file!, damage(readFileSync(file!)))
    const { code, stdout, stderr } = await scene.run(['check', '--json', '--', 'rm -rf /etc'])
    expect(JSON.parse(stdout).commands[0].name).toBe('rm')
    expect([stderr, code]).toEqual(['', (await scene.run(['check', '--json', '--', 'rm -rf /etc'])).code])
    expect(runs(file!)).toBe(2)
  })

  test('is neither read nor written where somebody else may write', async () => {
    const scene = openScene({ cold: true })
    mkdirSync(folder(scene), { recursive: true })
    chmodSync(folder(scene), 0o777)
    expect((await scene.run(['check', '--', 'ls'])).code).toBe(0)
    expect(kept(scene)).toEqual([])
  })
})
