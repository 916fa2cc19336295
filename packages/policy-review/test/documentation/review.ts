// #region review
import type { ExecLayer, PolicyLayer } from '@poundlock/policy'
import { implies, lintPolicy } from '@poundlock/policy-review'

const home = '/home/u'
const layer = (exec: ExecLayer): PolicyLayer[] => [{ name: 'user', mayLoosen: true, exec }]
const mine = layer({ allowRules: ['git diff', 'npm test', 'git diff --stat'] })
const narrower = layer({ allowRules: ['git diff'], denyRules: ['git push'] })

const findings = lintPolicy(mine, { home }).map(({ code, rule }) => `${code}: ${rule}`) // ['shadowed: git diff --stat']
const isNarrower = implies(narrower, mine, { home, workspace: '/w' }).answer // 'yes'
// #endregion

export { findings, isNarrower }
