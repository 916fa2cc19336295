import { sourceForAgent } from './agent-sandbox.ts'
import type { ConfigSource, OrderedSource, Origin } from './config-source.ts'
import { CONFIG_DEFAULTS } from './defaults.ts'
import { fold } from './fold.ts'
import { resolveEgress } from './resolve-egress.ts'
import { resolveUndo, type UndoSettings } from './resolve-undo.ts'
import type { ConfigDocument } from './schema.ts'

type Sandbox = Required<Omit<NonNullable<ConfigDocument['sandbox']>, 'limits' | 'docker'>>
/** How containers are made. */
export type ContainerSettings = NonNullable<NonNullable<ConfigDocument['sandbox']>['docker']>
export type SandboxLimitSettings = NonNullable<NonNullable<ConfigDocument['sandbox']>['limits']>

/** The settings that are not rules: those of the sandbox, and the time-out. Rules stay with their source. */
export interface ResolvedConfig {
  /** How commands are contained: `sandbox.*`. */
  readonly sandbox: { readonly [Key in keyof Sandbox]: Origin<Sandbox[Key]> } & {
    readonly limits: { readonly [Key in keyof SandboxLimitSettings]: Origin<NonNullable<SandboxLimitSettings[Key]>> }
    /** What is not set is left out. */
    readonly docker: { readonly [Key in keyof ContainerSettings]: Origin<NonNullable<ContainerSettings[Key]>> }
  }
  /** Seconds that a command may run: `tools.exec.timeout`. */
  readonly timeoutSeconds: Origin<number>
  /** Notices about background commands. A repository cannot change them. */
  readonly notices: {
    readonly notifyOnExit: Origin<boolean>
    readonly approvalRunningNoticeMs: Origin<number>
  }
  /** When repeated calls are held back: `tools.loopDetection.*`. */
  readonly loopDetection: { readonly [Key in keyof LoopSettings]: Origin<LoopSettings[Key]> }
  /** In which results secrets are hidden: `tools.redactResults`. */
  readonly redactResults: Origin<NonNullable<NonNullable<ConfigDocument['tools']>['redactResults']>>
  /** What is kept for taking changes back: `undo.*`. */
  readonly undo: { readonly [Key in keyof UndoSettings]: Origin<UndoSettings[Key]> }
}

type LoopSettings = Required<NonNullable<NonNullable<ConfigDocument['tools']>['loopDetection']>>

const SANDBOX_MODES = ['all', 'non-main', 'off'] as const
const SCOPES = ['session', 'agent', 'shared'] as const
const WORKSPACE_ACCESS = ['none', 'ro', 'rw'] as const
const FILE_MODES = ['allow-list', 'workspace-only', 'off'] as const
const NETWORKS = ['off', 'allowlist', 'ask', 'on'] as const
/** `auto` goes down to the weakest where nothing else works, but does not begin with it. */
const RENDERERS = ['namespaces', 'bubblewrap', 'auto', 'landlock'] as const
const REDACT_RESULTS = ['always', 'models', 'never'] as const
const ON_UNAVAILABLE = ['refuse', 'degrade'] as const

/** What holds where no file says otherwise, in a program that knows more than the file of defaults. */
export interface ConfigDefaults {
  /** `sandbox.network`: `ask` where a person can be asked. */
  readonly network?: 'off' | 'ask'
  /** With where it comes from; `platformDefaults` of `@poundlock/config/node` has that of a system. */
  readonly backend?: Origin<Sandbox['backend']>
}

/**
 * Combines the sources, each value with its origin. The user's file replaces a default; a workspace's file only
 * tightens: stricter values, lower limits, more hidden and protected paths, no more readable or writable ones.
 *
 * @param agent for whom: within one file its own entry counts before what holds for all; none unless named
 */
