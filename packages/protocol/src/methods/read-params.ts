import { visibleText } from '@poundlock/spec'
import type { JsonSchema } from '@poundlock/spec/schema'
import { type Validator, createValidator } from '@poundlock/spec/validation'
import { GatewayError } from '../errors/gateway-error.ts'
import { ConnectParams } from '../handshake/handshake.ts'
import { METHODS, type MethodName, type ParamsOf, type ResultOf } from './method-table.ts'

const validators = new Map<JsonSchema, Validator>()

function validatorOf(schema: JsonSchema): Validator {
  let validator = validators.get(schema)
  if (!validator) validators.set(schema, (validator = createValidator(schema)))
  return validator
}

/**
 * The parameters of a request, once they fit the closed schema of its method.
 *
 * @throws GatewayError `INVALID_PARAMS` with the path and what was expected
 */
export function readParams<Name extends MethodName>(name: Name, params: unknown): ParamsOf<Name> {
  return checked(METHODS[name].params, params) as ParamsOf<Name>
}

/** The parameters of the request `connect`, once they fit their closed schema. */
export function readConnectParams(params: unknown): ConnectParams {
  return checked(ConnectParams, params) as ConnectParams
}

/**
 * What the other side answered to a request, once it fits the closed schema of its method.
 *
 * @throws GatewayError `INTERNAL`: the other side does not keep to the protocol
 */
export function readMethodResult<Name extends MethodName>(name: Name, result: unknown): ResultOf<Name> {
  const [issue] = validatorOf(METHODS[name].result)(result)
  if (!issue) return result as ResultOf<Name>
  const path = `/result${issue.pointer}`
  throw new GatewayError(`The answer to ${name} does not fit: ${visibleText(path)}: ${issue.message}.`, {
    code: 'INTERNAL',
    path,
    expected: issue.message,
  })
}

function checked(schema: JsonSchema, params: unknown): unknown {
  const issues = validatorOf(schema)(params)
  const [first] = issues
  if (!first) return params
  const path = `/params${first.pointer}`
  throw new GatewayError(`${visibleText(path)}: ${first.message}.`, {
    code: 'INVALID_PARAMS',
    path,
    expected: first.message,
    ...(issues.length > 1 && {
      details: { issues: issues.map(({ pointer, message }) => ({ path: `/params${pointer}`, expected: message })) },
    }),
  })
}
