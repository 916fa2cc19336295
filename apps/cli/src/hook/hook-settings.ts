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

/** How a hook answers, besides its agent. */
export type HookMode = '--no-prompts' | '--shadow'

/** The command line that the agent shall start: with both programs named whole, since a hook that is not found is passed over. */
export function hookCommand(agent: HookAgent, modes: readonly HookMode[] = []): string {
  return quote([process.execPath, realpathSync(process.argv[1]!), 'hook', agent, ...modes])
}

/**
 * Adds the hook to the agent's settings, or removes it; every other byte stays. The previous file is kept beside it
 * when the hook is added, and never replaced when it is removed.
 */
export function changeSettings(
  agent: HookAgent,
  action: 'install' | 'uninstall',
  named?: string,
  modes: readonly HookMode[] = [],
): SettingsChange {
  const { note } = AGENT_FORMATS[agent]
  const { file, before, after, isOriginal, backup } = planSettings(agent, action, named, modes)
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

/** What `changeSettings` would do, with the whole texts; `null` for no file. */
export interface PlannedSettings extends Change {
  readonly file: string
  readonly before: string | null
  readonly backup: string
}

/** Plans the change of an agent's settings. Writes nothing. */
export function planSettings(
  agent: HookAgent,
  action: 'install' | 'uninstall',
  named?: string,
  modes: readonly HookMode[] = [],
): PlannedSettings {
  const file = named ?? join(homeFolder(), AGENT_FORMATS[agent].settings.file)
  const before = readSettings(file)
  const backup = `${file}.before-poundlock`
  try {
    const change =
      action === 'install' ? withHook(agent, before, { backup, modes }) : withoutHook(agent, before, backup)
    return { file, before, backup, ...change }
  } catch (error) {
    if (error instanceof UneditableText)
      throw new UsageError(`${file}: ${error.message}`, {
        remedy: 'Mend it, or change the hook by hand: --print shows it.',
      })
    throw error
  }
}

interface Change {
  /** `null` where there was no file before the hook was put in. */
  readonly after: string | null
  /** True where the text before the change has no hook of ours. */
  readonly isOriginal: boolean
}

function withHook(
  agent: HookAgent,
  before: string | null,
  { backup, modes }: { readonly backup: string; readonly modes: readonly HookMode[] },
): Change {
  const { settings, entry, commandOf } = AGENT_FORMATS[agent]
  const wanted = entry(hookCommand(agent, modes))
  const present = settings.lists.map((list) => (before === null ? [] : oursIn(before, agent, list)))
  if (present.every((ours) => ours.length === 1 && commandOf(ours[0]) === commandOf(wanted))) {
    return { after: before, isOriginal: false }
  }
  const isOriginal = present.every((ours) => ours.length === 0)
  const without = isOriginal ? before : withoutHook(agent, before, backup).after
  return { after: addEverywhere(without ?? settings.empty ?? '', settings.lists, wanted), isOriginal }
}

function withoutHook(agent: HookAgent, before: string | null, backup: string): Change {
  const { settings, entry } = AGENT_FORMATS[agent]
  if (before === null) return { after: null, isOriginal: true }
  const original = existsSync(backup) ? readSettings(backup) : null
  const { lists, empty = '' } = settings
  const [ours] = lists.flatMap((list) => oursOrNone(before, agent, list))
  // An unedited text becomes the previous one.
  if (ours !== undefined && addEverywhere(original ?? empty, lists, ours) === before) {
    return { after: original, isOriginal: false }
  }
  const fits = (one: unknown) => isOurs(one, agent)
  const after = lists.reduce<string | null>(
    (text, list) =>
      text === null ? null : removeEntry({ text, list, fits, original, entry: entry(hookCommand(agent)), empty }),
    before,
  )
  return { after, isOriginal: false }
}

const addEverywhere = (text: string, lists: readonly (readonly string[])[], entry: unknown): string =>
  lists.reduce((added, list) => addEntry(added, list, entry), text)

/** `null` where there is no file. */
function readSettings(file: string): string | null {
  if (file === '') throw new UsageError('--settings is empty', { remedy: NAME_A_FILE })
  const stat = reachable(file, () => lstatSync(file, { throwIfNoEntry: false }))
  if (stat === undefined) return null
  if (stat.isSymbolicLink()) {
    const target = reachable(file, () => realpathSync(file))
    throw new UsageError(`${file}: is a link`, { remedy: `Name what it leads to: --settings ${target}.` })
  }
  if (!stat.isFile()) throw new UsageError(`${file}: is not a regular file`, { remedy: NAME_A_FILE })
  const bytes = reachable(file, () => readFileSync(file))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UsageError(`${file}: is not UTF-8`, { remedy: 'Save it as UTF-8.' })
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
    throw new UsageError(`${file}: ${problem}`, { remedy: NAME_A_FILE })
  }
}

/** Whole or not at all, with the permissions of another file. */
function writeWhole(file: string, text: string, like: string | null): void {
  replaceOwnFile(file, text, { mode: like === null ? 0o600 : lstatSync(like).mode & 0o777 })
}

const oursIn = (text: string, agent: HookAgent, list: readonly string[]) =>
  entriesOf(text, list, (entry) => isOurs(entry, agent))

/** None in a text that cannot be parsed, whose entries are found as text. */
function oursOrNone(text: string, agent: HookAgent, list: readonly string[]): readonly unknown[] {
  try {
    return oursIn(text, agent, list)
  } catch (error) {
    if (error instanceof UneditableText) return []
    throw error
  }
}

function isOurs(entry: unknown, agent: HookAgent): boolean {
  const command = AGENT_FORMATS[agent].commandOf(entry)
  const ends = new RegExp(`poundlock(?:\\.cjs)?'? '?hook'? '?${agent}'?(?: '?--(?:no-prompts|shadow)'?)*$`)
  return typeof command === 'string' && ends.test(command)
}
