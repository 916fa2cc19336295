import { expect, test } from 'vitest'
import { openRuntime } from '../open-runtime.ts'

test('what no program can be given is wrong input, by the name that the tool was called', async () => {
  const { runtime, context } = openRuntime({ mode: 'allow' })
  for (const [name, input] of [
    ['exec', { command: 'echo a\0b' }],
    ['bash', { command: 'echo a\0b' }],
    ['REPL', { language: 'python', code: 'print(1)\0' }],
  ] as const) {
    expect(await runtime.call({ id: 'c', name, input }, context)).toMatchObject({
      status: 'invalid',
      message: expect.stringMatching(new RegExp(`^${name}: .*NUL character at position \\d`)),
    })
  }
})
