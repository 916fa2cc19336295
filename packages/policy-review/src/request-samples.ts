import {
  type Containment,
  type PlannedCommand,
  type PlannedEffect,
  type PolicyLayer,
  type PolicyRequest,
  isEffectRule,
} from '@poundlock/policy'
import { type CommandRule, DEFAULT_SAFE_BINS } from '@poundlock/policy/commands'
import { BUILT_IN_TOOLS, REQUIRED_PERMISSIONS, findBuiltInTool } from '@poundlock/spec'
import { sampleCommands } from './command-samples.ts'
import { listRules } from './listed-rule.ts'
import { FRESH, samplePaths } from './path-samples.ts'

/** Requests that stand for all requests, as far as some policies can tell them apart. */
export interface RequestSamples {
  /** Made as they are asked for: most questions are answered by one of the first. */
  readonly requests: () => Iterable<RequestSample>
  /** What the samples do not cover, one sentence each. Empty when they cover everything. */
  readonly gaps: readonly string[]
  /** True when the only gap is that rules have regular expressions on arguments, which can be taken for more or less. */
  readonly onlyArguments: boolean
}

/** One request, and what is worth asking where it is allowed. */
export interface RequestSample {
  readonly request: PolicyRequest
  /** The same with one thing more, which no policy allows where it does not allow it without. */
  readonly more?: readonly Variations[]
}

/** Requests that do one thing more each than another. */
export interface Variations {
  /**
   * Every policy evaluates two requests with the same key in the same steps. So their variations get the same answer,
   * too: the added part is compared with nothing else in them.
   */
  readonly key: string
  readonly requests: () => Iterable<PolicyRequest>
}

export interface SampleBase {
  readonly home: string
  readonly workspace: string
  /** Whether a command runs code of its own, as `npm test` does. Without it, every command may. */
  readonly runsCode?: (command: PlannedCommand) => boolean
}

/**
 * Samples requests for policies. A call is allowed when each part of it is: its tool, its command, its files, its
 * addresses. So one part is varied at a time, in every situation that changes how the parts are evaluated.
 */
export function sampleRequests(policies: readonly (readonly PolicyLayer[])[], base: SampleBase): RequestSamples {
  const layers = policies.flat()
  const agents = [...new Set([FRESH, ...layers.flatMap((layer) => (layer.agents?.list ?? []).map(({ id }) => id))])]
  const rules = policies.flatMap((policy) => agents.flatMap((agent) => listRules(policy, base.home, agent)))
  const everyExec = layers.flatMap((layer) => partsOf(layer).flatMap(({ exec }) => (exec ? [exec] : [])))
  const patterns = layers.flatMap(({ files, protectedPaths = [] }) => [
    ...(['read', 'write'] as const).flatMap((access) => Object.values(files?.[access] ?? {}).flat()),
    ...protectedPaths,
  ])
  const effectRules = everyExec
    .flatMap(({ allowRules = [], askRules = [], denyRules = [] }) => [...allowRules, ...askRules, ...denyRules])
    .filter(isEffectRule)
    .map((rule) => (typeof rule === 'string' ? rule : rule.effect))
  const places = effectRules.flatMap((rule) => (/^fs\.\w+:/.test(rule) ? [rule.slice(rule.indexOf(':') + 1)] : []))
  const paths = samplePaths([...patterns, ...places], base)
  const hosts = [
    ...layers.flatMap(({ web }) => [...(web?.allowDomains ?? []), ...(web?.denyDomains ?? [])]),
    ...layers.flatMap((layer) =>
      partsOf(layer).flatMap(({ network }) =>
        (network?.egress ?? []).map((rule) => (typeof rule === 'string' ? rule : rule.host)),
      ),
    ),
    ...effectRules.flatMap((rule) => (rule.startsWith('net.egress:') ? [rule.slice(11)] : [])),
  ].map((host) => host.replace(/^\*\.?/, '') || 'example.com')
  // Where both policies evaluate what a command touches alike, one such command stands for all.
  const sameFiles = new Set(policies.map((policy) => JSON.stringify(policy.map(filePart)))).size === 1
  const effects = sameFiles && effectRules.length === 0 ? [] : effectSamples(paths.paths, hosts)
  const named = everyExec.flatMap((exec) => exec.safeBins ?? [])
  const safeBins = named.length === 0 ? [] : [...new Set([...named, ...DEFAULT_SAFE_BINS])]
  const commands = sampleCommands(rules, base, { namesMatter: effects.length > 0, safeBins })
  const environment = environmentNames(everyExec.flatMap((exec) => exec.environment ?? []))
  const gaps = [
    ...(commands.isComplete ? [] : ['rules on commands with wildcards inside a path, or too many that overlap']),
    ...(paths.isComplete ? [] : ['patterns on files with wildcards inside']),
    ...(everyExec.some((exec) => exec.safeBinProfiles) ? ['safe bins with profiles of their own'] : []),
  ]
  const hasArguments = rules.some((rule) => rule.hasArguments)
  return {
    gaps: hasArguments ? [...gaps, 'regular expressions on arguments'] : gaps,
    onlyArguments: hasArguments && gaps.length === 0,
    requests: () =>
      requestsOf({
        agents,
        commands: commands.commands,
        allowed: rules.flatMap(({ rule, action }) => (action === 'allow' ? [rule] : [])),
        layers,
        paths: paths.paths,
        hosts,
        effects,
        environment,
        base,
      }),
  }
}

