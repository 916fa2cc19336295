import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AGENT_FORMATS, blocked, type HookAgent } from '../hook/agent-format.ts'
import { refuseFlags } from '../input/command-text.ts'
import { printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

export interface HookFlags {
  readonly install?: boolean
  readonly uninstall?: boolean
  readonly print?: boolean
  readonly settings?: string
  readonly json?: boolean
}

/** `poundlock hook AGENT`: answers one question of an agent's pre-tool hook, or names the hook in the agent's settings. */
export async function hook(agent: HookAgent, flags: HookFlags): Promise<void> {
  const wanted = (['install', 'uninstall', 'print'] as const).filter((key) => flags[key])
  if (wanted.length > 1) throw new UsageError(`--${wanted.join(' and --')} exclude each other`, 'Choose one.')
  const [action] = wanted
  if (action === undefined) {
    refuseFlags(flags, ['settings', 'json'], 'is for --install and --uninstall')
    return answer(agent)
  }
  const { changeSettings, hookCommand } = await import('../hook/hook-settings.ts')
  const { settings, entry, note } = AGENT_FORMATS[agent]
  if (action === 'print') {
    refuseFlags(flags, ['settings', 'json'], 'is for --install and --uninstall')
    await printLine(`in ~/${settings.file}, at the end of ${settings.list.join('.')}:`)
    await printLine(JSON.stringify(entry(hookCommand(agent)), null, 2))
    if (note !== null) await printLine(note)
    return
  }
  const change = changeSettings(agent, action, flags.settings)
  if (flags.json) return printJson(change)
  await printLine(`${change.changed ? `${action}ed` : 'nothing to do'}: ${change.file}`)
  if (change.backup !== undefined) await printLine(`what was there before is in ${change.backup}`)
  if (change.note !== null) await printLine(change.note)
}

/**
 * Every failure blocks: these agents go on after other errors of a hook. A call that cannot be recorded does not run.
 */
async function answer(agent: HookAgent): Promise<void> {
  let result = blocked('poundlock: nothing was decided')
  try {
    const { answerHook } = await import('../hook/answer-hook.ts')
    const { answer: given, record, state } = answerHook(agent, await buffer(process.stdin))
    if (record !== null && state !== null) {
      const { createRecorder } = await import('@poundlock/local-host')
      await createRecorder(state, join(state, 'audit'))('decision', record)
    }
    result = given
  } catch (error) {
    result = blocked(`poundlock: ${error instanceof Error ? error.message : String(error)}`)
  }
  process.exitCode = result.code
  process.stderr.write(result.stderr)
  process.stdout.write(result.stdout)
}
