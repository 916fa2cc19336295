/** Clients whose files are read. */
export const FOREIGN_CLIENTS = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'windsurf',
  'zed',
] as const
export type ForeignClient = (typeof FOREIGN_CLIENTS)[number]
