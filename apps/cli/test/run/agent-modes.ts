import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codexModel, opencodeModel } from '../hook/record/local-models.ts'
import { RECORDED_AGENTS } from '../hook/record/recorded-agents.ts'
import { RECORDED_CLIENTS, type ClientPlace } from '../mcp-clients/record/recorded-clients.ts'
import { LAUNCHER } from '../poundlock.ts'
import type { RunAgent } from './run-calls.ts'

/**
 * How an agent stands behind Poundlock. `run`: by `poundlock run`. `mcp`: uncontained, its own tools off by its own
 * settings, with `poundlock mcp serve` as docs/mcp-serve.md shows it. `hook`: uncontained, its own tools allowed
 * whatever they do, with the hook in its settings and nothing else.
 */
export type AgentMode = 'run' | 'mcp' | 'hook'
export const AGENT_MODES: readonly AgentMode[] = ['run', 'mcp', 'hook']

export interface ModePlace extends ClientPlace {
  readonly root: string
  /** A folder of PATH with the agent. */
  readonly bin: string
}

/** How an agent is started in one mode. */
export interface AgentStart {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

const RECORDED = { claude: 'claude-code', codex: 'codex', gemini: 'gemini', opencode: 'opencode' } as const

const RUN_ARGS: Readonly<Record<RunAgent, readonly string[]>> = {
  claude: ['-p', 'go', '--output-format', 'json'],
  codex: ['exec', '--skip-git-repo-check', '--json', 'go'],
  gemini: ['-p', 'go', '-m', 'gemini-2.5-pro'],
  opencode: ['run', 'go'],
}

function write(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600 })
}

/** Writes what an agent needs in a mode. */
export const PREPARE: Readonly<Record<AgentMode, (agent: RunAgent, place: ModePlace) => AgentStart>> = {
  run(agent, { home, url }) {
    write(join(home, '.codex/config.toml'), codexModel(url))
    write(join(home, '.config/opencode/opencode.json'), JSON.stringify(opencodeModel(url)))
    return {
      command: [process.execPath, LAUNCHER, 'run', agent, '--', ...RUN_ARGS[agent]],
      environment: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'none',
        GEMINI_API_KEY: 'none',
        GOOGLE_GEMINI_BASE_URL: url,
      },
    }
  },
  mcp(agent, place) {
    const { prepare, commands, args, environment } = RECORDED_CLIENTS[RECORDED[agent]]
    const command = join(place.bin, 'poundlock')
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`)
    chmodSync(command, 0o755)
    prepare(place)
    const env = { PATH: `${place.bin}:${process.env['PATH']!}`, HOME: place.home, ...environment(place) }
    for (const words of commands) execFileSync(join(place.bin, agent), words, { cwd: place.workspace, env })
    return { command: [agent, ...args], environment: environment(place) }
  },
  hook(agent, place) {
    const hook = RECORDED[agent]
    const env = { PATH: process.env['PATH']!, HOME: place.home }
    const start = hook === 'opencode' ? hookedOpencode(place) : hookedAgent(hook, place)
    execFileSync(process.execPath, [LAUNCHER, 'hook', hook, '--install'], { env })
    return start
  },
}

/** Everything is allowed that only the hook can refuse. */
function hookedAgent(hook: 'claude-code' | 'codex' | 'gemini', place: ModePlace): AgentStart {
  const { prepare, args, environment, trust } = RECORDED_AGENTS[hook]
  const server = fileURLToPath(new URL('../hook/record/mcp-server.mjs', import.meta.url))
  const session = { ...place, mcpServer: [process.execPath, server] }
  prepare(session)
  const name = hook === 'claude-code' ? 'claude' : hook
  const more = hook === 'claude-code' ? ['--permission-mode', 'bypassPermissions'] : []
  return {
    command: [name, ...args(session, undefined), ...more, ...trust],
    // Claude Code lets root do everything only where that is said to be meant.
    environment: { ...environment(session), IS_SANDBOX: '1', GEMINI_CLI_NO_RELAUNCH: 'true' },
  }
}

function hookedOpencode({ home, url }: ModePlace): AgentStart {
  const settings = { ...opencodeModel(url), permission: { '*': 'allow' } }
  write(join(home, '.config/opencode/opencode.json'), JSON.stringify(settings))
  return { command: ['opencode', 'run', 'go'], environment: {} }
}
