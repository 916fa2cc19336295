import type { ComponentChildren } from 'preact'
import { ForeignText } from './command-text.tsx'

export type Fact = readonly [name: string, value: ComponentChildren]

/** Names and values. Text is shown as text of others; a value that is undefined or null is left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' ? <ForeignText text={value} /> : value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
