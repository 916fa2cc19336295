import {
  PoundlockError,
  stricterAsk,
  strictest,
  visibleText,
  type Decision,
  type PermissionMode,
} from '@poundlock/spec'
import { checkLayers } from './check-layers.ts'
import { compileCommandRule, type CommandRule, type RuleAction } from './commands/command-rule.ts'
import { HARMLESS_ENVIRONMENT, isListed } from './commands/environment-names.ts'
import type { ExecSettings, PolicyDecision, Setting, TraceStep } from './decision.ts'
import { suggestFixes, type FixContext } from './fixes.ts'
import { answer } from './judges/answer.ts'
import { judgeEffects } from './judges/judge-effects.ts'
import { judgeHost } from './judges/judge-host.ts'
import { judgeMode } from './judges/judge-mode.ts'
import { judgePlan } from './judges/judge-plan.ts'
import { judgeRules, type RuleSet } from './judges/judge-rules.ts'
import { permissionNeeded } from './judges/required-permission.ts'
import type { PolicyLayer } from './layer.ts'
import type { PolicyRequest } from './request.ts'
import { configuredExecSettings, settingsOfRequest } from './settings/exec-settings.ts'
import { readScopeOf, safeBinsOf } from './settings/scopes.ts'

/** A policy, ready to decide. */
export interface Policy {
  /** Decides one call. Pure: the same request always gets the same answer. */
  decide(request: PolicyRequest): PolicyDecision
  /** The settings for commands that hold for a call: what `decide` goes by. */
  execSettings(request: PolicyRequest): ExecSettings
}

const DEFAULT_MODE: PermissionMode = 'workspace-write'

/**
 * Makes a policy of its layers. Their order matters only between layers that may loosen, for single values: the later
 * is the more specific one. The order of rules never matters.
 *
 * @param layers from the least specific to the most specific
 * @param options.home absolute; `~` in path patterns stands for it
 * @throws PolicyError when a rule is malformed, an example does not hold, or a layer has a value that does not exist
 */
export function createPolicy(layers: readonly PolicyLayer[], options: { readonly home: string }): Policy {
  checkLayers(layers, options.home)
  const rules: RuleSet = {
    // A repository cannot let itself through.
    allow: compile(
      layers.filter((layer) => layer.mayLoosen),
      'allow',
      options.home,
    ),
    ask: compile(layers, 'ask', options.home),
    deny: compile(layers, 'deny', options.home),
  }
  const modes = modesOf(layers)
  const rulesAnswerMode = modes.every((mode) => mode.value !== 'prompt')
  const settings = configuredExecSettings(layers)
  // Asking more must not turn a refusal into a question, when it is a repository or a call that wants it.
  const ownersAsk = configuredExecSettings(layers.filter((layer) => layer.mayLoosen)).ask.value
  const protectedPaths = layers.flatMap((layer) => layer.protectedPaths ?? [])
  const readScope = readScopeOf(layers)
  const safeBins = safeBinsOf(layers)
  const environment = [
    ...HARMLESS_ENVIRONMENT,
    ...layers.filter((layer) => layer.mayLoosen).flatMap((layer) => layer.exec?.environment ?? []),
  ]
  return {
    execSettings: (request) => settingsOfRequest(settings, request).settings,
    decide(request) {
      const { settings: exec, steps: parameterSteps } = settingsOfRequest(settings, request)
      const steps: TraceStep[] = [...parameterSteps]
      if (request.requiredPermission === null) {
        steps.push(
          answer('tool', 'deny', 'TOOL_UNKNOWN', `there is no tool ${visibleText(JSON.stringify(request.tool))}`),
        )
        return conclude(steps, exec, { commands: [], plan: undefined, rulesAnswerMode }, false)
      }
      steps.push(
        answer('tool', 'allow', 'TOOL_KNOWN', `tool '${request.tool}' needs at most ${request.requiredPermission}`),
      )
      for (const name of request.environment ?? []) {
        if (!isListed(name, environment)) {
          steps.push(
            answer(
              'environment',
              'ask',
              'ENVIRONMENT_REFUSED',
              `the call sets the variable ${visibleText(JSON.stringify(name))}, which is not among those that it may set`,
            ),
          )
        }
      }
      const { plan, containment } = request
      const contained = exec.host.value === 'sandbox' && containment?.active === true && containment.workspaceOnly
      const offline = contained && containment.network === 'off'
      const scope = { context: request.context, readScope, protectedPaths }
      let covered = false
      let commands: PolicyDecision['commands'] = []
      let misses: readonly string[] = []
      if (plan) {
        const own = exec.host.value === 'sandbox' ? [] : approved(request, options.home, steps)
        const allow = [...rules.allow, ...own]
        const verdict = judgeRules(plan, { ...rules, allow }, environment, { scope: offline ? null : scope, safeBins })
        ;({ covered, commands, misses } = verdict)
        steps.push(...judgePlan(plan, offline), ...verdict.steps, ...judgeEffects(plan, scope, offline))
      }
      const required = permissionNeeded(request.requiredPermission, plan, offline, scope)
      steps.push(...judgeMode(modes, request.tool, required, covered))
      if (plan) {
        const asksOnMiss = stricterAsk(ownersAsk, request.approvals?.ask ?? 'off') !== 'off'
        const verdict = judgeHost(exec, { contained, covered, misses, asksOnMiss })
        steps.push(verdict)
        if (exec.host.leaves && !contained) {
          // A sandbox that does not hold is no reason to leave the host that was configured.
          steps.push(judgeHost({ ...exec, host: exec.host.leaves }, { contained, covered, misses, asksOnMiss }))
        }
        if (verdict.code === 'HOST_MISS') {
          commands = commands.map((command) =>
            command.rule === null ? { ...command, decision: strictest(command.decision, verdict.decision) } : command,
          )
        }
      }
      return conclude(steps, exec, { commands, plan, rulesAnswerMode }, covered)
    },
  }
}

