import { ForeignText } from './command-text.tsx'

export interface DifferenceLine {
  readonly kind: 'heading' | 'added' | 'removed' | 'context' | 'hunk' | 'note'
  readonly text: string
}

/** What lines mean, for those who do not see their colours. */
const SCREEN_READER_PREFIX: Partial<Record<DifferenceLine['kind'], string>> = { added: 'added: ', removed: 'removed: ' }

/** Changed lines of files. The sign at the start of each says the same as its colour. */
export function Difference({ lines, label }: { readonly lines: readonly DifferenceLine[]; readonly label: string }) {
  return (
    <div class="difference" role="region" aria-label={label} tabIndex={0}>
      {lines.map(({ kind, text }, index) => (
        <div key={index} class={`line-${kind}`}>
          {SCREEN_READER_PREFIX[kind] !== undefined && (
            <span class="screen-reader-only">{SCREEN_READER_PREFIX[kind]}</span>
          )}
          <ForeignText text={text} />
        </div>
      ))}
    </div>
  )
}
