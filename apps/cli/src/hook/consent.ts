import { resolve } from 'node:path'
import type { Policy, PolicyDecision, PolicyRequest } from '@poundlock/policy'
import type { ToolMapping } from './hook-format.ts'

/** A call that was decided about, as the agent made it. */
export interface AgentCallDecision {
  /** As the agent wrote it. */
  readonly input: Readonly<Record<string, unknown>>
  readonly mapping: ToolMapping | null
  readonly decision: PolicyDecision
  readonly request: PolicyRequest
}

/**
 * The rules of the user that cover all of a call, in words; `null` where a part of it rests on something else: the
 * mode, `security: full`, a command's profile, or no rule at all. The agent may ask about that, and our `allow` would
 * suppress the question. Rules of a repository do not count until the user trusts them.
 */
export function consentTo({ input, mapping, decision, request }: AgentCallDecision, policy: Policy): string | null {
  if (decision.decision !== 'allow' || !mapping?.others) return null
  const known = [...Object.keys(mapping.keys), ...mapping.others]
  // An unknown key may change the effect of the call.
  if (!Object.keys(input).every((key) => known.includes(key))) return null
  const rules = request.plan ? commandRules(decision, request) : fileRules(request, policy)
  return rules && [...new Set(rules)].map((rule) => `"${rule}"`).join(', ')
}

/** What the line itself reads or writes no rule on commands covers. */
function commandRules({ covered, commands }: PolicyDecision, { plan }: PolicyRequest): readonly string[] | null {
  if (!covered || plan!.effects.length > 0) return null
  // What is only proven to be harmless no rule of the user names.
  if (commands.some(({ proven }) => proven !== undefined)) return null
  const rules = commands.flatMap(({ rule }) => (rule === null ? [] : [rule]))
  return rules.length === 0 ? null : rules
}

/** Each file has to be covered by the name that it was given, and where it really lies. */
function fileRules(request: PolicyRequest, policy: Policy): readonly string[] | null {
  const { files = [], urls = [], context } = request
  if (files.length === 0 || urls.length > 0) return null
  const { rules } = policy.fileContext(request)
  const found: string[] = []
  for (const { path, real, access } of files) {
    if (path === '' || path.startsWith('~') || typeof real !== 'string') return null
    for (const candidate of [resolve(context.cwd, path), real]) {
      const rule = rules.find(candidate, access === 'read' ? 'read' : 'write', context.workspace)
      if (rule?.action !== 'allow') return null
      found.push(rule.text)
    }
  }
  return found
}
