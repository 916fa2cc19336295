import { visibleText } from '@poundlock/spec'

/** What only says where a word may be broken, or which way it is read. */
const WITHOUT_MEANING = /[\u00AD\u061C\u200B\u200E\u200F\u2060\uFEFF]/g

/**
 * Characters that move a cursor, reorder text, or are invisible to people and read by models: controls, direction
 * overrides, tags, letters that look like blanks, and joiners and selectors beyond the one that scripts and emoji need.
 */
const HIDDEN =
  /[\0-\u0008\u000B\u000E-\u001F\u007F-\u009F\u115F\u1160\u2028-\u202E\u2061-\u206F\u2800\u3164\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}\p{Cs}\p{Co}]|\u034F|[\u17B4\u17B5]|[\u180B-\u180F]|(?<=[\uFE00-\uFE0F])[\uFE00-\uFE0F]|(?<=[\u200C\u200D])[\u200C\u200D]/gu

/** A text from elsewhere with its invisible characters as escapes. */
export function plainCharacters(text: string): string {
  return text
    .replace(/\r\n?|\f/g, '\n')
    .replace(WITHOUT_MEANING, '')
    .replace(HIDDEN, (character) => visibleText(character))
}
