import type { PermissionMode } from '@poundlock/spec'
import type { ExecSettings, PolicyDecision, Setting, TraceStep } from '../model/decision.ts'
import type { PolicyLayer, ProvenLevel } from '../model/layer.ts'
import type { FileDenials, PolicyRequest } from '../model/request.ts'
import { answer } from '../model/trace-step.ts'
import type { FileContext } from '../rules/files/file-context.ts'
import { settingsOfRequest } from '../rules/settings/exec-settings.ts'
import { levelFor } from '../rules/settings/proven-level-of.ts'
import { type CallPolicyOptions, type CompiledRules, compileRules } from './compile-rules.ts'
import { conclude } from './conclude.ts'
import { isConfined } from './containment.ts'
import { decideCall } from './decide-call.ts'
import { evaluateTouch } from './evaluate-touch.ts'
import { fileDenials } from './file-denials.ts'
import { IN_SCOPE, UNTOUCHED } from './files/evaluate-files.ts'
import { compilePlainFiles } from './files/plain-files.ts'
import { freezeAll, placeOf, rememberPlainCalls } from './plain-calls.ts'

/** The policy for the calls of one agent in one state of its session. */
export interface CallPolicy {
  /** @param before what was found out before the call is evaluated */
  decide(request: PolicyRequest, before: readonly TraceStep[]): PolicyDecision
  execSettings(request: PolicyRequest): ExecSettings
  provenLevel(request: PolicyRequest): ProvenLevel
  /** What deny rules keep from all that runs in a workspace. */
  denials(workspace: string): FileDenials
  readonly modes: readonly Setting<PermissionMode>[]
  /** The answer where deciding would take too long. */
  refuse(request: PolicyRequest): PolicyDecision
  readonly fileContext: FileContext
}

/** Compiles the layers that hold for one agent. */
export function compileCallPolicy(layers: readonly PolicyLayer[], options: CallPolicyOptions): CallPolicy {
  const rules = compileRules(layers, options)
  const { settings, fileRules, gates, readScope, effectRules } = rules
  return {
    decide: compileDecide(rules),
    execSettings: (request) => settingsOfRequest(settings, request).settings,
    provenLevel: (request) => levelFor(rules.proven, settingsOfRequest(settings, request).settings),
    denials: (workspace) => fileDenials(rules, workspace),
    modes: rules.modes,
    refuse: (request) => refuseCostly(rules, request),
    fileContext: { readScope, rules: fileRules, gates, hasEffectRules: effectRules.length > 0 },
  }
}

/** Most calls have nothing but a tool and what they touch: where that is free, all calls of a tool share an answer. */
function compileDecide(rules: CompiledRules): CallPolicy['decide'] {
  const { settings } = rules
  const plainSettings = freezeAll(settingsOfRequest(settings, {}).settings)
  const arePlain = compilePlainFiles(rules.fileRules, rules.gates, rules.protectedPaths)
  const plainCalls = rememberPlainCalls(rules.toolPolicy.callersCount)
  return (request, before) => {
    const { plan, parameters, approvals, nodes, environment, served, program } = request
    if (before.length > 0 || plan || parameters || approvals || nodes || environment?.length || served || program) {
      const { settings: exec, steps } = settingsOfRequest(settings, request)
      return decideCall(rules, request, exec, [...before, ...steps], evaluateTouch(rules, arePlain, request, exec))
    }
    const touched = evaluateTouch(rules, arePlain, request, plainSettings)
    const known = touched === IN_SCOPE || touched === UNTOUCHED ? plainCalls(request) : null
    const place = placeOf(request.requiredPermission, isConfined(plainSettings, request), touched === IN_SCOPE)
    const kept = known?.[place]
    if (kept) return kept
    const decision = decideCall(rules, request, plainSettings, [], touched)
    if (!known || place < 0) return decision
    // A reason that names a file or an address of this call does not apply to another.
    const isGeneral = !decision.trace.some(({ effect }) => effect !== undefined)
    return isGeneral ? (known[place] = freezeAll(decision)) : decision
  }
}

const TOO_COSTLY =
  'this call takes too long to decide: it names too many things, or there are too many or too long rules'

function refuseCostly(rules: CompiledRules, request: PolicyRequest): PolicyDecision {
  const step = answer('rules', 'deny', 'DECISION_TOO_COSTLY', TOO_COSTLY)
  const part = { commands: [], exec: settingsOfRequest(rules.settings, request).settings, covered: false }
  const fixes = { plan: undefined, rulesAnswerMode: rules.rulesAnswerMode, ruleFixes: () => [] }
  return conclude([step], part, fixes, () => [])
}
