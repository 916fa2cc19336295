// #region parse
import { parseShell, print } from '@poundlock/shell'

const parsed = parseShell('echo `date` >out; ls')
if (!parsed.ok) throw new Error(`${parsed.refusal.code} at ${parsed.refusal.span[0]}: ${parsed.refusal.message}`)
const text = print(parsed.tree) // 'echo $(date) >out\nls'
// #endregion

export { text }
