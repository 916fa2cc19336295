// As a namespace, a bundler leaves out what is not used; the ready-made `Type` holds all of it.
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { SOCKET_PROTOCOL } from './protocol.ts'

const Nonce = Type.String({ pattern: '^[0-9a-f]{32}$' })

/** What a client begins with. */
export const Hello = Type.Object(
  { version: Type.Literal(SOCKET_PROTOCOL.version), nonce: Nonce },
  { additionalProperties: false },
)

/** What the server answers: first it proves that it has the token, and names the file that proves whose the client is. */
export const Welcome = Type.Object(
  {
    version: Type.Literal(SOCKET_PROTOCOL.version),
    nonce: Nonce,
    proof: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    file: Type.String({ pattern: '^\\.proof-[0-9a-f]{32}$' }),
  },
  { additionalProperties: false },
)
export type Welcome = Static<typeof Welcome>
