import {
  PoundlockError,
  stricterAsk,
  strictest,
  visibleText,
  type Decision,
  type PermissionMode,
} from '@poundlock/spec'
import { compileCommandRule, type CommandRule, type RuleAction } from './commands/command-rule.ts'
import { HARMLESS_ENVIRONMENT, isListed } from './commands/environment-names.ts'
import type { ExecSettings, PolicyDecision, Setting, TraceStep } from './decision.ts'
import { compileEffectRule, isEffectRule, type EffectRule } from './files/effect-rule.ts'
import { compileFileRules } from './files/file-rules.ts'
import { effectsOf, judgeEffectRules, requestEffects } from './files/judge-effect-rules.ts'
import { judgeFileRule, judgeFiles, type FileJudgement } from './files/judge-files.ts'
import { suggestFixes, type FixContext } from './fixes.ts'
import { answer } from './judges/answer.ts'
import { judgeEffects } from './judges/judge-effects.ts'
import { judgeHost } from './judges/judge-host.ts'
import { judgeMode } from './judges/judge-mode.ts'
import { judgePlan } from './judges/judge-plan.ts'
import { judgeRules, type RuleSet } from './judges/judge-rules.ts'
import { permissionNeeded } from './judges/required-permission.ts'
import type { PolicyLayer } from './layer.ts'
import type { PlannedEffect, PolicyRequest } from './request.ts'
import type { ElevatedLevel } from './session/session-state.ts'
import { elevatedSettings, isConsent } from './settings/elevated-settings.ts'
import { configuredExecSettings, settingsOfRequest } from './settings/exec-settings.ts'
import { readScopeOf, safeBinsOf } from './settings/scopes.ts'
import type { ToolCatalogue } from './tools/tool-list.ts'
import { compileToolPolicy } from './tools/tool-policy.ts'
import { judgeWeb } from './web/judge-web.ts'

/** The policy for the calls of one agent in one state of its session. */
export interface CallPolicy {
  /** @param before what was found out before the call is judged */
  decide(request: PolicyRequest, before: readonly TraceStep[]): PolicyDecision
  execSettings(request: PolicyRequest): ExecSettings
}

export interface CallPolicyOptions {
  readonly home: string
  readonly stateDirectory?: string
  readonly catalogue: ToolCatalogue
  readonly elevated: ElevatedLevel
}

const DEFAULT_MODE: PermissionMode = 'workspace-write'

