import { join } from 'node:path'
import { claude } from '../run/agents/claude.ts'
import { codex } from '../run/agents/codex.ts'
import type { KnownAgent } from '../run/known-agent.ts'
import { KNOWN_AGENTS } from '../run/known-agents.ts'

/** The agents whose settings are known behind an editor: for some, a program of its own speaks the protocol. */
export const ACP_AGENTS: Readonly<Record<string, KnownAgent>> = {
  ...KNOWN_AGENTS,
  // github.com/agentclientprotocol/claude-agent-acp: settings of the project may allow what they like.
  'claude-agent-acp': {
    ...claude,
    program: 'claude-agent-acp',
    install: 'npm install --global @agentclientprotocol/claude-agent-acp',
    variables: [...claude.variables, 'CLAUDE_CODE_EXECUTABLE'],
    hidden: ['.claude'],
    // At first it is in a mode in which a model answers for the person.
    asking: ({ home }) => ({
      files: {
        [join(home, '.claude/settings.json')]: JSON.stringify({
          permissions: { defaultMode: 'default', disableBypassPermissionsMode: 'disable', disableAutoMode: 'disable' },
        }),
      },
      args: [],
      environment: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    }),
  },
  // github.com/agentclientprotocol/codex-acp
  'codex-acp': {
    ...codex,
    program: 'codex-acp',
    install: 'npm install --global @agentclientprotocol/codex-acp',
    variables: [...codex.variables, 'CODEX_PATH'],
    hidden: ['.codex'],
  },
}
