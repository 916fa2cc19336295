import { parsePattern, type CharacterTest, type PatternNode } from './parse-pattern.ts'

const MAX_LENGTH = 1000
const MAX_STEPS = 5000

type Step =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'start' | 'end' | 'match' }
  | { readonly kind: 'split'; first: number; second: number }
  | { readonly kind: 'jump'; to: number }

/** Whether a pattern occurs in a text. */
export type LinearPattern = (text: string) => boolean

/**
 * Compiles a pattern to one that takes time in proportion to the text, whatever both are: a pattern that somebody wrote
 * without care cannot hang the program. Source: Thompson, Regular Expression Search Algorithm, 1968.
 *
 * @throws SyntaxError when it is none, too long, or needs more than linear time
 */
export function linearPattern(pattern: string): LinearPattern {
  if (pattern.length > MAX_LENGTH) throw new SyntaxError(`it is longer than ${MAX_LENGTH} characters`)
  const steps: Step[] = []
  emit(parsePattern(pattern), steps)
  steps.push({ kind: 'match' })
  return (text) => matches(steps, text)
}

function add(steps: Step[], step: Step): number {
  if (steps.length >= MAX_STEPS) throw new SyntaxError('its repetitions are too many in all')
  return steps.push(step) - 1
}

function emit(node: PatternNode, steps: Step[]): void {
  switch (node.kind) {
    case 'character':
    case 'start':
    case 'end':
      add(steps, node)
      break
    case 'sequence':
      for (const part of node.parts) emit(part, steps)
      break
    case 'either': {
      const jumps: { to: number }[] = []
      for (const [index, part] of node.parts.entries()) {
        const last = index === node.parts.length - 1
        const split = { kind: 'split' as const, first: steps.length + 1, second: 0 }
        if (!last) add(steps, split)
        emit(part, steps)
        if (last) continue
        const jump = { kind: 'jump' as const, to: 0 }
        add(steps, jump)
        jumps.push(jump)
        split.second = steps.length
      }
      for (const jump of jumps) jump.to = steps.length
      break
    }
    case 'repeat': {
      for (let count = 0; count < node.least; count++) emit(node.part, steps)
      if (node.most === Infinity) {
        const split = { kind: 'split' as const, first: steps.length + 1, second: 0 }
        const begin = add(steps, split)
        emit(node.part, steps)
        add(steps, { kind: 'jump', to: begin })
        split.second = steps.length
        break
      }
      const splits: { second: number }[] = []
      for (let count = node.least; count < node.most; count++) {
        const split = { kind: 'split' as const, first: steps.length + 1, second: 0 }
        add(steps, split)
        splits.push(split)
        emit(node.part, steps)
      }
      for (const split of splits) split.second = steps.length
      break
    }
  }
}

function matches(steps: readonly Step[], text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0)!)
  let current: number[] = []
  for (let at = 0; at <= codes.length; at++) {
    // It may begin anywhere.
    const reached = reach(steps, [...current, 0], at, codes.length)
    if (reached === null) return true
    if (at === codes.length) return false
    current = reached
      .filter((index) => (steps[index] as { test: CharacterTest }).test(codes[at]!))
      .map((index) => index + 1)
  }
  return false
}

/** The steps for a character that can be reached without one; `null` when the end can be. */
function reach(steps: readonly Step[], from: readonly number[], at: number, length: number): number[] | null {
  const seen = new Set<number>()
  const found: number[] = []
  const open = [...from]
  while (open.length > 0) {
    const index = open.pop()!
    if (seen.has(index)) continue
    seen.add(index)
    const step = steps[index]!
    if (step.kind === 'match') return null
    if (step.kind === 'character') found.push(index)
    else if (step.kind === 'split') open.push(step.second, step.first)
    else if (step.kind === 'jump') open.push(step.to)
    else if (step.kind === 'start' ? at === 0 : at === length) open.push(index + 1)
  }
  return found
}
