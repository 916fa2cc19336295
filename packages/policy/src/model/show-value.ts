import { visibleText } from '@poundlock/spec'

/** Characters that are shown of a value: a file can hold one of any length. */
const LONGEST = 300

/** A value as a person reads it, in quotes where it is text. */
export function showValue(value: unknown): string {
  const text = visibleText((JSON.stringify(value) ?? 'nothing').slice(0, LONGEST + 1))
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
