import type { MethodName, ParamsOf, ResultOf } from '@poundlock/protocol'
import type { Caller } from './caller.ts'
import type { Services } from './services.ts'

/** What else stands in the frame of a request. */
export interface RequestHeader {
  readonly id: string
  readonly method: string
  readonly idempotencyKey?: string
  readonly traceparent?: string
}

/**
 * Serves one method. Params fit the method's schema, and the caller has its scope and role, before this is called.
 *
 * @throws GatewayError (of `@poundlock/protocol`) for what the caller is told; a StateFileError is `RECORD_FAILED`, and
 *   anything else a fault, `INTERNAL`
 */
export type Handler<Name extends MethodName> = (
  params: ParamsOf<Name>,
  caller: Caller,
  services: Services,
  request: RequestHeader,
) => ResultOf<Name> | Promise<ResultOf<Name>>

/** Handlers by the name of their method; each fits the table of methods. */
export type Handlers = { readonly [Name in MethodName]?: Handler<Name> }
