import { COMMAND, printed, toolMappings, type AgentFormat } from '../hook/hook-format.ts'

/** The calls that `acp-call.ts` reads from the messages of any agent. An editor asks its person. */
export const acpFormat: AgentFormat = {
  event: 'acp',
  provider: 'acp',
  tools: toolMappings([
    ['execute', 'exec', `${COMMAND} workdir=workdir`],
    ['read', 'read_file', 'path=path'],
    ['write', 'write_file', 'path=path'],
    ['fetch', 'WebFetch', 'url=url'],
  ]),
  ownTools: [],
  mcpTool: () => null,
  workspace: ({ folder }) => folder,
  asks: true,
  allows: true,
  answer: (decision, reason) => printed({ decision, reason }),
}
