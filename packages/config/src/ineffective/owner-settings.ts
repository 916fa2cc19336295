import type { ResolvedConfig } from '../resolve-config.ts'
import type { ConfigDocument } from '../schema.ts'
import type { Ineffective } from './ineffective-setting.ts'

/** What is known of all files together. */
export interface Together {
  /** For no agent. */
  readonly resolved: ResolvedConfig
  readonly resolvedFor: (agent: string) => ResolvedConfig
  readonly documents: readonly ConfigDocument[]
}

/** Settings of the user's or the organisation's file that nothing reads, as the files together stand. */
export function findOwnerSettings(document: ConfigDocument, together: Together): readonly Ineffective[] {
  return [
    ...egressSettings(document, together),
    // What is set for some agents may be meant for them.
    ...(together.documents.some(hasAgentSandbox) ? [] : sandboxSettings(document, together)),
    ...execSettings(document, together),
    ...serverSettings(document, together),
    ...toolSettings(document),
  ]
}

const hasAgentSandbox = ({ agents }: ConfigDocument): boolean =>
  [agents?.defaults, ...(agents?.list ?? [])].some((agent) => agent?.sandbox !== undefined)

/** Hosts that are named where no network is an allowlist. */
function egressSettings(
  { sandbox, agents }: ConfigDocument,
  { resolved, resolvedFor, documents }: Together,
): readonly Ineffective[] {
  const levels = [
    { pointer: '/sandbox', egress: sandbox?.egress, network: resolved.sandbox.network, isOfAll: true },
    {
      pointer: '/agents/defaults/sandbox',
      egress: agents?.defaults?.sandbox?.egress,
      network: resolved.sandbox.network,
      isOfAll: true,
    },
    ...(agents?.list ?? []).map((agent, index) => ({
      pointer: `/agents/list/${index}/sandbox`,
      egress: agent.sandbox?.egress,
      network: resolvedFor(agent.id).sandbox.network,
      isOfAll: false,
    })),
  ]
  return levels.flatMap(({ pointer, egress, network, isOfAll }): readonly Ineffective[] => {
    if (egress === undefined || network.value === 'allowlist' || network.value === 'ask') return []
    if (isOfAll ? asksForAllowlist(documents) : servesAllowlist(documents)) return []
    const message =
      network.value === 'on'
        ? 'has no effect: sandbox.network is "on", so that every host is reached. Set it to "allowlist"'
        : 'has no effect: sandbox.network is "off". Set it to "allowlist", or take the list out'
    return [{ pointer: `${pointer}/egress`, message, refused: true }]
  })
}

function sandboxSettings({ sandbox = {} }: ConfigDocument, { resolved, documents }: Together): readonly Ineffective[] {
  const { backend, network, workspaceAccess, fileMode } = resolved.sandbox
  const found: Ineffective[] = []
  const add = (key: string, message: string) => found.push({ pointer: `/sandbox/${key}`, message })
  if (backend.value !== 'docker') {
    const message = 'has no effect: it is for the backend "docker", and sandbox.backend is "unshare"'
    if (sandbox.docker !== undefined) add('docker', message)
    if (sandbox.scope !== undefined) add('scope', message)
  } else {
    if (sandbox.renderer !== undefined) {
      add('renderer', 'has no effect: it is for the backend "unshare", and sandbox.backend is "docker"')
    }
    if (sandbox.docker?.network !== undefined && network.value !== 'on') {
      add('docker/network', `has no effect: sandbox.network is "${network.value}". It is what commands get with "on"`)
    }
  }
  if (sandbox.fileMode !== undefined && workspaceAccess.value !== 'rw') {
    add('fileMode', `has no effect: sandbox.workspaceAccess is "${workspaceAccess.value}", which decides what is seen`)
  } else if (fileMode.value === 'off') {
    const message = 'has no effect: sandbox.fileMode is "off", so that the whole disk is there'
    if (sandbox.readPaths?.length) add('readPaths', message)
    if (sandbox.writePaths?.length) add('writePaths', message)
  }
  if (sandbox.mode !== undefined && sandbox.mode !== 'all') {
    const named = documents.some(({ tools }) => tools?.exec?.host !== undefined)
    if (named) add('mode', 'has no effect: tools.exec.host is set, and decides where commands run')
  }
  return found
}

