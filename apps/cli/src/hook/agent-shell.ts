import { accessSync, constants, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import type { CommandPlan } from '@poundlock/policy'
import type { Dialect } from '@poundlock/shell'
import type { AskingAgent } from './agent-format.ts'

/** What an agent goes by when it chooses the shell for a line. */
export interface ShellChoice {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The shell of the user in passwd(5); `null` where there is none. */
  readonly loginShell: string | null
  readonly platform: NodeJS.Platform
  readonly isProgram: (path: string) => boolean
}

/** The shell that reads a line: how it is read here, or why it is not. */
export type AgentShell = { readonly dialect: Dialect } | { readonly dialect: null; readonly message: string }

/** How the agents choose the shell that reads their lines, and what says so. */
export const AGENT_SHELLS: Readonly<
  Record<AskingAgent, { readonly source: string; readonly choose: (from: ShellChoice) => string | null }>
> = {
  'claude-code': {
    // CLAUDE_CODE_SHELL and SHELL only count where they name bash or zsh; zsh comes first unless SHELL is bash.
    source: 'Claude Code 2.1.330, read from its program; code.claude.com/docs/en/env-vars; anthropics/claude-code#7490',
    choose({ environment, isProgram }) {
      const named = [environment['CLAUDE_CODE_SHELL'], environment['SHELL']].filter(
        (path) => path && /bash|zsh/.test(path),
      )
      const names = basename(environment['SHELL'] ?? '') === 'bash' ? ['bash', 'zsh'] : ['zsh', 'bash']
      const usual = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
      const found = (name: string) => onPath(name, environment['PATH'], isProgram)
      const candidates = [
        ...named,
        found(names[0]!),
        ...names.flatMap((name) => usual.map((folder) => join(folder, name))),
      ]
      return [...candidates, found(names[1]!)].find((path) => path != null && isProgram(path)) ?? null
    },
  },
  codex: {
    // Not SHELL, but the login shell, by its name. A model can name another one, which the hook is not told.
    source: 'openai/codex, codex-rs/core/src/shell.rs: default_user_shell',
    choose({ loginShell, platform, environment, isProgram }) {
      const known = ['zsh', 'bash', 'sh']
      const own = loginShell === null ? '' : basename(loginShell).replace(/\.[^.]*$/, '')
      const names = [
        ...(known.includes(own) ? [own] : []),
        ...(platform === 'darwin' ? ['zsh', 'bash'] : ['bash', 'zsh']),
      ]
      const isThere = (name: string) =>
        onPath(name, environment['PATH'], isProgram) !== null || isProgram(`/bin/${name}`)
      return names.find((name) => name === own || isThere(name)) ?? 'sh'
    },
  },
  gemini: {
    source: 'google-gemini/gemini-cli, packages/core/src/utils/shell-utils.ts: getShellConfiguration',
    choose: () => 'bash',
  },
  qwen: {
    source: 'Qwen Code 0.24.4, read from its program: getShellConfiguration',
    choose: () => 'bash',
  },
  copilot: {
    source: 'docs.github.com/copilot/reference/hooks-reference: its tool is named bash, and runs commands on Unix',
    choose: () => 'bash',
  },
  cursor: {
    source: 'cursor.com/docs/agent/terminal: the default profile of its terminal, which the hook is not told',
    choose: ({ environment, platform }) => environment['SHELL'] ?? (platform === 'darwin' ? 'zsh' : 'bash'),
  },
  windsurf: {
    source: 'docs.windsurf.com/windsurf/terminal: the default profile of its terminal, which the hook is not told',
    choose: ({ environment, platform }) => environment['SHELL'] ?? (platform === 'darwin' ? 'zsh' : 'bash'),
  },
  opencode: {
    // Its settings can name another one, which the plugin is not told.
    source: 'sst/opencode, packages/opencode/src/shell/shell.ts: acceptable',
    choose: ({ environment, platform }) => environment['SHELL'] ?? (platform === 'darwin' ? 'zsh' : 'bash'),
  },
  acp: {
    // Which shell an agent or an editor uses is not told.
    source:
      'agentclientprotocol.com/protocol/v1/terminals: the command and its arguments; zed-industries/zed: the shell of the user',
    choose: ({ environment, platform }) => environment['SHELL'] ?? (platform === 'darwin' ? 'zsh' : 'bash'),
  },
}

const DIALECTS: readonly (readonly [name: RegExp, dialect: Dialect])[] = [
  [/^bash(?:-?\d[\d.]*)?$/, 'bash'],
  [/^zsh(?:-?\d[\d.]*)?$/, 'zsh'],
  [/^(?:sh|dash)$/, 'posix'],
]

/** The shell that an agent hands its lines to. */
export function agentShell(agent: AskingAgent, from: ShellChoice = here()): AgentShell {
  const prefix = agent === 'claude-code' ? from.environment['CLAUDE_CODE_SHELL_PREFIX'] : undefined
  if (prefix) {
    return {
      dialect: null,
      message: `CLAUDE_CODE_SHELL_PREFIX hands the line to ${JSON.stringify(prefix)} before a shell reads it`,
    }
  }
  const shell = from.platform === 'win32' ? null : AGENT_SHELLS[agent].choose(from)
  const dialect = shell === null ? undefined : DIALECTS.find(([name]) => name.test(basename(shell)))?.[1]
  if (dialect !== undefined) return { dialect }
  return {
    dialect: null,
    message: `${agent} hands the line to ${shell ?? 'a shell that was not found'}, whose language is not read here`,
  }
}

/** A plan that was made as if bash read the line: what another shell makes of it is left open. */
export const readByAnother = (plan: CommandPlan, message: string): CommandPlan => {
  const { onlyScripts: _, ...rest } = plan
  return { ...rest, complete: false, unresolved: [...plan.unresolved, message] }
}

function here(): ShellChoice {
  return { environment: process.env, loginShell: loginShell(), platform: process.platform, isProgram }
}

/** A user id without an entry has no shell. */
function loginShell(): string | null {
  try {
    return userInfo().shell
  } catch {
    return null
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function onPath(name: string, path: string | undefined, isThere: ShellChoice['isProgram']): string | null {
  const folders = (path ?? '').split(':').filter(isAbsolute)
  return folders.map((folder) => join(folder, name)).find(isThere) ?? null
}
