/**
 * The hosts of well-known registries, by name. A list of rules names one as `preset:npm`. Sources: the documentation of
 * each registry; Go: https://proxy.golang.org, crates: https://doc.rust-lang.org/cargo/reference/registries.html.
 */
export const EGRESS_PRESETS = {
  npm: ['registry.npmjs.org'],
  pypi: ['pypi.org', 'files.pythonhosted.org'],
  crates: ['index.crates.io', 'static.crates.io', 'crates.io'],
  go: ['proxy.golang.org', 'sum.golang.org'],
  debian: ['deb.debian.org', 'security.debian.org'],
  'github-read': ['github.com', 'codeload.github.com', 'raw.githubusercontent.com', 'objects.githubusercontent.com'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const PREFIX = 'preset:'

/** A registry: its preset, and the hosts that it is made of. */
export interface Registry {
  /** As `sandbox.egress` names it: `preset:crates`. */
  readonly preset: string
  /** Names, in the order of the preset. */
  readonly hosts: readonly string[]
}

/** Hosts that serve files of anybody, and not one registry: who means one of them does not mean the others. */
const SHARED: ReadonlySet<string> = new Set(['github-read'])

/** The registry that a host is a part of: what contacts one of its hosts contacts the others too. */
export function findRegistry(host: string): Registry | null {
  for (const [name, hosts] of Object.entries(EGRESS_PRESETS)) {
    if (!SHARED.has(name) && (hosts as readonly string[]).includes(host)) return { preset: PREFIX + name, hosts }
  }
  return null
}

/** A rule for a host that only commands which are not known to send use. */
interface FetchingRule {
  readonly host: string
  readonly onlyFetches: true
}

/**
 * The rules with the hosts of each preset in its place, for commands that fetch. What names an unknown preset stays, and
 * is no rule.
 */
export function expandEgressPresets<Rule>(rules: readonly Rule[]): readonly (Rule | FetchingRule)[] {
  return rules.flatMap((rule): readonly (Rule | FetchingRule)[] => {
    if (typeof rule !== 'string' || !rule.startsWith(PREFIX)) return [rule]
    const name = rule.slice(PREFIX.length)
    if (!Object.hasOwn(EGRESS_PRESETS, name)) return [rule]
    return EGRESS_PRESETS[name as keyof typeof EGRESS_PRESETS].map((host) => ({ host, onlyFetches: true }))
  })
}
