import { visibleText } from '@poundlock/spec'
import type { PlannedCommand, PlannedEffect } from '../../model/command-plan.ts'
import type { CommandDecision, ReasonEffect, TraceStep } from '../../model/decision.ts'
import type { ReasonCode } from '../../model/reason-codes.ts'
import type { PolicyRequest } from '../../model/request.ts'
import { answer } from '../../model/trace-step.ts'
import type { LineScope } from '../effects/effect-problem.ts'
import { requestEffects } from '../effects/evaluate-effect-rules.ts'
import { needSentence } from './need-sentence.ts'

/** What is known of a call when its needs are put into words. */
export interface NeedQuestion {
  readonly request: PolicyRequest
  readonly scope: LineScope
  readonly commands: readonly CommandDecision[]
  /** Whether the call asks for a sandbox, and whether one confines it to the workspace. */
  readonly isSandboxed: boolean
  readonly isContained: boolean
}

/** The most sentences that are shown; `effects` of a check has all. */
const MOST_SENTENCES = 12
/** After all effects. */
const RANK_OF_REST = 9
/** The most names in one sentence. */
const MOST_TARGETS = 8

interface Need {
  readonly code: ReasonCode
  /** Needs of the same key are one sentence with several targets. */
  readonly key: string
  readonly rank: number
  readonly isWeak: boolean
  readonly effect?: ReasonEffect
  /** The sentence up to its targets. */
  readonly start: string
  readonly targets: readonly string[]
}

/**
 * The effects of a call that need approval, the worst first, as steps that decide nothing: the permission mode and the
 * host ask without a reason. Effects that rules allow are left out. If nothing is left, all effects are listed.
 */
export function describeNeeds(question: NeedQuestion): readonly TraceStep[] {
  const named = [...needsOfLine(question), ...needsOfCommands(question, isUncovered), ...needsOfTool(question)]
  const uncovered = [...named, ...needsOfUnresolved(question, named)]
  const all = uncovered.length > 0 ? uncovered : needsOfCommands(question, () => true)
  const open = openings(question)
  const strong = all.filter(({ isWeak }) => !isWeak)
  // With an open network, the network is the reason, and not what stays in the sandbox.
  const counting = strong.length > 0 ? strong : open.some(({ code }) => code === 'NEEDS_NETWORK') ? [] : all
  const worded = counting.length + open.length > 0 ? counting : idleNeeds(question)
  const needs = merge(worded).toSorted((one, other) => one.rank - other.rank)
  const shown = [...needs.slice(0, MOST_SENTENCES), ...open]
  const steps = shown.map(({ code, start, targets, effect }) =>
    answer('effects', 'allow', code, start + listed(targets), effect && { effect }),
  )
  const rest = needs.length - MOST_SENTENCES
  return rest <= 0 ? steps : [...steps, answer('effects', 'allow', 'NEEDS_MORE', `${rest} more effects follow`)]
}

const isUncovered = ({ rule, granted }: CommandDecision) => rule === null && granted !== true

/** What the place where it runs leaves open to every command. */
function openings({ request, isSandboxed, isContained }: NeedQuestion): readonly Need[] {
  const { plan, containment } = request
  if (plan === undefined || !isSandboxed) return []
  if (!isContained) {
    const start = 'no sandbox confines it: it can do everything that this account can'
    return [sentence('NEEDS_UNCONTAINED', start)]
  }
  if (containment?.network !== 'on') return []
  const start = 'its sandbox has an open network (sandbox.network = "on"): what runs in it can contact any host'
  return [{ ...sentence('NEEDS_NETWORK', start), effect: { kind: 'network', path: null } }]
}

const sentence = (code: ReasonCode, start: string): Need => ({
  code,
  key: code,
  rank: 1,
  isWeak: false,
  start,
  targets: [],
})

const needsOfLine = ({ request: { plan }, scope, isContained }: NeedQuestion): readonly Need[] =>
  (plan?.effects ?? []).map((effect) => needOf('the line', effect, scope, isContained))

/** A part of a line that is only known when it runs can be a command too; where another need is one, that says it. */
function needsOfUnresolved({ request, isContained }: NeedQuestion, named: readonly Need[]): readonly Need[] {
  const { plan, containment } = request
  if (plan === undefined || plan.refusal !== null || plan.onlyScripts === true || plan.unresolved.length === 0)
    return []
  if (named.some(({ effect }) => effect?.kind === 'execute')) return []
  const why = visibleText(plan.unresolved.join('; '))
  return [
    {
      ...sentence('NEEDS_UNKNOWN', `the line may run code that is only known at run time (${why})`),
      isWeak: isContained && containment?.network !== 'on',
      effect: { kind: 'execute', path: null },
    },
  ]
}

