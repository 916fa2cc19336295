import { CONFIG_DEFAULTS } from './defaults.ts'
import type { ParsedConfig } from './document/parse-config.ts'
import { resolveEgress } from './resolve-egress.ts'
import type { ConfigDocument } from './schema.ts'

/** A configuration file and what it may do. */
export interface ConfigSource extends ParsedConfig {
  /**
   * `organisation`: what no user and no repository can loosen. `workspace` files came with a repository: they can
   * tighten, never loosen.
   */
  readonly kind: 'organisation' | 'user' | 'workspace'
  /** For a workspace's file: the user has trusted it with this content, so that its allow rules count. */
  readonly trusted?: boolean
}

/** A value and where it was set: `default`, or `file:line:column`. */
export interface Origin<T> {
  readonly value: T
  readonly origin: string
}

type Sandbox = Required<Omit<NonNullable<ConfigDocument['sandbox']>, 'limits' | 'docker'>>
/** How containers are made. */
export type ContainerSettings = NonNullable<NonNullable<ConfigDocument['sandbox']>['docker']>
export type SandboxLimitSettings = NonNullable<NonNullable<ConfigDocument['sandbox']>['limits']>

/** The settings that are not rules: those of the sandbox, and the time-out. Rules stay with their source. */
export interface ResolvedConfig {
  readonly sandbox: { readonly [Key in keyof Sandbox]: Origin<Sandbox[Key]> } & {
    readonly limits: { readonly [Key in keyof SandboxLimitSettings]: Origin<NonNullable<SandboxLimitSettings[Key]>> }
    /** What is not set is left out. */
    readonly docker: { readonly [Key in keyof ContainerSettings]: Origin<NonNullable<ContainerSettings[Key]>> }
  }
  readonly timeoutSeconds: Origin<number>
  /** What is told of commands that nobody waits for. A repository has no say. */
  readonly notices: {
    readonly notifyOnExit: Origin<boolean>
    readonly approvalRunningNoticeMs: Origin<number>
  }
  readonly loopDetection: { readonly [Key in keyof LoopSettings]: Origin<LoopSettings[Key]> }
  readonly redactResults: Origin<NonNullable<NonNullable<ConfigDocument['tools']>['redactResults']>>
}

type LoopSettings = Required<NonNullable<NonNullable<ConfigDocument['tools']>['loopDetection']>>

const SANDBOX_MODES = ['all', 'non-main', 'off'] as const
const SCOPES = ['session', 'agent', 'shared'] as const
const WORKSPACE_ACCESS = ['none', 'ro', 'rw'] as const
const FILE_MODES = ['allow-list', 'workspace-only', 'off'] as const
const NETWORKS = ['off', 'allowlist', 'on'] as const
/** `auto` goes down to the weakest where nothing else works, but does not begin with it. */
const RENDERERS = ['namespaces', 'bubblewrap', 'auto', 'landlock'] as const
const REDACT_RESULTS = ['always', 'models', 'never'] as const
const ON_UNAVAILABLE = ['refuse', 'degrade'] as const

/**
 * Combines the sources, each value with its origin. The user's file replaces a default; a workspace's file only
 * tightens: stricter values, lower limits, more hidden and protected paths, no more readable or writable ones.
 */
