import type { ConfiguredMcpServer } from '@poundlock/config'
import type { McpServerDefinition } from '@poundlock/mcp'

const SECOND_MS = 1000

/**
 * A configured server, as the manager's definition.
 *
 * @param commandsNetwork the network of commands; a server has the same unless it is configured
 */
export function serverDefinition(
  { name, settings, origin, kind }: ConfiguredMcpServer,
  commandsNetwork: 'off' | 'allowlist' | 'on' = 'on',
): McpServerDefinition {
  const { command, url, args = [], env = {}, passEnvironment = [], cwd, headers = {} } = settings
  const { timeoutSeconds, maxCallSeconds, startTimeoutSeconds, idleSeconds, maxResultCharacters } = settings
  const { includeTools, excludeTools, permissions, inputs, pins, sampling, elicitation } = settings
  const contained = command !== undefined && (settings.sandbox ?? kind === 'workspace')
  return {
    name,
    origin,
    transport:
      command === undefined
        ? { kind: settings.type === 'sse' ? 'sse' : 'http', url: url!, headers }
        : { kind: 'stdio', command, args, env, passEnvironment, ...(cwd !== undefined && { cwd }) },
    // A repository's server runs contained, unless the user configured it in a file of their own.
    contained,
    // Else its network is that of commands, or less.
    networkUnchanged: contained && settings.network !== 'on',
    offline: contained && (settings.network ?? commandsNetwork) === 'off',
    ...(includeTools && { includeTools }),
    ...(excludeTools && { excludeTools }),
    ...(permissions && kind !== 'workspace' && { permissions }),
    ...(inputs && kind !== 'workspace' && { inputs }),
    ...(pins && { pins }),
    ...(sampling !== undefined && { sampling }),
    ...(elicitation !== undefined && { elicitation }),
    ...(timeoutSeconds !== undefined && { timeoutMs: timeoutSeconds * SECOND_MS }),
    ...(maxCallSeconds !== undefined && { longestCallMs: maxCallSeconds * SECOND_MS }),
    ...(startTimeoutSeconds !== undefined && { startTimeoutMs: startTimeoutSeconds * SECOND_MS }),
    ...(idleSeconds !== undefined && { idleMs: idleSeconds * SECOND_MS }),
    ...(maxResultCharacters !== undefined && { maxResultCharacters }),
  }
}
