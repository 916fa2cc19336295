import type { ConfiguredMcpServer, ResolvedConfig } from '@poundlock/config'
import type { McpServerDefinition } from '@poundlock/mcp'

const SECOND_MS = 1000

/** Whether a server is contained as commands are, by the word of its user, in place of having a manifest. */
export const isLikeCommands = (server: Pick<ConfiguredMcpServer, 'settings' | 'kind'> | undefined): boolean =>
  server !== undefined && server.settings.sandbox === true && server.kind !== 'workspace'

/** Whether a server is a program that runs with a manifest of what it needs. */
export const hasManifest = (server: ConfiguredMcpServer): boolean =>
  serverDefinition(server).contained === true && !isLikeCommands(server)

/**
 * A configured server, as the manager's definition.
 *
 * @param commands the network of commands; a server that is contained as they are has the same
 */
export function serverDefinition(
  server: ConfiguredMcpServer,
  commands: Pick<ResolvedConfig['sandbox']['network'], 'value' | 'origin'> = { value: 'on', origin: 'default' },
): McpServerDefinition {
  const { name, settings, origin, kind } = server
  const { command, url, args = [], env = {}, passEnvironment = [], cwd, headers = {} } = settings
  const { timeoutSeconds, maxCallSeconds, startTimeoutSeconds, idleSeconds, maxResultCharacters } = settings
  const { includeTools, excludeTools, permissions, inputs, pins, sampling, elicitation } = settings
  const contained = command !== undefined && (settings.sandbox ?? true)
  return {
    name,
    origin,
    transport:
      command === undefined
        ? { kind: settings.type === 'sse' ? 'sse' : 'http', url: url!, headers }
        : { kind: 'stdio', command, args, env, passEnvironment, ...(cwd !== undefined && { cwd }) },
    contained,
    // Else its network is that of commands, or less.
    networkUnchanged: contained && settings.network !== 'on',
    offline: contained && (settings.network ?? networkOf(server, commands)) === 'off',
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

/** A default is for commands: a server with a manifest reaches the hosts that it has. */
const networkOf = (
  server: ConfiguredMcpServer,
  { value, origin }: Pick<ResolvedConfig['sandbox']['network'], 'value' | 'origin'>,
) => (isLikeCommands(server) || origin !== 'default' ? value : 'allowlist')
