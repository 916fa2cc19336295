import type { Command } from 'commander'
import type { McpFlags } from '../commands/mcp.ts'
import { addCaller, addPlace, examples } from './shared-options.ts'

/** `poundlock mcp …` */
export function mcp(program: Command): void {
  const group = program
    .command('mcp')
    .description('servers of the Model Context Protocol, and their tools behind the same gates')
    .addHelpText('after', examples('poundlock mcp list', 'poundlock mcp tools --refresh'))
  const load = () => import('../commands/mcp.ts')
  addPlace(group.command('list').description('every server, how far it has come, and what is wrong; starts none'))
    .addHelpText('after', examples('poundlock mcp list', 'poundlock mcp list --json | jq .servers'))
    .action(async (flags: McpFlags) => (await load()).listServers(flags))
  addPlace(group.command('tools').description('what their tools are, as they were last seen'))
    .argument('[server]', 'of this one, whole; it is started when it was never seen')
    .option('--refresh', 'start the servers and list their tools anew')
    .addHelpText('after', examples('poundlock mcp tools', 'poundlock mcp tools github --refresh --json'))
    .action(async (server: string | undefined, flags: McpFlags & { refresh?: boolean }) =>
      (await load()).listTools(server, flags),
    )
  addCaller(
    addPlace(group.command('call').description('call a tool as an agent would: decided, asked about, recorded')),
  )
    .argument('<server>', 'as it is named in the configuration')
    .argument('<tool>', 'as its server names it')
    .argument('[input]', 'its input, a JSON object')
    .option('--input <file>', 'read the input from a file; - for standard input')
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 the tool says that it could not do it, 2 no such tool or wrong input, 64 denied,
65 approval needed or refused, 66 sandbox unavailable, 70 internal.
${examples(
  `poundlock mcp call memory search_nodes '{"query":"canal"}'`,
  `poundlock mcp call fs read_file --json '{"path":"README.md"}' | jq -r .output.content[0].text`,
)}`,
    )
    .action(async (server: string, tool: string, input: string | undefined, flags: McpFlags & { input?: string }) =>
      (await import('../commands/mcp-call.ts')).callServerTool({ server, tool }, input, flags),
    )
}
