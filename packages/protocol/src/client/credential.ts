import type { ConnectAuth } from '../handshake/handshake.ts'
import { sha256 } from './encoding.ts'

/**
 * What a device has to show beside its key: the `token` of an earlier hello; a `setup-code` that somebody made for it; or
 * nothing, where it asks to be paired, and waits.
 */
export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'setup-code'; readonly code: string; readonly name: string }
  | { readonly kind: 'pairing'; readonly name: string }

/** A credential as it is said and signed: neither has the secret itself. */
export async function presented(credential: Credential): Promise<{ auth: ConnectAuth; credentialHash: string }> {
  switch (credential.kind) {
    case 'token':
      return { auth: { kind: 'token' }, credentialHash: await sha256(credential.token) }
    case 'setup-code': {
      const { code, name } = credential
      return { auth: { kind: 'setup-code', codeId: code.split('-', 1)[0]!, name }, credentialHash: await sha256(code) }
    }
    case 'pairing':
      return { auth: { kind: 'pairing', name: credential.name }, credentialHash: '' }
  }
}
