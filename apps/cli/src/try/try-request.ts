import type { TryReport, TryRequest, TrySettlement } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import { accountName, questionAtTerminal } from '../output/ask-terminal.ts'
import { paint } from '../output/print.ts'
import { openTryStore } from './open-try-store.ts'
import { showEffect } from './show-effect.ts'

export type TryThen = 'apply' | 'discard' | 'keep'

/**
 * The options of `exec --try` for the runtime. Without a flag for the changes, the person at the terminal is asked;
 * without a person they are kept.
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
    async settle(effect, wasShown) {
      if (!wasShown && !json) await showEffect(effect)
      // A request to apply all changes does not cover a part of them.
      if (flag === 'apply' && effect.tried.record.endedEarly !== undefined) {
        return { answer: 'keep', by: 'it was ended before it was done' }
      }
      if (flag !== true) return { answer: flag, by: `--try=${flag}` }
      if (wasShown) return { answer: 'apply', by: `terminal:${accountName()}` }
      if (effect.tried.changeSet.changes.length === 0) return { answer: 'discard', by: 'nothing changed' }
      if (json || abortSignal.aborted) return { answer: 'keep', by: 'no approver was asked' }
      return askForSettlement(abortSignal)
    },
  }
}

async function askForSettlement(abortSignal: AbortSignal): Promise<TrySettlement> {
  const answer = await questionAtTerminal('Apply it, discard it, or keep it for later? [a/d/K] ', abortSignal)
  if (answer === undefined) return { answer: 'keep', by: 'no approver was asked' }
  const by = `terminal:${accountName()}`
  if (/^a(?:pply)?$/i.test(answer)) return { answer: 'apply', by }
  return { answer: /^d(?:iscard)?$/i.test(answer) ? 'discard' : 'keep', by }
}

/** What became of it. */
export async function explainTry(report: TryReport): Promise<string> {
  const outcome = await explainSettled(report)
  if (report.quarantined.length === 0 && report.complete) return outcome
  const { guardedLines } = await import('./print-try.ts')
  const { bad } = paint(process.stderr)
  return [outcome, ...guardedLines(report).map((line) => `${bad('poundlock:')} ${line}`)].join('\n')
}

async function explainSettled({ id, settled, conflicts, by }: TryReport): Promise<string> {
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
