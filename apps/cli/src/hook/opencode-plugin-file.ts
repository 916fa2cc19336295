import { lstatSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { homeFolder } from '@poundlock/local-host'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { UsageError } from '../usage-error.ts'
import type { SettingsChange } from './hook-settings.ts'
import { opencodePlugin } from './opencode-format.ts'

/** The first line of our plugin; a file without it is not ours. */
const MARK =
  '// poundlock hook opencode: decides each call before it runs. poundlock hook opencode --uninstall removes it.'

/** opencode.ai/docs/plugins: each file of this folder is loaded at its start. */
export function opencodePluginFile(): string {
  const configuration = process.env['XDG_CONFIG_HOME'] || join(homeFolder(), '.config')
  return join(configuration, 'opencode', 'plugin', 'poundlock.js')
}

/** The plugin: both programs are named whole. */
export const opencodePluginText = (): string =>
  `${MARK}\n${opencodePlugin([process.execPath, realpathSync(process.argv[1]!), 'hook', 'opencode'])}`

/** Writes the plugin, or removes it. A file that is not ours stays. @throws UsageError */
export function changeOpencodePlugin(action: 'install' | 'uninstall', named?: string): SettingsChange {
  const file = named ?? opencodePluginFile()
  const before = ownText(file)
  const after = action === 'install' ? opencodePluginText() : null
  const note = action === 'install' ? NOTE : null
  if (before === after) return { file, changed: false, note }
  if (after === null) rmSync(file)
  else {
    mkdirSync(dirname(file), { recursive: true })
    replaceOwnFile(file, after, { mode: 0o600 })
  }
  return { file, changed: true, note }
}

const NOTE =
  'opencode loads it at its next start. It cannot ask: what the policy asks about is refused. Tools of other MCP servers are refused as unknown.'

/** Our plugin as it is; `null` where there is none. */
function ownText(file: string): string | null {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return null
  const text = stat.isFile() ? readFileSync(file, 'utf8') : ''
  if (text.startsWith(MARK)) return text
  throw new UsageError(`${file}: is not the plugin of poundlock`, {
    remedy: 'Move it away, or name another file: --settings FILE.',
  })
}
