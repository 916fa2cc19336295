import type { CommandPlan } from '@poundlock/policy'
import { EGRESS_PRESETS } from '@poundlock/spec'

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

const KNOWN: ReadonlySet<string> = new Set(Object.values(EGRESS_PRESETS).flat())

/**
 * The hosts that a line would contact and that are not named; `?` for each program whose host is not known.
 *
 * @param named the presets of all registries, or no host
 * @param isBuilt whether the packages that builds and tests need are there already
 */
export function unnamedHosts(
  plan: CommandPlan,
  named: 'presets' | 'nothing' = 'presets',
  isBuilt = false,
): ReadonlySet<string> {
  const hosts = new Set<string>()
  const add = (host: string | null, program: string) => {
    // A test server of the command itself.
    if (host !== null && /^(?:localhost|127\.|\[?::1)/.test(host)) return
    const isNamed = host === null ? Object.hasOwn(USUAL, program) : KNOWN.has(host)
    if (named === 'nothing' || !isNamed) hosts.add(host ?? `? (${program})`)
  }
  for (const { kind, path } of plan.effects) if (kind === 'network') add(path, 'shell')
  for (const { name, profile } of plan.commands) {
    const program = name?.replace(/.*\//, '') ?? ''
    const isThere = isBuilt && FETCHES[program]?.test(profile?.words?.[1] ?? '') === false
    for (const { kind, path } of profile?.effects ?? []) {
      if (kind === 'network' && !(path === null && isThere)) add(path, program)
    }
  }
  return hosts
}
