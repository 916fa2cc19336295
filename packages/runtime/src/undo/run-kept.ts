import { redactSecrets } from '@poundlock/spec'
import { type AdmittedCall, type ApprovedCall, type EndedCall, withOutcome } from '../call/call-record.ts'
import type { ChangeKeeper } from './change-keeper.ts'
import { changedPaths, provenDeletions } from './changed-paths.ts'

const LONGEST_TITLE = 2000

/** Runs a call, and keeps before what it may change. A call that is proven to change nothing costs nothing. */
export async function runKept(
  keeper: ChangeKeeper,
  record: ApprovedCall,
  runNow: () => Promise<AdmittedCall | EndedCall>,
): Promise<AdmittedCall | EndedCall> {
  const { runId, context, prepared, decided } = record
  const { decision, request } = decided
  const elsewhere = decided.command !== undefined && decision.exec.host.value === 'node'
  if (elsewhere) return runNow()
  const paths = changedPaths(request)
  if (paths?.all.length === 0) return runNow()
  const kept = await keeper.begin({
    runId,
    tool: prepared.spec.name,
    title: redactSecrets(prepared.describe().command).slice(0, LONGEST_TITLE),
    agent: context.agent,
    session: context.session,
    workspace: context.workspace,
    paths: paths?.all ?? null,
    deleted: paths?.deleted ?? [],
    mustKeep: provenDeletions(decision, request),
  })
  let ran: AdmittedCall | EndedCall
  try {
    ran = await runNow()
  } catch (error) {
    await kept.end()
    throw error
  }
  if (ran.outcome.job !== null) {
    await kept.detach()
    return ran
  }
  const notes = await kept.end()
  return notes.length === 0 ? ran : withOutcome(ran, { notes: [...ran.outcome.notes, ...notes] })
}
