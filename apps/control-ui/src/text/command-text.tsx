import { visibleText } from '@poundlock/spec'
import { useMemo, useState } from 'preact/hooks'
import { highlight } from './highlight.ts'
import { markParts, type Part } from './mark-parts.ts'

/** More than fits on a few screens is shown when asked for. */
export const LONG_TEXT = 4000

interface TextProps {
  readonly text: string
}

const VisibleText = ({ text }: TextProps) => <bdi>{visibleText(text, { newlines: 'keep' })}</bdi>

/** Text from an agent: nothing in it hides, and none of it is markup. */
export function ForeignText({ text }: TextProps) {
  return text.length > LONG_TEXT ? <LongText text={text} /> : <VisibleText text={text} />
}

/** A page of megabytes answers nobody: the start, and the rest when asked for. */
function LongText({ text }: TextProps) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <VisibleText text={isWhole ? text : text.slice(0, LONG_TEXT)} />
      {!isWhole && <ShowAll length={text.length} onPress={() => setWhole(true)} />}
    </>
  )
}

const ShowAll = ({ length, onPress }: { readonly length: number; readonly onPress: () => void }) => (
  <>
    {'… '}
    <button type="button" onClick={onPress}>
      Show all {length.toLocaleString('en')} characters
    </button>
  </>
)

/** The start of a text from others in a line, for attributes. */
export const labelText = (text: string): string => visibleText(text.slice(0, 200))

interface CommandTextProps {
  readonly text: string
  /** The parts that are asked about, where others are not. */
  readonly asked?: readonly Part[] | undefined
  /** Called when all of it is shown. */
  readonly onWhole?: () => void
}

/**
 * A command line with what runs, what is data and what is only known at run time told apart, by more than colour.
 */
export function CommandText({ text, asked, onWhole }: CommandTextProps) {
  const [isWhole, setWhole] = useState(false)
  const isCut = text.length > LONG_TEXT && !isWhole
  const shown = isCut ? text.slice(0, LONG_TEXT) : text
  const tokens = useMemo(
    () => markParts(isCut ? [{ kind: 'plain' as const, text: shown }] : highlight(shown), asked ?? []),
    [shown, isCut, asked],
  )
  const showAll = () => {
    setWhole(true)
    onWhole?.()
  }
  return (
    <div class="command">
      <code>
        {tokens.map(({ kind, text: piece, isMarked }, index) => {
          const token = (
            <span key={index} class={`token-${kind}`}>
              <VisibleText text={piece} />
            </span>
          )
          return isMarked ? <mark key={index}>{token}</mark> : token
        })}
      </code>
      {isCut && <ShowAll length={text.length} onPress={showAll} />}
    </div>
  )
}