function compile(layers: readonly PolicyLayer[], action: RuleAction, home: string) {
  const key = `${action}Rules` as const
  return layers.flatMap((layer) =>
    (layer.exec?.[key] ?? []).map((input, index) =>
      compileCommandRule(input, action, layer.locate?.(`/tools/exec/${action}/${index}`) ?? layer.name, home),
    ),
  )
}

/** Rules of the host's own document. One that cannot be compiled covers nothing, which asks, and says so. */
function approved({ approvals }: PolicyRequest, home: string, steps: TraceStep[]): readonly CommandRule[] {
  return (approvals?.allowlist ?? []).flatMap((input) => {
    try {
      return [compileCommandRule(input, 'allow', approvals!.source, home)]
    } catch (error) {
      if (!PoundlockError.isInstance(error)) throw error
      const from = { source: approvals!.source }
      steps.push(answer('rules', 'allow', 'RULE_UNUSABLE', `${error.message}, so that it covers nothing`, from))
      return []
    }
  })
}

/** The mode that the trusted layers settle on, and beside it every mode that another layer asks for. */
function modesOf(layers: readonly PolicyLayer[]): readonly Setting<PermissionMode>[] {
  let settled: Setting<PermissionMode> = { value: DEFAULT_MODE, origin: 'default' }
  const others: Setting<PermissionMode>[] = []
  for (const layer of layers) {
    if (layer.mode === undefined) continue
    const setting = { value: layer.mode, origin: layer.locate?.('/mode') ?? layer.name }
    if (layer.mayLoosen) settled = setting
    else others.push(setting)
  }
  return [settled, ...others]
}

function conclude(
  trace: readonly TraceStep[],
  exec: PolicyDecision['exec'],
  context: FixContext,
  covered: boolean,
): PolicyDecision {
  const { commands } = context
  const decision: Decision = strictest(...trace.map((step) => step.decision))
  const decisive = trace.filter(
    (step) => step.decision === decision && (decision !== 'allow' || TELLS_WHY.has(step.code)),
  )
  // A parameter that was not honoured is told whatever came of the call.
  const refused = trace.filter((step) => step.code === 'PARAMETER_REFUSED' && !decisive.includes(step))
  const told = decisive.length > 0 ? [...decisive, ...refused] : trace
  const reasons = told.map(({ decision: _, ...reason }) => reason)
  const fix = decision === 'allow' ? [] : suggestFixes(reasons, context)
  return { decision, reasons, trace, commands, fix, exec, covered }
}

/** Of an allowed call, the steps worth telling: the others only say that nothing was against it. */
const TELLS_WHY: ReadonlySet<TraceStep['code']> = new Set([
  'HOST_SANDBOX',
  'HOST_FULL',
  'HOST_MATCH',
  'RULE_ALLOW',
  'MODE_CONSENT',
  'PARAMETER_TIGHTENED',
  'PARAMETER_REFUSED',
])
