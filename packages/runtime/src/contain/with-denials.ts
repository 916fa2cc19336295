import type { Denials, FileDenials, Policy } from '@poundlock/policy'
import { deniedProblem, type SandboxPolicy } from '@poundlock/sandbox'
import { hasWildcards, isWithin } from '@poundlock/spec'
import { DENIED_PROBLEMS, type DeniedPath, type DeniedPattern, resolveName } from '@poundlock/workspace-guard'

/** A policy of a sandbox, and which denials it keeps. */
export interface DenyingPolicy {
  /** The policy with the denials in it. */
  readonly policy: SandboxPolicy
  /** Those that the sandbox enforces. */
  readonly denied: Denials
  /** Why other denials cannot be enforced, by the denial. */
  readonly unkept: Readonly<Record<string, string>>
}

type Access = DeniedPattern['access']

/**
 * Lets a sandbox enforce the deny rules on files, since the gate does not see what a script does: paths that may not be
 * written are protected in every writable folder, paths that may not be read are hidden, and patterns stand for the
 * files that match at the start of a command. For denials that it cannot enforce, such as one on the workspace itself,
 * the gate asks.
 */
export function withDenials(policy: SandboxPolicy, denials: FileDenials): DenyingPolicy {
  const { denied, unkept } = enforcedDenials(policy, denials)
  return { policy: keeping(policy, denials, denied), denied, unkept }
}

/**
 * The denials that a sandbox can enforce now. It looks for files that match patterns in all that commands can reach.
 */
export function enforcedDenials(
  policy: SandboxPolicy,
  { ask, ...denials }: FileDenials,
): Pick<DenyingPolicy, 'denied' | 'unkept'> {
  const unkept: Record<string, string> = { ...patternProblems(policy, denials) }
  const named = [...pathsOf('read', denials.read), ...pathsOf('write', denials.write)]
  // Their other names, where they have any.
  const otherNames = deniedProblem(policy, [], named)
  const namesProblem = otherNames === null ? null : DENIED_PROBLEMS[otherNames]
  const keeps = (access: Access, path: string): boolean => {
    const problem = hasWildcards(path) ? (unkept[path] ?? null) : (pathProblem(policy, access, path) ?? namesProblem)
    if (problem !== null) unkept[path] = problem
    return problem === null
  }
  // An ask rule does not keep commands out; where commands cannot get there anyway, it is enforced.
  const isOut = (access: Access, path: string): boolean => !reaches(policy, access, path)
  const enforced = (access: Access): readonly string[] => [
    ...new Set([
      ...denials[access].filter((path) => keeps(access, path)),
      ...ask[access].filter((path) => isOut(access, path)),
    ]),
  ]
  return { denied: { read: enforced('read'), write: enforced('write') }, unkept }
}

/** The policy with the denials that it claims to enforce. */
export function keeping(policy: SandboxPolicy, denials: Denials, enforced: Denials): SandboxPolicy {
  const { workspace, writePaths } = policy
  const ofRules = (access: Access): readonly string[] => {
    const kept = new Set(enforced[access])
    return denials[access].filter((path) => kept.has(path))
  }
  const [read, write] = [ofRules('read'), ofRules('write')]
  if (read.length + write.length === 0) return policy
  const roots = [workspace, ...writePaths]
  const relative = write
    .filter((path) => !hasWildcards(path))
    .flatMap((path) => roots.filter((root) => isWithin(path, root)).map((root) => path.slice(root.length + 1)))
  const hidden = read.filter((path) => !hasWildcards(path))
  const deniedPatterns = [...patternsOf('read', read), ...patternsOf('write', write)]
  const deniedPaths = [...pathsOf('read', read), ...pathsOf('write', write)]
  return {
    ...policy,
    protectedPaths: [...new Set([...policy.protectedPaths, ...relative])],
    hiddenPaths: [...new Set([...policy.hiddenPaths, ...hidden])],
    ...(deniedPatterns.length > 0 && { deniedPatterns }),
    ...(deniedPaths.length > 0 && { deniedPaths }),
  }
}

