import { FileToolError } from '../file-tool-error.ts'
import { findOccurrences, type Occurrence } from './find-occurrences.ts'
import { findNearestMatch, type NearestMatch } from './nearest-match.ts'
import { lineAt } from './replace-text.ts'

const MOST_LINES_NAMED = 20

const DIFFERENCES: Readonly<Record<NearestMatch['difference'], string>> = {
  blanks: 'differ only in blanks or line breaks',
  quotes: 'differ only in quotation marks or dashes',
  case: 'differ only in capital letters',
  text: 'come nearest',
}

export function missingError(
  shown: string,
  text: string,
  { old_string: wanted, new_string: replacement }: { readonly old_string: string; readonly new_string: string },
): FileToolError {
  const message = `old_string does not occur in ${shown}; nothing was changed`
  const [there] = replacement.length > 3 ? findOccurrences(text, replacement, false) : []
  if (there !== undefined) {
    const remedy = `new_string is there already, at line ${String(lineAt(text, there.start))}: the edit may have been made before.`
    return new FileToolError(message, {
      code: 'EDIT_MISSING',
      remedy,
      details: { alreadyAtLine: lineAt(text, there.start) },
    })
  }
  if (/^\s*\d+\t/.test(wanted)) {
    const remedy = 'It begins like a line of read_file: leave out the line number and the tab.'
    return new FileToolError(message, { code: 'EDIT_MISSING', remedy })
  }
  const nearest = findNearestMatch(text, wanted)
  if (nearest === null) {
    const remedy = 'Nothing in it comes near. Read the file and copy the text exactly.'
    return new FileToolError(message, { code: 'EDIT_MISSING', remedy })
  }
  const { firstLine, lines, difference } = nearest
  const numbered = lines.map((line, index) => `${String(firstLine + index).padStart(6)}\t${line.slice(0, 300)}`)
  const remedy = `These lines ${DIFFERENCES[difference]}; copy them exactly:\n${numbered.join('\n')}`
  return new FileToolError(message, { code: 'EDIT_MISSING', remedy, details: { nearestLine: firstLine, difference } })
}

export function ambiguousError(shown: string, text: string, occurrences: readonly Occurrence[]): FileToolError {
  const lines = occurrences.slice(0, MOST_LINES_NAMED).map(({ start }) => lineAt(text, start))
  const more = occurrences.length > lines.length ? ', …' : ''
  const message = `old_string occurs ${String(occurrences.length)} times in ${shown}, at lines ${lines.join(', ')}${more}; nothing was changed`
  const remedy = 'Add the text around the one that is meant, or set replace_all to change them all.'
  return new FileToolError(message, {
    code: 'EDIT_AMBIGUOUS',
    remedy,
    details: { occurrences: occurrences.length, lines },
  })
}
