import { visibleText } from '@poundlock/spec'
import { type Validator, createValidator } from '@poundlock/spec/validation'
import type { TSchema } from 'typebox'
import { GatewayError } from '../errors/gateway-error.ts'
import { ConnectParams } from '../handshake/handshake.ts'
import { METHODS, type MethodName, type ParamsOf } from './method-table.ts'

const validators = new Map<TSchema, Validator>()

function validatorOf(schema: TSchema): Validator {
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

/** The same of the request `connect`. */
export function readConnectParams(params: unknown): ConnectParams {
  return checked(ConnectParams, params) as ConnectParams
}

function checked(schema: TSchema, params: unknown): unknown {
  const issues = validatorOf(schema)(params)
  const [first] = issues
  if (!first) return params
  const path = `/params${first.pointer}`
  throw new GatewayError('INVALID_PARAMS', `${visibleText(path)}: ${first.message}.`, {
    path,
    expected: first.message,
    ...(issues.length > 1 && {
      details: { issues: issues.map(({ pointer, message }) => ({ path: `/params${pointer}`, expected: message })) },
    }),
  })
}
