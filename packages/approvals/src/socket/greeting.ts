import { closedObject, type Static, Type } from '@poundlock/spec/schema'
import { SOCKET_PROTOCOL } from './protocol.ts'

const Nonce = Type.String({ pattern: '^[0-9a-f]{32}$' })

/** What a client begins with. */
export const Hello = closedObject({ version: Type.Literal(SOCKET_PROTOCOL.version), nonce: Nonce })

/** What the server answers: first it proves that it has the token, and names the file that proves whose the client is. */
export const Welcome = closedObject({
  version: Type.Literal(SOCKET_PROTOCOL.version),
  nonce: Nonce,
  proof: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  file: Type.String({ pattern: '^\\.proof-[0-9a-f]{32}$' }),
})
export type Welcome = Static<typeof Welcome>
