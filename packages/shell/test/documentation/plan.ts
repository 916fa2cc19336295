// #region plan
import { quote } from '@poundlock/shell'
import { analyzeShell, executionPlan } from '@poundlock/shell/analysis'

const source = quote(['git', 'commit', '-m', "it's done"]) // git commit -m 'it'\''s done'
const { file, args, env } = executionPlan(analyzeShell(source), source, { env: { PATH: '/usr/bin', BASH_ENV: 'x' } })
// #endregion

export { args, env, file, source }
