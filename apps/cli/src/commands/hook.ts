import { AGENT_FORMATS, type InstallableAgent, type HookAgent } from '../hook/agent-format.ts'
import type { HookMode, SettingsChange } from '../hook/hook-settings.ts'
import { refuseFlags } from '../input/command-text.ts'
import { printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

export interface HookFlags {
  readonly install?: boolean
  readonly uninstall?: boolean
  readonly print?: boolean
  readonly settings?: string
  readonly json?: boolean
  /** False where what the policy asks about is refused. */
  readonly prompts?: boolean
  /** Decides and records, and stops nothing. */
  readonly shadow?: boolean
}

/** `poundlock hook AGENT`: answers one question of an agent's pre-tool hook, or names the hook in the agent's settings. */
export async function hook(agent: InstallableAgent, flags: HookFlags): Promise<void> {
  const wanted = (['install', 'uninstall', 'print'] as const).filter((key) => flags[key])
  if (wanted.length > 1)
    throw new UsageError(`--${wanted.join(' and --')} exclude each other`, { remedy: 'Choose one.' })
  const [action] = wanted
  if (action === undefined) {
    refuseFlags(flags, ['settings', 'json'], 'is for --install and --uninstall')
    const mode = { prompts: flags.prompts !== false, shadow: flags.shadow === true }
    return (await import('../hook/answer-question.ts')).answerQuestion(agent, mode)
  }
  const modes: readonly HookMode[] = [
    ...(flags.prompts === false ? (['--no-prompts'] as const) : []),
    ...(flags.shadow ? (['--shadow'] as const) : []),
  ]
  if (agent === 'opencode' && modes.length > 0)
    throw new UsageError(`${modes.join(' and ')}: the plugin of opencode shows no questions, and always decides`, {
      remedy: 'Leave it out.',
    })
  if (flags.prompts === false) {
    const { refuseUselessMode } = await import('../hook/answer-question.ts')
    refuseUselessMode(agent, { prompts: false })
  }
  if (action === 'print') {
    refuseFlags(flags, ['settings', 'json'], 'is for --install and --uninstall')
    return agent === 'opencode' ? printPlugin() : printEntry(agent, modes)
  }
  const change = await changed(agent, action, { named: flags.settings, modes })
  if (flags.json) return printJson(change)
  await printLine(`${change.changed ? `${action}ed` : 'nothing to do'}: ${change.file}`)
  if (change.backup !== undefined) await printLine(`what was there before is in ${change.backup}`)
  if (change.note !== null) await printLine(change.note)
}

async function printEntry(agent: HookAgent, modes: readonly HookMode[]): Promise<void> {
  const { hookCommand } = await import('../hook/hook-settings.ts')
  const { settings, entry, note } = AGENT_FORMATS[agent]
  const lists = settings.lists.map((list) => list.join('.')).join(' and of ')
  await printLine(`in ~/${settings.file}, at the end of ${lists}:`)
  await printLine(JSON.stringify(entry(hookCommand(agent, modes)), null, 2))
  if (note !== null) await printLine(note)
}

async function printPlugin(): Promise<void> {
  const { opencodePluginFile, opencodePluginText } = await import('../hook/opencode-plugin-file.ts')
  await printLine(`in ${opencodePluginFile()}:`)
  await printLine(opencodePluginText())
}

/** opencode has a plugin in a file of its own; the others name their hook in their settings. */
async function changed(
  agent: InstallableAgent,
  action: 'install' | 'uninstall',
  { named, modes }: { readonly named: string | undefined; readonly modes: readonly HookMode[] },
): Promise<SettingsChange> {
  if (agent !== 'opencode')
    return (await import('../hook/hook-settings.ts')).changeSettings(agent, action, named, modes)
  return (await import('../hook/opencode-plugin-file.ts')).changeOpencodePlugin(action, named)
}
