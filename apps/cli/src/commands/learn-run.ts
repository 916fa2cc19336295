import { join, resolve } from 'node:path'
import { setValue, appendToList, readValue } from '@poundlock/config'
import { homeFolder, readOwnFile } from '@poundlock/local-host'
import { isSecretPath } from '@poundlock/policy/commands'
import type { CallOutcome } from '@poundlock/runtime'
import { isWithin, visibleText } from '@poundlock/spec'
import { realPathOrNull } from '@poundlock/state-files/node'
import { approvalAsker } from '../approvals/asker.ts'
import { exitCodeOf } from '../exit-code.ts'
import { assemble, type Assembly } from '../host/assemble.ts'
import { commandText, refuseFlags } from '../input/command-text.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { endSpinner, startSpinner } from '../output/spinner.ts'
import { outputWriter } from '../output/terminal-text.ts'
import { changedDocument, confirmWrite, printDifference, writeDocument } from '../policy-import/changed-document.ts'
import { watchStops } from '../stops.ts'
import type { LearnFlags } from './learn.ts'

/** What a command was refused, as settings that would give it that. */
interface NeededSettings {
  /** `example.org`, or with a port other than those of the web. */
  readonly egress: readonly string[]
  readonly readPaths: readonly string[]
  readonly writePaths: readonly string[]
  /** Refusals that no setting gives: secrets, protected paths, other limits. */
  readonly others: readonly string[]
}

const OF_TRANSCRIPTS = ['from', 'since', 'most'] as const

/**
 * `poundlock learn -- COMMAND`: runs a command on a view of the workspace, where it sees nothing outside that the
 * configuration does not name and asks about each other host, discards what it did, and proposes the settings that it
 * was missing.
 */
export async function learnFromRun(words: readonly string[], flags: LearnFlags): Promise<void> {
  refuseFlags(flags, OF_TRANSCRIPTS, 'is for what agents asked about, and a command of its own is run here')
  const command = commandText(words, 'learn')
  const stop = watchStops()
  const place = { ...(flags.workspace !== undefined && { workspace: flags.workspace }) }
  const assembly = await assemble(
    { ...place, ...(flags.config !== undefined && { config: flags.config }) },
    // Its hosts become known by name where they are asked about. At a terminal a person may answer; the rest is refused.
    { ask: approvalAsker({ terminal: flags.json !== true, abortSignal: stop.abortSignal }), callsAsk: true },
  )
  const { tryRequest } = await import('../try/try-request.ts')
  const outcome = await assembly.call(
    'exec',
    { command, host: 'sandbox' },
    {
      abortSignal: stop.abortSignal,
      stdin: 'ignore',
      try: await tryRequest('discard', assembly.stateDirectory, { json: true, abortSignal: stop.abortSignal }),
      ...(!flags.json && { onOutput: outputWriter(), beforeRun: async () => startSpinner('running') }),
    },
  )
  endSpinner()
  process.exitCode = stop.finish(outcome) ?? exitCodeOf(outcome)
  await propose(command, outcome, assembly, flags)
}

async function propose(command: string, outcome: CallOutcome, assembly: Assembly, flags: LearnFlags): Promise<void> {
  const needed = neededSettings(outcome, assembly)
  const target = flags.config === undefined ? join(assembly.stateDirectory, 'poundlock.json') : resolve(flags.config)
  const before = readOwnFile(target, { vouchedFor: flags.config !== undefined }) ?? ''
  const document = changedDocument(target, before, (text) => withSettings(text, needed))
  const isChanged = document.after !== document.before
  const passed = outcome.status === 'ran' && outcome.run?.exitCode === 0
  const { bold, dim } = paint()
  if (!flags.json) {
    const ended = outcome.status === 'ran' ? (outcome.run?.exitText ?? outcome.message) : outcome.message
    await printLine(
      bold(
        `${visibleText(command)}: ${passed ? 'passes' : 'does not pass'} (${visibleText(ended)}); what it did is discarded`,
      ),
    )
    for (const reason of needed.others) await printLine(dim(`no setting gives it: ${visibleText(reason)}`))
    if (!isChanged) return printLine('it was refused nothing that a setting would give it')
    await printDifference(document)
  }
  const isWritten = isChanged && (flags.write === true || (!flags.json && (await confirmWrite())))
  if (isWritten) writeDocument(document)
  if (flags.json)
    return printJson({
      command,
      passed,
      status: outcome.status,
      needed,
      config: target,
      changed: isChanged,
      written: isWritten,
    })
  await printLine(
    isWritten
      ? `written: ${visibleText(target)}. Run it again: behind what it was refused, it may need more`
      : 'nothing was written; --write writes it without asking',
  )
}

/** Ports that a rule without one covers. */
const WEB_PORT = /:(?:80|443)$/

function neededSettings({ run }: CallOutcome, { sandboxPolicy }: Assembly): NeededSettings {
  const { hiddenPaths, workspace } = sandboxPolicy
  const home = homeFolder()
  const isSecret = (path: string) => isSecretPath(path, { home, workspace })
  const isOpen = (named: string) =>
    named.startsWith('/') &&
    // What a command complains of, it can choose: a link may lead to what is hidden.
    [named, realPathOrNull(named) ?? named].every(
      (path) =>
        !isWithin(path, workspace) &&
        !isSecret(path) &&
        !hiddenPaths.some((hidden) => isWithin(path, hidden) || isWithin(hidden, path)),
    )
  const settings = (run?.denials ?? []).map(({ kind, target, message }) => {
    if (target !== null && kind === 'network' && isNamedHost(target))
      return { key: 'egress', value: target.replace(WEB_PORT, '') }
    if (target !== null && kind === 'read' && isOpen(target)) return { key: 'readPaths', value: target }
    if (target !== null && kind === 'write' && isOpen(target)) return { key: 'writePaths', value: target }
    return { key: 'others', value: message }
  })
  const of = (wanted: keyof NeededSettings) => [
    ...new Set(settings.filter(({ key }) => key === wanted).map(({ value }) => value)),
  ]
  return { egress: of('egress'), readPaths: of('readPaths'), writePaths: of('writePaths'), others: of('others') }
}

/** A name of the internet: addresses, and names of this machine, are for a person to write down. */
const isNamedHost = (target: string): boolean =>
  /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*:\d+$/.test(target) && !/\.localhost:/.test(target)

function withSettings(text: string, { egress, readPaths, writePaths }: NeededSettings): string {
  const network = readValue(text, ['sandbox', 'network'])
  // Hosts have no effect without it. One that is on needs none, and one that is off is the owner's word.
  const named = egress.length > 0 && network === undefined ? setValue(text, ['sandbox', 'network'], 'ask') : text
  const hosts = network === undefined || network === 'ask' || network === 'allowlist' ? egress : []
  const add = (to: string, key: string, values: readonly string[]) =>
    values.reduce((edited, value) => {
      const listed = readValue(edited, ['sandbox', key])
      return Array.isArray(listed) && listed.includes(value) ? edited : appendToList(edited, ['sandbox', key], value)
    }, to)
  return add(add(add(named, 'egress', hosts), 'readPaths', readPaths), 'writePaths', writePaths)
}
