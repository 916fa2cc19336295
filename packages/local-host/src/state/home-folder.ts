import { homedir } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { LocalHostError } from '../local-host-error.ts'
import { refuseForeign } from '../place/refuse-foreign.ts'

/**
 * The home folder of the user: an absolute path, without a slash at its end.
 *
 * @throws LocalHostError when there is none: no HOME, and a user id without an account, as in many containers
 */
export function homeFolder(): string {
  const remedy = 'Set HOME to an absolute path, for example: HOME=/tmp/me poundlock doctor.'
  let home: string
  try {
    home = homedir()
  } catch {
    const user = String(process.getuid?.())
    throw new LocalHostError(`HOME is not set, and user ${user} has no account that names a home folder`, { remedy })
  }
  if (!isAbsolute(home)) {
    throw new LocalHostError(`the home folder is ${JSON.stringify(home)}; expected an absolute path`, { remedy })
  }
  const folder = resolve(home)
  refuseForeign(folder)
  return folder
}
