import { expect, test } from 'vitest'
import { openRuntime } from '../open-runtime.ts'

test.each<readonly [string, readonly string[]]>([
  ['rm *.o', ['*.o']],
  ['rm -r build/*', ['build/*']],
  ['rm ?x/y', ['?x/y']],
  // git reads the pattern by itself, so that it is not known what it stands for.
  ["git rm '*.o'", ['*']],
  ['rm one two', ['one', 'two']],
])('a question shows what is deleted as it was written: %s', async (command, deleted) => {
  const shown: (string | null)[] = []
  const scene = openRuntime(
    { exec: { host: 'gateway', security: 'allowlist' } },
    {
      ask: async ({ effects = [] }) => {
        shown.push(...effects.flatMap(({ kind, path }) => (kind === 'file-delete' ? [path] : [])))
        return { answer: 'deny', by: 'test:me' }
      },
    },
  )
  const { message } = await scene.runtime.call({ id: 'c', name: 'exec', input: { command } }, scene.context)
  expect(shown).toEqual(deleted.map((name) => `${scene.workspace}/${name}`))
  expect(message).not.toContain('*?')
})