export function resolveConfig(
  given: readonly ConfigSource[],
  agent?: string,
  defaults: ConfigDefaults = {},
): ResolvedConfig {
  const ordered = inOrder(given.map((source) => sourceForAgent(source, agent)))
  const forAgent = ordered.flatMap((source) => [source, ...agentSources(source, agent)])
  const { tools } = CONFIG_DEFAULTS
  return {
    sandbox: sandboxSettings(ordered, defaults),
    timeoutSeconds: fold(
      forAgent,
      tools.exec.timeout,
      '/tools/exec/timeout',
      (document) => document.tools?.exec?.timeout,
      isLess,
    ),
    notices: {
      notifyOnExit: fold<boolean>(
        forAgent,
        tools.exec.notifyOnExit,
        '/tools/exec/notifyOnExit',
        (document) => document.tools?.exec?.notifyOnExit,
        never,
      ),
      approvalRunningNoticeMs: fold<number>(
        forAgent,
        tools.exec.approvalRunningNoticeMs,
        '/tools/exec/approvalRunningNoticeMs',
        (document) => document.tools?.exec?.approvalRunningNoticeMs,
        never,
      ),
    },
    loopDetection: loopSettings(ordered),
    redactResults: fold<(typeof REDACT_RESULTS)[number]>(
      ordered,
      tools.redactResults,
      '/tools/redactResults',
      (document) => document.tools?.redactResults,
      isEarlierIn(REDACT_RESULTS),
    ),
    undo: resolveUndo(ordered),
  }
}

/** What an organisation says stands first, to start from, and last, where it can only tighten. */
function inOrder(sources: readonly ConfigSource[]): readonly OrderedSource[] {
  const from = (kind: ConfigSource['kind'], loosens: boolean) =>
    sources.filter((source) => source.kind === kind).map((source) => ({ ...source, loosens }))
  return [
    ...from('organisation', true),
    ...from('user', true),
    ...from('workspace', false),
    ...from('organisation', false),
  ]
}

function sandboxSettings(ordered: readonly OrderedSource[], defaults: ConfigDefaults): ResolvedConfig['sandbox'] {
  /** One of a scale, strictest first. */
  const pick = <T extends string>(
    scale: readonly T[],
    initial: T,
    key: string,
    read: (d: ConfigDocument) => T | undefined,
  ) => fold(ordered, initial, `/sandbox/${key}`, read, isEarlierIn(scale))
  const { sandbox } = CONFIG_DEFAULTS
  const network = pick(
    NETWORKS,
    defaults.network ?? sandbox.network,
    'network',
    (document) => document.sandbox?.network,
  )
  // Neither is stricter than the other, so a repository has no say.
  const backend = fold<Sandbox['backend']>(
    ordered,
    defaults.backend?.value ?? sandbox.backend,
    '/sandbox/backend',
    (document) => document.sandbox?.backend,
    never,
  )
  // A repository can only turn these off.
  const untilTurnedOff = (name: 'caches' | 'gitIdentity') =>
    fold<boolean>(
      ordered,
      sandbox[name],
      `/sandbox/${name}`,
      (document) => document.sandbox?.[name],
      (_current, next) => !next,
    )
  return {
    backend: backend.origin === 'default' ? (defaults.backend ?? backend) : backend,
    mode: pick(SANDBOX_MODES, sandbox.mode, 'mode', (document) => document.sandbox?.mode),
    scope: pick(SCOPES, sandbox.scope, 'scope', (document) => document.sandbox?.scope),
    workspaceAccess: pick(
      WORKSPACE_ACCESS,
      sandbox.workspaceAccess,
      'workspaceAccess',
      (document) => document.sandbox?.workspaceAccess,
    ),
    docker: containerSettings(ordered),
    fileMode: pick(FILE_MODES, sandbox.fileMode, 'fileMode', (document) => document.sandbox?.fileMode),
    ...resolveEgress(network, ordered),
    renderer: pick(RENDERERS, sandbox.renderer, 'renderer', (document) => document.sandbox?.renderer),
    onUnavailable: pick(ON_UNAVAILABLE, sandbox.onUnavailable, 'onUnavailable', (d) => d.sandbox?.onUnavailable),
    caches: untilTurnedOff('caches'),
    gitIdentity: untilTurnedOff('gitIdentity'),
    readPaths: pathsOf(ordered, 'readPaths', false),
    writePaths: pathsOf(ordered, 'writePaths', false),
    hiddenPaths: pathsOf(ordered, 'hiddenPaths', true),
    protectedPaths: pathsOf(ordered, 'protectedPaths', true),
    limits: limitSettings(ordered),
  }
}

/** The paths of all sources. @param tightens whether those of a repository count as well */
function pathsOf(
  ordered: readonly OrderedSource[],
  key: 'readPaths' | 'writePaths' | 'hiddenPaths' | 'protectedPaths',
  tightens: boolean,
): Origin<string[]> {
  const from = ordered.filter(
    ({ document, loosens, kind }) => document.sandbox?.[key] && (loosens || (tightens && kind === 'workspace')),
  )
  return {
    value: from.flatMap((source) => source.document.sandbox?.[key] ?? []),
    origin: from.map((source) => source.source.locate(`/sandbox/${key}`)).join(', ') || 'default',
  }
}