/** Compiles the layers that hold for one agent. */
export function compileCallPolicy(layers: readonly PolicyLayer[], options: CallPolicyOptions): CallPolicy {
  const { home, elevated } = options
  const rules: RuleSet = {
    // A repository cannot let itself through.
    allow: compile(
      layers.filter((layer) => layer.mayLoosen),
      'allow',
      home,
    ),
    ask: compile(layers, 'ask', home),
    deny: compile(layers, 'deny', home),
  }
  const effectRules = [...compileEffects(layers, 'ask', home), ...compileEffects(layers, 'deny', home)]
  const allowedEffects = compileEffects(
    layers.filter((layer) => layer.mayLoosen),
    'allow',
    home,
  )
  const fileRules = compileFileRules(layers, home)
  const toolPolicy = compileToolPolicy(layers, options.catalogue)
  const modes = modesOf(layers)
  const rulesAnswerMode = modes.every((mode) => mode.value !== 'prompt')
  const configured = configuredExecSettings(layers)
  const settings = elevatedSettings(configured, elevated)
  // Where everything ran, elevation with approvals asks; where a miss was refused, it stays refused.
  const asksInstead = configured.security.value === 'full' && settings.security.value !== 'full'
  const ownersAsk = asksInstead ? settings.ask.value : ownersAskOf(layers)
  const protectedPaths = layers.flatMap((layer) => layer.protectedPaths ?? [])
  const readScope = readScopeOf(layers)
  const safeBins = safeBinsOf(layers)
  const environment = [
    ...HARMLESS_ENVIRONMENT,
    ...layers.filter((layer) => layer.mayLoosen).flatMap((layer) => layer.exec?.environment ?? []),
  ]
  const judgesEffects = effectRules.length > 0
  const plainDecisions = new Map<string, PolicyDecision>()
  return {
    execSettings: (request) => settingsOfRequest(settings, request).settings,
    decide(request, before) {
      const key = before.length === 0 ? plainKey(request, settings) : null
      const known = key === null ? undefined : plainDecisions.get(key)
      if (known) return known
      const decision = decideCall(request, before)
      if (key !== null) {
        if (plainDecisions.size >= MAX_KEPT) plainDecisions.clear()
        for (const part of [decision, decision.reasons, decision.trace, decision.fix]) Object.freeze(part)
        plainDecisions.set(key, decision)
      }
      return decision
    },
  }

  function decideCall(request: PolicyRequest, before: readonly TraceStep[]): PolicyDecision {
    const { settings: exec, steps: parameterSteps } = settingsOfRequest(settings, request)
    const steps: TraceStep[] = [...before, ...parameterSteps]
    if (request.requiredPermission === null) {
      steps.push(
        answer('tool', 'deny', 'TOOL_UNKNOWN', `there is no tool ${visibleText(JSON.stringify(request.tool))}`),
      )
      return conclude(steps, exec, { commands: [], plan: undefined, rulesAnswerMode }, false)
    }
    steps.push(
      answer('tool', 'allow', 'TOOL_KNOWN', `tool '${request.tool}' needs at most ${request.requiredPermission}`),
    )
    const { provider, model, files = [], urls = [] } = request
    const sandboxed = exec.host.value === 'sandbox' || exec.host.leaves !== undefined
    const caller = { sandboxed, ...(provider !== undefined && { provider }), ...(model !== undefined && { model }) }
    steps.push(...toolPolicy.judge(request.tool, caller))
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
    const allows = (effect: PlannedEffect) =>
      effect.path !== null &&
      (allowedEffects.some((rule) => rule.covers(effect, request.context.workspace) === 'yes') ||
        fileRules.find(effect.path, effect.kind === 'file-read' ? 'read' : 'write', request.context.workspace)
          ?.action === 'allow')
    const scope = { context: request.context, readScope, protectedPaths, allows }
    const judgement: FileJudgement = {
      scope,
      rules: fileRules,
      ...(options.stateDirectory !== undefined && { stateDirectory: options.stateDirectory }),
    }
    const touched = judgeFiles(files, judgement)
    steps.push(...touched.steps, ...judgeWeb(urls, layers))
    if (judgesEffects && (plan !== undefined || files.length > 0 || urls.length > 0)) {
      const where = { workspace: request.context.workspace, offline }
      steps.push(...judgeEffectRules(requestEffects(request), effectRules, where))
    }
    let covered = false
    let commands: PolicyDecision['commands'] = []
    let misses: readonly string[] = []
    if (plan) {
      const own = exec.host.value === 'sandbox' ? [] : approved(request, options.home, steps)
      const allow = own.length === 0 ? rules.allow : [...rules.allow, ...own]
      const verdict = judgeRules(plan, { ...rules, allow }, environment, {
        scope: offline ? null : scope,
        safeBins,
        ...(request.grants && { grants: { list: request.grants, cwd: request.context.cwd } }),
      })
      ;({ covered, commands, misses } = verdict)
      steps.push(...judgePlan(plan, offline), ...verdict.steps, ...judgeEffects(plan, scope, offline))
      steps.push(...planFileSteps(plan, judgement))
    }
    const required = touched.leavesWorkspace
      ? 'danger-full-access'
      : permissionNeeded(request.requiredPermission, plan, offline, scope)
    const consent = elevated === 'full' && plan !== undefined && isConsent(exec)
    steps.push(...judgeMode(modes, request.tool, required, covered).map((step) => (consent ? consented(step) : step)))
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
  }
}

