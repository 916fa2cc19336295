import type { ExecLayer, PolicyLayer } from '@poundlock/policy'
import { implies, lintPolicy } from '@poundlock/policy-review'

const HOME = '/home/u'
const layer = (exec: ExecLayer): PolicyLayer[] => [{ name: 'user', mayLoosen: true, exec }]
const mine = layer({ allowRules: ['git diff', 'npm test', 'git diff --stat'] })
const narrower = layer({ allowRules: ['git diff'], denyRules: ['git push'] })

const findings = lintPolicy(mine, { home: HOME }).map(({ code, rule }) => `${code}: ${rule}`) // ['shadowed: git diff --stat']
const isNarrower = implies(narrower, mine, { home: HOME, workspace: '/w' }).answer // 'yes'

export { findings, isNarrower }
