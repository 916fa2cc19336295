import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const linesOf = (text: string) => text.split('\n').filter(Boolean)
const without = (text: string, line: number) =>
  linesOf(text)
    .toSpliced(line - 1, 1)
    .map((one) => `${one}\n`)
    .join('')

/** Two commands, each of which is decided, started and ended: six records. */
async function recordTwo() {
  const scene = openScene()
  for (const word of ['one', 'two']) await scene.run(['exec', '--', `echo ${word}`])
  const folder = join(scene.state, 'audit')
  const segment = readdirSync(folder).find((name) => name.endsWith('.jsonl'))!
  const file = join(folder, segment)
  const { head } = (await scene.run(['audit', 'verify', '--json'])).json()
  return { scene, file, segment, head }
}

test.each([
  {
    title: 'changed',
    change: (text: string) => text.replace('echo two', 'rm two'),
    found: { line: 4, seq: 4, kind: 'changed' },
    says: /problem \S+:4, record 4: /,
  },
  {
    title: 'removed',
    change: (text: string) => without(text, 3),
    found: { line: 3, seq: 4, kind: 'removed' },
    says: /problem \S+:3, record 4: Record 3 is missing before it\./,
  },
  {
    title: 'cut off, the last',
    change: (text: string) => text.slice(0, -20),
    found: { line: 6, seq: null, kind: 'torn' },
    says: /problem \S+:6: \d+ bytes are left of record 6, /,
  },
  {
    title: 'cut off, with others behind it',
    change: (text: string) => text.replace(linesOf(text)[1]!, linesOf(text)[1]!.slice(0, 40)),
    found: { line: 2, seq: null, kind: 'garbage' },
    says: /problem \S+:2: .*\nproblem \S+:3, record 3: Record 2 is missing before it\./,
  },
])('audit verify names the record that is $title', async ({ change, found, says }) => {
  const { scene, file, segment } = await recordTwo()
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  const plain = await scene.run(['audit', 'verify'])
  expect(plain).toMatchObject({ code: 70, stdout: expect.stringMatching(says) })
  expect(plain.stdout).toContain(segment)
  const json = await scene.run(['audit', 'verify', '--json'])
  expect(json.code).toBe(70)
  expect(json.json()).toMatchObject({ ok: false })
  expect(json.json().problems[0]).toMatchObject({ segment, ...found })
})

test('audit verify finds that the last record is gone by the head that was noted', async () => {
  const { scene, file, head } = await recordTwo()
  writeFileSync(file, without(readFileSync(file, 'utf8'), 6))
  expect(await scene.run(['audit', 'verify'])).toMatchObject({ code: 0 })
  const ran = await scene.run(['audit', 'verify', '--head', head.hash])
  expect(ran).toMatchObject({
    code: 70,
    stdout: expect.stringContaining(`The noted head ${head.hash} is not in the chain`),
  })
})

test('audit tail shows the last records that fit', async () => {
  const { scene } = await recordTwo()
  const tail = async (...flags: string[]) => (await scene.run(['audit', 'tail', '--json', ...flags])).lines()
  expect((await tail()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect((await tail('--lines', '2')).map(({ seq }) => seq)).toEqual([5, 6])
  const decided = await tail('--type', 'decision', '--type', 'note', '--decision', 'allow', '--lines', '1')
  expect(decided).toMatchObject([{ seq: 4, data: { command: 'echo two' } }])
  expect(await tail('--text', 'ECHO ONE')).toMatchObject([{ seq: 1 }, { seq: 2 }])
  expect(await tail('--agent', 'other')).toEqual([])
  expect((await scene.run(['audit', 'tail', '--decision', 'maybe'])).code).toBe(2)
})
