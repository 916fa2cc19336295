import { homeFolder, stateFolder } from '@poundlock/local-host'
import { visibleText } from '@poundlock/spec'
import { INTEGRATIONS, type PlannedFile, planIntegration } from '../init/integrations.ts'
import { printJson, printLine } from '../output/print.ts'
import { confirmWrite } from '../policy-import/changed-document.ts'
import { show } from './init.ts'

export interface UninstallFlags {
  readonly yes?: boolean
  readonly json?: boolean
}

/**
 * `poundlock uninstall`: takes Poundlock away from every agent's settings. The configuration and the record stay; the
 * last line says where they are. A file that cannot be changed does not keep the others from being changed.
 */
export async function uninstall(flags: UninstallFlags): Promise<void> {
  const place = { home: homeFolder(), env: process.env }
  const planned: PlannedFile[] = []
  const problems: string[] = []
  for (const name of INTEGRATIONS) {
    try {
      const change = planIntegration(name, 'uninstall', place)
      if (change.before !== change.after) planned.push(change)
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  if (!flags.json) await show(planned)
  const isAsked = !flags.json && planned.length > 0
  const isWanted = flags.yes === true || (isAsked && (await confirmWrite()))
  if (isWanted) for (const { apply } of planned) apply()
  if (problems.length > 0) process.exitCode = 1
  const kept = stateFolder()
  if (flags.json) {
    return printJson({
      changes: planned.map(({ file }) => file),
      written: isWanted && planned.length > 0,
      problems,
      kept,
    })
  }
  for (const problem of problems) process.stderr.write(`poundlock: ${visibleText(problem)}\n`)
  if (planned.length === 0) await printLine('no agent on this machine uses Poundlock')
  else await printLine(isWanted ? 'done' : 'nothing was written; --yes writes it without asking')
  await printLine(
    `your configuration and the record stay in ${visibleText(kept)}; to remove them: rm -r ${visibleText(kept)}`,
  )
}
