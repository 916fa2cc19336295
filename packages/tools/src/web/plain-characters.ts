import { visibleText } from '@poundlock/spec'

/** What only says where a word may be broken, or which way it is read. */
const WITHOUT_MEANING = /[\u00AD\u061C\u200B\u200E\u200F\u2060\uFEFF]/g

/**
 * What moves a cursor, reorders what is read, or is seen by nobody and yet read by a model: controls, overrides of the
 * direction, tags, letters that look like blanks, and joiners and selectors beyond the one that scripts and emoji need.
 */
const HIDDEN =
  /[\0-\u0008\u000B\u000E-\u001F\u007F-\u009F\u115F\u1160\u2028-\u202E\u2061-\u206F\u2800\u3164\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}\p{Cs}\p{Co}]|\u034F|[\u17B4\u17B5]|[\u180B-\u180F]|(?<=[\uFE00-\uFE0F])[\uFE00-\uFE0F]|(?<=[\u200C\u200D])[\u200C\u200D]/gu

/** A text from elsewhere in which everything can be seen: what hides is written as an escape. */
export function plainCharacters(text: string): string {
  return text
    .replace(/\r\n?|\f/g, '\n')
    .replace(WITHOUT_MEANING, '')
    .replace(HIDDEN, (character) => visibleText(character))
}
