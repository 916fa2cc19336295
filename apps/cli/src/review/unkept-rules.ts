import type { ConfigSource, ConfiguredMcpServer } from '@poundlock/config'
import type { McpServerDefinition } from '@poundlock/mcp'
import { type FileDenials, isEffectRule } from '@poundlock/policy'
import type { LintFinding } from '@poundlock/policy-review'
import { serverDefinition } from '../mcp/server-definitions.ts'

/** Deny rules that are not enforced on a server's program. */
export interface DenyingRules {
  readonly files: FileDenials
  readonly sources: readonly ConfigSource[]
}

/** Effects that a sandbox cannot forbid in a writable workspace. */
const NOT_SANDBOXED = /^(?:fs\.delete(?::|$)|fs\.(?:read|write)$|code\.run$|env\.set$)/

/**
 * Servers on which deny rules are not enforced: the rules hold for the inputs of a call, and each call is asked about
 * for what its program does besides. A sandbox keeps files from it; with `"sandbox": false` it starts.
 */
export function unkeptRules(
  servers: readonly ConfiguredMcpServer[],
  { files, sources }: DenyingRules,
): readonly LintFinding[] {
  const effects = deniedEffects(sources)
  const anyRule = [...files.read, ...files.write, ...effects][0]
  const effect = effects.find((rule) => NOT_SANDBOXED.test(rule))
  return servers.flatMap((server): readonly LintFinding[] => {
    const { name, settings, origin: source } = server
    if (settings.command === undefined || settings.enabled === false) return []
    const finding = { code: 'not-kept', source } as const
    const hold = 'holds for what its calls name, and each call is asked about'
    if (!isContained(server) && anyRule !== undefined) {
      const message = `the server "${name}" runs outside of the sandbox, so that a rule that denies "${anyRule}" ${hold}; "sandbox": true keeps it from that, "sandbox": false lets it start all the same`
      return [{ ...finding, severity: saysSo(server) ? 'note' : 'warning', message, rule: anyRule }]
    }
    if (effect === undefined) return []
    const message = `the rule that denies "${effect}" ${hold}: the server "${name}" can do that to what it can write`
    return [{ ...finding, severity: 'note', message, rule: effect }]
  })
}

/**
 * Why a server only starts for calls, each of which is decided: deny rules cannot be enforced on it. `null` where it
 * may start.
 */
export function withheldStart(
  server: ConfiguredMcpServer,
  { files, sources }: DenyingRules,
): NonNullable<McpServerDefinition['startsForCallsOnly']> | null {
  const [rule] = [...files.read, ...files.write, ...deniedEffects(sources)]
  if (rule === undefined || server.settings.command === undefined || isContained(server) || saysSo(server)) return null
  return {
    reason: `it runs outside of the sandbox, where nothing keeps it to the rule that denies ${JSON.stringify(rule)}`,
    remedy: `Contain it ("sandbox": true in its entry at ${server.origin}), or write "sandbox": false there if it is meant to run so: then each call of its tools is asked about.`,
  }
}

const isContained = (server: ConfiguredMcpServer): boolean => serverDefinition(server).contained === true

/** A repository does not speak for its user. */
const saysSo = ({ settings, kind }: ConfiguredMcpServer): boolean => settings.sandbox === false && kind !== 'workspace'

const deniedEffects = (sources: readonly ConfigSource[]): readonly string[] =>
  sources.flatMap(({ document }) =>
    (document.tools?.exec?.deny ?? []).flatMap((rule) => {
      const text = typeof rule === 'string' ? rule : 'effect' in rule ? rule.effect : ''
      return isEffectRule(text) ? [text] : []
    }),
  )
