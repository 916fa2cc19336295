import { homedir } from 'node:os'
import { UsageError } from '../usage-error.ts'

/**
 * The home folder of the user.
 *
 * @throws UsageError when there is none: no HOME, and a user id without an account, as in many containers
 */
export function homeFolder(): string {
  try {
    return homedir()
  } catch {
    throw new UsageError(
      `HOME is not set, and user ${String(process.getuid?.())} has no account that names a home folder`,
      'Set HOME to an absolute path, for example: HOME=/tmp/me poundlock doctor.',
    )
  }
}
