import { RPC_ERROR_CODES, RpcFailure, type Params } from '@poundlock/jsonrpc'
import { HANDSHAKE_REVISIONS } from '../connection/protocol.ts'
import { LOG_LEVELS, type LogLevel } from './log-level.ts'
import { META, STATELESS_ERRORS, STATELESS_REVISION } from './stateless.ts'

export type Values = Readonly<Record<string, unknown>>

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A client's information about itself: from the handshake, or from each request. */
export interface ClientSide {
  readonly name: string
  readonly revision: string
  /** Whether it shows forms to its person. */
  readonly showsForms: boolean
  /** Whether it asks its model for others. */
  readonly samples: boolean
}

/** Revisions that are served, the newest first. */
export const SERVED_REVISIONS: readonly string[] = [STATELESS_REVISION, ...HANDSHAKE_REVISIONS]

const LONGEST_NAME = 200

export const invalidParams = (message: string): RpcFailure =>
  new RpcFailure({ code: RPC_ERROR_CODES.invalidParams, message: `Invalid params: ${message}` })

/**
 * The named values of a request; other forms are refused. The values about the request itself must be valid, too: a
 * server would ignore an invalid request and never answer.
 *
 * @throws RpcFailure
 */
export function valuesOf(params: Params | undefined): Values {
  if (params === undefined) return {}
  if (!isValues(params)) throw invalidParams('expected named values')
  const { _meta: meta, ...values } = params
  if (meta === undefined) return params
  if (meta === null) return values
  if (!isValues(meta)) throw invalidParams('_meta: expected an object')
  if (meta['progressToken'] !== undefined && progressTokenOf(params) === undefined) {
    throw invalidParams('_meta: progressToken: expected a text or a whole number')
  }
  return params
}

/** @throws RpcFailure */
export function readInitialize(params: Values): ClientSide {
  const { protocolVersion, capabilities, clientInfo } = params
  if (typeof protocolVersion !== 'string') throw invalidParams('protocolVersion: expected a text')
  if (capabilities !== undefined && !isValues(capabilities)) throw invalidParams('capabilities: expected an object')
  // One that is not known is answered with the newest that has a handshake; whether that will do is for the client.
  const revision = HANDSHAKE_REVISIONS.includes(protocolVersion) ? protocolVersion : HANDSHAKE_REVISIONS[0]!
  const samples = isValues(capabilities?.['sampling'])
  return { name: nameOf(clientInfo), revision, showsForms: showsForms(capabilities), samples }
}

/** Whether a request speaks for itself, as since 2026-07-28. */
export function isStateless(params: Params | undefined): boolean {
  const meta = isValues(params) ? params['_meta'] : undefined
  return isValues(meta) && Object.hasOwn(meta, META.protocolVersion)
}

/**
 * The client information of a request. @param supported the revisions for the error, when the client's is none of them
 * @throws RpcFailure
 */
export function readStatelessClient(
  params: Values,
  supported: readonly string[] = SERVED_REVISIONS,
): ClientSide & { readonly logLevel: LogLevel | null } {
  const meta = isValues(params['_meta']) ? params['_meta'] : {}
  const revision = meta[META.protocolVersion]
  if (typeof revision !== 'string') throw invalidParams(`_meta: ${META.protocolVersion}: expected a text`)
  if (revision !== STATELESS_REVISION) throw unsupportedRevision(revision, supported)
  const capabilities = meta[META.clientCapabilities]
  if (!isValues(capabilities)) throw invalidParams(`_meta: ${META.clientCapabilities}: expected an object`)
  const level = meta[META.logLevel]
  return {
    name: nameOf(meta[META.clientInfo]),
    revision,
    showsForms: showsForms(capabilities),
    samples: isValues(capabilities['sampling']),
    logLevel: isLogLevel(level) ? level : null,
  }
}

export const unsupportedRevision = (requested: string, supported: readonly string[]): RpcFailure =>
  new RpcFailure({
    code: STATELESS_ERRORS.unsupportedRevision,
    message: 'Unsupported protocol version',
    data: { supported, requested: requested.slice(0, 100) },
  })

/** @throws RpcFailure */
export function readToolCall(params: Values): { readonly name: string; readonly input: unknown } {
  const { name, arguments: input } = params
  if (typeof name !== 'string' || name === '') throw invalidParams('name: expected the name of a tool')
  if (name.length > LONGEST_NAME) throw invalidParams(`name: expected at most ${LONGEST_NAME} characters`)
  if (input !== undefined && !isValues(input)) throw invalidParams('arguments: expected an object')
  return { name, input: input ?? {} }
}

/** The token for progress notifications; `undefined` where the client wants none. */
export function progressTokenOf(params: Values): string | number | undefined {
  const meta = params['_meta']
  const token = isValues(meta) ? meta['progressToken'] : undefined
  return typeof token === 'string' || Number.isSafeInteger(token) ? (token as string | number) : undefined
}

/** @throws RpcFailure */
export function readLogLevel({ level }: Values): LogLevel {
  if (isLogLevel(level)) return level
  throw invalidParams(`level: expected one of ${LOG_LEVELS.join(', ')}`)
}

const isLogLevel = (value: unknown): value is LogLevel => LOG_LEVELS.includes(value as LogLevel)

function nameOf(info: unknown): string {
  const name = isValues(info) ? info['name'] : undefined
  return typeof name === 'string' && name !== '' ? name.slice(0, LONGEST_NAME) : 'unnamed'
}

/** A capability without modes is the one for forms. Source: Model Context Protocol, 2025-11-25, Elicitation. */
function showsForms(capabilities: unknown): boolean {
  const elicitation = isValues(capabilities) ? capabilities['elicitation'] : undefined
  return isValues(elicitation) && (isValues(elicitation['form']) || !Object.hasOwn(elicitation, 'url'))
}
