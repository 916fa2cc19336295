import type { CommandPlan } from '../../model/command-plan.ts'
import type { Fix, Reason } from '../../model/decision.ts'
import type { WebLocation } from '../../rules/web/domains.ts'

/** What a suggestion goes by. */
export interface FixContext {
  readonly plan: CommandPlan | undefined
  /** False where the mode asks whatever the rules say. */
  readonly rulesAnswerMode: boolean
  /** Rules that would cover what none covers. */
  readonly ruleFixes: () => readonly Fix[]
  /** The plain hosts that the call contacts, each with its port where that is not a usual one. */
  readonly hosts?: () => readonly WebLocation[]
}

/** The smallest changes that would allow what was not allowed; none where no change should be suggested. */
export function suggestFixes(reasons: readonly Reason[], context: FixContext): readonly Fix[] {
  const fixes = new Map<string, Fix>()
  // A fix for this reason does not answer the other reasons.
  const isAlone = reasons.every(({ code }) => ANSWERED_TOGETHER.has(code) || DESCRIBING.has(code))
  for (const reason of reasons) {
    const own = fixesFor(reason, context).filter(({ instead }, index) => index === 0 || isAlone || instead !== true)
    for (const [index, fix] of own.entries()) {
      const key = keyOf(fix) ?? `${reason.code} ${index}`
      if (!fixes.has(key)) fixes.set(key, fix)
    }
  }
  return [...fixes.values()]
}

/** Where nothing covers a line that would run uncontained: a rule answers them all, and so does a sandbox. */
const ANSWERED_TOGETHER: ReadonlySet<Reason['code']> = new Set(['HOST_MISS', 'HOST_DENY', 'MODE_ASK'])

/** They say what a call would do, and ask nothing. */
const DESCRIBING: ReadonlySet<Reason['code']> = new Set([
  'NEEDS_EFFECT',
  'NEEDS_UNKNOWN',
  'NEEDS_NETWORK',
  'NEEDS_UNCONTAINED',
  'NEEDS_TOOL',
  'NEEDS_MORE',
])

/** The same for fixes that change the same; `null` for those that change nothing of the configuration. */
function keyOf(fix: Fix): string | null {
  const { key, value, at } = fix
  if (key !== undefined) return JSON.stringify([key, value, at])
  const shared = SHARED.indexOf(fix)
  return shared < 0 ? null : `shared ${shared}`
}

const IN_WORKSPACE: Fix = { message: 'write to a plainly named file in the workspace' }
const CONTAIN: Fix = {
  message: 'run it contained, which needs no rule: --host sandbox',
  key: 'tools.exec.host',
  value: 'sandbox',
}
const CONTAIN_SERVER: Fix = { message: 'contain the server: "sandbox": true in its entry of mcpServers' }
const PLAINLY: Fix = { message: 'write it without the parts that are named above' }
const WRITE_OUT: Fix = { message: 'write out what it runs instead of computing it' }
/** Fixes that several reasons share, and that no key distinguishes. */
const SHARED: readonly Fix[] = [IN_WORKSPACE, CONTAIN_SERVER, PLAINLY, WRITE_OUT]

function isUnknown(plan: CommandPlan | undefined): boolean {
  return plan !== undefined && (!plan.complete || plan.commands.some(({ argv }) => argv.includes(null)))
}

const at = (source: string | undefined) => source !== undefined && { at: source }

/** Somebody wrote the rule for more than this call: without it, all of that would go through. */
function narrowerRule({ rule, source }: Reason): readonly Fix[] {
  return rule === undefined
    ? []
    : [
        {
          message: `narrow the rule "${rule}" at ${source ?? 'its source'}, so that it does not cover this`,
          ...at(source),
        },
      ]
}

/** A value that holds for every call is not changed for the sake of one. */
const holdsForAll = (what: string, source: string | undefined, otherwise = ''): Fix => ({
  message: `${what} (${source ?? 'default'}) for every call: find another way${otherwise}`,
  ...at(source),
})
const OR_APPROVE = ', or approve it when you are asked'

