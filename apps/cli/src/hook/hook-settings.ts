import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { appendToList, removeFromList, UneditableText } from '@poundlock/config'
import { quote } from '@poundlock/shell'
import { homeFolder } from '../setup/home-folder.ts'
import { UsageError } from '../usage-error.ts'
import { AGENT_FORMATS, type HookAgent } from './agent-format.ts'

/** What was done to an agent's settings. */
export interface SettingsChange {
  readonly file: string
  readonly changed: boolean
  /** What was there before; absent where nothing was. */
  readonly backup?: string
  readonly note: string | null
}

/** The command line that the agent shall start: with both programs named whole, since a hook that is not found is passed over. */
export function hookCommand(agent: HookAgent): string {
  return quote([process.execPath, realpathSync(process.argv[1]!), 'hook', agent])
}

/** Names the hook in the agent's settings, or takes it out; every other byte of them stays. */
export function changeSettings(agent: HookAgent, action: 'install' | 'uninstall', named?: string): SettingsChange {
  const { settings, entry } = AGENT_FORMATS[agent]
  const note = action === 'install' ? AGENT_FORMATS[agent].note : null
  const file = named ?? join(homeFolder(), settings.file)
  if (existsSync(file) && lstatSync(file).isSymbolicLink()) {
    throw new UsageError(`${file}: is a link`, `Name what it leads to: --settings ${realpathSync(file)}.`)
  }
  if (existsSync(file) && !lstatSync(file).isFile()) {
    throw new UsageError(`${file}: is not a regular file`, 'Name the file that holds the settings.')
  }
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  let after: string
  try {
    const without = before === '' ? '' : removeFromList(before, settings.list, (one) => isOurs(one, agent))
    after =
      action === 'uninstall'
        ? without
        : hasOurs(before, agent, hookCommand(agent))
          ? before
          : appendToList(without, settings.list, entry(hookCommand(agent)))
  } catch (error) {
    if (error instanceof UneditableText)
      throw new UsageError(`${file}: ${error.message}`, 'Mend it, or add the hook by hand: --print.')
    throw error
  }
  if (after === before) return { file, changed: false, note }
  mkdirSync(dirname(file), { recursive: true })
  const backup = `${file}.before-poundlock`
  if (before !== '') copyFileSync(file, backup)
  const next = `${file}.${process.pid}`
  writeFileSync(next, after, { mode: before === '' ? 0o600 : lstatSync(file).mode & 0o777, flag: 'wx' })
  renameSync(next, file)
  return { file, changed: true, ...(before !== '' && { backup }), note }
}

function isOurs(entry: unknown, agent: HookAgent): boolean {
  const { hooks } = (entry ?? {}) as { hooks?: readonly { command?: unknown }[] }
  const ends = new RegExp(`poundlock(?:\\.cjs)?'? '?hook'? '?${agent}'?$`)
  return (
    Array.isArray(hooks) && hooks.length === 1 && typeof hooks[0]?.command === 'string' && ends.test(hooks[0].command)
  )
}

function hasOurs(text: string, agent: HookAgent, command: string): boolean {
  const found: string[] = []
  if (text.trim() === '') return false
  removeFromList(text, AGENT_FORMATS[agent].settings.list, (entry) => {
    if (isOurs(entry, agent)) found.push((entry as { hooks: readonly { command: string }[] }).hooks[0]!.command)
    return false
  })
  return found.length === 1 && found[0] === command
}