interface Parts {
  readonly agents: readonly string[]
  readonly commands: readonly PlannedCommand[]
  readonly allowed: readonly CommandRule[]
  readonly layers: readonly PolicyLayer[]
  readonly paths: readonly string[]
  readonly hosts: readonly string[]
  readonly effects: readonly PlannedEffect[]
  readonly environment: readonly string[]
  readonly base: SampleBase
}

function* requestsOf(parts: Parts): Iterable<RequestSample> {
  const { commands, allowed, layers, effects, environment, base } = parts
  for (const request of toolRequests(parts)) yield { request }
  // A rule that allows a command says what it means it to do, by its name.
  const named = new Map(
    commands.map((command) => [command, [command.name, ...allowed.map((rule) => rule.covers(command))].join(' ')]),
  )
  let place = 0
  for (const situation of situations(parts)) {
    place++
    const exec = { ...situation, tool: 'exec', requiredPermission: 'danger-full-access' } as const
    for (const command of commands) {
      if (command.profile) {
        yield { request: { ...exec, plan: planOf(command) } }
        continue
      }
      // By whom it is called says which tools there are, whatever the command.
      const called = () => callers(layers).map((caller) => ({ ...exec, ...caller, plan: planOf(command) }))
      const sets = () => environment.map((name) => ({ ...exec, plan: planOf({ ...command, environment: [name] }) }))
      yield {
        request: { ...exec, plan: planOf(command) },
        more: [
          { key: `${place} sets`, requests: sets },
          { key: `${place} callers`, requests: called },
        ],
      }
      const runsCode = base.runsCode?.(command) ?? true
      for (const profile of runsCode ? [RUNS_CODE, UNKNOWN_OPTION] : [UNKNOWN_OPTION])
        yield { request: { ...exec, plan: planOf({ ...command, profile }) } }
      const known = planOf({ ...command, profile: KNOWN })
      const calledKnown = () => called().map((request) => ({ ...request, plan: known }))
      const line = () => effects.map((effect) => ({ ...exec, plan: { ...known, effects: [effect] } }))
      const own = () =>
        effects.map((effect) => ({ ...exec, plan: planOf({ ...command, profile: { ...KNOWN, effects: [effect] } }) }))
      yield {
        request: { ...exec, plan: known },
        more: [
          { key: `${place} line`, requests: line },
          { key: `${place} own ${named.get(command)}`, requests: own },
          { key: `${place} callers known`, requests: calledKnown },
        ],
      }
    }
    const [first] = commands
    yield { request: { ...exec, plan: { ...planOf(first!), complete: false } } }
    const refusal = { code: 'X', message: 'unread' }
    yield { request: { ...exec, plan: { ...planOf(first!), commands: [], complete: false, refusal } } }
    for (const name of environment) yield { request: { ...exec, plan: planOf(commands[1]!), environment: [name] } }
  }
}

/** Calls of tools that run no commands: their lists can differ in a sandbox, what they touch is evaluated alike. */
function* toolRequests(parts: Parts): Iterable<PolicyRequest> {
  const { layers, paths, hosts } = parts
  for (const situation of situations(parts)) {
    if (situation.parameters?.security !== undefined || situation.containment?.network === 'on') continue
    for (const name of toolNames(layers)) {
      const known = findBuiltInTool(name)?.requiredPermission
      for (const requiredPermission of known ? [known] : REQUIRED_PERMISSIONS) {
        for (const caller of callers(layers)) yield { ...situation, ...caller, tool: name, requiredPermission }
      }
    }
    if (situation.containment || situation.parameters) continue
    for (const { name, groups, requiredPermission } of BUILT_IN_TOOLS) {
      if (!groups.includes('group:fs')) continue
      for (const path of [...paths, '-x', 'https://x']) {
        for (const access of ['read', 'write', 'delete'] as const) {
          yield { ...situation, tool: name, requiredPermission, files: [{ access, path }] }
        }
      }
    }
    yield { ...situation, tool: 'WebSearch', requiredPermission: 'read-only', contactsUnnamed: true }
    for (const host of [...hosts, ...hosts.map((name) => `${FRESH}.${name}`), `${FRESH}.example`, 'localhost']) {
      yield { ...situation, tool: 'WebFetch', requiredPermission: 'read-only', urls: [`https://${host}/`] }
    }
  }
}