// oxlint-disable-next-line max-lines-per-function -- a table: one case for each code of a reason
function fixesFor(reason: Reason, context: FixContext): readonly Fix[] {
  switch (reason.code) {
    case 'RULE_DENY_POSSIBLE':
      return isUnknown(context.plan) ? [WRITE_OUT] : narrowerRule(reason)
    case 'RULE_DENY':
    case 'RULE_ASK':
    case 'EFFECT_RULE':
    case 'TOOL_DENIED':
    case 'WEB_DENIED':
    case 'SERVER_UNKEPT':
      return narrowerRule(reason)
    case 'SERVER_UNCONTAINED':
      return [CONTAIN_SERVER]
    case 'HOST_MISS':
      return [...context.ruleFixes(), { ...CONTAIN, instead: true }]
    case 'HOST_DENY':
      return [
        CONTAIN,
        {
          message: 'let this host run what allow rules cover',
          key: 'tools.exec.security',
          value: 'allowlist',
          instead: true,
        },
      ]
    case 'HOST_ALWAYS':
      return [holdsForAll('ask is always', reason.source, OR_APPROVE)]
    case 'HOST_REFUSED':
      return [{ message: 'leave the host out of the call, or configure it', key: 'tools.exec.host' }]
    case 'MODE_ASK':
      return context.rulesAnswerMode ? context.ruleFixes() : [holdsForAll('the mode asks', reason.source, OR_APPROVE)]
    case 'MODE_DENY':
      return [holdsForAll('the mode denies it', reason.source)]
    case 'TOOL_NOT_ALLOWED':
    case 'TOOL_OUTSIDE_PROFILE':
      return [
        {
          message: `name the tool in the list at ${reason.source ?? 'its source'}`,
          key: 'tools.allow',
          ...at(reason.source),
        },
      ]
    case 'NODE_OFFLINE':
      return [{ message: 'start the node: poundlock node run' }]
    case 'NODE_REFUSED':
      return [{ message: 'name the node', key: 'tools.exec.node' }]
    case 'FILE_UNCLEAR':
      return [{ message: 'name the file by a plain path' }]
    case 'WEB_OFFLINE':
      return (context.hosts?.() ?? []).map(({ host }) => ({
        message: `let web tools contact ${host}: add it to tools.web.allowDomains`,
        key: 'tools.web.allowDomains',
        value: host,
      }))
    case 'WEB_UNREACHED':
      return (context.hosts?.() ?? []).map(({ host, port }) => {
        const value = port === 80 || port === 443 ? host : `${host}:${port}`
        return {
          message: `let commands and web tools contact ${value}: add it to sandbox.egress`,
          key: 'sandbox.egress',
          value,
        }
      })
    case 'WEB_UNLISTED':
      return [{ message: 'add the host to tools.web.allowDomains', key: 'tools.web.allowDomains' }]
    case 'REMOTE_CODE':
      return [{ message: 'download to a file, read it, then run that as its own command' }]
    case 'COMMAND_REFUSED':
      // What is written to a job has no text to read.
      return [context.plan?.text === '' ? CONTAIN : PLAINLY]
    case 'DECISION_TOO_COSTLY':
      return [{ message: 'split it into several smaller calls, or write fewer and shorter rules' }]
    case 'COMMAND_INVALID':
      return [{ message: 'correct the line: the shell would not run it' }]
    case 'COMMAND_UNRESOLVED':
      return [WRITE_OUT]
    case 'EFFECT_OUTSIDE':
      if (reason.effect?.kind === 'file-read') {
        return [{ message: 'let it be read: add it to tools.fs.read.allow', key: 'tools.fs.read.allow' }]
      }
      return [IN_WORKSPACE]
    case 'EFFECT_PROTECTED':
    case 'EFFECT_UNKNOWN':
    case 'FILE_OUTSIDE':
      return [IN_WORKSPACE]
    case 'ENVIRONMENT_REFUSED':
      // To name it in the configuration would let every call set it.
      return [{ message: 'leave the variable out (tools.exec.environment lists what every call may set)' }]
    default:
      return []
  }
}
