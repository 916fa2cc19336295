import { listEntries, listRules } from '@poundlock/policy-review'
import type { ResultOf } from '@poundlock/protocol'
import { BUILT_IN_TOOLS } from '@poundlock/spec'
import type { Review } from './review-place.ts'

/** What holds for an agent, and where each value and rule comes from. */
export function effectivePolicy(review: Review, agent: string): ResultOf<'policy.effective'> {
  const request = review.request({ command: 'true', agent })
  const { exec } = review.policy.decide(request)
  const modes = review.policy.modes(request)
  const tools = BUILT_IN_TOOLS.filter(({ requiredPermission }) => requiredPermission !== null).flatMap(({ name }) => {
    const { trace } = review.policy.decide(review.request({ tool: name, agent }))
    const denied = trace.find(({ layer, decision }) => layer === 'tool' && decision === 'deny')
    const source = denied?.source
    return denied ? [{ name, because: denied.message, ...(source !== undefined && { source }) }] : []
  })
  return {
    agent,
    workspace: review.workspace,
    sources: review.sources.map(({ kind, source, trusted }) => ({
      kind,
      file: source.file,
      ...(trusted === true && { trusted }),
    })),
    settings: [
      ...modes.map(({ value, origin }) => ({ name: 'mode', value, origin })),
      ...Object.entries(exec).map(([name, { value, origin }]) => ({ name, value: String(value), origin })),
    ],
    rules: listRules(review.layers, review.home, agent).map(({ action, rule, layer }) => ({
      action,
      rule: rule.text,
      ...(rule.reason !== null && rule.reason !== undefined && { reason: rule.reason }),
      source: rule.source,
      counts: action !== 'allow' || layer.mayLoosen,
    })),
    lists: listEntries(review.layers, agent).map(({ key, value, source, counts }) => ({ key, value, source, counts })),
    tools,
  }
}
