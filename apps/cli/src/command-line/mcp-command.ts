import { type Command, Option } from 'commander'
import type { AddFlags, ImportFlags } from '../commands/mcp-edit.ts'
import type { TrustFlags } from '../commands/mcp-trust.ts'
import type { McpFlags } from '../commands/mcp.ts'
import { FOREIGN_CLIENTS } from '../mcp/foreign-clients.ts'
import type { ServeFlags } from '../mcp/serve-flags.ts'
import { addCaller, addLocationOptions, collect, examples } from './shared-options.ts'

/** `poundlock mcp …` */
export function mcp(program: Command): void {
  const group = program
    .command('mcp')
    .description('servers of the Model Context Protocol, and their tools behind the same gates')
    .addHelpText('after', examples('poundlock mcp list', 'poundlock mcp tools --refresh'))
  const load = () => import('../commands/mcp.ts')
  addLocationOptions(group.command('list').description('list every server with its state and problems; starts none'))
    .addHelpText('after', examples('poundlock mcp list', 'poundlock mcp list --json | jq .servers'))
    .action(async (flags: McpFlags) => (await load()).listServers(flags))
  addLocationOptions(group.command('tools').description('list their tools, as last seen'))
    .argument('[server]', 'only this server, with full descriptions; starts it if it was never seen')
    .option('--refresh', 'start the servers and list their tools again')
    .addHelpText('after', examples('poundlock mcp tools', 'poundlock mcp tools github --refresh --json'))
    .action(async (server: string | undefined, flags: McpFlags & { refresh?: boolean }) =>
      (await load()).listTools(server, flags),
    )
  calling(group)
  addLocationOptions(group.command('doctor').description('start the servers, and report problems with their remedies'))
    .argument('[server]', 'only this one')
    .addHelpText('after', examples('poundlock mcp doctor', 'poundlock mcp doctor github --json'))
    .action(async (server: string | undefined, flags: McpFlags) =>
      (await import('../commands/mcp-doctor.ts')).doctorServers(server, flags),
    )
  addLocationOptions(group.command('trust').description('accept the tools of a server, as last seen'))
    .argument('[server]', 'whose tools')
    .argument('[tools...]', 'only these, in addition to those already accepted')
    .option('--project', "instead: trust the servers of this workspace's .mcp.json, as it is now")
    .option('--needs', 'instead: grant what the server wants, after showing it')
    .option('--yes', 'with --needs: ask nothing')
    .option('--revoke', 'with --project or --needs: take it back')
    .addHelpText(
      'after',
      examples('poundlock mcp trust github', 'poundlock mcp trust github --needs', 'poundlock mcp trust --project'),
    )
    .action(async (server: string | undefined, tools: string[], flags: TrustFlags) =>
      (await import('../commands/mcp-trust.ts')).trust(server, tools, flags),
    )
  addLocationOptions(group.command('needs').description('show what a contained server has, and what it wants'))
    .argument('<server>', 'as it is named in the configuration')
    .addHelpText('after', examples('poundlock mcp needs github', 'poundlock mcp needs github --json | jq .wanted'))
    .action(async (server: string, flags: McpFlags) =>
      (await import('../commands/mcp-needs.ts')).showNeeds(server, flags),
    )
  addLocationOptions(group.command('login').description('log in once to a server over HTTP that needs authorization'))
    .argument('<server>', 'as it is named in the configuration')
    .option('--forget', 'instead: remove the authorization')
    .addHelpText('after', examples('poundlock mcp login github', 'poundlock mcp login github --forget'))
    .action(async (server: string, flags: McpFlags & { forget?: boolean }) =>
      (await import('../commands/mcp-login.ts')).login(server, flags),
    )
  serving(group)
  editing(group)
}

