import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ForeignClient } from './foreign-clients.ts'

/** A file that another client keeps servers in. */
export interface ForeignFile {
  readonly client: ForeignClient
  readonly file: string
}

/**
 * Where the clients keep their servers, on this machine and in this workspace.
 *
 * Sources: each client's documentation of its MCP configuration, 2026.
 */
export function foreignFiles(home: string, workspace: string, env: NodeJS.ProcessEnv): readonly ForeignFile[] {
  const settings =
    process.platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : process.platform === 'win32'
        ? (env['APPDATA'] ?? join(home, 'AppData', 'Roaming'))
        : (env['XDG_CONFIG_HOME'] ?? join(home, '.config'))
  const zed = process.platform === 'darwin' ? join(home, '.config') : settings
  return [
    { client: 'claude-desktop', file: join(settings, 'Claude', 'claude_desktop_config.json') },
    { client: 'claude-code', file: join(home, '.claude.json') },
    { client: 'claude-code', file: join(workspace, '.mcp.json') },
    { client: 'cursor', file: join(home, '.cursor', 'mcp.json') },
    { client: 'cursor', file: join(workspace, '.cursor', 'mcp.json') },
    { client: 'vscode', file: join(settings, 'Code', 'User', 'mcp.json') },
    { client: 'vscode', file: join(workspace, '.vscode', 'mcp.json') },
    { client: 'codex', file: join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml') },
    { client: 'codex', file: join(workspace, '.codex', 'config.toml') },
    { client: 'gemini', file: join(home, '.gemini', 'settings.json') },
    { client: 'gemini', file: join(workspace, '.gemini', 'settings.json') },
    { client: 'windsurf', file: join(home, '.codeium', 'windsurf', 'mcp_config.json') },
    { client: 'zed', file: join(zed, 'zed', 'settings.json') },
    { client: 'zed', file: join(workspace, '.zed', 'settings.json') },
  ]
}

/** The files of a client that are there, or of all of them. */
export const existingFiles = (files: readonly ForeignFile[], client: ForeignClient | undefined) =>
  files.filter((file) => (client === undefined || file.client === client) && existsSync(file.file))

/** Whose form a file has, by its name. */
export function clientOfFile(file: string): ForeignClient {
  if (file.endsWith('.toml')) return 'codex'
  if (/[/\\]\.vscode[/\\]|[/\\]Code[/\\]User[/\\]/.test(file)) return 'vscode'
  if (/[/\\]\.gemini[/\\]/.test(file)) return 'gemini'
  if (/[/\\]\.cursor[/\\]/.test(file)) return 'cursor'
  if (/[/\\]\.?zed[/\\]/.test(file)) return 'zed'
  if (/[/\\]\.?windsurf[/\\]/.test(file)) return 'windsurf'
  return file.endsWith('claude_desktop_config.json') ? 'claude-desktop' : 'claude-code'
}
