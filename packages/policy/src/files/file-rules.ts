import { strictest, visibleText, type Decision } from '@poundlock/spec/vocabulary'
import { compilePathPattern, pathPatternProblem } from '../commands/path-pattern.ts'
import { foldName } from '../commands/protected-paths.ts'
import type { PolicyLayer } from '../layer.ts'
import { PolicyError } from '../policy-error.ts'

/** Patterns on paths: absolute, below `~`, or relative to the workspace. */
export interface PathRules {
  readonly allow?: readonly string[]
  readonly ask?: readonly string[]
  readonly deny?: readonly string[]
}

/** A rule that covers a path. */
export interface PathRule {
  readonly action: Decision
  readonly access: 'read' | 'write'
  readonly text: string
  readonly source: string
}

/** All rules on paths, ready to match. */
export interface FileRules {
  readonly isEmpty: boolean
  /** The strictest rule that covers a path; `null` when none does. */
  find(path: string, access: 'read' | 'write', workspace: string): PathRule | null
  /** The strictest rule of an access whose path nobody knows. */
  strictestOf(access: 'read' | 'write'): PathRule | null
}

interface CompiledRule extends PathRule {
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
              const source = layer.locate?.(`/tools/fs/${access}/${action}/${index}`) ?? layer.name
              return compileRule(text, action, access, source, home)
            }),
      ),
    ),
  )
  return {
    isEmpty: rules.length === 0,
    find: (path, access, workspace) =>
      pickStrictest(rules.filter((rule) => rule.access === access && rule.covers(path, workspace))),
    strictestOf: (access) => pickStrictest(rules.filter((rule) => rule.access === access && rule.action !== 'allow')),
  }
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
  const isAbsolute = text.startsWith('/') || text.startsWith('~')
  const problem = pathPatternProblem(isAbsolute ? text : `/${text}`)
  if (problem !== null || text.trim() !== text || visibleText(text) !== text || text === '') {
    throw new PolicyError(
      `${source}: the ${action} rule ${visibleText(JSON.stringify(text))} ${problem ?? 'is no plain path'}`,
      { rule: text, source },
      'Write an absolute path, one below ~, or one relative to the workspace, such as "secrets/**".',
    )
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
  return (path, workspace) => {
    const base = pattern.startsWith('/') || pattern.startsWith('~') ? '' : workspace
    let matches = compiled.get(base)
    if (!matches) {
      const whole = base === '' ? pattern : `~/${pattern}`
      const root = fold(base === '' ? home : base)
      const [own, below] = [whole, `${whole}/**`].map((text) => compilePathPattern(fold(text), root))
      matches = (candidate) => own!(candidate) || below!(candidate)
      compiled.set(base, matches)
    }
    return matches(fold(path))
  }
}
