import { join } from 'node:path'
import type { TryEndData } from '@poundlock/audit'
import { createRecorder, stateFolder } from '@poundlock/local-host'
import { PoundlockError, visibleText } from '@poundlock/spec'
import { describeTried, takeTried, type Tried } from '@poundlock/try'
import { EXIT } from '../exit-code.ts'
import { accountName, questionAtTerminal } from '../output/ask-terminal.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { openTryStore } from '../try/open-try-store.ts'
import { changeSetJson, conflictsJson, conflictText, guardedLines, tryText } from '../try/print-try.ts'

export interface TryFlags {
  readonly json?: boolean
  readonly force?: boolean
}

/** `poundlock try list`: the kept tries. */
export async function listTries({ json }: TryFlags): Promise<void> {
  const store = await openTryStore(stateFolder())
  const tries = store.list().map((record) => ({ ...record, state: store.state(record.id) }))
  if (json) return printJson({ tries })
  const { bold, dim, bad } = paint()
  if (tries.length === 0) await printLine('no try is kept; poundlock exec --try -- COMMAND makes one')
  for (const { id, state, workspace, command, startedAt, unapproved } of tries) {
    const time = new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')
    const shown = state === 'ready' ? dim(state) : bad(state)
    const unapprovedNote = unapproved === undefined ? '' : bad('  not approved')
    await printLine(
      `${bold(id)}  ${time}  ${shown}${unapprovedNote}  ${visibleText(workspace)}  ${dim(visibleText(command))}`,
    )
  }
}

/** `poundlock try show`: the changes of one. */
export async function showTry(id: string, { json }: TryFlags): Promise<void> {
  await withTry(id, async (tried) => {
    const { record, changeSet } = tried
    if (json) await printJson({ ...record, ...changeSetJson(changeSet) })
    else {
      await printLine(`${visibleText(record.command)}\n  in ${visibleText(record.workspace)}`)
      await printLine(tryText(tried, process.stdout))
    }
    tried.keep()
  })
}

/** `poundlock try apply`: all or nothing. Exit code 68 with conflicts. */
export async function applyTry(id: string, { json, force = false }: TryFlags): Promise<void> {
  await withTry(id, async (tried, record) => {
    const by = `terminal:${accountName()}`
    if (tried.record.unapproved !== undefined && !(await approvedNow(tried))) {
      tried.keep()
      process.exitCode = EXIT.unapproved
      return
    }
    const described = describeTried(tried)
    const result = await tried.apply({ force })
    const outcome = result.done ? 'applied' : 'conflicting'
    await record({ ...described, outcome, by, ...(force && { forced: true }) })
    if (json)
      await printJson({
        outcome,
        quarantined: result.quarantined,
        complete: result.complete,
        ...(result.done ? { overwritten: result.overwritten } : { conflicts: conflictsJson(result.conflicts) }),
      })
    else if (result.done) {
      await printLine('applied')
      if (result.overwritten !== null) await printLine(`what was overwritten is in ${result.overwritten}`)
    } else {
      await printLine(`nothing was applied: the workspace was changed meanwhile\n${conflictText(result.conflicts)}`)
      await printLine(`--force applies it in spite of that, and keeps what it overwrites`)
    }
    if (!json) for (const line of guardedLines(result)) await printLine(line)
    if (!result.done || result.overwritten !== null) tried.keep()
    if (!result.done) process.exitCode = EXIT.conflict
  })
}

/** `poundlock try discard`: the workspace is as it was, and stays so. */
export async function discardTry(id: string, { json }: TryFlags): Promise<void> {
  const store = await openTryStore(stateFolder())
  if (store.state(id) === 'interrupted' && store.record(id).id === id) {
    store.remove(id)
  } else {
    await withTry(id, async (tried, record) => {
      const described = describeTried(tried)
      tried.discard()
      await record({ ...described, outcome: 'discarded', by: `terminal:${accountName()}` })
    })
  }
  await (json ? printJson({ outcome: 'discarded' }) : printLine('discarded'))
}

/** `poundlock try undo`: takes an interrupted apply back. */
export async function undoTry(id: string, { json }: TryFlags): Promise<void> {
  await withTry(id, async (tried, record) => {
    const left = await tried.undo()
    await record({ ...describeTried(tried), outcome: 'undone', by: `terminal:${accountName()}` })
    tried.keep()
    if (json) return printJson({ outcome: 'undone', left: conflictsJson(left) })
    await printLine(
      left.length === 0 ? 'undone: the workspace is as it was' : `undone, but for:\n${conflictText(left)}`,
    )
    if (left.length > 0) process.exitCode = EXIT.conflict
  })
}

/** A question that was left open: only a person at a terminal can answer it now. */
async function approvedNow(tried: Tried): Promise<boolean> {
  const { command, unapproved = [] } = tried.record
  process.stderr.write(
    `${visibleText(command)}\n${unapproved.map((reason) => `  asks: ${visibleText(reason)}\n`).join('')}`,
  )
  process.stderr.write(`${tryText(tried, process.stderr)}\n`)
  const answer = await questionAtTerminal(
    'It is not approved yet. Apply its changes? [y/N] ',
    new AbortController().signal,
  )
  if (answer === undefined) {
    throw new PoundlockError('It is not approved, and there is no terminal to approve it at.', {
      code: 'USAGE',
      remedy: `Call poundlock try apply ${tried.record.id} at a terminal.`,
    })
  }
  return /^y(?:es)?$/i.test(answer)
}

async function withTry(
  id: string,
  use: (tried: Tried, record: (data: TryEndData) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const state = stateFolder()
  const store = await openTryStore(state)
  const write = createRecorder(state, join(state, 'audit'))
  const tried = takeTried(store, id)
  try {
    await use(tried, (data) => write('try-end', data))
  } catch (error) {
    tried.keep()
    throw error
  }
}