/** What has no limit is left out. */
function limitSettings(ordered: readonly OrderedSource[]): ResolvedConfig['sandbox']['limits'] {
  const initial: SandboxLimitSettings = CONFIG_DEFAULTS.sandbox.limits
  const limits: Record<string, Origin<number>> = {}
  for (const key of ['processes', 'memoryBytes', 'openFiles', 'fileBytes', 'cpuSeconds'] as const) {
    const read = ({ sandbox }: ConfigDocument) => sandbox?.limits?.[key]
    const found = fold<number>(ordered, initial[key] ?? Infinity, `/sandbox/limits/${key}`, read, isLess)
    if (found.value !== Infinity) limits[key] = found
  }
  return limits
}

/** When a loop is one: a repository can only say so earlier. */
function loopSettings(ordered: readonly OrderedSource[]): ResolvedConfig['loopDetection'] {
  const initial = CONFIG_DEFAULTS.tools.loopDetection
  const threshold = (key: 'warningThreshold' | 'criticalThreshold' | 'globalCircuitBreakerThreshold') =>
    fold<number>(
      ordered,
      initial[key],
      `/tools/loopDetection/${key}`,
      ({ tools }) => tools?.loopDetection?.[key],
      isLess,
    )
  return {
    enabled: fold<boolean>(
      ordered,
      initial.enabled,
      '/tools/loopDetection/enabled',
      ({ tools }) => tools?.loopDetection?.enabled,
      (_current, next) => next,
    ),
    warningThreshold: threshold('warningThreshold'),
    criticalThreshold: threshold('criticalThreshold'),
    globalCircuitBreakerThreshold: threshold('globalCircuitBreakerThreshold'),
  }
}

const never = () => false
const isLess = (current: number, next: number): boolean => next < current
const isEarlierIn =
  <T>(scale: readonly T[]) =>
  (current: T, next: T): boolean =>
    scale.indexOf(next) < scale.indexOf(current)

/** How containers are made: lists add up, of single values the later holds; a repository can only lower and tighten. */
function containerSettings(ordered: readonly OrderedSource[]): ResolvedConfig['sandbox']['docker'] {
  const { cpus, readOnlyRoot } = CONFIG_DEFAULTS.sandbox.docker
  const settings: Record<string, Origin<unknown>> = {
    cpus: fold<number>(ordered, cpus, '/sandbox/docker/cpus', ({ sandbox }) => sandbox?.docker?.cpus, isLess),
    readOnlyRoot: fold<boolean>(
      ordered,
      readOnlyRoot,
      '/sandbox/docker/readOnlyRoot',
      ({ sandbox }) => sandbox?.docker?.readOnlyRoot,
      (_current, next) => next,
    ),
  }
  for (const key of ['engine', 'image', 'network', 'user'] as const) {
    const read = ({ sandbox }: ConfigDocument) => sandbox?.docker?.[key]
    const found = fold<string>(ordered, '', `/sandbox/docker/${key}`, read, never)
    if (found.value !== '') settings[key] = found
  }
  const from = ordered.filter(({ document, loosens }) => loosens && document.sandbox?.docker?.binds !== undefined)
  if (from.length > 0) {
    settings['binds'] = {
      value: from.flatMap(({ document }) => document.sandbox?.docker?.binds ?? []),
      origin: from.map(({ source }) => source.locate('/sandbox/docker/binds')).join(', '),
    }
  }
  return settings
}

/** What a source says of the commands of all agents, and of this one, each as a source of its own. */
function agentSources(source: OrderedSource, agent: string | undefined): readonly OrderedSource[] {
  const { defaults, list = [] } = source.document.agents ?? {}
  const as = (exec: AgentExec | undefined, pointer: string): readonly OrderedSource[] => {
    if (exec === undefined) return []
    const own = source.source
    const text = {
      file: own.file,
      locate: (key: string) => own.locate(pointer + key),
      position: (key: string) => own.position(pointer + key),
    }
    return [{ ...source, source: text, document: { tools: { exec } } }]
  }
  return [
    ...as(defaults?.tools?.exec, '/agents/defaults'),
    ...list.flatMap(({ id, tools }, index) =>
      agent !== undefined && id === agent ? as(tools?.exec, `/agents/list/${index}`) : [],
    ),
  ]
}

type AgentExec = NonNullable<NonNullable<ConfigDocument['tools']>['exec']>
