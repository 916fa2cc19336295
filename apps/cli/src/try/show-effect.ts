import type { TryEffect } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'

/** Prints the effect of a command on standard error. */
export async function showEffect({ tried }: TryEffect): Promise<void> {
  const { tryText } = await import('./print-try.ts')
  process.stderr.write(`${tryText(tried, process.stderr)}\n`)
}

/** The output of a try, for the person who is asked to approve it, escaped for the terminal. */
export function outputOf({ run }: TryEffect): string {
  const text = [run.stdout, run.stderr].filter((part) => part !== '').join('\n')
  const shown = visibleText(text.slice(0, 4000), { newlines: 'keep' }).replaceAll('\n', '\n  │ ')
  const lines = text === '' ? [] : [`  it printed:\n  │ ${shown}${text.length > 4000 ? '…' : ''}`]
  return [`  tried without a network: ${run.exitText}`, ...lines].join('\n')
}
