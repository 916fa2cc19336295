import { visibleText } from '@poundlock/spec'
import type { TextLayout } from './client-screens.ts'

/** Marks around foreign text, and at the end of each of its lines but the last. */
const [OPEN, CLOSE, LINE_END] = ['⟦', '⟧', '⏎']

/**
 * What will run, between marks, so that none of its lines can pass for one of ours, and with its line ends to be seen
 * where they are no rows. Tabs are escapes: some clients drop them.
 *
 * @param options.joined puts all lines in one
 */
export function markedText(
  text: string,
  { layout, joined = false }: { readonly layout: TextLayout; readonly joined?: boolean },
): string {
  const lines = text.split('\n').map((line) => {
    const shown = visibleText(line).replace(
      /[\u27E6\u27E7\u23CE]/g,
      (mark) => `\\u{${mark.codePointAt(0)!.toString(16)}}`,
    )
    // Blanks at the end of a line are invisible, and so are repeated ones where they collapse.
    const ended = shown.replace(/ +$/, (blanks) => '\\x20'.repeat(blanks.length))
    return layout === 'rows' ? ended : ended.replace(/^ +|(?<= ) +/g, (blanks) => '\\x20'.repeat(blanks.length))
  })
  return `${OPEN}${lines.join(joined ? ` ${LINE_END} ` : ` ${LINE_END}\n`)}${CLOSE}`
}

/** Characters that Markdown and HTML leave unchanged, unless `CHANGED` matches. */
const LEFT_ALONE = /^[\w ./:=@%+,'"();|!?{}^\-~$*&>\n\u27E6\u27E7\u23CE]*$/
/** Pairs of marks, underscores at the edge of a word, entities, names of emoji, and beginnings of blocks. */
const CHANGED = /\*[^]*\*|~[^]*~|\$[^]*\$|\b_|_\b|&#?\w+;|\$\(|:\w+:|^\s*[>|+*=-]/m

/**
 * Whether a text looks the same when it is read as Markdown or HTML, which drop marks, comments and the targets of
 * links. Unknown characters count as changed.
 */
export const survivesMarkup = (text: string): boolean => LEFT_ALONE.test(text) && !CHANGED.test(text)
