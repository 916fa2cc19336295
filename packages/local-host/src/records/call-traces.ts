/** What was being done when a program was killed is looked for among so many last records. */
const RECENT = 5000

/** What the records of this machine say of a call. */
export interface CallTraces {
  /** True where its command, or its tool, was about to be started. */
  readonly hasStarted: boolean
  /** How it ended, in words; absent where no record says so. */
  readonly exit?: string
}

/**
 * What the records of this machine say of calls that a killed program left.
 *
 * @param folder of the audit log, absolute
 * @returns `null` where the records cannot be read, or do not go back far enough to be sure
 */
export async function tracesOfCalls(
  callIds: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, CallTraces> | null> {
  const { readAuditTail } = await import('@poundlock/audit/node')
  const wanted = new Set(callIds)
  const found = new Map<string, { hasStarted: boolean; exit?: string }>()
  let count = 0
  try {
    for await (const { record } of readAuditTail(folder, RECENT)) {
      count++
      // A line that is no record may have been the one that is looked for.
      if (record === null) return null
      const data = record.data as {
        readonly callId?: string
        readonly outcome?: string
        readonly exitCode?: number | null
      }
      if (data.callId === undefined || !wanted.has(data.callId)) continue
      const known = found.get(data.callId) ?? { hasStarted: false }
      if (STARTS.has(record.type)) known.hasStarted = true
      if (ENDS.has(record.type) && data.outcome !== 'unknown') {
        const code = typeof data.exitCode === 'number' ? `, exit code ${data.exitCode}` : ''
        known.exit = `${data.outcome}${code}`
      }
      found.set(data.callId, known)
    }
  } catch {
    return null
  }
  return count < RECENT ? found : new Map([...wanted].map((id) => [id, found.get(id) ?? { hasStarted: true }]))
}

const STARTS: ReadonlySet<string> = new Set(['run-start', 'tool-start', 'try-start'])
const ENDS: ReadonlySet<string> = new Set(['run-end', 'tool-end'])
