import { jsonLog, type Log } from '@poundlock/gateway'
import { visibleText } from '@poundlock/spec'
import { printJson } from '../output/print.ts'

/**
 * Writes what happens at the gateway: to standard output as one JSON object a line, to a journal the same with its
 * priority, or to standard error to read.
 */
export function logWriter(json: boolean): Log {
  if (json) return (event, fields) => void printJson({ time: new Date().toISOString(), event, ...fields })
  // Set by systemd where standard error leads to its journal (systemd.exec(5)).
  if (process.env['JOURNAL_STREAM'] !== undefined && !process.stderr.isTTY) {
    return jsonLog({ write: (line) => process.stderr.write(line), now: () => Date.now(), isForJournal: true })
  }
  return (event, fields = {}) => {
    const time = new Date().toISOString()
    // Said in words already.
    if (event === 'ready' || event === 'stopped') return
    const shown = Object.entries(fields).flatMap(([key, value]) =>
      value === undefined || value === null
        ? []
        : [`${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
    )
    process.stderr.write(`${time} ${visibleText([event, ...shown].join(' '))}\n`)
  }
}
