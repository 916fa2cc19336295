import { type RequiredPermission, strictest } from '@poundlock/spec'
import type { CommandDecision, ExecSettings, PolicyDecision, TraceStep } from '../model/decision.ts'
import type { PolicyRequest } from '../model/request.ts'
import { showValue } from '../model/show-value.ts'
import { answer } from '../model/trace-step.ts'
import { isListed } from '../rules/programs/environment-names.ts'
import { answeredByElevation, isConsent } from '../rules/settings/elevated-settings.ts'
import { levelFor } from '../rules/settings/proven-level-of.ts'
import { type LineResult, NOT_EVALUATED, UNREADABLE } from './commands/line-evaluator.ts'
import { asksOnMiss, type CompiledRules, evaluationOf } from './compile-rules.ts'
import { conclude } from './conclude.ts'
import { isConfined, isContained, isOffline } from './containment.ts'
import { commandsReachAll, unasked } from './evaluate-touch.ts'
import type { FilesResult } from './files/evaluate-files.ts'
import { describeNeeds } from './needs/describe-needs.ts'
import { evaluateHost } from './steps/evaluate-host.ts'
import { evaluateMode } from './steps/evaluate-mode.ts'
import { hostsOf } from './web/evaluate-web.ts'

/**
 * Decides one call, step by step: tool, environment, what it touches, its server, its command line, the permission mode,
 * the host.
 *
 * @param before what was found out before
 * @param touched what `evaluateTouch` says of the call
 */
export function decideCall(
  rules: CompiledRules,
  request: PolicyRequest,
  exec: ExecSettings,
  before: readonly TraceStep[],
  touched: FilesResult,
): PolicyDecision {
  const { plan, tool, requiredPermission: worst } = request
  if (worst === null) return unknownTool(rules, request, exec, before)
  const asks = asksOnMiss(rules, request)
  const line = evaluateLine(rules, request, exec)
  const hostSteps = evaluateHosts(request, exec, line, asks)
  const commands = withHostDecision(line.commands, hostSteps[0])
  const required = requiredPermission(worst, request, exec, line, touched)
  const consent = rules.elevated === 'full' && plan !== undefined && isConsent(exec)
  const steps = [
    ...before,
    ...toolSteps(rules, request, exec, worst),
    ...environmentSteps(rules, request),
    ...touched.steps,
    ...rules.evaluateServer(request, asks),
    ...(asks ? line.steps : line.steps.map((step) => unasked(step, commandsReachAll(rules, exec)))),
    ...evaluateMode(rules.modes, { tool, required, covered: line.covered, consent }),
    ...hostSteps,
  ]
  const needs = () =>
    describeNeeds({
      request,
      scope: evaluationOf(rules, request).scope,
      commands,
      isSandboxed: exec.host.value === 'sandbox',
      isContained: isContained(exec, request) && plan !== undefined,
    })
  return conclude(
    consent ? steps.map(answeredByElevation) : steps,
    { commands, exec, covered: line.covered },
    {
      plan,
      rulesAnswerMode: rules.rulesAnswerMode,
      ruleFixes: () => line.ruleFixes(commands),
      hosts: () => hostsOf(request),
    },
    needs,
  )
}

function unknownTool(
  rules: CompiledRules,
  { plan, tool }: PolicyRequest,
  exec: ExecSettings,
  before: readonly TraceStep[],
): PolicyDecision {
  const step = answer('tool', 'deny', 'TOOL_UNKNOWN', `there is no tool ${showValue(tool)}`)
  const fixes = { plan, rulesAnswerMode: rules.rulesAnswerMode, ruleFixes: () => [] }
  return conclude([...before, step], { commands: [], exec, covered: false }, fixes, () => [])
}

/** Whether the tool exists, and the lists of tools let it through. */
function toolSteps(
  { toolPolicy }: CompiledRules,
  { tool, provider, model, served }: PolicyRequest,
  { host }: ExecSettings,
  worst: RequiredPermission,
): readonly TraceStep[] {
  const sandboxed = host.value === 'sandbox' || host.leaves !== undefined
  return [
    answer('tool', 'allow', 'TOOL_KNOWN', `tool '${tool}' needs at most ${worst}`),
    ...toolPolicy.evaluate(tool, { sandboxed, provider, model, served }),
  ]
}

/** The variables that the call sets and that are not listed. */
const environmentSteps = ({ environment }: CompiledRules, request: PolicyRequest): readonly TraceStep[] =>
  (request.environment ?? [])
    .filter((name) => !isListed(name, environment))
    .map((name) => {
      const message = `the call sets the variable ${showValue(name)}, which is not on the list of allowed variables`
      return answer('environment', 'ask', 'ENVIRONMENT_REFUSED', message)
    })

function evaluateLine(rules: CompiledRules, request: PolicyRequest, exec: ExecSettings): LineResult {
  const { plan } = request
  const { lines, environment } = rules
  if (plan === undefined) return NOT_EVALUATED
  if (lines === null) {
    const why = plan.refusal?.message ?? 'this policy evaluates no command lines (option "commands")'
    return { ...NOT_EVALUATED, steps: [answer('plan', 'ask', 'COMMAND_REFUSED', `${UNREADABLE}: ${why}`)] }
  }
  return lines.evaluate(plan, {
    request,
    evaluation: evaluationOf(rules, request),
    contained: isContained(exec, request),
    offline: isOffline(exec, request),
    hostCounts: exec.host.value !== 'sandbox',
    environment,
    proven: levelFor(rules.proven, exec),
  })
}

/** The permission that the call needs: what its tool needs at worst, unless proof lowers it. */
function requiredPermission(
  worst: RequiredPermission,
  request: PolicyRequest,
  exec: ExecSettings,
  { onlyReads }: LineResult,
  { leavesWorkspace }: FilesResult,
): RequiredPermission {
  if (leavesWorkspace) return 'danger-full-access'
  if (worst !== 'danger-full-access') return worst
  if (onlyReads) return 'read-only'
  return isConfined(exec, request) ? 'workspace-write' : worst
}

/** What the owner of the host lets through. The first step is about the host that the command runs on. */
function evaluateHosts(
  request: PolicyRequest,
  exec: ExecSettings,
  { covered, misses }: LineResult,
  asks: boolean,
): readonly TraceStep[] {
  if (request.plan === undefined) return []
  const question = { contained: isContained(exec, request), covered, misses, asksOnMiss: asks }
  const own = evaluateHost(exec, question)
  if (!exec.host.leaves || question.contained) return [own]
  // A sandbox that does not hold is no reason to leave the host that was configured.
  return [own, evaluateHost({ ...exec, host: exec.host.leaves }, question)]
}

/** The commands that no rule covers are decided by the host. */
function withHostDecision(
  commands: readonly CommandDecision[],
  host: TraceStep | undefined,
): readonly CommandDecision[] {
  if (host?.code !== 'HOST_MISS') return commands
  return commands.map((command) =>
    command.rule === null && command.proven === undefined
      ? { ...command, decision: strictest(command.decision, host.decision) }
      : command,
  )
}