function needsOfCommands(question: NeedQuestion, counts: (command: CommandDecision) => boolean): readonly Need[] {
  const { request, scope, commands, isContained } = question
  return (request.plan?.commands ?? []).flatMap((command, index) => {
    const decision = commands[index]
    if (decision !== undefined && !counts(decision)) return []
    const name = nameOf(command)
    const known = (command.profile?.effects ?? []).map((effect) => needOf(name, effect, scope, isContained))
    const unknown = unknownNeed(command, name, question)
    if (unknown !== null) return [unknown, ...known]
    return known
  })
}

/** A tool that runs no command line: the files and addresses that it names, or else only what it is. */
function needsOfTool({ request, scope, isContained }: NeedQuestion): readonly Need[] {
  const { tool, served, plan } = request
  if (plan !== undefined) return []
  const name =
    served === undefined ? visibleText(tool) : `${visibleText(served.tool)} of the server ${visibleText(served.server)}`
  const { effects } = requestEffects(request, { effects: [], known: true, runsCode: null })
  const needs = effects.map((effect) => needOf(name, effect, scope, isContained))
  // What our own tools touch stands in their input; a server can do more than that.
  if (needs.length > 0 && served === undefined) return needs
  const start = `the input does not say what ${name} would do`
  return [...needs, { ...sentence('NEEDS_TOOL', start), rank: needs.length > 0 ? RANK_OF_REST : 1 }]
}

function needOf(subject: string, effect: PlannedEffect, scope: LineScope, isContained: boolean): Need {
  const { key, verb, target, rank, isWeak } = needSentence(effect, scope, isContained)
  return {
    code: 'NEEDS_EFFECT',
    key: `${subject} ${key}`,
    rank,
    isWeak,
    start: `${subject} ${verb} `,
    targets: [target],
    effect: { kind: effect.kind, path: effect.pattern ?? effect.path },
  }
}

/** An unknown command can do everything that its environment allows. */
function unknownNeed(command: PlannedCommand, name: string, { request, isContained }: NeedQuestion): Need | null {
  const { profile, passive, resolved, script } = command
  if (passive === true || profile?.known === true) return null
  const reach = !isContained
    ? 'it can do anything that this account can'
    : request.containment?.network === 'on'
      ? 'it can change the workspace and contact any host'
      : 'it can change the workspace'
  return {
    ...sentence('NEEDS_UNKNOWN', `${unknownText(command, name)}; ${reach}`),
    key: `NEEDS_UNKNOWN ${JSON.stringify([profile?.code, command.name, profile?.doubt])}`,
    isWeak: isContained && request.containment?.network !== 'on',
    effect: { kind: 'execute', path: script ?? resolved ?? command.name },
  }
}

/** Commands that are known to touch nothing are named even so. */
const idleNeeds = ({ request: { plan } }: NeedQuestion): readonly Need[] =>
  (plan?.commands ?? []).map((command) => ({
    ...sentence('NEEDS_EFFECT', `${nameOf(command)} would run; it is not known to change or contact anything`),
    key: `idle ${command.name}`,
    rank: RANK_OF_REST,
  }))

function unknownText({ profile, resolved, builtin, script, name }: PlannedCommand, shown: string): string {
  if (script !== undefined) return `${shown} would run the code in ${visibleText(script)}`
  if (profile?.message != null && profile.code !== 'UNKNOWN_COMMAND') {
    const { doubt } = profile
    const named = profile.code === 'EXECUTES_CODE' && doubt !== undefined && !doubt.startsWith('-') ? ` (${doubt})` : ''
    return visibleText(profile.message + named)
  }
  const missing = resolved === null && !builtin && name !== null ? ' (no program of that name was found)' : ''
  return `nothing is known about ${shown}${missing}`
}

const nameOf = ({ name }: PlannedCommand) =>
  name === null ? 'a command that is only known at run time' : visibleText(name)

/** One sentence for what differs in its targets alone. A line can have tens of thousands of them. */
function merge(needs: readonly Need[]): readonly Need[] {
  const merged = new Map<string, Need & { readonly targets: string[] }>()
  for (const need of needs) {
    const known = merged.get(need.key)
    if (known === undefined) merged.set(need.key, { ...need, targets: [...need.targets] })
    else known.targets.push(...need.targets)
  }
  return [...merged.values()]
}

function listed(given: readonly string[]): string {
  const targets = [...new Set(given)]
  if (targets.length < 2) return targets.join('')
  const shown = targets.slice(0, MOST_TARGETS)
  const rest = targets.length - shown.length
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
