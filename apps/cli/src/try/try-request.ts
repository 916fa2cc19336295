import type { TryEffect, TryReport, TryRequest, TrySettlement } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import { accountName, questionAtTerminal } from '../output/ask-terminal.ts'
import { paint } from '../output/print.ts'
import { openTryStore } from './open-try-store.ts'

export type TryThen = 'apply' | 'discard' | 'keep'

/**
 * What `exec --try` asks of the runtime. Without a word of what to do then, whoever is at the terminal is asked; what
 * nobody answers for is kept, so that nothing is lost.
 */
export async function tryRequest(
  flag: true | TryThen,
  state: string,
  { json, abortSignal }: { readonly json: boolean; readonly abortSignal: AbortSignal },
): Promise<TryRequest> {
  const store = await openTryStore(state)
  return {
    when: 'always',
    store,
    async settle(effect, seen) {
      if (!seen && !json) await showEffect(effect)
      // Nobody who asked for all of it asked for a part.
      if (flag === 'apply' && effect.tried.record.endedEarly !== undefined) {
        return { answer: 'keep', by: 'it was ended before it was done' }
      }
      if (flag !== true) return { answer: flag, by: `--try=${flag}` }
      if (seen) return { answer: 'apply', by: `terminal:${accountName()}` }
      if (effect.tried.changeSet.changes.length === 0) return { answer: 'discard', by: 'nothing changed' }
      if (json || abortSignal.aborted) return { answer: 'keep', by: 'nobody was asked' }
      return askWhatThen(abortSignal)
    },
  }
}

async function askWhatThen(abortSignal: AbortSignal): Promise<TrySettlement> {
  const answer = await questionAtTerminal('Apply it, discard it, or keep it for later? [a/d/K] ', abortSignal)
  if (answer === undefined) return { answer: 'keep', by: 'nobody was asked' }
  const by = `terminal:${accountName()}`
  if (/^a(?:pply)?$/i.test(answer)) return { answer: 'apply', by }
  return { answer: /^d(?:iscard)?$/i.test(answer) ? 'discard' : 'keep', by }
}

/** What a command did, on standard error. */
export async function showEffect({ tried }: TryEffect): Promise<void> {
  const { tryText } = await import('./print-try.ts')
  process.stderr.write(`${tryText(tried, process.stderr)}\n`)
}

/** What it printed when it was tried, for whoever is asked to approve it: nothing in it reaches the terminal as it is. */
export function outputOf({ run }: TryEffect): string {
  const text = [run.stdout, run.stderr].filter((part) => part !== '').join('\n')
  const shown = visibleText(text.slice(0, 4000), { newlines: 'keep' }).replaceAll('\n', '\n  │ ')
  const lines = text === '' ? [] : [`  it printed:\n  │ ${shown}${text.length > 4000 ? '…' : ''}`]
  return [`  tried without a network: ${run.exitText}`, ...lines].join('\n')
}

/** What became of it. */
export async function explainTry({ id, settled, conflicts, by }: TryReport): Promise<string> {
  const { bad, dim } = paint(process.stderr)
  const later = `poundlock try show ${id}, then poundlock try apply ${id} or poundlock try discard ${id}`
  switch (settled) {
    case 'applied':
      return dim(`poundlock: applied (${visibleText(by)})`)
    case 'discarded':
      return dim(`poundlock: discarded (${visibleText(by)}); the workspace is as it was`)
    case 'kept':
      return `${dim('poundlock: the workspace is as it was; what it did is kept:')} ${later}`
    case 'conflicting': {
      const { conflictText } = await import('./print-try.ts')
      return `${bad('poundlock:')} nothing was applied: the workspace was changed meanwhile\n${conflictText(conflicts)}\n  it is kept: ${later}; --force applies it in spite of that`
    }
  }
}
