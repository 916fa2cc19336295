import { stricterAsk, strictest, type Decision, type PermissionMode } from '@poundlock/spec/vocabulary'
import { HARMLESS_ENVIRONMENT, isListed } from './commands/environment-names.ts'
import { conclude } from './conclude.ts'
import type { ExecSettings, PolicyDecision, Setting, TraceStep } from './decision.ts'
import { compileEffectRule, isEffectRule, type EffectRule } from './files/effect-rule.ts'
import type { FileGround } from './files/file-ground.ts'
import { compileFileRules } from './files/file-rules.ts'
import { compileGateFiles } from './files/gate-files.ts'
import { judgeEffectRules, requestEffects, type PlannedEffects } from './files/judge-effect-rules.ts'
import { IN_SCOPE, judgeFiles, UNTOUCHED, type FileJudgement, type FilesVerdict } from './files/judge-files.ts'
import { compilePlainFiles } from './files/plain-files.ts'
import { answer } from './judges/answer.ts'
import { judgeHost } from './judges/judge-host.ts'
import { judgeMode } from './judges/judge-mode.ts'
import type { PolicyLayer } from './layer.ts'
import { sourceAt } from './layers/source-at.ts'
import { UNJUDGED, UNREADABLE, type CommandJudge, type LineVerdict } from './line-judge.ts'
import { freezeAll, placeOf, rememberPlainCalls } from './plain-calls.ts'
import { PolicyError } from './policy-error.ts'
import type { CommandPlan, PlannedEffect, PolicyRequest } from './request.ts'
import type { ElevatedLevel } from './session/session-state.ts'
import { elevatedSettings, isConsent } from './settings/elevated-settings.ts'
import { configuredExecSettings, settingsOfRequest } from './settings/exec-settings.ts'
import { readScopeOf } from './settings/read-scope-of.ts'
import { showValue } from './show-value.ts'
import type { ToolCatalogue } from './tools/tool-list.ts'
import { compileToolPolicy } from './tools/tool-policy.ts'
import { compileWeb } from './web/judge-web.ts'

/** The policy for the calls of one agent in one state of its session. */
export interface CallPolicy {
  /** @param before what was found out before the call is judged */
  decide(request: PolicyRequest, before: readonly TraceStep[]): PolicyDecision
  execSettings(request: PolicyRequest): ExecSettings
  readonly fileGround: FileGround
}

export interface CallPolicyOptions {
  readonly home: string
  readonly stateDirectory?: string
  readonly catalogue: ToolCatalogue
  readonly elevated: ElevatedLevel
  readonly commands?: CommandJudge
}

const DEFAULT_MODE: PermissionMode = 'workspace-write'

