import { isWithin } from '@poundlock/spec'
import { foldName, normalisePath } from '../../model/paths.ts'

/** Names of files that say what is allowed, wherever they lie. */
export const GATE_FILE_NAMES: readonly string[] = ['exec-approvals.json', 'exec-approvals.sock']

const ENDINGS: readonly string[] = GATE_FILE_NAMES.map((name) => `/${name}`)

/** Folders below the home folder, and of the system, that hold what decides. */
const STATE_FOLDERS: readonly string[] = ['~/.poundlock', '~/.openclaw', '/etc/poundlock']

/**
 * True for a file that decides about calls: the policy, the approvals, the record. No call may write one, nor read one,
 * since the approvals hold a secret; only output that was kept for the agent can be read. The path is absolute,
 * normalised and folded.
 */
export interface GateFiles {
  covers(folded: string, access: 'read' | 'write' | 'delete', home: string): boolean
  /** The folders that hold them, folded. */
  placesOf(home: string): readonly string[]
}

export function compileGateFiles(stateDirectory: string | undefined): GateFiles {
  const folders = [...STATE_FOLDERS, ...(stateDirectory === undefined ? [] : [stateDirectory])]
  // One policy nearly always decides for one home folder.
  let known: { readonly home: string; readonly places: readonly string[] } | undefined
  const placesOf = (home: string) => {
    if (known?.home !== home) {
      const placeOf = (folder: string) =>
        foldName(normalisePath(folder.startsWith('~/') ? home + folder.slice(1) : folder))
      known = { home, places: folders.map(placeOf) }
    }
    return known.places
  }
  return {
    placesOf,
    covers: (folded, access, home) =>
      ENDINGS.some((ending) => folded.endsWith(ending)) ||
      placesOf(home).some(
        (place) => isWithin(folded, place) && (access !== 'read' || !isWithin(folded, `${place}/output`)),
      ),
  }
}
