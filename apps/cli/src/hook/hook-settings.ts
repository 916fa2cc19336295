import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UneditableText } from '@poundlock/config'
import { homeFolder } from '@poundlock/local-host'
import { quote } from '@poundlock/shell'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { UsageError } from '../usage-error.ts'
import { AGENT_FORMATS, type HookAgent } from './agent-format.ts'
import { addEntry, entriesOf, removeEntry } from './settings-text.ts'

/** The change of an agent's settings. */
export interface SettingsChange {
  readonly file: string
  readonly changed: boolean
  /** The previous file; absent where there was none. */
  readonly backup?: string
  readonly note: string | null
}

/** The command line that the agent shall start: with both programs named whole, since a hook that is not found is passed over. */
export function hookCommand(agent: HookAgent): string {
  return quote([process.execPath, realpathSync(process.argv[1]!), 'hook', agent])
}

/**
 * Adds the hook to the agent's settings, or removes it; every other byte stays. The previous file is kept beside it
 * when the hook is added, and never replaced when it is removed.
 */
export function changeSettings(agent: HookAgent, action: 'install' | 'uninstall', named?: string): SettingsChange {
  const { settings, note } = AGENT_FORMATS[agent]
  const file = named ?? join(homeFolder(), settings.file)
  const before = readSettings(file)
  const backup = `${file}.before-poundlock`
  let change: Change
  try {
    change = action === 'install' ? withHook(agent, before, backup) : withoutHook(agent, before, backup)
  } catch (error) {
    if (error instanceof UneditableText)
      throw new UsageError(`${file}: ${error.message}`, 'Mend it, or change the hook by hand: --print shows it.')
    throw error
  }
  const { after, isOriginal } = change
  const result = { file, note: action === 'install' ? note : null }
  if (after === before) return { ...result, changed: false }
  if (after === null) rmSync(file)
  else {
    mkdirSync(dirname(file), { recursive: true })
    if (isOriginal && before !== null) writeWhole(backup, before, file)
    writeWhole(file, after, before === null ? null : file)
  }
  return { ...result, changed: true, ...(existsSync(backup) && { backup }) }
}

interface Change {
  /** `null` where there was no file before the hook was put in. */
  readonly after: string | null
  /** True where the text before the change has no hook of ours. */
  readonly isOriginal: boolean
}

function withHook(agent: HookAgent, before: string | null, backup: string): Change {
  const { settings, entry } = AGENT_FORMATS[agent]
  const wanted = entry(hookCommand(agent))
  const present = before === null ? [] : oursIn(before, agent)
  if (present.length === 1 && commandOf(present[0]) === commandOf(wanted)) {
    return { after: before, isOriginal: false }
  }
  const isOriginal = present.length === 0
  const without = isOriginal ? before : withoutHook(agent, before, backup).after
  return { after: addEntry(without ?? '', settings.list, wanted), isOriginal }
}

function withoutHook(agent: HookAgent, before: string | null, backup: string): Change {
  const { settings, entry } = AGENT_FORMATS[agent]
  if (before === null) return { after: null, isOriginal: true }
  const after = removeEntry({
    text: before,
    list: settings.list,
    fits: (one) => isOurs(one, agent),
    original: existsSync(backup) ? readSettings(backup) : null,
    entry: entry(hookCommand(agent)),
  })
  return { after, isOriginal: false }
}

/** `null` where there is no file. */
function readSettings(file: string): string | null {
  if (file === '') throw new UsageError('--settings is empty', NAME_A_FILE)
  const stat = reachable(file, () => lstatSync(file, { throwIfNoEntry: false }))
  if (stat === undefined) return null
  if (stat.isSymbolicLink()) {
    const target = reachable(file, () => realpathSync(file))
    throw new UsageError(`${file}: is a link`, `Name what it leads to: --settings ${target}.`)
  }
  if (!stat.isFile()) throw new UsageError(`${file}: is not a regular file`, NAME_A_FILE)
  const bytes = reachable(file, () => readFileSync(file))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UsageError(`${file}: is not UTF-8`, 'Save it as UTF-8.')
  }
}

const NAME_A_FILE = 'Name the file that holds the settings.'

/** Looks at a settings file: one that cannot be reached is for the user to mend. */
function reachable<Result>(file: string, look: () => Result): Result {
  try {
    return look()
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    const problem =
      code === 'ENOENT' || code === 'ELOOP' ? `is a link to nothing (${code})` : `cannot be read (${code})`
    throw new UsageError(`${file}: ${problem}`, NAME_A_FILE)
  }
}

/** Whole or not at all, with the permissions of another file. */
function writeWhole(file: string, text: string, like: string | null): void {
  replaceOwnFile(file, text, { mode: like === null ? 0o600 : lstatSync(like).mode & 0o777 })
}

const oursIn = (text: string, agent: HookAgent) =>
  entriesOf(text, AGENT_FORMATS[agent].settings.list, (entry) => isOurs(entry, agent))

const commandOf = (entry: unknown) =>
  (entry as { readonly hooks: readonly { readonly command: string }[] }).hooks[0]!.command

function isOurs(entry: unknown, agent: HookAgent): boolean {
  const { hooks } = (entry ?? {}) as { hooks?: readonly { command?: unknown }[] }
  const ends = new RegExp(`poundlock(?:\\.cjs)?'? '?hook'? '?${agent}'?$`)
  return (
    Array.isArray(hooks) && hooks.length === 1 && typeof hooks[0]?.command === 'string' && ends.test(hooks[0].command)
  )
}
