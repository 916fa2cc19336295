import type { MethodsOf, ParamsOf, ResultOf } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { signal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { textOf } from './gateway-link.ts'

/** What came of a request that a screen shows. */
export interface Loaded<Result> {
  /** The last one that succeeded; `null` before the first. */
  readonly result: ReadonlySignal<Result | null>
  readonly problem: ReadonlySignal<string | null>
  /** Makes the request again. */
  readonly reload: () => void
}

/**
 * Makes a request for a screen, and makes it again when its parameters change.
 *
 * @param everyMs also every so many milliseconds, while the page is in view
 */
export function useRequest<Name extends MethodsOf<'gateway'>>(
  client: GatewayClient,
  method: Name,
  params: ParamsOf<Name>,
  everyMs?: number,
): Loaded<ResultOf<Name>> {
  const key = JSON.stringify(params)
  const state = useMemo(
    () => ({ result: signal<ResultOf<Name> | null>(null), problem: signal<string | null>(null), turn: 0 }),
    [client, method, key],
  )
  const reload = useMemo(
    () => () => {
      const turn = ++state.turn
      client.request(method, params).then(
        (result) => {
          // An answer that was overtaken by a later one shows what was.
          if (turn === state.turn) [state.result.value, state.problem.value] = [result, null]
        },
        (error: unknown) => {
          if (turn === state.turn) state.problem.value = textOf(error)
        },
      )
    },
    [state],
  )
  useEffect(() => {
    reload()
    if (everyMs === undefined) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload()
    }, everyMs)
    return () => clearInterval(timer)
  }, [reload, everyMs])
  return { ...state, reload }
}
