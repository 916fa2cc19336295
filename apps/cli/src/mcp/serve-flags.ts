import type { Surface } from '@poundlock/approvals/node'
import type { CallToApprove } from '@poundlock/runtime'
import type { PlaceFlags } from '../host/assemble.ts'

/** What `poundlock mcp serve` was given. */
export interface ServeFlags extends PlaceFlags {
  /** False where clients are never asked; other surfaces are. */
  readonly elicitation?: boolean
  /** Name of the one server that is served whole, in place of all the tools. */
  readonly passThrough?: string
  /** Over HTTP, instead of standard input and output. */
  readonly http?: boolean
  readonly host?: string
  readonly port?: string
  readonly tokenFile?: string
  readonly allowHost?: readonly string[]
  readonly allowOrigin?: readonly string[]
  /** No flag: surfaces for every request. */
  readonly beside?: readonly Surface<CallToApprove>[]
}
