import { isWithin } from '@poundlock/spec'
import { spend } from '../../model/budget.ts'
import type { PlannedEffect } from '../../model/command-plan.ts'
import { foldName, normalisePath } from '../../model/paths.ts'
import type { ReachesBelow } from '../../rules/files/effect-rule.ts'
import { folderOf, pathOfRule } from '../../rules/files/file-rules.ts'
import { literals, pathTokens } from '../../rules/paths/path-pattern.ts'
import {
  type PathRegion,
  type RegionToken,
  plainRegion,
  regionOf,
  regionsMeet,
} from '../../rules/paths/patterns-meet.ts'

/**
 * Everything that an effect may be on, where that is more than the one path that it names: what a pattern of the shell
 * matches, what lies below a folder; else `null`. Folded.
 */
export function touchedRegion({ path, pattern, recursive }: PlannedEffect): PathRegion | null {
  if (path === null || (pattern === undefined && !recursive)) return null
  const below = recursive === true
  if (pattern === undefined) return plainRegion(foldName(folderOf(path)).replace(/^\/$/, ''), below)
  return regionOf(shellTokens(foldName(pattern.replace(/(?<=[^/])\/+$/, ''))), below)
}

/** To look a folder up, beside what lies there; and what is counted for one that holds too much. */
const LOOK_STEPS = 1000
const MOST_THERE = 50_000

/**
 * Whether a rule on paths may cover something that an effect is on besides the path that it names: in a folder, or among
 * what a pattern stands for. Where it can be looked up, it has to be there.
 *
 * @param rule the pattern of the rule, and whether it covers a path
 */
export const reachesBelow: ReachesBelow = (rule, effect, { home, workspace, below }) => {
  if (effect.path === null) return false
  const region = touchedRegion(effect)
  // Not every table says what goes through folders: one that a rule begins in counts in any case.
  const whole = region && { ...region, below: true }
  const place = pathOfRule(rule.text, home, normalisePath(workspace))
  // To list names is to read no file, but where all that a folder holds is meant.
  if (effect.lists && !(/(?:^|\/)\*+$/.test(rule.text) && isWithin(foldName(folderOf(effect.path)), place)))
    return false
  const may = region
    ? ruleMeets(rule.text, region, home, workspace) || regionsMeet(plainRegion(place, false), whole!)
    : isWithin(place, foldName(folderOf(effect.path)))
  if (!may || below === undefined) return may
  const folder = folderOf(effect.path)
  const there = below(folder)
  // To look a folder up takes long, also the first time of many.
  spend(LOOK_STEPS + 20 * (there?.length ?? MOST_THERE))
  if (there === null) return true
  // What a link leads to counts wherever it is.
  const isMeant = (path: string) =>
    whole === null || !isWithin(path, folder) || regionsMeet(plainRegion(foldName(path), false), whole)
  return there.some((path) => rule.covers(path, workspace) && isMeant(path))
}

/** Whether a folder, folded, or something in it is in a region. */
export const regionHolds = (region: PathRegion, folder: string): boolean =>
  regionsMeet(region, plainRegion(folder, true))

function ruleMeets(rule: string, region: PathRegion, home: string, workspace: string): boolean {
  spend(10 * rule.length)
  const isWhole = rule.startsWith('/') || rule.startsWith('~')
  const tokens = isWhole
    ? pathTokens(foldName(rule), foldName(home))
    : pathTokens(foldName(`~/${rule}`), foldName(normalisePath(workspace)))
  return regionsMeet(regionOf(tokens, true), region)
}

/**
 * A pattern of bash, never read as less than it matches: a set of characters is any one, and from a brace or an extended
 * pattern on anything may follow. What begins with a dot is only matched by one. bash(1), Pathname Expansion
 */
function shellTokens(pattern: string): readonly RegionToken[] {
  const tokens: RegionToken[] = []
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!
    const begins = pattern[at - 1] === '/'
    if (character === '\\' && at + 1 < pattern.length) tokens.push(...literals(pattern[++at]!))
    else if (character === '{' || (/[?*+@!]/.test(character) && pattern[at + 1] === '(')) {
      return [...tokens, { kind: 'across' }]
    } else if (character === '*') {
      let end = at + 1
      while (pattern[end] === '*') end++
      if (end - at > 1) tokens.push({ kind: 'across' })
      else if (!begins) tokens.push({ kind: 'within' })
      else tokens.push({ kind: pattern[end] === '.' ? 'name-one' : 'name-some' }, { kind: 'within' })
      at = end - 1
    } else if (character === '?') tokens.push({ kind: begins ? 'name-one' : 'one' })
    else if (character === '[') {
      const end = pattern.indexOf(']', at + (/^\[[!^]?\]/.exec(pattern.slice(at, at + 3))?.[0].length ?? 1))
      // Without its end it is a bracket; which of both, a program may see otherwise.
      if (end < 0 || /[[/]/.test(pattern.slice(at + 1, end))) return [...tokens, { kind: 'across' }]
      tokens.push({ kind: begins ? 'name-one' : 'one' })
      at = end
    } else tokens.push(...literals(character))
  }
  return tokens
}
