import { visibleText } from '@poundlock/spec'
import { useMemo, useState } from 'preact/hooks'
import { highlight } from './highlight.ts'
import { markParts, type Part } from './mark-parts.ts'

/** More than fits on a few screens is shown when asked for. */
export const LONG_TEXT = 4000

/** Text from an agent: all of it is visible, and none of it is markup. */
export function ForeignText({ text }: { readonly text: string }) {
  return <bdi>{visibleText(text, { newlines: 'keep' })}</bdi>
}

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
              <ForeignText text={piece} />
            </span>
          )
          return isMarked ? <mark key={index}>{token}</mark> : token
        })}
        {isCut && '…'}
      </code>
      {isCut && (
        <button type="button" onClick={showAll}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </div>
  )
}
