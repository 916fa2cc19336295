import { PERMISSION_TABLE, type RequiredPermission } from '@poundlock/spec'
import type { CommandPlan } from '../model/command-plan.ts'
import type { ExecSettings, TraceStep } from '../model/decision.ts'
import type { FileAccess } from '../model/file-access.ts'
import type { PolicyRequest, RequestContext } from '../model/request.ts'
import { showValue } from '../model/show-value.ts'
import { answer } from '../model/trace-step.ts'
import { foreignFolder } from '../model/windows-names.ts'
import { deniedPath, isEnforced } from '../rules/files/denials.ts'
import type { EffectRule } from '../rules/files/effect-rule.ts'
import { isConsent } from '../rules/settings/elevated-settings.ts'
import { asksOnMiss, type CompiledRules, evaluationOf } from './compile-rules.ts'
import { isContained, isOffline } from './containment.ts'
import { evaluateEffectRules, requestEffects } from './effects/evaluate-effect-rules.ts'
import { mergeEffects, NOT_KNOWN } from './effects/merge-effects.ts'
import { type FilesResult, IN_SCOPE, UNTOUCHED, evaluateFiles } from './files/evaluate-files.ts'
import { evaluateInner } from './steps/evaluate-inner-lines.ts'

/** Whether the files that a call names are free at first sight. */
export type ArePlain = (files: readonly FileAccess[], context: RequestContext) => boolean

/** Evaluates what a call touches: the files and addresses that it names, the lines in its input, all its effects. */
export function evaluateTouch(
  rules: CompiledRules,
  arePlain: ArePlain,
  request: PolicyRequest,
  exec: ExecSettings,
): FilesResult {
  const { plan, files = [], innerPlans = [] } = request
  if (files.length === 0 && !contactsHosts(request) && !plan && innerPlans.length === 0) return UNTOUCHED
  const foreign = plan || files.length + innerPlans.length > 0 ? foreignFolder(request.context) : null
  if (foreign !== null) return refuseForeign(foreign)
  const touched = filesResult(rules, arePlain, request)
  const steps = [
    ...webSteps(rules, request, exec),
    ...innerSteps(rules, innerPlans, request),
    ...effectSteps(rules, request, exec),
  ]
  return steps.length > 0 ? { steps: [...touched.steps, ...steps], leavesWorkspace: touched.leavesWorkspace } : touched
}

/** Denies the call: rules cannot match Windows paths, and that includes deny rules. */
function refuseForeign(folder: string): FilesResult {
  const message = `the call is made in ${showValue(folder)}, which is no absolute path of Linux or macOS: no rule on files can be checked there`
  return { steps: [answer('files', 'deny', 'FILE_UNCLEAR', message)], leavesWorkspace: true }
}

function filesResult(rules: CompiledRules, arePlain: ArePlain, request: PolicyRequest): FilesResult {
  const { files = [], context } = request
  if (files.length === 0) return UNTOUCHED
  return arePlain(files, context) ? IN_SCOPE : evaluateFiles(files, evaluationOf(rules, request))
}

const contactsHosts = ({ urls, contacts, contactsUnnamed }: PolicyRequest): boolean =>
  (urls?.length ?? 0) > 0 || (contacts?.length ?? 0) > 0 || contactsUnnamed === true

function webSteps(rules: CompiledRules, request: PolicyRequest, exec: ExecSettings): readonly TraceStep[] {
  if (!contactsHosts(request)) return NO_STEPS
  const { workspace } = request.context
  return rules.evaluateWeb(request, {
    isKept: request.networkUnchanged === true || commandsReachAll(rules, exec),
    allows: (host) =>
      rules.allowedEffects.some((rule) => rule.covers({ kind: 'network', path: host }, workspace) === 'yes'),
  })
}

/** What rules say of lines that another program would run. Without an evaluator there are no rules on lines. */
function innerSteps(rules: CompiledRules, plans: readonly CommandPlan[], request: PolicyRequest): readonly TraceStep[] {
  const { lines, environment } = rules
  if (plans.length === 0 || lines === null) return NO_STEPS
  const evaluation = evaluationOf(rules, request)
  // The other program runs them outside of our sandbox.
  const where = { contained: false, offline: false, hostCounts: false, proven: 'off' } as const
  const question = { request, evaluation, environment, ...where }
  const steps = plans.flatMap((plan) => evaluateInner(plan, lines.evaluate(plan, question), evaluation.scope))
  return asksOnMiss(rules, request) ? steps : steps.map((step) => unasked(step, false))
}

/** What rules on effects say of everything that a call does. */
function effectSteps(rules: CompiledRules, request: PolicyRequest, exec: ExecSettings): readonly TraceStep[] {
  const { effectRules, lines } = rules
  if (effectRules.length === 0) return NO_STEPS
  const { plan, innerPlans = [], context } = request
  const planned = [...(plan ? [plan] : []), ...innerPlans].map((line) => lines?.effectsOf(line) ?? NOT_KNOWN)
  // What a tool contacts, or has others run, is outside of the sandbox.
  const isOutside = contactsHosts(request) || innerPlans.length > 0
  const contained = !isOutside && isContained(exec, request)
  return evaluateEffectRules(requestEffects(request, mergeEffects(planned)), effectRules, {
    workspace: context.workspace,
    offline: !isOutside && isOffline(exec, request),
    asksOnMiss: asksOnMiss(rules, request),
    holds: (rule) => holdsEffect(rules, rule, request, contained),
  })
}

const NO_STEPS: readonly TraceStep[] = []

const WORST: RequiredPermission = 'danger-full-access'

/** Whether commands run with the network of the machine without approval. */
export function commandsReachAll({ elevated, modes }: CompiledRules, exec: ExecSettings): boolean {
  if (exec.host.value === 'sandbox' || exec.security.value !== 'full' || exec.ask.value === 'always') return false
  return (
    (elevated === 'full' && isConsent(exec)) || modes.every(({ value }) => PERMISSION_TABLE[value][WORST] === 'allow')
  )
}

/** A sandbox signals no process outside and gives no privileges. Of files it protects those that it was given. */
function holdsEffect(
  { home }: CompiledRules,
  { name, place }: EffectRule,
  { containment, context }: PolicyRequest,
  contained: boolean,
): boolean {
  if (name === 'process.signal' || name === 'privilege.gain') return contained
  if (name !== 'fs.read' && name !== 'fs.write') return false
  const denied = place === null ? null : deniedPath(place, home, context.workspace)
  return isEnforced(denied, name === 'fs.read' ? 'read' : 'write', containment, contained)
}

/**
 * A step without a person: a command that a deny rule may cover does not run. Where every command may run, a command
 * that is only known at run time may run as well, since a script can be any command, too.
 */
export function unasked(step: TraceStep, everyCommandRuns: boolean): TraceStep {
  if (step.code === 'COMMAND_UNRESOLVED' && everyCommandRuns) return { ...step, decision: 'allow' }
  if (step.code !== 'RULE_DENY_POSSIBLE') return step
  return { ...step, decision: 'deny', message: `${step.message}, and ask is off` }
}
