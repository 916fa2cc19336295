import { mkdirSync, symlinkSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunEndData, ToolEndData } from '@poundlock/audit'
import { readAuditTail, type AuditLog } from '@poundlock/audit/node'
import { describeHolder, isGone, linkTarget, namesIn, removeIfThere } from '@poundlock/state-files/node'

/** A killed writer's start is looked for among so many last records. */
const RECENT = 2000

/**
 * The runs that are going on: one link for each run, with the run id as its name and the owner as its target. It exists
 * from before the start is recorded until after the end is, so that the next process finds runs of killed owners
 * without reading the log.
 */
export interface OpenRuns {
  begin(runId: string, callId: string): void
  /** Removes the link while the caller goes on: the end is on record. */
  end(runId: string): void
  /** Settles when the links of what has ended are gone. */
  ended(): Promise<void>
  /** Records the outcome of runs whose writer is gone: it is unknown, and nothing is run a second time. */
  settle(log: Pick<AuditLog, 'directory' | 'append'>): Promise<void>
}

export function createOpenRuns(folder: string): OpenRuns {
  const linkOf = (runId: string) => join(folder, runId)
  const removals = new Set<Promise<void>>()
  return {
    begin(runId, callId) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      symlinkSync(`${callId}|${describeHolder()}`, linkOf(runId))
    },
    end(runId) {
      // Removing a file can wait for what others make durable. One that stays is removed by the next process.
      const removal = unlink(linkOf(runId))
        .catch(() => undefined)
        .finally(() => removals.delete(removal))
      removals.add(removal)
    },
    async ended() {
      await Promise.all(removals)
    },
    async settle(log) {
      for (const runId of namesIn(folder).filter((name) => /^run_[\w-]+$/.test(name))) {
        const [callId, holder] = linkTarget(linkOf(runId))?.split('|') ?? []
        if (callId === undefined || holder === undefined || !isGone(holder)) continue
        const claim = `${linkOf(runId)}.claim`
        if (!takeClaim(claim)) continue
        try {
          const known = await recordsOf(runId, log.directory)
          if (known.has('run-start') && !known.has('run-end')) await log.append('run-end', unknownEnd(runId, callId))
          const tool = known.get('tool-start')
          if (tool !== undefined && !known.has('tool-end'))
            await log.append('tool-end', unknownTool(runId, callId, tool))
          removeIfThere(linkOf(runId))
        } finally {
          removeIfThere(claim)
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

const KILLED = 'the process that ran it was killed before it recorded the end'

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
  const holder = linkTarget(claim)
  if (holder !== null && isGone(holder)) removeIfThere(claim)
  try {
    symlinkSync(describeHolder(), claim)
    return true
  } catch {
    return false
  }
}
