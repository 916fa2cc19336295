import { type Decision, strictest, visibleText } from '@poundlock/spec'
import { spend } from '../../model/budget.ts'
import type { PolicyLayer } from '../../model/layer.ts'
import { foldName, normalisePath } from '../../model/paths.ts'
import { PolicyError } from '../../model/policy-error.ts'
import { showValue } from '../../model/show-value.ts'
import { sourceAt } from '../../model/source-at.ts'
import { compilePathPattern, pathPatternProblem } from '../paths/path-pattern.ts'

/** A rule that covers a path. */
export interface PathRule {
  readonly action: Decision
  readonly access: 'read' | 'write'
  readonly text: string
  readonly source: string
}

/** All rules on paths, ready to match. */
export interface FileRules {
  /** What `~` stands for. */
  readonly home: string
  /** The strictest rule that covers a path; `null` when none does. */
  find(path: string, access: 'read' | 'write', workspace: string): PathRule | null
  /** The rules on an access, in the order of their layers. */
  of(access: 'read' | 'write'): readonly CompiledRule[]
  /** Whether there are rules on an access at all. */
  hasRulesOn(access: 'read' | 'write'): boolean
  /** The strictest rule for an access to an unknown path. */
  strictestOf(access: 'read' | 'write'): PathRule | null
}

/** A rule, ready to match. */
export interface CompiledRule extends PathRule {
  readonly covers: (path: string, workspace: string) => boolean
}

/**
 * Compiles `tools.fs.read` and `tools.fs.write`. Deny and ask rules cover every spelling that some file system takes for
 * the same name; an allow rule covers the path as it is. A pattern also covers what lies below.
 *
 * @throws PolicyError `POLICY_RULE` for a pattern that can never match
 */
export function compileFileRules(layers: readonly PolicyLayer[], home: string): FileRules {
  const rules = layers.flatMap((layer) =>
    (['read', 'write'] as const).flatMap((access) =>
      (['deny', 'ask', 'allow'] as const).flatMap((action) =>
        // A repository cannot let itself through.
        action === 'allow' && !layer.mayLoosen
          ? []
          : (layer.files?.[access]?.[action] ?? []).map((text, index) => {
              const source = sourceAt(layer, `/tools/fs/${access}/${action}/${index}`)
              return compileRule(text, action, access, source, home)
            }),
      ),
    ),
  )
  const byAccess = { read: [] as CompiledRule[], write: [] as CompiledRule[] }
  for (const rule of rules) byAccess[rule.access].push(rule)
  const finders = { read: indexRules(byAccess.read, home), write: indexRules(byAccess.write, home) }
  return {
    home,
    find: (path, access, workspace) => {
      if (byAccess[access].length === 0) return null
      const found = finders[access](path, normalisePath(workspace))
      return found.length === 0 ? null : pickStrictest(found)
    },
    of: (access) => byAccess[access],
    hasRulesOn: (access) => byAccess[access].length > 0,
    strictestOf: (access) => pickStrictest(byAccess[access].filter((rule) => rule.action !== 'allow')),
  }
}

/** So many workspaces keep an index of their own. */
const MAX_WORKSPACES = 16
const NO_RULES: readonly CompiledRule[] = []

/**
 * Finds the rules that cover a path. Most name a file, or a folder and all below it: those are looked up by the path and
 * its folders, so that a thousand cost no more than twenty. Only the others are tried one by one.
 */