export function resolveConfig(sources: readonly ConfigSource[]): ResolvedConfig {
  const laidDown = sources.filter((source) => source.kind === 'organisation')
  // What an organisation says stands first, to start from, and last, where it can only tighten.
  const ordered: readonly OrderedSource[] = [
    ...[...laidDown, ...sources.filter((source) => source.kind === 'user')].map((from) => ({ ...from, loosens: true })),
    ...[...sources.filter((source) => source.kind === 'workspace'), ...laidDown].map((from) => ({
      ...from,
      loosens: false,
    })),
  ]
  /** One of a scale, strictest first. */
  const pick = <T extends string>(
    scale: readonly T[],
    initial: T,
    key: string,
    read: (d: ConfigDocument) => T | undefined,
  ) => fold(ordered, initial, `/sandbox/${key}`, read, (current, next) => scale.indexOf(next) < scale.indexOf(current))
  const { sandbox, tools } = CONFIG_DEFAULTS
  const collect = (
    key: 'readPaths' | 'writePaths' | 'hiddenPaths' | 'protectedPaths',
    tightens: boolean,
  ): Origin<string[]> => {
    const from = ordered.filter(
      ({ document, loosens, kind }) => document.sandbox?.[key] && (loosens || (tightens && kind === 'workspace')),
    )
    return {
      value: from.flatMap((source) => source.document.sandbox?.[key] ?? []),
      origin: from.map((source) => source.source.locate(`/sandbox/${key}`)).join(', ') || 'default',
    }
  }
  const limit = (key: keyof SandboxLimitSettings, initial: number | undefined) =>
    fold(
      ordered,
      initial ?? Infinity,
      `/sandbox/limits/${key}`,
      (document) => document.sandbox?.limits?.[key],
      (current, next) => next < current,
    )
  const limits: Record<string, Origin<number>> = {}
  for (const key of ['processes', 'memoryBytes', 'openFiles', 'fileBytes', 'cpuSeconds'] as const) {
    const found = limit(key, (sandbox.limits as SandboxLimitSettings)[key])
    if (found.value !== Infinity) limits[key] = found
  }
  const network = pick(NETWORKS, sandbox.network, 'network', (document) => document.sandbox?.network)
  return {
    sandbox: {
      // Neither is stricter than the other, so a repository has no say.
      backend: fold(ordered, sandbox.backend, '/sandbox/backend', (document) => document.sandbox?.backend, never),
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
      readPaths: collect('readPaths', false),
      writePaths: collect('writePaths', false),
      hiddenPaths: collect('hiddenPaths', true),
      protectedPaths: collect('protectedPaths', true),
      limits,
    },
    timeoutSeconds: fold(
      ordered,
      tools.exec.timeout,
      '/tools/exec/timeout',
      (document) => document.tools?.exec?.timeout,
      (current, next) => next < current,
    ),
    notices: {
      notifyOnExit: fold<boolean>(
        ordered,
        tools.exec.notifyOnExit,
        '/tools/exec/notifyOnExit',
        (document) => document.tools?.exec?.notifyOnExit,
        never,
      ),
      approvalRunningNoticeMs: fold<number>(
        ordered,
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
      (current, next) => REDACT_RESULTS.indexOf(next) < REDACT_RESULTS.indexOf(current),
    ),
  }
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
      (current, next) => next < current,
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

/** How containers are made: lists add up, of single values the later holds; a repository can only lower and tighten. */
function containerSettings(ordered: readonly OrderedSource[]): ResolvedConfig['sandbox']['docker'] {
  const { cpus, readOnlyRoot } = CONFIG_DEFAULTS.sandbox.docker
  const settings: Record<string, Origin<unknown>> = {
    cpus: fold<number>(
      ordered,
      cpus,
      '/sandbox/docker/cpus',
      ({ sandbox }) => sandbox?.docker?.cpus,
      (current, next) => next < current,
    ),
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

/** A source and whether it may loosen what stands before it. */
export interface OrderedSource extends ConfigSource {
  readonly loosens: boolean
}

function fold<T>(
  sources: readonly OrderedSource[],
  initial: T,
  pointer: string,
  read: (document: ConfigDocument) => T | undefined,
  isStricter: (current: T, next: T) => boolean,
): Origin<T> {
  let result: Origin<T> = { value: initial, origin: 'default' }
  for (const { loosens, document, source } of sources) {
    const next = read(document)
    if (next === undefined || (!loosens && !isStricter(result.value, next))) continue
    result = { value: next, origin: source.locate(pointer) }
  }
  return result
}