/** What changes how every part is evaluated: the agent, the sandbox, and how far a call holds itself back. */
function* situations({
  agents,
  base: { home, workspace },
}: Parts): Iterable<Pick<PolicyRequest, 'context' | 'containment' | 'parameters'>> {
  for (const agent of agents) {
    const context = { agent, session: 'main', cwd: workspace, workspace, home, interactive: true }
    for (const [containment, parameters] of SITUATIONS) {
      yield { context, ...(containment && { containment }), ...(parameters && { parameters }) }
    }
  }
}

const OFFLINE: Containment = { active: true, network: 'off', workspaceOnly: true }
const LISTED: Containment = { active: true, network: 'allowlist', workspaceOnly: true }
const ONLINE: Containment = { active: true, network: 'on', workspaceOnly: true }

const SITUATIONS: readonly (readonly [Containment | null, PolicyRequest['parameters'] | null])[] = [
  [null, null],
  [null, { security: 'allowlist' }],
  [OFFLINE, null],
  [LISTED, null],
  [ONLINE, null],
  [OFFLINE, { host: 'sandbox' }],
  [ONLINE, { host: 'sandbox' }],
  [null, { host: 'sandbox' }],
]

const KNOWN = { known: true, code: null, message: null, words: null, effects: [] } as const
const RUNS_CODE = { ...KNOWN, known: false, code: 'EXECUTES_CODE' } as const
const UNKNOWN_OPTION = { ...KNOWN, known: false, code: 'UNKNOWN_OPTION' } as const

const planOf = (command: PlannedCommand) => ({
  text: command.argv.map((word) => word ?? '?').join(' '),
  refusal: null,
  complete: command.name !== null,
  unresolved: [],
  commands: [command],
  effects: [],
})

function effectSamples(paths: readonly string[], hosts: readonly string[]): readonly PlannedEffect[] {
  const files = (['file-read', 'file-write', 'file-delete'] as const).flatMap((kind) =>
    [...paths, null].map((path) => ({ kind, path })),
  )
  const others = (['process', 'privilege', 'environment', 'execute'] as const).map((kind) => ({ kind, path: null }))
  const contacts = [...hosts, `${FRESH}.example`, null].map((path) => ({ kind: 'network' as const, path }))
  return [...files, ...contacts, ...others]
}

function environmentNames(listed: readonly string[]): readonly string[] {
  const named = listed.flatMap((name) => (name.endsWith('*') ? [name.slice(0, -1), `${name.slice(0, -1)}Z`] : [name]))
  return [...new Set(['ZZ_UNNAMED', ...named])]
}

/** Layers and what they say for agents. */
function partsOf(layer: PolicyLayer): readonly Pick<PolicyLayer, 'exec' | 'tools' | 'network'>[] {
  return [layer, ...(layer.agents?.defaults ? [layer.agents.defaults] : []), ...(layer.agents?.list ?? [])]
}

function toolNames(layers: readonly PolicyLayer[]): readonly string[] {
  const filters = layers.flatMap((layer) =>
    partsOf(layer).flatMap(({ tools }) =>
      tools
        ? [tools, ...Object.values(tools.byProvider ?? {}), ...(tools.sandbox?.tools ? [tools.sandbox.tools] : [])]
        : [],
    ),
  )
  const named = filters.flatMap(({ allow = [], deny = [] }) => [...allow, ...deny])
  const served = named.filter((name) => /^mcp__/i.test(name))
  return [
    ...new Set([
      ...BUILT_IN_TOOLS.map(({ name }) => name),
      ...served.flatMap((name) => [name.replaceAll('*', FRESH), name.replaceAll('*', '')]),
      `mcp__${FRESH}__${FRESH}`,
    ]),
  ].filter((name) => findBuiltInTool(name)?.name !== 'exec')
}

function callers(layers: readonly PolicyLayer[]): readonly Pick<PolicyRequest, 'provider' | 'model'>[] {
  const named = layers.flatMap((layer) => partsOf(layer).flatMap(({ tools }) => Object.keys(tools?.byProvider ?? {})))
  return [
    {},
    { provider: FRESH, model: FRESH },
    ...named.flatMap((name) => {
      const [provider = '', model] = name.split(/\/(.*)/s)
      return [
        { provider, model: FRESH },
        { provider, ...(model !== undefined && { model }) },
      ]
    }),
  ]
}

function filePart({ files, protectedPaths, web, mayLoosen }: PolicyLayer): unknown {
  return [mayLoosen, files, protectedPaths, web]
}
