import type { ConfiguredMcpServer } from '@poundlock/config'
import type { McpServerDefinition } from '@poundlock/mcp'

const SECOND_MS = 1000

/** A server of the configuration, as the manager takes it. */
export function serverDefinition({ name, settings, origin, kind }: ConfiguredMcpServer): McpServerDefinition {
  const { command, url, args = [], env = {}, passEnvironment = [], cwd, headers = {} } = settings
  const { timeoutSeconds, maxCallSeconds, startTimeoutSeconds, idleSeconds, maxResultCharacters } = settings
  const { includeTools, excludeTools, permissions, inputs, pins, sampling, elicitation } = settings
  return {
    name,
    origin,
    transport:
      command === undefined
        ? { kind: settings.type === 'sse' ? 'sse' : 'http', url: url!, headers }
        : { kind: 'stdio', command, args, env, passEnvironment, ...(cwd !== undefined && { cwd }) },
    // What came with a repository runs contained, unless the user has it in a file of their own.
    contained: command !== undefined && (settings.sandbox ?? kind === 'workspace'),
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
