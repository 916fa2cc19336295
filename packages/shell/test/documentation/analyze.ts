// #region analyze
import { analyzeShell } from '@poundlock/shell/analysis'

const analysis = analyzeShell("cd src && timeout 5 sh -c 'wc -l *.ts' > ../lines.txt")
if (!analysis.ok) throw new Error(analysis.refusal.message)
const names = analysis.commands.map((command) => command.name) // ['cd', 'timeout', 'sh', 'wc']
const { complete, unresolved, effects } = analysis
// #endregion

export { complete, effects, names, unresolved }
