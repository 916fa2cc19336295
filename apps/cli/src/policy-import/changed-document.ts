import { parseConfig, UneditableText } from '@poundlock/config'
import { makeStateFolder, stateFolder } from '@poundlock/local-host'
import { isWithin, visibleText } from '@poundlock/spec'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { differenceOf } from '@poundlock/try'
import { askYes } from '../output/ask-yes.ts'
import { paint, printLine } from '../output/print.ts'
import { watchStops } from '../stops.ts'
import { UsageError } from '../usage-error.ts'

/** A `poundlock.json` as it is and as it would be. */
export interface ChangedDocument {
  readonly target: string
  readonly before: string
  readonly after: string
}

/** Lines of a difference that are shown. */
const MOST_LINES = 400

/**
 * The document with changes made to its text.
 *
 * @throws ConfigError when the result would not load
 */
export function changedDocument(target: string, before: string, edit: (text: string) => string): ChangedDocument {
  try {
    const text = edit(before)
    const after = text === before || text.endsWith('\n') ? text : `${text}\n`
    parseConfig(after === '' ? '{}' : after, target)
    return { target, before, after }
  } catch (error) {
    if (!(error instanceof UneditableText)) throw error
    throw new UsageError(`${target}: ${error.message}`, { remedy: 'Mend the file first; nothing was written.' })
  }
}

/** Prints the difference, line by line. */
export async function printDifference({ target, before, after }: ChangedDocument): Promise<void> {
  const { bold, dim, good, bad } = paint()
  await printLine(bold(visibleText(target)))
  const difference = differenceOf(before, after, MOST_LINES)
  for (const line of difference?.lines ?? after.split('\n')) {
    await printLine(line.startsWith('+') ? good(line) : line.startsWith('-') ? bad(line) : dim(line))
  }
  if (difference && difference.omitted > 0) await printLine(dim(`… ${difference.omitted} more lines`))
}

/** Asks at the terminal whether to write; without one, no. */
export async function confirmWrite(question = 'Write it?'): Promise<boolean> {
  return (await askYes(question, watchStops().abortSignal)) === true
}

/** Writes the document; the state folder is made where it lies there. */
export function writeDocument({ target, after }: ChangedDocument): void {
  if (isWithin(target, stateFolder())) makeStateFolder(stateFolder())
  replaceOwnFile(target, after)
}
