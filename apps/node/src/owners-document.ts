import { join } from 'node:path'
import { parseApprovals } from '@poundlock/approvals'
import { openApprovalsStore } from '@poundlock/approvals/node'
import { GatewayError, type ResultOf } from '@poundlock/protocol'
import { PoundlockError } from '@poundlock/spec'

/** The approvals document of the owner of this machine. */
export interface OwnersDocument {
  read(): ResultOf<'system.execApprovals.get'>
  /** @throws GatewayError `CONFLICT` where it is not based on what stands there; `INVALID_PARAMS` where it is none */
  replace(text: string, base: string | null): Promise<ResultOf<'system.execApprovals.set'>>
}

export function ownersDocument(stateFolder: string): OwnersDocument {
  const store = openApprovalsStore(join(stateFolder, 'exec-approvals.json'))
  return {
    read() {
      const { document, hash } = store.read()
      if (hash === null) return { document: null, hash: null }
      // The token of the local socket is no business of anybody else.
      const { socket: _, ...shown } = document
      return { document: `${JSON.stringify(shown, null, 2)}\n`, hash }
    },
    async replace(text, base) {
      try {
        const wanted = parseApprovals(text, 'the document', { isProposal: true })
        const { hash } = await store.update(({ socket }) => ({ ...wanted, ...(socket && { socket }) }), base)
        return { hash: hash! }
      } catch (error) {
        throw asGatewayError(error)
      }
    },
  }
}

function asGatewayError(error: unknown): unknown {
  if (!PoundlockError.isInstance(error)) return error
  const code = { APPROVALS_CHANGED: 'CONFLICT', APPROVALS_INVALID: 'INVALID_PARAMS' } as const
  const known = Object.hasOwn(code, error.code) ? code[error.code as keyof typeof code] : 'RECORD_FAILED'
  return new GatewayError(error.message.slice(0, 2000), { code: known, cause: error })
}
