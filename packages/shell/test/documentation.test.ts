import { expect, it } from 'vitest'
import { complete, effects, names, unresolved } from './documentation/analyze.ts'
import { text } from './documentation/parse.ts'
import { args, env, file, source } from './documentation/plan.ts'

it('shows what the documentation says it does', () => {
  expect(text).toBe('echo $(date) >out\nls')
  expect(names).toEqual(['cd', 'timeout', 'sh', 'wc'])
  expect(complete).toBe(true)
  expect(unresolved).toEqual([])
  expect(effects.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['file-write src/../lines.txt'])
  expect(source).toBe("git commit -m 'it'\\''s done'")
  expect([file, ...args]).toEqual(['/bin/bash', '--norc', '--noprofile', '-c', '--', source])
  expect(env).toEqual({ PATH: '/usr/bin' })
})
