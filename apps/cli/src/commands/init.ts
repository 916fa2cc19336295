import { findLocation, homeFolder } from '@poundlock/local-host'
import { visibleText } from '@poundlock/spec'
import { differenceOf } from '@poundlock/try'
import { EXIT } from '../exit-code.ts'
import {
  detectIntegrations,
  INTEGRATIONS,
  type IntegrationName,
  integrationText,
  type PlannedFile,
  planIntegration,
} from '../init/integrations.ts'
import { detectPresets, planConfiguration, PRESETS } from '../init/plan-configuration.ts'
import type { TestStep } from '../init/self-test.ts'
import { questionAtTerminal } from '../output/ask-terminal.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { confirmWrite } from '../policy-import/changed-document.ts'
import { watchStops } from '../stops.ts'
import { UsageError } from '../usage-error.ts'

export interface InitFlags {
  readonly agents?: string
  readonly presets?: string
  readonly workspace?: string
  readonly yes?: boolean
  readonly selfTest?: boolean
  readonly json?: boolean
}

const MOST_LINES = 200

/**
 * `poundlock init`: puts Poundlock in front of the agents that are used here, writes the configuration, and shows with
 * a self-test what happens now. Every change of a file is shown before it is written.
 */
export async function init(flags: InitFlags): Promise<void> {
  const place = { home: homeFolder(), env: process.env }
  const { workspace } = findLocation(flags)
  const { abortSignal } = watchStops()
  const ask = async (question: string) =>
    flags.yes || flags.json ? undefined : questionAtTerminal(question, abortSignal)
  const found = detectIntegrations(place)
  const agents = await choose(flags.agents, found, INTEGRATIONS, () => {
    const shown = found.map((name) => `  ${name}: ${integrationText(name)}`).join('\n')
    return ask(`In front of which agents?\n${shown}\n[${found.join(',') || 'none'}] `)
  })
  const presets = await choose(flags.presets, detectPresets(workspace), PRESETS, () =>
    ask(
      `Which registries may contained commands reach, of ${PRESETS.join(', ')}? [${detectPresets(workspace).join(',') || 'none'}] `,
    ),
  )
  const planned = [planConfiguration(presets), ...agents.map((name) => planIntegration(name, 'install', place))].filter(
    ({ before, after }) => before !== after,
  )
  if (!flags.json) await show(planned)
  const isWanted = flags.yes === true || planned.length === 0 || (!flags.json && (await confirmWrite()))
  if (!isWanted) {
    if (flags.json) return printJson({ agents, presets, changes: planned.map(({ file }) => file), written: false })
    return printLine('nothing was written; --yes writes it without asking')
  }
  for (const { apply } of planned) apply()
  const test = async () => (await import('../init/self-test.ts')).selfTest()
  const steps = flags.selfTest === false ? [] : await withSpinner('trying three commands', flags, test)
  if (steps.some(({ holds }) => !holds)) process.exitCode = EXIT.unavailable
  if (flags.json) {
    return printJson({ agents, presets, changes: planned.map(({ file }) => file), written: true, selfTest: steps })
  }
  await report(agents, steps)
}

/** What was given, or answered, or else what was found. */
async function choose<Name extends string>(
  given: string | undefined,
  found: readonly Name[],
  known: readonly Name[],
  ask: () => Promise<string | undefined>,
): Promise<readonly Name[]> {
  const text = given ?? (await ask()) ?? ''
  if (text.trim() === '') return found
  if (text.trim() === 'none') return []
  const names = [...new Set(text.split(/[\s,]+/).filter(Boolean))]
  const unknown = names.find((name) => !known.includes(name as Name))
  if (unknown !== undefined) {
    throw new UsageError(`${JSON.stringify(unknown)} is not known here`, {
      remedy: `Name some of ${known.join(', ')}, or none.`,
    })
  }
  return names as Name[]
}

/** Shows the differences of the files that would be written. */
export async function show(planned: readonly PlannedFile[]): Promise<void> {
  const { bold, dim, good, bad } = paint()
  for (const { file, before, after } of planned) {
    await printLine(bold(`${visibleText(file)}${before === null ? ' (new)' : after === null ? ' (removed)' : ''}`))
    const difference = differenceOf(before ?? '', after ?? '', MOST_LINES)
    for (const line of difference?.lines ?? []) {
      await printLine(line.startsWith('+') ? good(line) : line.startsWith('-') ? bad(line) : dim(line))
    }
  }
}

async function report(agents: readonly IntegrationName[], steps: readonly TestStep[]): Promise<void> {
  const { bold, dim, good, bad } = paint()
  if (steps.length > 0) await printLine(bold('Self-test, with this configuration'))
  for (const { command, expected, outcome, holds, because } of steps) {
    await printLine(`  ${holds ? good('✓') : bad('✗')} ${expected.padEnd(9)} ${visibleText(command)}`)
    await printLine(
      `              ${dim(visibleText(holds ? because : `${outcome}: ${because}; see poundlock doctor`))}`,
    )
  }
  if (agents.includes('codex'))
    await printLine('Codex uses a new hook only once you trust it: start codex and open /hooks.')
  await printLine(`Keep the permissions that you have: poundlock policy import ${importable(agents) ?? 'AGENT'}`)
  await printLine('Contain an agent as a whole: poundlock run claude')
  await printLine('Take it all back: poundlock uninstall')
}

/** Agents whose permissions are not read. */
const NOT_IMPORTED: ReadonlySet<IntegrationName> = new Set(['cursor', 'cursor-hooks', 'windsurf', 'vscode'])

const importable = (agents: readonly IntegrationName[]) => agents.find((name) => !NOT_IMPORTED.has(name))