/** Of the network of commands, of some agent's, or of a server that runs in the sandbox with a network of its own. */
const asksForAllowlist = (documents: readonly ConfigDocument[]): boolean =>
  servesAllowlist(documents) ||
  documents.some(({ sandbox, agents }) =>
    [sandbox, agents?.defaults?.sandbox, ...(agents?.list ?? []).map((agent) => agent.sandbox)].some(
      (one) => one?.network === 'allowlist' || one?.network === 'ask',
    ),
  )

const servesAllowlist = (documents: readonly ConfigDocument[]): boolean =>
  documents.some(({ mcpServers = {} }) => Object.values(mcpServers).some(({ network }) => network === 'allowlist'))

type Exec = NonNullable<NonNullable<ConfigDocument['tools']>['exec']>

function execSettings({ tools, agents }: ConfigDocument, { documents }: Together): readonly Ineffective[] {
  const parts: readonly (readonly [string, Exec | undefined])[] = [
    ['/tools/exec', tools?.exec],
    ['/agents/defaults/tools/exec', agents?.defaults?.tools?.exec],
    ...(agents?.list ?? []).map((agent, index): readonly [string, Exec | undefined] => [
      `/agents/list/${index}/tools/exec`,
      agent.tools?.exec,
    ]),
  ]
  const all = documents.flatMap((one) => [
    one.tools?.exec,
    one.agents?.defaults?.tools?.exec,
    ...(one.agents?.list ?? []).map((agent) => agent.tools?.exec),
  ])
  const hasNode = all.some((exec) => exec?.host === 'node')
  const bins = new Set([...DEFAULT_SAFE_BINS, ...all.flatMap((exec) => exec?.safeBins ?? [])])
  return parts.flatMap(([pointer, exec]) => {
    if (exec === undefined) return []
    const found: Ineffective[] = []
    const add = (key: string, message: string) => found.push({ pointer: `${pointer}/${key}`, message })
    if (exec.node !== undefined && !hasNode) {
      add('node', 'has no effect: tools.exec.host is not "node"')
    }
    for (const name of Object.keys(exec.safeBinProfiles ?? {})) {
      if (!bins.has(name)) add(`safeBinProfiles/${escaped(name)}`, 'has no effect: it is not among the safeBins')
    }
    return found
  })
}

/** As `safeBins` are where no file names any. */
const DEFAULT_SAFE_BINS = ['cut', 'uniq', 'head', 'tail', 'tr', 'wc']

function serverSettings({ mcpServers = {} }: ConfigDocument, { resolved }: Together): readonly Ineffective[] {
  return Object.entries(mcpServers).flatMap(([name, { command, sandbox, network }]): readonly Ineffective[] => {
    if (network === undefined || command === undefined) return []
    const pointer = `/mcpServers/${escaped(name)}/network`
    if (sandbox !== true) {
      const message = 'has no effect: the server does not run in the sandbox. Set "sandbox": true'
      return [{ pointer, message, refused: true }]
    }
    if (network !== 'allowlist' || resolved.sandbox.egress.value.length > 0) return []
    return [{ pointer, message: 'lets nothing through: sandbox.egress names no host. Name some', refused: true }]
  })
}

function toolSettings({ tools = {} }: ConfigDocument): readonly Ineffective[] {
  const { elevated, loopDetection, web } = tools
  const found: Ineffective[] = []
  const add = (key: string, message: string) => found.push({ pointer: `/tools/${key}`, message })
  if (elevated?.allowFrom !== undefined && elevated.enabled === false) {
    add('elevated/allowFrom', 'has no effect: tools.elevated.enabled is false')
  }
  if (loopDetection?.enabled === false) {
    for (const key of ['warningThreshold', 'criticalThreshold', 'globalCircuitBreakerThreshold'] as const) {
      if (loopDetection[key] !== undefined) {
        add(`loopDetection/${key}`, 'has no effect: tools.loopDetection.enabled is false')
      }
    }
  }
  if (web?.search?.provider === 'searxng' && web.search.keyFrom !== undefined) {
    add('web/search/keyFrom', 'has no effect: searxng takes no key')
  }
  return found
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
