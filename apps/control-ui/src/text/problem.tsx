import { ForeignText } from './command-text.tsx'

/** What went wrong, said at once to those who do not see it. */
export function Problem({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    <p class="problem" role="alert">
      <ForeignText text={text} />
    </p>
  )
}
