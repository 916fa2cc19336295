import { join } from 'node:path'
import { type McpServerSettings, parseConfig, setValue, UneditableText } from '@poundlock/config'
import { makeStateFolder, readOwnFile, StateError, stateFolder } from '@poundlock/local-host'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { UsageError } from '../usage-error.ts'

/** What the user's file has now. */
export interface UserServers {
  readonly file: string
  readonly servers: Readonly<Record<string, McpServerSettings>>
}

const userFile = (named: string | undefined) => named ?? join(stateFolder(), 'poundlock.json')

/**
 * `null` where there is none yet. An error in a file that the user named is a usage error; in their own it is broken
 * state.
 */
function readUserFile(named: string | undefined): string | null {
  try {
    return readOwnFile(userFile(named), { vouchedFor: false })
  } catch (error) {
    if (named === undefined || !(error instanceof StateError)) throw error
    throw new UsageError(`--config ${error.message}`, { remedy: error.remedy ?? 'Name another file.' })
  }
}

export function readUserServers(named: string | undefined): UserServers {
  const file = userFile(named)
  const text = readUserFile(named) ?? '{}'
  return { file, servers: parseConfig(text, file).document.mcpServers ?? {} }
}

/**
 * Changes servers in the user's file, and nothing else in it; comments stay. An invalid file is never written.
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
  let text = readUserFile(named) ?? ''
  try {
    for (const [name, settings] of Object.entries(changes)) {
      text = setValue(text, ['mcpServers', name], settings ?? undefined)
    }
  } catch (error) {
    if (!(error instanceof UneditableText)) throw error
    throw new UsageError(`${file}: ${error.message}`, { remedy: 'Mend the file, or add the server by hand.' })
  }
  const { document } = parseConfig(text, file)
  replaceOwnFile(file, text.endsWith('\n') ? text : `${text}\n`)
  return { file, servers: document.mcpServers ?? {} }
}
