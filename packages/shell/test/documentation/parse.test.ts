// #region parse
import { parseShell, print } from '@poundlock/shell'
import { expect, it } from 'vitest'

const parsed = parseShell('echo `date` >out; ls')
if (!parsed.ok) throw new Error(`${parsed.refusal.code} at ${parsed.refusal.span[0]}: ${parsed.refusal.message}`)
const text = print(parsed.tree) // 'echo $(date) >out\nls'
// #endregion

it('parses and prints as the documentation says', () => {
  expect(text).toBe('echo $(date) >out\nls')
})
