import { hash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'

const EXEC = { host: 'gateway', security: 'full', ask: 'off' }
const settings = (more: object = {}) => ({
  mode: 'allow',
  sandbox: { mode: 'off' },
  tools: { exec: { ...EXEC, ...more } },
})

const recordingsOf = (scene: Scene) => {
  const folder = join(scene.state, 'recordings')
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}
const castOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a recorded command can be played, without its secrets, and its hash is in the log', async () => {
  const scene = openScene()
  scene.configure(settings())
  const token = `ghp_${'a1B2'.repeat(9)}`
  const command = `echo one; echo ${token}; echo two >&2; exit 3`
  const ran = await scene.run(['exec', '--record', '--', command])
  expect(ran.code).toBe(3)
  expect(ran.stdout).toBe(`one\n${token}\n`)
  const [file = ''] = recordingsOf(scene)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [header, ...events] = castOf(file)
  expect(header).toMatchObject({ version: 3, term: { cols: 80, rows: 24 } })
  expect(readFileSync(file, 'utf8')).not.toContain(token)
  expect(events.at(-1)).toEqual([expect.any(Number), 'x', '3'])
  const text = events.flatMap(([, code, data]) => (code === 'o' ? [data] : [])).join('')
  expect(text).toContain('one\r\n')
  expect(text).toContain('two\r\n')
  const records = (await scene.run(['audit', 'tail', '--json', '-n', '50'])).lines()
  const record = records.find(({ type }) => type === 'recording')
  expect(record.data).toMatchObject({ sha256: hash('sha256', readFileSync(file), 'hex'), truncated: false })
  const id = /poundlock audit play (run_[\w-]+)/.exec(ran.stderr)?.[1] ?? ''
  expect(record.data.runId).toBe(id)
  const played = await scene.run(['audit', 'play', id.slice(0, 12)])
  expect([played.code, played.stdout]).toEqual([0, text.replaceAll('\r\n', '\n')])
  expect((await scene.run(['audit', 'play', 'run_nothing'])).code).toBe(2)
  // One that was changed is not played.
  appendFileSync(file, '[0, "o", "more"]\n')
  const changed = await scene.run(['audit', 'play', id])
  expect([changed.code, changed.stdout]).toEqual([70, ''])
  rmSync(file)
  expect((await scene.run(['audit', 'play', id])).code).toBe(70)
})

test('the configuration records every command, also that of a repository; a long output is cut', async () => {
  const scene = openScene()
  scene.configure(settings())
  await scene.run(['exec', '--', 'echo x'])
  expect(recordingsOf(scene)).toEqual([])
  mkdirSync(join(scene.workspace, '.poundlock'))
  writeFileSync(
    join(scene.workspace, '.poundlock', 'poundlock.json'),
    JSON.stringify({ tools: { exec: { record: true } } }),
  )
  await scene.run(['exec', '--', 'echo x'])
  expect(recordingsOf(scene)).toHaveLength(1)
  rmSync(join(scene.workspace, '.poundlock'), { recursive: true })
  scene.configure(settings({ record: true }))
  const long = await scene.run(['exec', '--json', '--', 'head -c 30000000 /dev/zero | tr "\\0" "x" | fold -w 100'])
  expect(long.code).toBe(0)
  const file = recordingsOf(scene).find((path) => path.includes(long.json().runId)) ?? ''
  expect(statSync(file).size).toBeLessThan(11 * 1024 * 1024)
  expect(castOf(file).slice(-2)).toMatchObject([
    [expect.any(Number), 'm', expect.any(String)],
    [expect.any(Number), 'x', '0'],
  ])
})

test('a command whose recording cannot be kept does not run', async () => {
  const scene = openScene()
  scene.configure(settings())
  writeFileSync(join(scene.state, 'recordings'), '')
  const refused = await scene.run(['exec', '--record', '--', 'touch made'])
  expect(refused.code).not.toBe(0)
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
  expect((await scene.run(['exec', '--', 'touch made'])).code).toBe(0)
  // What is denied leaves no recording.
  rmSync(join(scene.state, 'recordings'))
  scene.configure(settings({ deny: ['touch'] }))
  expect((await scene.run(['exec', '--record', '--', 'touch other'])).code).toBe(64)
  expect(recordingsOf(scene)).toEqual([])
})