function indexRules(
  rules: readonly CompiledRule[],
  home: string,
): (path: string, workspace: string) => readonly CompiledRule[] {
  const others = rules.filter(({ text }) => !PLAIN_PATTERN.test(text))
  const byWorkspace = new Map<string, ReadonlyMap<string, readonly CompiledRule[]>>()
  const indexFor = (workspace: string) => {
    const index = new Map<string, CompiledRule[]>()
    for (const rule of rules) {
      if (!PLAIN_PATTERN.test(rule.text)) continue
      const place = pathOfRule(rule.text, home, workspace)
      const listed = index.get(place)
      if (listed) listed.push(rule)
      else index.set(place, [rule])
    }
    if (byWorkspace.size >= MAX_WORKSPACES) byWorkspace.clear()
    byWorkspace.set(workspace, index)
    return index
  }
  return (path, workspace) => {
    const found = others.filter((rule) => rule.covers(path, workspace))
    const index = byWorkspace.get(workspace) ?? indexFor(workspace)
    const folded = foldName(path)
    for (let end = folded.length; end >= 0; end = end === 0 ? -1 : folded.lastIndexOf('/', end - 1)) {
      // Folding can take two names for the same: whether a rule covers the path, it says itself.
      for (const rule of index.get(folded.slice(0, end)) ?? NO_RULES) {
        if (rule.covers(path, workspace)) found.push(rule)
      }
    }
    // As they stand, so that the same one is named whatever found it.
    return found.length < 2 ? found : rules.filter((rule) => found.includes(rule))
  }
}

/** A file, a folder, or all that lies in one. */
export const PLAIN_PATTERN = /^[^*?]*(?:\/\*\*?)?$/

/** The folder that a path means which ends with what a pattern matches in it. */
export const folderOf = (path: string): string => path.replace(/\/(?:\*\??|\.\*)$/, '') || '/'

/** The file or folder that a plain pattern names; of any other, the folder that all it covers lies in. Folded. */
export function pathOfRule(text: string, home: string, workspace: string): string {
  spend(20 + text.length)
  const root = text.startsWith('/') ? '' : text.startsWith('~') ? home : workspace
  const below = text.startsWith('/') ? text : text.startsWith('~') ? text.slice(1) : `/${text}`
  return foldName(root.replace(/\/+$/, '') + below.replace(/\/[^/]*[*?].*$/s, ''))
}

function pickStrictest(rules: readonly CompiledRule[]): PathRule | null {
  const action = strictest(...rules.map((rule) => rule.action))
  const found = rules.find((rule) => rule.action === action)
  return found ?? null
}

function compileRule(
  text: string,
  action: Decision,
  access: 'read' | 'write',
  source: string,
  home: string,
): CompiledRule {
  spend(100 + text.length)
  const isAbsolute = text.startsWith('/') || text.startsWith('~')
  const problem = pathPatternProblem(isAbsolute ? text : `/${text}`)
  if (problem !== null || text.trim() !== text || visibleText(text) !== text || text === '') {
    throw new PolicyError(`${source}: the ${action} rule ${showValue(text)} ${problem ?? 'is not a plain path'}`, {
      code: 'POLICY_RULE',
      details: { rule: text, source },
      remedy: 'Write an absolute path, one below ~, or one relative to the workspace, such as "secrets/**".',
    })
  }
  return { action, access, text, source, covers: pathCoverage(text, action !== 'allow', home) }
}

/** Whether a path fits a pattern, or lies below what it fits. */
export function pathCoverage(
  pattern: string,
  folds: boolean,
  home: string,
): (path: string, workspace: string) => boolean {
  const fold = folds ? foldName : (path: string) => path
  const compiled = new Map<string, (path: string) => boolean>()
  // A part of every path that fits; it rules out most paths at once.
  const [part = ''] = fold(pattern.replace(/^~\//, '/'))
    .split(/\*+\/?|\?/)
    .toSorted((a, b) => b.length - a.length)
  return (path, workspace) => {
    spend(20 + path.length / 4)
    const folded = fold(path)
    if (!folded.includes(part)) return false
    const base = pattern.startsWith('/') || pattern.startsWith('~') ? '' : normalisePath(workspace)
    let matches = compiled.get(base)
    if (!matches) {
      if (compiled.size >= MAX_WORKSPACES) compiled.clear()
      spend(20 * pattern.length)
      const whole = base === '' ? pattern : `~/${pattern}`
      const root = fold(base === '' ? home : base)
      const [own, below] = [whole, `${whole}/**`].map((text) => compilePathPattern(fold(text), root))
      matches = (candidate) => own!(candidate) || below!(candidate)
      compiled.set(base, matches)
    }
    return matches(folded)
  }
}
