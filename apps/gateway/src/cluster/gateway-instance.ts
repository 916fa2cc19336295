import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Type } from '@poundlock/spec/schema'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { readState } from '../identity/read-state.ts'
import { newId } from '../identity/secrets.ts'
import { gatewayFolder } from '../listen/socket-path.ts'

const DIGITS = 8
const id = Type.String({ pattern: `^[0-9a-f]{${DIGITS}}$` })
const InstanceFile = Type.Object({ version: Type.Literal(1), instance: id }, { additionalProperties: false })

/**
 * What tells this gateway from the others that share its identity: 8 hexadecimal digits, made at the first start.
 *
 * @throws GatewayHostError `GATEWAY_STATE`; StateFileError
 */
export function gatewayInstance(stateFolder: string): string {
  const file = join(gatewayFolder(stateFolder), 'instance.json')
  const stored = readState(file, InstanceFile)
  if (stored !== null) return stored.instance
  const instance = randomBytes(DIGITS / 2).toString('hex')
  replaceOwnFile(file, `${JSON.stringify({ version: 1, instance })}\n`)
  return instance
}

/** An id that cannot be guessed and that says which gateway made it, where it shares a bus: `run_<instance><24 digits>`. */
export function ownedId(kind: string, instance = ''): string {
  return `${kind}_${instance}${newId().slice(instance.length)}`
}

/** The gateway that made an id; `null` for a text that is none. */
export const ownerOfId = (text: string): string | null => /^[a-z]+_([0-9a-f]{8})[0-9a-f]{24}$/.exec(text)?.[1] ?? null
