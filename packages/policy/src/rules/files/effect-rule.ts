import { isWithin, type Decision, visibleText } from '@poundlock/spec'
import type { CommandPlan, PlannedEffect } from '../../model/command-plan.ts'
import type { EffectRuleObject } from '../../model/layer.ts'
import { PolicyError } from '../../model/policy-error.ts'
import { showValue } from '../../model/show-value.ts'
import { pathPatternProblem } from '../paths/path-pattern.ts'
import { compileDomains } from '../web/domains.ts'
import { pathCoverage } from './file-rules.ts'

/** What is known of where something is, and what lies there. */
export interface EffectContext {
  readonly home: string
  readonly workspace: string
  /** See `CommandPlan.below`. */
  readonly below?: CommandPlan['below']
}

/** Whether a rule on paths may cover something that an effect is on besides the path that it names. */
export type ReachesBelow = (
  rule: { readonly text: string; readonly covers: (path: string, workspace: string) => boolean },
  effect: PlannedEffect,
  where: EffectContext,
) => boolean

/** A rule on effects, ready to match. */
export interface EffectRule {
  readonly action: Decision
  readonly text: string
  readonly reason: string | null
  readonly source: string
  readonly kinds: ReadonlySet<PlannedEffect['kind']>
  /** Such as `fs.write`. */
  readonly name: string
  /** Such as `/etc/**`; `null` for every place. */
  readonly place: string | null
  /** Whether it covers an effect; of one whose place is not known, whether it may. */
  covers(effect: PlannedEffect, workspace: string): 'yes' | 'maybe' | 'no'
  /** Whether it may be on something that lies in what a command touches. */
  coversBelow(effect: PlannedEffect, where: Omit<EffectContext, 'home'>, reaches: ReachesBelow): boolean
  /** False where a sandbox that can write the workspace only makes it impossible. */
  reaches(workspace: string, offline: boolean): boolean
}

/** What can be named, and the kinds of effects that it means. Deleting is changing, too. */
const EFFECTS: Readonly<Record<string, readonly PlannedEffect['kind'][]>> = {
  'fs.read': ['file-read'],
  'fs.write': ['file-write', 'file-delete'],
  'fs.delete': ['file-delete'],
  'net.egress': ['network'],
  'process.signal': ['process'],
  'privilege.gain': ['privilege'],
  'code.run': ['execute'],
  'env.set': ['environment'],
}

const SHAPE = /^(?:fs|net|process|privilege|code|env)\.[a-z]+(?::|$)/

/** True for a rule that is written as one on effects, even when there is no such effect. */
export function isEffectRule(input: unknown): input is string | EffectRuleObject {
  if (typeof input === 'string') return SHAPE.test(input)
  return typeof input === 'object' && input !== null && Object.hasOwn(input, 'effect')
}

/**
 * Makes a rule on effects of what was written.
 *
 * @throws PolicyError `POLICY_RULE` when there is no such effect, or its place can never match
 */
export function compileEffectRule(
  input: string | EffectRuleObject,
  action: Decision,
  source: string,
  home: string,
): EffectRule {
  const { effect: text, reason = null } = typeof input === 'string' ? { effect: input } : input
  const fail = (problem: string, remedy: string): never => refuseRule({ source, action, text }, problem, remedy)
  if (typeof text !== 'string' || (reason !== null && typeof reason !== 'string')) {
    return fail('holds something that is not text', 'Write its effect and reason as text.')
  }
  const at = text.indexOf(':')
  const name = at < 0 ? text : text.slice(0, at)
  const place = at < 0 ? null : text.slice(at + 1)
  if (!Object.hasOwn(EFFECTS, name)) fail('names no effect', `Known: ${Object.keys(EFFECTS).join(', ')}.`)
  const isFile = name.startsWith('fs.')
  if (place !== null) {
    if (!isFile && name !== 'net.egress') fail('has a place', 'Only effects on files and the network have one.')
    const relative = isFile && !/^[/~]/.test(place)
    const problem = isFile ? pathPatternProblem(relative ? `/${place}` : place) : null
    if (problem !== null) fail(problem, 'Write an absolute path, one below ~, or one relative to the workspace.')
    if (place === '' || visibleText(place) !== place) fail('has no plain place', 'Write a path or a domain.')
  }
  // An allow rule means what it says and no more.
  const kinds = new Set(action === 'allow' ? EFFECTS[name]!.slice(0, 1) : EFFECTS[name])
  const coversHost = place !== null && !isFile ? compileDomains([place], action) : null
  const coversPath = place !== null && isFile ? pathCoverage(place, action !== 'allow', home) : null
  return {
    action,
    text,
    reason,
    source,
    kinds,
    name,
    place,
    covers(effect, workspace) {
      if (!kinds.has(effect.kind)) return 'no'
      if (place === null) return 'yes'
      if (effect.path === null) return 'maybe'
      const fits = coversPath ? coversPath(effect.path, workspace) : coversHost!(effect.path) >= 0
      return fits ? 'yes' : 'no'
    },
    coversBelow: (effect, where, reaches) =>
      coversPath !== null &&
      kinds.has(effect.kind) &&
      reaches({ text: place!, covers: coversPath }, effect, { ...where, home }),
    reaches(workspace, offline) {
      if (name === 'net.egress') return !offline
      if (!offline || place === null || !place.startsWith('/') || name === 'fs.read') return true
      const fixed = place.replace(/\/[^/]*[*?].*$/s, '') || '/'
      return isWithin(fixed, workspace) || isWithin(workspace, fixed)
    },
  }
}

interface WrittenRule {
  readonly source: string
  readonly action: Decision
  readonly text: unknown
}

function refuseRule({ source, action, text }: WrittenRule, problem: string, remedy: string): never {
  const rule = showValue(text)
  throw new PolicyError(`${source}: the ${action} rule ${rule} ${problem}`, {
    code: 'POLICY_RULE',
    details: { rule, source },
    remedy,
  })
}