/** Compiles the layers that hold for one agent. */
export function compileCallPolicy(layers: readonly PolicyLayer[], options: CallPolicyOptions): CallPolicy {
  const { home, elevated } = options
  const effectRules = [...compileEffects(layers, 'ask', home), ...compileEffects(layers, 'deny', home)]
  const allowedEffects = compileEffects(
    // A repository cannot let itself through.
    layers.filter((layer) => layer.mayLoosen),
    'allow',
    home,
  )
  const lines = options.commands ? options.commands.compile(layers, home) : refuseCommandRules(layers)
  const fileRules = compileFileRules(layers, home)
  const toolPolicy = compileToolPolicy(layers, options.catalogue)
  const modes = modesOf(layers)
  const rulesAnswerMode = modes.every((mode) => mode.value !== 'prompt')
  const configured = configuredExecSettings(layers)
  const settings = freezeAll(elevatedSettings(configured, elevated))
  const plainSettings = freezeAll(settingsOfRequest(settings, {}).settings)
  // Where everything ran, elevation with approvals asks; where a miss was refused, it stays refused.
  const asksInstead = configured.security.value === 'full' && settings.security.value !== 'full'
  const ownersAsk = asksInstead ? settings.ask.value : ownersAskOf(layers)
  const protectedPaths = layers.flatMap((layer) => layer.protectedPaths ?? [])
  const readScope = readScopeOf(layers)
  const environment = [
    ...HARMLESS_ENVIRONMENT,
    ...layers.filter((layer) => layer.mayLoosen).flatMap((layer) => layer.exec?.environment ?? []),
  ]
  const judgeWeb = compileWeb(layers)
  const gates = compileGateFiles(options.stateDirectory)
  const arePlain = compilePlainFiles(fileRules, gates, protectedPaths)
  const plainCalls = rememberPlainCalls(toolPolicy.callersCount)

  return {
    execSettings: (request) => settingsOfRequest(settings, request).settings,
    decide,
    fileGround: { readScope, rules: fileRules, gates, hasEffectRules: effectRules.length > 0 },
  }

  function decide(request: PolicyRequest, before: readonly TraceStep[]): PolicyDecision {
    const { plan, parameters, approvals, nodes, environment: sets } = request
    if (before.length > 0 || plan || parameters || approvals || nodes || sets?.length || request.served) {
      const { settings: exec, steps } = settingsOfRequest(settings, request)
      return decideCall(request, exec, [...before, ...steps], touch(request, exec))
    }
    // Nothing to it but its tool and what it touches. Such calls are most of all, and where they touch nothing that
    // counts, all calls of the same tool get the same answer.
    const touched = touch(request, plainSettings)
    const known = touched === IN_SCOPE || touched === UNTOUCHED ? plainCalls(request) : null
    const place = placeOf(request.requiredPermission, isConfined(plainSettings, request), touched === IN_SCOPE)
    const kept = known?.[place]
    if (kept) return kept
    const decision = decideCall(request, plainSettings, [], touched)
    return known && place >= 0 ? (known[place] = freezeAll(decision)) : decision
  }

  /** What is said about the files and addresses that a call names, and about all that it does. */
  function touch(request: PolicyRequest, exec: ExecSettings): FilesVerdict {
    const { plan, files = [], urls = [], context } = request
    if (files.length === 0 && urls.length === 0 && !plan) return UNTOUCHED
    const touched =
      files.length === 0 ? UNTOUCHED : arePlain(files, context) ? IN_SCOPE : judgeFiles(files, judgementOf(request))
    const steps = urls.length > 0 ? judgeWeb(urls) : []
    if (effectRules.length === 0) return steps.length > 0 ? withSteps(touched, steps) : touched
    const planned = plan ? (lines?.effectsOf(plan) ?? NOT_KNOWN) : NOTHING
    const asksOnMiss = stricterAsk(ownersAsk, request.approvals?.ask ?? 'off') !== 'off'
    const where = { workspace: context.workspace, offline: isOffline(exec, request), asksOnMiss }
    const ruled = judgeEffectRules(requestEffects(request, planned), effectRules, where)
    return steps.length + ruled.length > 0 ? withSteps(touched, [...steps, ...ruled]) : touched
  }

  function allows(effect: PlannedEffect, workspace: string): boolean {
    if (effect.path === null) return false
    if (allowedEffects.some((rule) => rule.covers(effect, workspace) === 'yes')) return true
    return fileRules.find(effect.path, effect.kind === 'file-read' ? 'read' : 'write', workspace)?.action === 'allow'
  }

  function judgementOf({ context }: PolicyRequest): FileJudgement {
    return { scope: { context, readScope, protectedPaths, allows }, rules: fileRules, gates }
  }

  function decideCall(
    request: PolicyRequest,
    exec: ExecSettings,
    first: readonly TraceStep[],
    touched: FilesVerdict,
  ): PolicyDecision {
    const { plan, tool, requiredPermission: worst, provider, model } = request
    const steps: TraceStep[] = [...first]
    if (worst === null) {
      steps.push(answer('tool', 'deny', 'TOOL_UNKNOWN', `there is no tool ${showValue(tool)}`))
      const part = { commands: [], exec, covered: false }
      return conclude(steps, part, { plan, rulesAnswerMode, ruleFixes: () => [] })
    }
    steps.push(answer('tool', 'allow', 'TOOL_KNOWN', `tool '${tool}' needs at most ${worst}`))
    const sandboxed = exec.host.value === 'sandbox' || exec.host.leaves !== undefined
    steps.push(...toolPolicy.judge(tool, { sandboxed, provider, model, served: request.served }))
    for (const name of request.environment ?? []) {
      if (isListed(name, environment)) continue
      const message = `the call sets the variable ${showValue(name)}, which is not among those that it may set`
      steps.push(answer('environment', 'ask', 'ENVIRONMENT_REFUSED', message))
    }
    for (const step of touched.steps) steps.push(step)
    const contained = isContained(exec, request)
    const offline = isOffline(exec, request)
    const line = plan ? judgeLine(plan, request, offline, exec.host.value !== 'sandbox') : UNJUDGED
    const asksOnMiss = stricterAsk(ownersAsk, request.approvals?.ask ?? 'off') !== 'off'
    for (const step of line.steps) steps.push(asksOnMiss ? step : unasked(step))
    const { covered, misses } = line
    const lowered = line.onlyReads ? 'read-only' : isConfined(exec, request) ? 'workspace-write' : worst
    const required = touched.leavesWorkspace ? 'danger-full-access' : worst === 'danger-full-access' ? lowered : worst
    const consent = elevated === 'full' && plan !== undefined && isConsent(exec)
    for (const step of judgeMode(modes, tool, required, covered)) steps.push(consent ? consented(step) : step)
    let { commands } = line
    if (plan) {
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
    const ruleFixes = () => line.ruleFixes(commands)
    return conclude(steps, { commands, exec, covered }, { plan, rulesAnswerMode, ruleFixes })
  }

  function judgeLine(plan: CommandPlan, request: PolicyRequest, offline: boolean, hostCounts: boolean): LineVerdict {
    if (lines) return lines.judge(plan, { request, judgement: judgementOf(request), offline, hostCounts, environment })
    const why = plan.refusal?.message ?? 'this policy judges no command lines (option "commands")'
    return { ...UNJUDGED, steps: [answer('plan', 'ask', 'COMMAND_REFUSED', `${UNREADABLE}: ${why}`)] }
  }
}

const NOTHING: PlannedEffects = { effects: [], known: true, runsCode: null }
const NOT_KNOWN: PlannedEffects = { ...NOTHING, known: false }

const withSteps = ({ steps, leavesWorkspace }: FilesVerdict, more: readonly TraceStep[]): FilesVerdict => ({
  steps: [...steps, ...more],
  leavesWorkspace,
})

/** True where a sandbox that is proven confines the call to the workspace. */
function isContained({ host }: ExecSettings, { containment }: PolicyRequest): boolean {
  return host.value === 'sandbox' && containment?.active === true && containment.workspaceOnly
}

function isOffline(exec: ExecSettings, request: PolicyRequest): boolean {
  return isContained(exec, request) && request.containment?.network === 'off'
}

/** The hosts of an allowlist are what the owner consented to; what a line does there is judged all the same. */
function isConfined(exec: ExecSettings, request: PolicyRequest): boolean {
  return isContained(exec, request) && request.containment?.network !== 'on'
}

/** Where nobody is asked, what a deny rule may cover does not run. */
function unasked(step: TraceStep): TraceStep {
  if (step.code !== 'RULE_DENY_POSSIBLE') return step
  return { ...step, decision: 'deny', message: `${step.message}, and ask is off` }
}

/** A rule that nobody can read must not look as if it held. */
function refuseCommandRules(layers: readonly PolicyLayer[]): null {
  for (const layer of layers) {
    for (const action of ['allow', 'ask', 'deny'] as const) {
      const index = layer.exec?.[`${action}Rules`]?.findIndex((rule) => !isEffectRule(rule)) ?? -1
      if (index < 0) continue
      const source = sourceAt(layer, `/tools/exec/${action}/${index}`)
      throw new PolicyError(
        `${source}: a rule on commands, and this policy judges no command lines`,
        { source },
        'Pass commands: commandJudge from @poundlock/policy/commands.',
      )
    }
  }
  return null
}

function compileEffects(layers: readonly PolicyLayer[], action: Decision, home: string): readonly EffectRule[] {
  return layers.flatMap((layer) =>
    (layer.exec?.[`${action}Rules`] ?? []).flatMap((input, index) =>
      isEffectRule(input)
        ? [compileEffectRule(input, action, sourceAt(layer, `/tools/exec/${action}/${index}`), home)]
        : [],
    ),
  )
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

/** The mode that the trusted layers settle on, and beside it every mode that another layer asks for. */
function modesOf(layers: readonly PolicyLayer[]): readonly Setting<PermissionMode>[] {
  let settled: Setting<PermissionMode> = { value: DEFAULT_MODE, origin: 'default' }
  const others: Setting<PermissionMode>[] = []
  for (const layer of layers) {
    if (layer.mode === undefined) continue
    const setting = { value: layer.mode, origin: sourceAt(layer, '/mode') }
    if (layer.mayLoosen) settled = setting
    else others.push(setting)
  }
  return [settled, ...others]
}
