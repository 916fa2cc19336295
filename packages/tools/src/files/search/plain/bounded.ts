import { createContext, Script } from 'node:vm'
import { LONGEST_MS as LONGEST_SEARCH_MS, slowError } from '../run-ripgrep.ts'

/** A large pattern takes long in a large file: it is stopped there. */
const LONGEST_MS = 3000

const script = new Script('work()')
/** Made once: making one takes longer than most searches of a file. */
const realm: { work?: () => unknown } = createContext({})

/** Runs something that may not end by itself. */
export type RunBounded = <Result>(work: () => Result) => Result

/** Makes what runs the parts of one search: each ends in time, and so do all together. */
export function boundSearch(): RunBounded {
  let left = LONGEST_SEARCH_MS
  return (work) => {
    if (left <= 0) throw slowError()
    const began = performance.now()
    realm.work = work
    try {
      return script.runInContext(realm, { timeout: Math.ceil(Math.min(left, LONGEST_MS)) }) as ReturnType<typeof work>
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw slowError()
      throw error
    } finally {
      delete realm.work
      left -= performance.now() - began
    }
  }
}
