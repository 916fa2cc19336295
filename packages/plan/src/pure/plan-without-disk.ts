import { planCommand, type PlannedLine } from '../plan-command.ts'
import type { PlanOptions } from '../plan-options.ts'

/** What a plan is made with where there is no disk: the caller says what is known of the machine. */
export type DisklessPlanOptions = Omit<PlanOptions, 'looksAtDisk'>

/**
 * Reads a command line and lists what it would run and touch, in a browser, a worker or any other place without Node.
 * It goes by names: links are not followed, and files are not looked at. `findExecutable` says what a name runs, and
 * `inspectRepository`, where it is given, what the repository of a folder makes git run.
 *
 * @throws RangeError where `cwd` or `home` is not absolute
 */
export function planWithoutDisk(text: string, options: DisklessPlanOptions): PlannedLine {
  for (const name of ['cwd', 'home'] as const) {
    if (!options[name].startsWith('/'))
      throw new RangeError(`${name} is ${JSON.stringify(options[name])}, and has to be absolute.`)
  }
  return planCommand(text, { ...options, looksAtDisk: false })
}
