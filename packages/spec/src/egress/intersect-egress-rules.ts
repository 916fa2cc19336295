import { parseEgressRule, type EgressRule, type EgressRuleInput } from './egress-rule.ts'
import { writeTarget } from './egress-target.ts'

/** Rules that cover exactly what both lists cover; an invalid rule covers nothing. */
export function intersectEgressRules(
  left: readonly EgressRuleInput[],
  right: readonly EgressRuleInput[],
): readonly EgressRuleInput[] {
  const others = read(right)
  const both = read(left).flatMap((one) => others.flatMap((other) => meet(one, other)))
  return [...new Map(both.map((rule) => [JSON.stringify(rule), rule])).values()]
}

const read = (rules: readonly EgressRuleInput[]): readonly EgressRule[] =>
  rules.flatMap((input) => {
    const rule = parseEgressRule(input)
    return 'problem' in rule ? [] : [rule]
  })

function meet(one: EgressRule, other: EgressRule): readonly EgressRuleInput[] {
  const narrower = includes(other, one) ? one : includes(one, other) ? other : null
  if (narrower === null) return []
  const ports = one.ports.filter((port) => other.ports.includes(port))
  const star = narrower.covers === 'below' ? '*.' : ''
  const limits = {
    ...(one.allowPrivate && other.allowPrivate && { allowPrivate: true }),
    ...((one.onlyFetches ?? other.onlyFetches) && { onlyFetches: true as const }),
  }
  return ports.map((port) => {
    const host = `${star}${writeTarget({ host: narrower.host, port })}`
    return Object.keys(limits).length > 0 ? { host, ...limits } : host
  })
}

/** Whether all hosts of the second are hosts of the first. */
function includes(outer: EgressRule, inner: EgressRule): boolean {
  if (outer.host === inner.host) return outer.covers === inner.covers
  return outer.covers === 'below' && inner.covers !== 'address' && inner.host.endsWith(`.${outer.host}`)
}
