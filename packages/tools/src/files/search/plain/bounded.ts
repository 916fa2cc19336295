import { createContext, Script } from 'node:vm'
import { slowError } from '../run-ripgrep.ts'

/** A pattern that goes astray on one file is stopped there: expressions of JavaScript can take forever. */
const LONGEST_MS = 3000

const script = new Script('work()')
/** Made once: making one takes longer than most searches of a file. */
const realm: { work?: () => unknown } = createContext({})

/** Runs something that may not end by itself. */
export function runBounded<Result>(work: () => Result): Result {
  realm.work = work
  try {
    return script.runInContext(realm, { timeout: LONGEST_MS }) as Result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw slowError()
    throw error
  } finally {
    delete realm.work
  }
}
