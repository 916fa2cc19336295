import { expect, it } from 'vitest'
// #region parse
import { parseShell, print } from '../src/index.ts'

const parsed = parseShell('echo `date` >out; ls')
if (!parsed.ok) throw new Error(`${parsed.refusal.code} at ${parsed.refusal.span[0]}: ${parsed.refusal.message}`)
const text = print(parsed.tree) // 'echo $(date) >out\nls'
// #endregion

// #region analyze
import { analyzeShell } from '../src/index.ts'

const analysis = analyzeShell("cd src && timeout 5 sh -c 'wc -l *.ts' > ../lines.txt")
if (!analysis.ok) throw new Error(analysis.refusal.message)
const names = analysis.commands.map((command) => command.name) // ['cd', 'timeout', 'sh', 'wc']
const { complete, unresolved, effects } = analysis
// #endregion

// #region plan
import { executionPlan, quote } from '../src/index.ts'

const source = quote(['git', 'commit', '-m', "it's done"]) // git commit -m 'it'\''s done'
const { file, args, env } = executionPlan(analyzeShell(source), source, { env: { PATH: '/usr/bin', BASH_ENV: 'x' } })
// #endregion

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
