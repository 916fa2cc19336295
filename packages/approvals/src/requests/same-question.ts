import { type Binding, findDrift } from '../binding/binding.ts'
import type { ApprovalRequest } from './request.ts'

type Question = Pick<ApprovalRequest, 'binding' | 'effects'>

/**
 * Whether a new question is the same as an earlier one: all that an answer is bound to is the same, but for quotes and
 * blanks of the line that change none of its words. Only a denial reaches that far; an approval is for exactly its text.
 */
export function isSameQuestion(earlier: Question, now: Question): boolean {
  const drift = findDrift(earlier.binding, now.binding)
  if (drift.length === 0) return true
  return drift.every(({ code }) => code === 'DRIFT_TEXT') && isRespelled(earlier, now)
}

function isRespelled(earlier: Question, now: Question): boolean {
  const [one, other] = [earlier.binding, now.binding]
  // Without known words, or with input in the line itself, the text is all there is to go by.
  if (one.argv === null || one.text.includes('<<') || other.text.includes('<<')) return false
  return (
    spelling(one) === spelling(other) &&
    JSON.stringify(one.argv) === JSON.stringify(other.argv) &&
    JSON.stringify(earlier.effects ?? []) === JSON.stringify(now.effects ?? [])
  )
}

/** The line without what only quotes and separates words. Newlines stay: they end commands. */
const spelling = ({ text }: Binding): string =>
  text
    .replaceAll(/["'\\]/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?([;&|<>()]+) ?/g, '$1')
    .trim()