/** How many decisions about bare tools are kept. */
const MAX_KEPT = 1024

/**
 * What the decision about a call goes by that has nothing to it but its tool: such calls are most of all, and all of
 * the same get the same answer. `null` for every other call.
 */
function plainKey(request: PolicyRequest, { host }: ExecSettings): string | null {
  const { plan, files, urls, environment, parameters, approvals, nodes, containment: sandbox } = request
  if (plan || files || urls || environment?.length || parameters || approvals || nodes) return null
  const offline =
    host.value === 'sandbox' && sandbox?.active === true && sandbox.workspaceOnly && sandbox.network === 'off'
  const { tool, requiredPermission, provider = '\0', model = '\0' } = request
  // Two calls must not read alike.
  if (typeof tool !== 'string' || tool.includes('\n') || provider.includes('\n') || model.includes('\n')) return null
  return `${tool}\n${requiredPermission}\n${provider}\n${model}\n${offline}`
}

function compile(layers: readonly PolicyLayer[], action: RuleAction, home: string) {
  const key = `${action}Rules` as const
  return layers.flatMap((layer) =>
    (layer.exec?.[key] ?? []).flatMap((input, index) =>
      isEffectRule(input)
        ? []
        : [compileCommandRule(input, action, layer.locate?.(`/tools/exec/${action}/${index}`) ?? layer.name, home)],
    ),
  )
}

function compileEffects(layers: readonly PolicyLayer[], action: RuleAction, home: string): readonly EffectRule[] {
  const key = `${action}Rules` as const
  return layers.flatMap((layer) =>
    (layer.exec?.[key] ?? []).flatMap((input, index) =>
      isEffectRule(input)
        ? [compileEffectRule(input, action, layer.locate?.(`/tools/exec/${action}/${index}`) ?? layer.name, home)]
        : [],
    ),
  )
}

/** What the rules on files say of the files that a command line touches. */
function planFileSteps(plan: NonNullable<PolicyRequest['plan']>, judgement: FileJudgement): readonly TraceStep[] {
  const steps = effectsOf(plan).effects.flatMap(({ kind, path }) => {
    const access = FILE_ACCESS[kind]
    const step = access === undefined ? null : judgeFileRule(path, access, judgement)
    return step === null ? [] : [step]
  })
  return [...new Map(steps.map((step) => [step.message, step])).values()]
}

const FILE_ACCESS: Readonly<Partial<Record<PlannedEffect['kind'], 'read' | 'write' | 'delete'>>> = {
  'file-read': 'read',
  'file-write': 'write',
  'file-delete': 'delete',
}

/** Asking more must not turn a refusal into a question, when it is a repository, an organisation or a call that wants it. */
function ownersAskOf(layers: readonly PolicyLayer[]): ExecSettings['ask']['value'] {
  const owners = layers.filter((layer) => layer.mayLoosen)
  const laidDown = configuredExecSettings(owners.filter((layer) => layer.binding === true)).ask
  return laidDown.value === 'off' ? 'off' : configuredExecSettings(owners).ask.value
}

/** Full elevation answers what the mode would ask, but never `prompt`, which exists to be asked. */
function consented(step: TraceStep): TraceStep {
  if (step.code !== 'MODE_ASK' || step.message.includes('escalate from prompt')) return step
  return { ...step, decision: 'allow', code: 'ELEVATED_CONSENT', message: 'the session is elevated to full' }
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
  // What was not honoured, and what made a call need more, is told whatever came of it.
  const refused = trace.filter((step) => ALWAYS_TOLD.has(step.code) && !decisive.includes(step))
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
  'ELEVATED_CONSENT',
  'PARAMETER_REFUSED',
])

const ALWAYS_TOLD: ReadonlySet<TraceStep['code']> = new Set(['PARAMETER_REFUSED', 'ELEVATED_REFUSED', 'FILE_OUTSIDE'])