const patternsOf = (access: Access, paths: readonly string[]): readonly DeniedPattern[] =>
  paths.filter(hasWildcards).map((pattern) => ({ access, pattern }))

const pathsOf = (access: Access, paths: readonly string[]): readonly DeniedPath[] =>
  paths.filter((path) => !hasWildcards(path)).map((path) => ({ access, path }))

function pathProblem(policy: SandboxPolicy, access: Access, path: string): string | null {
  const { workspace, writePaths, readPaths, fileMode } = policy
  const granted = [workspace, ...readPaths, ...writePaths]
  // A folder cannot be hidden, nor protected, with all that was granted in it.
  if (granted.some((folder) => isWithin(folder, path) || isWithin(folder, resolveName(path) ?? path))) {
    return DENIED_PROBLEMS.GRANTED
  }
  // Nothing can be written outside of the granted folders; without file isolation, only protected paths are enforced.
  const isEnforced = access === 'read' || fileMode !== 'off' || granted.some((folder) => isWithin(path, folder))
  return isEnforced ? null : NOT_ISOLATED
}

const NOT_ISOLATED = 'nothing is isolated there'

/** The workspace may be looked through once for each. */
const MAX_PATTERNS = 64
const TOO_MANY_PATTERNS = `the rules deny more than ${MAX_PATTERNS} such patterns`

/** Looks for matches of all patterns in one pass; if that fails, in one pass for each pattern. */
function patternProblems(policy: SandboxPolicy, denials: Denials): Readonly<Record<string, string>> {
  const { workspace, fileMode } = policy
  const all = [...patternsOf('read', denials.read), ...patternsOf('write', denials.write)]
  const problems: Record<string, string> = {}
  if (all.length > MAX_PATTERNS) return Object.fromEntries(all.map(({ pattern }) => [pattern, TOO_MANY_PATTERNS]))
  const inside = all.filter(({ pattern }) => fileMode !== 'off' || isWithin(folderOf(pattern), workspace))
  for (const { pattern } of all) if (!inside.some((one) => one.pattern === pattern)) problems[pattern] = NOT_ISOLATED
  if (deniedProblem(policy, inside) === null) return problems
  const alone = inside.filter((one) => {
    const problem = deniedProblem(policy, [one])
    if (problem !== null) problems[one.pattern] = DENIED_PROBLEMS[problem]
    return problem === null
  })
  const together = deniedProblem(policy, alone)
  for (const { pattern } of together === null ? [] : alone) problems[pattern] = DENIED_PROBLEMS[together!]
  return problems
}

/** The folder that all files of a pattern lie in. */
const folderOf = (pattern: string): string => pattern.replace(/\/[^/]*[*?].*$/s, '') || '/'

/** Whether commands can reach a place: something in it, or a folder around it. */
function reaches({ workspace, readPaths, writePaths, fileMode }: SandboxPolicy, access: Access, path: string): boolean {
  if (fileMode === 'off') return true
  const folder = hasWildcards(path) ? folderOf(path) : path
  const granted = [workspace, ...writePaths, ...(access === 'read' ? [...readPaths, ...SYSTEM] : [])]
  return granted.some((root) => isWithin(folder, root) || isWithin(root, folder))
}

/** Where a command sees something of the system. */
const SYSTEM = [
  '/usr',
  '/etc',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix',
  '/gnu',
  '/run',
  '/proc',
  '/dev',
  '/tmp',
  '/var',
]

/** The denials of an agent, looked up once. */
export type AgentDenials = (agent: string) => FileDenials

/** So many agents have theirs kept: their ids come from callers. */
const MAX_AGENTS = 64

export function agentDenials({ workspace }: SandboxPolicy, rules: Pick<Policy, 'denials'>): AgentDenials {
  const known = new Map<string, FileDenials>()
  return (agent) => {
    let own = known.get(agent)
    if (own === undefined) {
      if (known.size >= MAX_AGENTS) known.clear()
      known.set(agent, (own = rules.denials({ agent, workspace })))
    }
    return own
  }
}
