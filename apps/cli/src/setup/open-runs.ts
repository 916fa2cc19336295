import { mkdirSync, readdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { RunEndData, ToolEndData } from '@poundlock/audit'
import { describeHolder, isGone, readAuditTail, type AuditLog } from '@poundlock/audit/node'

/** A killed writer's start is looked for among so many last records. */
const RECENT = 2000

/**
 * Which runs are going on: a link for each, named after the run, that tells whose it is. Made before the start is
 * recorded and removed after the end is, so that a start whose writer was killed is found by whoever comes next,
 * without reading the log.
 */
export interface OpenRuns {
  begin(runId: string, callId: string): void
  end(runId: string): void
  /** Records the outcome of runs whose writer is gone: it is unknown, and nothing is run a second time. */
  settle(log: AuditLog): Promise<void>
}

export function createOpenRuns(folder: string): OpenRuns {
  const linkOf = (runId: string) => join(folder, runId)
  return {
    begin(runId, callId) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      symlinkSync(`${callId}|${describeHolder()}`, linkOf(runId))
    },
    end: (runId) => remove(linkOf(runId)),
    async settle(log) {
      for (const runId of namesIn(folder)) {
        const [callId, holder] = targetOf(linkOf(runId))?.split('|') ?? []
        if (callId === undefined || holder === undefined || !isGone(holder)) continue
        const claim = `${linkOf(runId)}.claim`
        if (!takeClaim(claim)) continue
        try {
          const seen = await recordsOf(runId, log.directory)
          if (seen.has('run-start') && !seen.has('run-end')) await log.append('run-end', unknownEnd(runId, callId))
          const tool = seen.get('tool-start')
          if (tool !== undefined && !seen.has('tool-end'))
            await log.append('tool-end', unknownTool(runId, callId, tool))
          remove(linkOf(runId))
        } finally {
          remove(claim)
        }
      }
    },
  }
}

function unknownEnd(runId: string, callId: string): RunEndData {
  return { runId, callId, outcome: 'unknown', exitCode: null, signal: null, message: KILLED }
}

function unknownTool(runId: string, callId: string, tool: string): ToolEndData {
  return { runId, callId, tool, outcome: 'unknown', message: KILLED }
}

const KILLED = 'whoever ran it was killed before it could record the end'

/** The types of its records, each with the tool that it names. */
async function recordsOf(runId: string, directory: string): Promise<ReadonlyMap<string, string>> {
  const types = new Map<string, string>()
  for await (const { record } of readAuditTail(directory, RECENT)) {
    const { runId: named, tool = '' } = (record?.data ?? {}) as { readonly runId?: unknown; readonly tool?: string }
    if (record && named === runId) types.set(record.type, tool)
  }
  return types
}

/** One of those that start at the same time settles it. */
function takeClaim(claim: string): boolean {
  const holder = targetOf(claim)
  if (holder !== null && isGone(holder)) remove(claim)
  try {
    symlinkSync(describeHolder(), claim)
    return true
  } catch {
    return false
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^run_[\w-]+$/.test(name))
  } catch {
    // None was ever begun.
    return []
  }
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link)
  } catch {
    return null
  }
}

function remove(link: string): void {
  try {
    unlinkSync(link)
  } catch {
    // Somebody else has settled it.
  }
}
