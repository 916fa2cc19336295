import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

test('tools list names every tool, what it needs, and what the policy keeps from being called', async () => {
  const scene = openScene()
  scene.configure({ tools: { deny: ['group:runtime'] } })
  const { tools } = (await scene.run(['tools', 'list', '--json'])).json()
  expect(tools).toContainEqual(expect.objectContaining({ name: 'Sleep', mayBeCalled: true }))
  expect(tools).toContainEqual(
    expect.objectContaining({ name: 'exec', aliases: ['bash', 'shell'], mayBeCalled: false, why: expect.any(String) }),
  )
})

test('every schema is closed, and is shown under each name of the tool', async () => {
  const scene = openScene()
  const { tools } = (await scene.run(['tools', 'list', '--json'])).json()
  for (const { name, aliases } of tools) {
    for (const known of [name, ...aliases.slice(0, 1)]) {
      const spec = (await scene.run(['tools', 'schema', known, '--json'])).json()
      // It is the same tool as exec, with parameters of its own.
      expect(spec).toMatchObject({
        name: known === 'bash' ? 'bash' : name,
        inputSchema: { type: 'object', additionalProperties: false },
      })
    }
  }
  expect(await scene.run(['tools', 'schema', 'sing'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Known here: exec'),
  })
})

describe('tools call', () => {
  test('takes its input as an argument, from a file and from standard input', async () => {
    const scene = openScene()
    const input = '{"duration_ms":1}'
    writeFileSync(join(scene.workspace, 'input.json'), input)
    for (const [args, given] of [
      [[input], ''],
      [['--input', 'input.json'], ''],
      [['--input', '-'], input],
    ] as const) {
      const ran = await scene.run(['tools', 'call', 'Sleep', ...args, '--json'], { input: given })
      expect(ran).toMatchObject({ code: 0 })
      expect(ran.json()).toMatchObject({ status: 'ran', tool: 'Sleep', output: { structured: { stopped: false } } })
    }
    const written = await scene.run(['audit', 'tail', '--json'])
    expect(written.lines().map(({ type }) => type)).toEqual([
      'decision',
      'tool-end',
      'decision',
      'tool-end',
      'decision',
      'tool-end',
    ])
  })

  test('runs a command as exec does', async () => {
    const scene = openScene()
    const ran = await scene.run(['tools', 'call', 'bash', '{"command":"echo hi; exit 3"}'])
    expect(ran).toMatchObject({ code: 3, stdout: 'hi\n' })
  })

  test.each<[string, readonly string[], number, RegExp]>([
    ['no such tool', ['sing'], 2, /there is no tool "sing"; known here: exec/],
    [
      'an unknown key',
      ['Sleep', '{"duration_ms":1,"deep":true}'],
      2,
      /deep: unknown key "deep"; known here: duration_ms/,
    ],
    ['a missing key', ['Sleep'], 2, /the key "duration_ms" is missing/],
    ['no JSON', ['Sleep', '{duration_ms:1}'], 2, /the input is not JSON: .*\n.*tools schema Sleep shows the keys/],
    ['no object', ['Sleep', '[]'], 2, /expected an object, not a list|expected an object, not an array/],
    ['nothing at all', ['Sleep', ''], 2, /the input is empty/],
    ['input given twice', ['Sleep', '{}', '--input', '-'], 2, /given twice/],
    ['a file that is not there', ['Sleep', '--input', 'none.json'], 2, /none\.json: cannot be read \(ENOENT\)/],
    ['a denied tool', ['Sleep', '{"duration_ms":1}'], 64, /denied/],
  ])('%s is answered with what is wrong', async (title, args, code, message) => {
    const scene = openScene()
    if (title === 'a denied tool') scene.configure({ tools: { deny: ['sleep'] } })
    const ran = await scene.run(['tools', 'call', ...args])
    expect(ran).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
  })
})
