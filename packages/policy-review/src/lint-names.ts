import {
  type PolicyLayer,
  compileToolList,
  createCatalogue,
  expandLayers,
  isEffectRule,
  namedAgents,
  sourceAt,
} from '@poundlock/policy'
import { compileMcpPattern, isMcpName } from '@poundlock/spec'
import type { LintFinding } from './lint-finding.ts'
import { listRules } from './listed-rule.ts'

/** A server that is configured, by its own name. */
export interface KnownServer {
  /** As it is configured, before names for models are made of it. */
  readonly name: string
  /** The names of its tools; `null` if they were never listed. */
  readonly tools: readonly string[] | null
}

/** What is there that rules can name. What is left out is not looked at. */
export interface KnownNames {
  /** Every configured server; without it, rules on servers are not looked at. */
  readonly servers?: readonly KnownServer[]
  /** Whether a program, or a builtin of the shell, has this name. */
  readonly hasProgram?: (name: string) => boolean
  /** Whether something is at an absolute path. */
  readonly exists?: (path: string) => boolean
  /** Absolute; what relative paths are below. */
  readonly workspace?: string
}

/** Finds rules that name no server, tool, program or path that there is: they are misspelt, or wait for what comes. */
export function nameFindings(layers: readonly PolicyLayer[], home: string, known: KnownNames): readonly LintFinding[] {
  const findings = ['', ...namedAgents(layers)].flatMap((agent) =>
    expandLayers(layers, agent).flatMap((layer) => [
      ...toolNameFindings(layer, known),
      ...programFindings(layer, home, known),
      ...pathFindings(layer, home, known),
    ]),
  )
  return [...new Map(findings.map((finding) => [`${finding.source} ${finding.message}`, finding])).values()]
}

const finding = (severity: LintFinding['severity'], message: string, rule: string, source: string): LintFinding => ({
  code: 'names-nothing',
  severity,
  message,
  rule,
  source,
})

function toolNameFindings(layer: PolicyLayer, { servers }: KnownNames): readonly LintFinding[] {
  const { tools } = layer
  if (servers === undefined || tools === undefined) return []
  const filters = [
    { filter: tools, pointer: '/tools' },
    { filter: tools.sandbox?.tools ?? {}, pointer: '/tools/sandbox/tools' },
    ...Object.entries(tools.byProvider ?? {}).map(([provider, filter]) => ({
      filter,
      pointer: `/tools/byProvider/${provider.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    })),
  ]
  return filters.flatMap(({ filter, pointer }) =>
    (['allow', 'deny'] as const).flatMap((action) =>
      (filter[action] ?? []).flatMap((entry, index) => {
        const problem = serverProblem(entry, action, servers)
        if (problem === null) return []
        const message = `"${entry}" in ${pointer.slice(1).replaceAll('/', '.')}.${action} ${problem}`
        return [finding('warning', message, entry, sourceAt(layer, `${pointer}/${action}/${index}`))]
      }),
    ),
  )
}

/** Why an entry is for none of the tools of the servers that there are; `null` when it may be for one. */
export function serverProblem(entry: string, action: 'allow' | 'deny', servers: readonly KnownServer[]): string | null {
  if (!isMcpName(entry)) return null
  // A hash belongs to one server, or tool, whose name is not known from it.
  const text = entry.trim().replaceAll(/_\d[a-z0-9]{7}(?=__|$)/g, '')
  const [, server = ''] = text.split('__')
  const named = compileMcpPattern(`mcp__${server}__*`)
  const meant = servers.filter(({ name }) => named?.(`mcp__${name}__x`) === true)
  if (meant.length === 0) {
    const names = servers.map(({ name }) => JSON.stringify(name)).join(', ')
    return `is for no server that is configured (${names === '' ? 'there is none' : names})`
  }
  const tools = meant.flatMap(({ name, tools: listed }) => (listed ?? [null]).map((tool) => ({ server: name, tool })))
  if (tools.some(({ tool }) => tool === null)) return null
  const matches = compileMcpPattern(text)
  const spelt = tools.filter((one) => matches?.(`mcp__${one.server}__${one.tool}`) === true)
  const owner = JSON.stringify(meant[0]!.name)
  if (spelt.length === 0) return `is for none of the tools that ${owner} lists`
  if (action === 'deny' || text !== entry.trim()) return null
  const list = compileToolList([entry], 'allow', createCatalogue(), () => entry)
  const counts = spelt.some((one) => list.entryFor('', { server: one.server, tool: one.tool! }) !== null)
  return counts
    ? null
    : `is spelt otherwise than the server ${owner} and its tools: what is allowed counts as it is spelt`
}

function programFindings(layer: PolicyLayer, home: string, { hasProgram, exists }: KnownNames): readonly LintFinding[] {
  const { agents: _agents, ...own } = layer
  return listRules([own], home).flatMap(({ rule, action, words: [head = ''] }) => {
    if (head === '*' || /[*?]/.test(head)) return []
    const isPath = /^[/~]/.test(head)
    const isThere = isPath ? exists?.(head.startsWith('~') ? home + head.slice(1) : head) : hasProgram?.(head)
    if (isThere !== false) return []
    const message = `the ${action} rule "${rule.text}" names a program that is not found here`
    return [finding('note', message, rule.text, rule.source)]
  })
}

function pathFindings(
  layer: PolicyLayer,
  home: string,
  { exists, workspace = '/' }: KnownNames,
): readonly LintFinding[] {
  if (exists === undefined) return []
  const listed: { readonly key: string; readonly text: string; readonly pointer: string }[] = []
  for (const access of ['read', 'write'] as const) {
    for (const action of ['allow', 'ask', 'deny'] as const) {
      for (const [index, text] of (layer.files?.[access]?.[action] ?? []).entries()) {
        const pointer = `/tools/fs/${access}/${action}/${index}`
        listed.push({ key: `tools.fs.${access}.${action}`, text, pointer })
      }
    }
  }
  for (const action of ['allow', 'ask', 'deny'] as const) {
    for (const [index, input] of (layer.exec?.[`${action}Rules`] ?? []).entries()) {
      const effect = isEffectRule(input) ? (typeof input === 'string' ? input : input.effect) : ''
      const [, text] = /^fs\.[a-z]+:(.+)$/s.exec(effect) ?? []
      if (text !== undefined) listed.push({ key: effect, text, pointer: `/tools/exec/${action}/${index}` })
    }
  }
  for (const [index, text] of (layer.protectedPaths ?? []).entries()) {
    listed.push({ key: 'protectedPaths', text, pointer: `/sandbox/protectedPaths/${index}` })
  }
  return listed.flatMap(({ key, text, pointer }) => {
    const root = text.startsWith('/') ? '' : text.startsWith('~') ? home : workspace
    const below = text.startsWith('/') ? text : text.startsWith('~') ? text.slice(1) : `/${text}`
    const fixed = (root + below).replace(/\/[^/]*[*?].*$/s, '') || '/'
    if (exists(fixed)) return []
    const message = `"${text}" in ${key} is for nothing that is there now, and holds for what comes to be`
    return [finding('note', message, text, sourceAt(layer, pointer))]
  })
}
