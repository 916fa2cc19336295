import type { Fix, Reason } from './decision.ts'
import type { CommandPlan } from './request.ts'

/** What a suggestion goes by. */
export interface FixContext {
  readonly plan: CommandPlan | undefined
  /** False where the mode asks whatever the rules say. */
  readonly rulesAnswerMode: boolean
  /** Rules that would cover what none covers. */
  readonly ruleFixes: () => readonly Fix[]
}

/** The smallest changes that would allow what was not allowed; none where no change should be suggested. */
export function suggestFixes(reasons: readonly Reason[], context: FixContext): readonly Fix[] {
  const fixes = new Map<string, Fix>()
  for (const reason of reasons) {
    for (const fix of fixesFor(reason, context)) if (!fixes.has(fix.message)) fixes.set(fix.message, fix)
  }
  return [...fixes.values()]
}

const IN_WORKSPACE: Fix = { message: 'write to a plainly named file in the workspace' }
const CONTAIN: Fix = {
  message: 'run it contained, which needs no rule: --host sandbox',
  key: 'tools.exec.host',
  value: 'sandbox',
}
const PLAINLY: Fix = { message: 'write it plainly, without what is named above' }
const WRITE_OUT: Fix = { message: 'write out what it runs instead of computing it' }

function isUnknown(plan: CommandPlan | undefined): boolean {
  return plan !== undefined && (!plan.complete || plan.commands.some(({ argv }) => argv.includes(null)))
}

function ruleRemoval({ rule, source }: Reason): readonly Fix[] {
  return rule === undefined
    ? []
    : [{ message: `remove or narrow the rule "${rule}" at ${source ?? 'its source'}`, remove: rule }]
}

function fixesFor(reason: Reason, context: FixContext): readonly Fix[] {
  switch (reason.code) {
    case 'RULE_DENY_POSSIBLE':
      return isUnknown(context.plan) ? [WRITE_OUT] : ruleRemoval(reason)
    case 'RULE_DENY':
    case 'RULE_ASK':
    case 'EFFECT_RULE':
    case 'TOOL_DENIED':
    case 'WEB_DENIED':
      return ruleRemoval(reason)
    case 'HOST_MISS':
      return [...context.ruleFixes(), CONTAIN]
    case 'HOST_DENY':
      return [
        CONTAIN,
        { message: 'let this host run what allow rules cover', key: 'tools.exec.security', value: 'allowlist' },
      ]
    case 'HOST_ALWAYS':
      return [{ message: 'let it ask only for what no allow rule covers', key: 'tools.exec.ask', value: 'on-miss' }]
    case 'HOST_REFUSED':
      return [{ message: 'leave the host out of the call, or configure it', key: 'tools.exec.host' }]
    case 'MODE_ASK':
      return context.rulesAnswerMode
        ? context.ruleFixes()
        : [{ message: 'choose a mode that does not ask for every call', key: 'mode', value: 'workspace-write' }]
    case 'MODE_DENY':
      return [{ message: `raise the mode at ${reason.source ?? 'its source'}`, key: 'mode', value: 'workspace-write' }]
    case 'TOOL_NOT_ALLOWED':
    case 'TOOL_OUTSIDE_PROFILE':
      return [{ message: `name the tool in the list at ${reason.source ?? 'its source'}`, key: 'tools.allow' }]
    case 'NODE_REFUSED':
      return [{ message: 'name the node that is meant', key: 'tools.exec.node' }]
    case 'FILE_UNCLEAR':
      return [{ message: 'name the file by a plain path' }]
    case 'WEB_UNLISTED':
      return [{ message: 'add the host to tools.web.allowDomains', key: 'tools.web.allowDomains' }]
    case 'REMOTE_CODE':
      return [{ message: 'download to a file, read it, then run that as its own command' }]
    case 'COMMAND_REFUSED':
      // What is written to a job has no text to read.
      return [context.plan?.text === '' ? CONTAIN : PLAINLY]
    case 'COMMAND_UNRESOLVED':
      return [WRITE_OUT]
    case 'EFFECT_OUTSIDE':
      if (reason.message.includes(' would be read, ')) {
        return [{ message: 'allow that it is read: name it in tools.fs.read.allow', key: 'tools.fs.read.allow' }]
      }
      return [IN_WORKSPACE]
    case 'EFFECT_PROTECTED':
    case 'EFFECT_UNKNOWN':
    case 'FILE_OUTSIDE':
      return [IN_WORKSPACE]
    case 'ENVIRONMENT_REFUSED':
      return [
        {
          message: 'leave the variable out, or name it among those that a call may set',
          key: 'tools.exec.environment',
        },
      ]
    default:
      return []
  }
}
