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

/** The rules with the hosts of each preset in its place. What names an unknown preset stays, and is no rule. */
export function expandEgressPresets<Rule>(rules: readonly Rule[]): readonly (Rule | string)[] {
  return rules.flatMap((rule): readonly (Rule | string)[] => {
    if (typeof rule !== 'string' || !rule.startsWith(PREFIX)) return [rule]
    const name = rule.slice(PREFIX.length)
    return Object.hasOwn(EGRESS_PRESETS, name) ? EGRESS_PRESETS[name as keyof typeof EGRESS_PRESETS] : [rule]
  })
}
