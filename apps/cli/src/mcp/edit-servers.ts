import { randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type McpServerSettings, parseConfig, setValue, UneditableText } from '@poundlock/config'
import { readOwnFile } from '../setup/own-file.ts'
import { makeStateFolder, stateFolder } from '../setup/state-folder.ts'
import { UsageError } from '../usage-error.ts'

/** What the user's file has now. */
export interface UserServers {
  readonly file: string
  readonly servers: Readonly<Record<string, McpServerSettings>>
}

const userFile = (named: string | undefined) => named ?? join(stateFolder(), 'poundlock.json')

export function readUserServers(named: string | undefined): UserServers {
  const file = userFile(named)
  const text = readOwnFile(file, { vouchedFor: false }) ?? '{}'
  return { file, servers: parseConfig(text, file).document.mcpServers ?? {} }
}

/**
 * Changes servers in the user's file, and nothing else in it; comments stay. What would be a broken file is not written.
 *
 * @param changes by name; `null` removes
 * @throws ConfigError, StateError, UsageError
 */
export function changeUserServers(
  named: string | undefined,
  changes: Readonly<Record<string, McpServerSettings | null>>,
): UserServers {
  const file = userFile(named)
  if (named === undefined) makeStateFolder(stateFolder())
  let text = readOwnFile(file, { vouchedFor: false }) ?? ''
  try {
    for (const [name, settings] of Object.entries(changes)) {
      text = setValue(text, ['mcpServers', name], settings ?? undefined)
    }
  } catch (error) {
    if (!(error instanceof UneditableText)) throw error
    throw new UsageError(`${file}: ${error.message}`, 'Mend the file, or add the server by hand.')
  }
  const { document } = parseConfig(text, file)
  const next = `${file}.${randomUUID()}`
  writeFileSync(next, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(next, file)
  return { file, servers: document.mcpServers ?? {} }
}
