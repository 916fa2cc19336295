import { type Decision, type PermissionMode, stricterAsk } from '@poundlock/spec'
import type { PlannedEffect } from '../model/command-plan.ts'
import type { ExecSettings, Setting } from '../model/decision.ts'
import type { PolicyLayer, ProvenLevel } from '../model/layer.ts'
import { normalisePath } from '../model/paths.ts'
import { PolicyError } from '../model/policy-error.ts'
import type { PolicyRequest } from '../model/request.ts'
import type { ElevatedLevel } from '../model/session-state.ts'
import { sourceAt } from '../model/source-at.ts'
import { type EffectRule, compileEffectRule, isEffectRule } from '../rules/files/effect-rule.ts'
import { type FileRules, compileFileRules, pathOfRule } from '../rules/files/file-rules.ts'
import { type GateFiles, compileGateFiles } from '../rules/files/gate-files.ts'
import { HARMLESS_ENVIRONMENT } from '../rules/programs/environment-names.ts'
import { elevatedSettings } from '../rules/settings/elevated-settings.ts'
import { configuredExecSettings } from '../rules/settings/exec-settings.ts'
import { provenLevelOf } from '../rules/settings/proven-level-of.ts'
import { readScopeOf } from '../rules/settings/read-scope-of.ts'
import type { ToolCatalogue } from '../rules/tools/tool-list.ts'
import { type ToolPolicy, compileToolPolicy } from '../rules/tools/tool-policy.ts'
import type { CommandEvaluator, LineEvaluator } from './commands/line-evaluator.ts'
import type { FileEvaluation } from './files/evaluate-files.ts'
import { freezeAll } from './plain-calls.ts'
import { type EvaluateServer, compileServer } from './servers/evaluate-server.ts'
import { type EvaluateWeb, compileWeb } from './web/evaluate-web.ts'

export interface CallPolicyOptions {
  readonly home: string
  readonly stateDirectory?: string
  readonly catalogue: ToolCatalogue
  readonly elevated: ElevatedLevel
  readonly commands?: CommandEvaluator
}

/** The layers that hold for one agent, each list compiled once. The steps of a decision share it. */
export interface CompiledRules {
  /** What `~` stands for. */
  readonly home: string
  readonly elevated: ElevatedLevel
  /** Rules on effects that ask or deny. */
  readonly effectRules: readonly EffectRule[]
  /** Rules on effects that allow. */
  readonly allowedEffects: readonly EffectRule[]
  /** `null` where the policy evaluates no command lines. */
  readonly lines: LineEvaluator | null
  readonly fileRules: FileRules
  readonly toolPolicy: ToolPolicy
  readonly modes: readonly Setting<PermissionMode>[]
  /** False where the mode asks, even if a rule allows it. */
  readonly rulesAnswerMode: boolean
  /** Which commands may need no rule. */
  readonly proven: ProvenLevel
  readonly settings: ExecSettings
  /** When the owners ask about what no rule covers. */
  readonly ownersAsk: ExecSettings['ask']['value']
  readonly protectedPaths: readonly string[]
  readonly readScope: 'workspace' | 'all'
  /** Names of variables that a call may set; a prefix ends in `*`. */
  readonly environment: readonly string[]
  readonly evaluateWeb: EvaluateWeb
  readonly evaluateServer: EvaluateServer
  readonly gates: GateFiles
}

const DEFAULT_MODE: PermissionMode = 'workspace-write'

/** @throws PolicyError when a rule is malformed, or a layer has a value that does not exist */
export function compileRules(layers: readonly PolicyLayer[], options: CallPolicyOptions): CompiledRules {
  const { home, elevated } = options
  // A repository cannot let itself through.
  const trusted = layers.filter((layer) => layer.mayLoosen)
  const effectRules = [...compileEffects(layers, 'ask', home), ...compileEffects(layers, 'deny', home)]
  const fileRules = compileFileRules(layers, home)
  const settings = freezeAll(elevatedSettings(layers, elevated))
  const modes = freezeAll(modesOf(layers))
  return {
    home,
    elevated,
    effectRules,
    allowedEffects: compileEffects(trusted, 'allow', home),
    lines: options.commands ? options.commands.compile(layers, home) : refuseCommandRules(layers),
    fileRules,
    toolPolicy: compileToolPolicy(layers, options.catalogue),
    modes,
    rulesAnswerMode: modes.every(({ value }) => value !== 'prompt'),
    proven: provenLevelOf(layers, modes),
    settings,
    ownersAsk: ownersAskOf(layers, settings),
    protectedPaths: layers.flatMap((layer) => layer.protectedPaths ?? []),
    readScope: readScopeOf(layers),
    environment: [...HARMLESS_ENVIRONMENT, ...trusted.flatMap((layer) => layer.exec?.environment ?? [])],
    evaluateWeb: compileWeb(layers),
    evaluateServer: compileServer(layers, fileRules, effectRules),
    gates: compileGateFiles(options.stateDirectory),
  }
}

