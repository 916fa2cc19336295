import type { AuditLog } from '@poundlock/audit/node'

/** The log of a folder, for one of its users in this process. */
export interface SharedLog extends Pick<AuditLog, 'directory' | 'append'> {
  /** To be called once: the last user closes the log. */
  leave(): Promise<void>
}

interface OpenLog {
  readonly log: Promise<AuditLog>
  users: number
}

const OPEN = new Map<string, OpenLog>()

/**
 * Opens the log of a folder, or joins those of this process that have it open. A gateway has a host for each session:
 * with one log for each host, every write would first have to find the new end of the file.
 *
 * @throws AuditError as `openAuditLog` does; the next caller tries again
 */
export async function joinLog(directory: string): Promise<SharedLog> {
  const open = OPEN.get(directory) ?? openFirst(directory)
  open.users++
  const log = await open.log
  const forget = () => {
    if (OPEN.get(directory) === open) OPEN.delete(directory)
  }
  return {
    directory: log.directory,
    async append(type, data) {
      try {
        return await log.append(type, data)
      } catch (error) {
        // The next user opens the log again.
        forget()
        throw error
      }
    },
    async leave() {
      if (--open.users > 0) return
      forget()
      await log.close()
    },
  }
}

function openFirst(directory: string): OpenLog {
  const log = import('@poundlock/audit/node').then(({ openAuditLog }) => openAuditLog(directory))
  const open: OpenLog = { log, users: 0 }
  OPEN.set(directory, open)
  log.catch(() => OPEN.delete(directory))
  return open
}
