// #region analyze
import { analyzeShell } from '@poundlock/shell/analysis'
import { expect, it } from 'vitest'

const analysis = analyzeShell("cd src && timeout 5 sh -c 'wc -l *.ts' > ../lines.txt")
if (!analysis.ok) throw new Error(analysis.refusal.message)
const names = analysis.commands.map((command) => command.name) // ['cd', 'timeout', 'sh', 'wc']
const { complete, unresolved, effects } = analysis
// #endregion

it('analyses as the documentation says', () => {
  expect(names).toEqual(['cd', 'timeout', 'sh', 'wc'])
  expect(complete).toBe(true)
  expect(unresolved).toEqual([])
  expect(effects.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['file-write src/../lines.txt'])
})
