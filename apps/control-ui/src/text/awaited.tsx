import type { Loaded } from '../connection/use-request.ts'
import { Problem } from './problem.tsx'

/** What a screen has asked for is on its way, or why it does not come. */
export const Awaited = ({
  what: { result, problem },
}: {
  readonly what: Pick<Loaded<unknown>, 'result' | 'problem'>
}) => (problem.value === null && result.value === null ? <Loading /> : <Problem text={problem.value} />)

export const Loading = () => (
  <p class="note" aria-busy="true">
    Loading…
  </p>
)
