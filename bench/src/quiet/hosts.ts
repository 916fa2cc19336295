import type { CommandPlan } from '@poundlock/policy'
import { EGRESS_PRESETS, findRegistry } from '@poundlock/spec'

/** What a line does with the hosts that it contacts: it decides which hosts share a question. */
const { networkUse } = (await import(
  new URL('../../../packages/runtime/src/network/network-use.ts', import.meta.url).href
)) as { readonly networkUse: (plan: CommandPlan) => 'fetches' | 'unknown' | 'sends' }

/** Where a program goes that is given no host: the registry of its language; a remote of git, most often on a forge. */
const USUAL: Readonly<Record<string, keyof typeof EGRESS_PRESETS>> = {
  go: 'go',
  'golangci-lint': 'go',
  npm: 'npm',
  npx: 'npm',
  pnpm: 'npm',
  yarn: 'npm',
  bun: 'npm',
  bunx: 'npm',
  pip: 'pypi',
  pip3: 'pypi',
  uv: 'pypi',
  cargo: 'crates',
  apt: 'debian',
  'apt-get': 'debian',
  git: 'github-read',
}

/** What these do is to fetch or to publish; others ask a registry only for packages that are not there. */
const FETCHES: Readonly<Record<string, RegExp>> = {
  go: /^(?:get|install|mod)$/,
  'golangci-lint': /^custom$/,
  npm: /^(?:ci|i|install|add|view|info|outdated|audit|publish|search|update|exec|create|init)$/,
  pnpm: /^(?:i|install|add|view|info|outdated|audit|publish|search|update|up|dlx|create)$/,
  yarn: /^(?:install|add|info|outdated|audit|publish|up|upgrade|dlx|create)$/,
  bun: /^(?:install|add|update|outdated|publish|x|create)$/,
  uv: /^(?:sync|add|lock|pip|tool|publish)$/,
  cargo: /^(?:add|update|fetch|install|search|publish|generate-lockfile)$/,
}

/**
 * Hosts that a registry is made of. A build that has all sums contacts the first alone; what fetches anew contacts them
 * all. https://go.dev/ref/mod, doc.rust-lang.org/cargo/reference/registries.html, PEP 503
 */
const REGISTRIES: Readonly<Record<string, readonly string[]>> = {
  go: ['proxy.golang.org', 'sum.golang.org'],
  pypi: ['pypi.org', 'files.pythonhosted.org'],
  crates: ['index.crates.io', 'static.crates.io'],
  npm: ['registry.npmjs.org'],
}

/** What is named: every preset, those of the registries that manifests name (`preset:go` beside go.mod), or nothing. */
export type NamedHosts = 'presets' | 'registries' | 'nothing'

const KNOWN: Readonly<Record<NamedHosts, ReadonlySet<string>>> = {
  presets: new Set(Object.values(EGRESS_PRESETS).flat()),
  registries: new Set(Object.values(REGISTRIES).flat()),
  nothing: new Set(),
}

/**
 * The hosts that a line would contact and that are not named; `?` for each program whose host is not known. What needs a
 * registry asks for each of its hosts.
 *
 * @param isBuilt whether the packages that builds and tests need are there already
 */
export function unnamedHosts(plan: CommandPlan, named: NamedHosts = 'presets', isBuilt = false): ReadonlySet<string> {
  const hosts = new Set<string>()
  const add = (host: string | null, program: string) => {
    // A test server of the command itself.
    if (host !== null && /^(?:localhost|127\.|\[?::1)/.test(host)) return
    const isNamed = host === null ? named === 'presets' && Object.hasOwn(USUAL, program) : KNOWN[named].has(host)
    if (!isNamed) hosts.add(host ?? `? (${program})`)
  }
  for (const { kind, path } of plan.effects) if (kind === 'network') add(path, 'shell')
  for (const { name, profile } of plan.commands) {
    const program = name?.replace(/.*\//, '') ?? ''
    const fetches = FETCHES[program]?.test(profile?.words?.[1] ?? '') !== false
    for (const { kind, path } of profile?.effects ?? []) {
      if (kind !== 'network') continue
      const registry = path === null ? REGISTRIES[USUAL[program] ?? ''] : undefined
      if (registry === undefined) add(path, program)
      // A build whose packages are there contacts no host.
      else if (fetches) for (const host of registry) add(host, program)
      else if (!isBuilt) add(registry[0]!, program)
    }
  }
  return hosts
}

/** The questions about hosts, each with the hosts that it covers: those of a registry together where a line only fetches. */
export function questionsAbout(plan: CommandPlan, hosts: ReadonlySet<string>): readonly (readonly string[])[] {
  const leavesHostOpen = plan.commands.some(({ profile }) =>
    profile?.effects.some(({ kind, path }) => kind === 'network' && path === null),
  )
  const isTogether = leavesHostOpen && networkUse(plan) === 'fetches'
  const questions = new Map<string, readonly string[]>()
  for (const host of hosts) {
    const registry = isTogether ? findRegistry(host) : null
    questions.set(registry?.preset ?? host, registry?.hosts ?? [host])
  }
  return [...questions.values()]
}
