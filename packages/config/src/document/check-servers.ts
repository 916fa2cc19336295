import type { ConfigDocument } from '../schema.ts'

type Server = NonNullable<ConfigDocument['mcpServers']>[string]

const OF_PROGRAMS = ['args', 'env', 'passEnvironment', 'cwd', 'sandbox', 'network'] as const

/** Finds servers that are neither a program nor an address, or both. */
export function findServerProblems(
  servers: ConfigDocument['mcpServers'] = {},
): readonly { readonly pointer: string; readonly message: string }[] {
  return Object.entries(servers).flatMap(([name, server]) => {
    const problem = problemOf(server)
    return problem === null
      ? []
      : [{ pointer: `/mcpServers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, message: problem }]
  })
}

function problemOf(server: Server): string | null {
  const { type, command, url, headers } = server
  if (command === undefined && url === undefined) return 'the key "command" or the key "url" is missing'
  if (command !== undefined && url !== undefined) return 'it has both a command and a url; a server is one or the other'
  if (command !== undefined) {
    if (type === 'http' || type === 'sse') return `type "${type}" is for a server with a url`
    return headers === undefined ? null : 'headers are for a server with a url'
  }
  if (type === 'stdio') return 'type "stdio" is for a server with a command'
  const other = OF_PROGRAMS.find((key) => server[key] !== undefined)
  return other === undefined ? null : `${other} is for a server with a command`
}
