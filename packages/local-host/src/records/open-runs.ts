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
 * without reading the log. It says no more than that: with a longer target, ext4 gives each link a block of its own, and
 * removing that takes twenty times as long.
 */
export interface OpenRuns {
  begin(runId: string): void
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
    begin(runId) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      symlinkSync(describeHolder(), linkOf(runId))
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
        const holder = linkTarget(linkOf(runId))
        if (holder === null || !isGone(holder)) continue
        const claim = `${linkOf(runId)}.claim`
        if (!takeClaim(claim)) continue
        try {
          const known = await recordsOf(runId, log.directory)
          const run = known.get('run-start')
          if (run && !known.has('run-end')) await log.append('run-end', unknownEnd(run))
          const tool = known.get('tool-start')
          if (tool && !known.has('tool-end')) await log.append('tool-end', unknownTool(tool))
          removeIfThere(linkOf(runId))
        } finally {
          removeIfThere(claim)
        }
      }
    },
  }
}

/** What the records of a run have in common. */
interface Recorded {
  readonly runId: string
  readonly callId: string
  /** Empty for a command. */
  readonly tool: string
}

function unknownEnd({ runId, callId }: Recorded): RunEndData {
  return { runId, callId, outcome: 'unknown', exitCode: null, signal: null, message: KILLED }
}

function unknownTool({ runId, callId, tool }: Recorded): ToolEndData {
  return { runId, callId, tool, outcome: 'unknown', message: KILLED }
}

const KILLED = 'the process that ran it was killed before it recorded the end'

/** Its records, by their type. */
async function recordsOf(runId: string, directory: string): Promise<ReadonlyMap<string, Recorded>> {
  const found = new Map<string, Recorded>()
  for await (const { record } of readAuditTail(directory, RECENT)) {
    const { runId: named, callId = '', tool = '' } = (record?.data ?? {}) as Partial<Recorded>
    if (record && named === runId) found.set(record.type, { runId, callId, tool })
  }
  return found
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
