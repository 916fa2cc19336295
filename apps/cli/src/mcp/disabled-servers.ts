import type { ConfiguredMcpServer, McpServerSettings } from '@poundlock/config'
import { serverDefinition } from './server-definitions.ts'

/** A server in one line: its command line or its address, as written. */
export const targetOf = ({ url, command, args = [] }: McpServerSettings): string => url ?? [command, ...args].join(' ')

/** A file that is not ours, with another word for it. */
const WHERE_OTHERS_SAY_IT = /\.mcp\.json(?::\d+:\d+)?$/

/** How a server that is switched off is switched on again. */
export const howToEnable = ({ origin }: ConfiguredMcpServer): string =>
  `It is switched off at ${origin}: take out ${WHERE_OTHERS_SAY_IT.test(origin) ? 'its "disabled": true' : 'its "enabled": false'} to use it.`

/** What `mcp list` says of one that is switched off: it is never started, and its tools are not offered. */
export function disabledReport(server: ConfiguredMcpServer): {
  readonly name: string
  readonly state: 'disabled'
  readonly origin: string
  readonly transport: 'stdio' | 'http' | 'sse'
  readonly target: string
  readonly remedy: string
} {
  const { name, origin, settings } = server
  const transport = serverDefinition(server).transport.kind
  return { name, state: 'disabled', origin, transport, target: targetOf(settings), remedy: howToEnable(server) }
}
