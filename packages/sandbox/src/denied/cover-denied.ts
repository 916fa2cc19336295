import {
  type DeniedNames,
  type DeniedPath,
  type DeniedPattern,
  type DeniedProblem,
  DENIED_PROBLEMS,
  type DeniedSearch,
  findDenied,
  resolveName,
} from '@poundlock/workspace-guard'
import { SYSTEM_FOLDERS } from '../mount-plan/system-paths.ts'
import type { SandboxPolicy } from '../policy.ts'
import { SandboxError } from '../sandbox-error.ts'
import { namesThroughLinks } from './names-through-links.ts'

/** A policy that names what its denials stand for at this moment. */
export interface CoveredPolicy {
  /** Without patterns: what may not be read is hidden, what may not be written is protected, by all of its names. */
  readonly policy: SandboxPolicy
  /** What was looked for and found, for the look after the run; `null` where nothing is denied. */
  readonly denied: DeniedNames | null
}

/**
 * Why a sandbox cannot find the files that are denied at this moment; `null` when it can.
 *
 * @param paths what is denied by its name: its other names are looked for
 */
export function deniedProblem(
  policy: SandboxPolicy,
  patterns: readonly DeniedPattern[],
  paths: readonly DeniedPath[] = [],
): DeniedProblem | null {
  return patterns.length + paths.length === 0 ? null : findDenied(searchFor(policy, patterns, paths)).problem
}

/**
 * Puts files in the place of the patterns of a policy, as they are just before a command, and adds the other names of what
 * is protected, hidden or denied: links lead there, or a file has several names.
 *
 * @throws SandboxError `SANDBOX_FAILED` when they cannot all be found, since the gate relies on them
 */
export function coverDenied(given: SandboxPolicy): CoveredPolicy {
  const { deniedPatterns = [], deniedPaths = [], ...policy } = given
  const isPlain = deniedPatterns.length + deniedPaths.length === 0
  if (isPlain) return { policy: withOtherNames(given, []), denied: null }
  const search = searchFor(policy, deniedPatterns, deniedPaths)
  const files = findDenied(search)
  if (files.problem !== null) throw unfound(files.problem)
  const hidden = { ...policy, hiddenPaths: [...new Set([...policy.hiddenPaths, ...files.read])] }
  return { policy: withOtherNames(hidden, files.write), denied: { search, files } }
}

/** True where the same files were found twice. */
export function isSameCover(one: CoveredPolicy, other: CoveredPolicy): boolean {
  const namesOf = ({ policy, denied }: CoveredPolicy): string =>
    JSON.stringify([policy.protectedPaths, policy.hiddenPaths, denied?.files])
  return namesOf(one) === namesOf(other)
}

/** @throws SandboxError `SANDBOX_FAILED` when links lead elsewhere than when the cover was made */
export function checkCovered({ policy }: CoveredPolicy): void {
  if (withOtherNames(policy, []) === policy) return
  throw new SandboxError('A link that is protected or hidden was pointed elsewhere meanwhile. Nothing was run.', {
    code: 'SANDBOX_FAILED',
    remedy: 'Run it again when no program changes that link.',
  })
}

/** A cover that also keeps the names that another one kept. */
export function withNamesOf(cover: CoveredPolicy, { policy: before }: CoveredPolicy): CoveredPolicy {
  const { policy } = cover
  const protectedPaths = [...new Set([...policy.protectedPaths, ...before.protectedPaths])]
  const hiddenPaths = [...new Set([...policy.hiddenPaths, ...before.hiddenPaths])]
  const isSame =
    protectedPaths.length === policy.protectedPaths.length && hiddenPaths.length === policy.hiddenPaths.length
  return isSame ? cover : { ...cover, policy: { ...policy, protectedPaths, hiddenPaths } }
}

/** @returns the very same policy where no path has another name */
function withOtherNames(policy: SandboxPolicy, written: readonly string[]): SandboxPolicy {
  const { protectedPaths, hiddenPaths } = policy
  const { protects, hides } = namesThroughLinks(policy, written)
  const added = {
    protectedPaths: [...new Set([...protectedPaths, ...protects])],
    hiddenPaths: hides,
  }
  const isSame = added.protectedPaths.length === protectedPaths.length && hides.join('\0') === hiddenPaths.join('\0')
  return isSame ? policy : { ...policy, ...added }
}

function searchFor(
  { workspace, readPaths, writePaths, hiddenPaths }: SandboxPolicy,
  patterns: readonly DeniedPattern[],
  paths: readonly DeniedPath[],
): DeniedSearch {
  return {
    workspace,
    readPaths,
    writePaths,
    hiddenPaths,
    systemFolders: ['/etc', ...SYSTEM_FOLDERS],
    patterns,
    paths: paths.map(({ access, path }) => ({ access, path: resolveName(path) ?? path })),
  }
}

function unfound(problem: DeniedProblem): SandboxError {
  return new SandboxError(
    `The files that rules deny cannot be kept from the command, since ${DENIED_PROBLEMS[problem]}. Nothing was run.`,
    {
      code: 'SANDBOX_FAILED',
      details: { problem },
      remedy: 'Run it again, to be asked about it; or name the files themselves in tools.fs.read.deny and write.deny.',
    },
  )
}