/** What the files of a request are evaluated by. */
export function evaluationOf(rules: CompiledRules, { context }: PolicyRequest): FileEvaluation {
  const { readScope, protectedPaths, fileRules, gates } = rules
  const allowedPlaces = (effect: PlannedEffect, workspace: string) => placesOf(rules, effect, workspace)
  return { scope: { context, readScope, protectedPaths, allowedPlaces }, rules: fileRules, gates }
}

function placesOf(
  { allowedEffects, fileRules }: CompiledRules,
  effect: PlannedEffect,
  workspace: string,
): readonly string[] {
  const { path, kind } = effect
  if (path === null) return []
  const placeOf = (text: string) => pathOfRule(text, fileRules.home, workspace)
  // What may read all that a folder holds may go there and list it: `/x/**` for `cd /x` and `ls /x`.
  const inside = effect.lists === true && kind === 'file-read' ? `${normalisePath(path)}/x` : null
  const opens = (text: string | null) => inside !== null && text?.endsWith('/**') === true
  const effects = allowedEffects.filter(
    (rule) =>
      rule.covers(effect, workspace) === 'yes' ||
      (opens(rule.place) && rule.covers({ ...effect, path: inside }, workspace) === 'yes'),
  )
  const access = kind === 'file-read' ? 'read' : 'write'
  const found = fileRules.find(path, access, workspace)
  const isOpen = found === null && inside !== null && fileRules.find(inside, access, workspace)?.action === 'allow'
  const files = fileRules
    .of(access)
    .filter(({ action, covers, text }) =>
      found?.action === 'allow'
        ? covers(path, workspace)
        : isOpen && action === 'allow' && opens(text) && covers(inside, workspace),
    )
  return [...effects.map(({ place }) => placeOf(place ?? '/')), ...files.map(({ text }) => placeOf(text))]
}

/** Whether a call that no rule covers needs approval. */
export const asksOnMiss = ({ ownersAsk }: CompiledRules, { approvals }: PolicyRequest): boolean =>
  stricterAsk(ownersAsk, approvals?.ask ?? 'off') !== 'off'

/** A rule that cannot be read must not look as if it were in force. */
function refuseCommandRules(layers: readonly PolicyLayer[]): null {
  for (const layer of layers) {
    for (const action of ['allow', 'ask', 'deny'] as const) {
      const index = layer.exec?.[`${action}Rules`]?.findIndex((rule) => !isEffectRule(rule)) ?? -1
      if (index < 0) continue
      const source = sourceAt(layer, `/tools/exec/${action}/${index}`)
      throw new PolicyError(`${source}: has a rule on commands, but this policy evaluates no command lines`, {
        code: 'POLICY_RULE',
        details: { source },
        remedy: 'Pass commands: commandEvaluator from @poundlock/policy/commands.',
      })
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

/**
 * When the owners ask. Elevation with approvals asks where everything ran before; where a miss was refused, it stays
 * refused. What a repository, an organisation or a call adds must not turn a refusal into a question.
 */
function ownersAskOf(layers: readonly PolicyLayer[], settings: ExecSettings): ExecSettings['ask']['value'] {
  if (configuredExecSettings(layers).security.value === 'full' && settings.security.value !== 'full') {
    return settings.ask.value
  }
  const owners = layers.filter((layer) => layer.mayLoosen)
  const laidDown = configuredExecSettings(owners.filter((layer) => layer.binding === true)).ask
  return laidDown.value === 'off' ? 'off' : configuredExecSettings(owners).ask.value
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