/** Adds the command that calls one tool. */
function calling(group: Command): void {
  addCaller(
    addLocationOptions(group.command('call').description('call a tool as an agent would: decided, approved, recorded')),
  )
    .argument('<server>', 'as it is named in the configuration')
    .argument('<tool>', 'as its server names it')
    .argument('[input]', 'its input, a JSON object')
    .option('--input <file>', 'read the input from a file; - for standard input')
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 the tool could not do it or its server cannot be used, 2 no such tool or wrong input, 64 denied,
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

/** Adds the command that serves tools. */
function serving(group: Command): void {
  group
    .command('serve')
    .description('serve the guarded tools to MCP clients: to one over stdio, or to many over HTTP')
    .option('--workspace <folder>', 'the folder that commands may write')
    .option('--config <file>', "instead of the user's poundlock.json")
    .option('--agent <id>', 'for this agent; mcp unless named')
    .option('--session <key>', 'in this session; one for each connection unless named')
    .option(
      '--pass-through <server>',
      'instead: everything of one server, unchanged; each call is decided and recorded',
    )
    .option('--http', 'over HTTP; clients need the token')
    .option('--host <address>', 'with --http: where to listen; 127.0.0.1 unless named')
    .option('--port <number>', 'with --http: 4747 unless named; 0 for any that is free')
    .option('--token-file <file>', 'with --http: a file with the token, only for its owner; made unless named')
    .option('--allow-host <name>', 'with --http: another host name of this server; may be repeated', collect)
    .option('--allow-origin <origin>', 'with --http: pages of this origin may call; may be repeated', collect)
    .option('--no-elicitation', 'never ask through the client, only on other surfaces')
    .addHelpText(
      'after',
      examples(
        'poundlock mcp serve --workspace ~/project',
        'poundlock mcp serve --http --port 4747',
        'poundlock mcp serve --pass-through github',
        'claude mcp add guarded -- poundlock mcp serve',
        'codex mcp add guarded -- poundlock mcp serve',
      ),
    )
    .action(async (flags: ServeFlags) => (await import('../commands/mcp-serve.ts')).serveMcp(flags))
}

/** Adds the commands that change the user's own file. */
function editing(group: Command): void {
  const load = () => import('../commands/mcp-edit.ts')
  addLocationOptions(group.command('add').description('add a server to your configuration; starts nothing'))
    .usage('[options] <name> [-- COMMAND]')
    .argument('<name>', 'its name')
    .argument('[command...]', 'the program and its arguments')
    .option('--url <address>', 'instead of a program: its address')
    .option('--sse', 'with --url: use the older HTTP+SSE transport')
    .option('--header <name: value>', 'with --url: sent with every request; may be repeated', collect)
    .option('--env <name=value>', 'set a variable for it; may be repeated', collect)
    .option('--sandbox', 'run it in the sandbox')
    .option('--force', 'replace one of that name')
    .addHelpText(
      'after',
      examples(
        'poundlock mcp add memory -- npx -y @modelcontextprotocol/server-memory',
        "poundlock mcp add github --url https://mcp.example.com/mcp --header 'Authorization: Bearer ${TOKEN}'",
      ),
    )
    .action(async (name: string, command: string[], flags: AddFlags) => (await load()).addServer(name, command, flags))
  addLocationOptions(
    group.command('remove').description('remove a server from your configuration, with its stored data'),
  )
    .argument('<name>', 'as it is named there')
    .addHelpText('after', examples('poundlock mcp remove memory'))
    .action(async (name: string, flags: McpFlags) => (await load()).removeServer(name, flags))
  addLocationOptions(
    group.command('import').description("import other clients' servers into your configuration; starts nothing"),
  )
    .argument('[file]', "a client's file; default: all files that are found")
    .addOption(new Option('--from <client>', 'only of this client, or the format of the file').choices(FOREIGN_CLIENTS))
    .option('--dry-run', 'show what would be imported')
    .option('--force', 'replace servers of the same name')
    .addHelpText(
      'after',
      examples(
        'poundlock mcp import --dry-run',
        'poundlock mcp import --from codex',
        'poundlock mcp import .vscode/mcp.json',
      ),
    )
    .action(async (file: string | undefined, flags: ImportFlags) => (await load()).importServers(file, flags))
}
