// #region plan
import { quote } from '@poundlock/shell'
import { analyzeShell, executionPlan } from '@poundlock/shell/analysis'
import { expect, it } from 'vitest'

const source = quote(['git', 'commit', '-m', "it's done"]) // git commit -m 'it'\''s done'
const { file, args, env } = executionPlan(analyzeShell(source), source, { env: { PATH: '/usr/bin', BASH_ENV: 'x' } })
// #endregion

it('plans as the documentation says', () => {
  expect(source).toBe("git commit -m 'it'\\''s done'")
  expect([file, ...args]).toEqual(['/bin/bash', '--norc', '--noprofile', '-c', '--', source])
  expect(env).toEqual({ PATH: '/usr/bin' })
})
