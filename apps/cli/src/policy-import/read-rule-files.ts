import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PoundlockError } from '@poundlock/spec'
import { readBoundedText } from '../input/bounded-text.ts'
import { UsageError } from '../usage-error.ts'
import { readClaudeCode } from './claude-code.ts'
import { readCodexConfig, readCodexRules } from './codex.ts'
import type { ForeignLine, RuleSource } from './foreign-line.ts'
import { readGeminiPolicy, readGeminiSettings } from './gemini.ts'
import { readOpenclaw } from './openclaw.ts'
import { readOpencode } from './opencode.ts'

const LARGEST_FILE = 16 * 1024 * 1024

/**
 * The user's own files of an agent, those that are there. The files of a project are read only where they are named:
 * they come with its repository.
 *
 * Sources: each agent's documentation of its settings, 2026.
 */
export function ruleFiles(source: RuleSource, home: string, env: NodeJS.ProcessEnv): readonly string[] {
  const configs = env['XDG_CONFIG_HOME'] ?? join(home, '.config')
  const codex = env['CODEX_HOME'] ?? join(home, '.codex')
  const files = {
    'claude-code': [join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'settings.json')],
    codex: [join(codex, 'config.toml'), ...inFolder(join(codex, 'rules'), '.rules')],
    gemini: [join(home, '.gemini', 'settings.json'), ...inFolder(join(home, '.gemini', 'policies'), '.toml')],
    openclaw: [join(env['OPENCLAW_STATE_DIR'] ?? join(home, '.openclaw'), 'exec-approvals.json')],
    opencode: [join(configs, 'opencode', 'opencode.json'), join(configs, 'opencode', 'opencode.jsonc')],
  } satisfies Record<RuleSource, readonly string[]>
  return files[source].filter((file) => existsSync(file))
}

function inFolder(folder: string, ending: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => join(folder, name))
}

/** Files that are read later decide over those before, where the last line counts. */
const RANKS_OF_A_FILE = 1_000_000

/**
 * The lines of an agent's files, each with its place.
 *
 * @throws UsageError for a file that is not as the agent writes it
 */
export async function readRuleFiles(source: RuleSource, files: readonly string[]): Promise<readonly ForeignLine[]> {
  const lines: ForeignLine[] = []
  for (const [index, file] of files.entries()) {
    const text = await readBoundedText(file, LARGEST_FILE)
    let read: readonly ForeignLine[]
    try {
      read = await readLines(source, text, file)
    } catch (error) {
      const { message } = error as Error
      const said = PoundlockError.isInstance(error) ? message : `${file}: ${message}`
      throw new UsageError(said, { remedy: `Mend the file, or name another: poundlock policy import ${source} FILE.` })
    }
    const isOrdered = source === 'opencode'
    lines.push(
      ...read.map((line) => ({
        ...line,
        at: `${file}: ${line.at}`,
        rank: isOrdered ? line.rank + index * RANKS_OF_A_FILE : line.rank,
      })),
    )
  }
  return lines
}

async function readLines(source: RuleSource, text: string, file: string): Promise<readonly ForeignLine[]> {
  switch (source) {
    case 'claude-code':
      return readClaudeCode(text, file)
    case 'codex':
      return basename(file).endsWith('.toml') ? readCodexConfig(text) : readCodexRules(text)
    case 'gemini':
      return basename(file).endsWith('.toml') ? readGeminiPolicy(text) : readGeminiSettings(text, file)
    case 'openclaw':
      return readOpenclaw(text)
    case 'opencode':
      return readOpencode(text, file)
  }
}
