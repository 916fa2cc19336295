import type { ConnectParams } from '@poundlock/protocol'
import {
  authenticated,
  failed,
  refused,
  signedStatement,
  type Authenticated,
  type Connecting,
  type NotAuthenticated,
} from './connect-proof.ts'
import type { IdentityParts } from './identity-parts.ts'
import { pairDevice, PairingImpossible } from './pair-device.ts'
import { hashOf, newToken } from './secrets.ts'
import type { SetupGrant } from './setup-codes.ts'
import type { SharedCode, SharedCodes } from './shared-codes.ts'

type Answer = Authenticated | NotAuthenticated

interface CodeAuth {
  readonly codeId: string
  readonly name: string
}

/** Pairs a device that has a setup code of this gateway, or of any that share its bus. */
export function bySetupCode(
  state: IdentityParts,
  params: ConnectParams,
  auth: CodeAuth,
  connecting: Connecting,
): Answer | Promise<Answer> {
  const { setupCodes, sharedCodes } = state
  if (sharedCodes !== null) return bySharedCode(state, sharedCodes, params, auth, connecting)
  const hash = setupCodes.hash(auth.codeId)
  if (hash === null) return refused('SETUP_CODE_INVALID', NOT_GOOD)
  const grant = setupCodes.peek(auth.codeId)!
  const proof = proven(state, params, connecting, { hash, grant })
  if (!(proof instanceof Uint8Array)) return proof
  // What cannot be written has used nothing up.
  return pair(state, params, { auth, grant, statement: proof }, () => setupCodes.redeem(auth.codeId))
}

const NO_MAKER = 'the setup code was made by a device that was revoked or paired anew since'

/** It is used up before anything is made of it, so that of any number of gateways one does. */
async function bySharedCode(
  state: IdentityParts,
  sharedCodes: SharedCodes,
  params: ConnectParams,
  auth: CodeAuth,
  connecting: Connecting,
): Promise<Answer> {
  const code = await sharedCodes.find(auth.codeId)
  if (code === null) return refused('SETUP_CODE_INVALID', NOT_GOOD)
  const proof = proven(state, params, connecting, code)
  if (!(proof instanceof Uint8Array)) return proof
  if (!mayStillGrant(state, code)) return refused('SETUP_CODE_INVALID', NO_MAKER)
  if (!(await sharedCodes.use(code))) return refused('SETUP_CODE_INVALID', NOT_GOOD)
  // Its maker may have been revoked while the other gateways were asked.
  if (!mayStillGrant(state, code)) return refused('SETUP_CODE_INVALID', NO_MAKER)
  return pair(state, params, { auth, grant: code.grant, statement: proof })
}

/** A gateway that was away while a device was revoked, or that made a code meanwhile, lets nobody in by it. */
function mayStillGrant({ devices }: IdentityParts, { grant, issuerPairedAt }: SharedCode): boolean {
  return issuerPairedAt === null || devices.get(grant.by)?.pairedAt === issuerPairedAt
}

/** What the device signed; or why it is not let in. */
function proven(
  state: IdentityParts,
  params: ConnectParams,
  connecting: Connecting,
  { hash, grant }: { readonly hash: string; readonly grant: SetupGrant },
): Uint8Array | NotAuthenticated {
  const statement = signedStatement(state, params, connecting, hash)
  if (statement === null) return failed('the signature is not of the key of the device and this setup code')
  return grant.role === params.role ? statement : failed(`the setup code is not for the role ${params.role}`)
}

interface Proven {
  readonly auth: CodeAuth
  readonly grant: SetupGrant
  readonly statement: Uint8Array
}

function pair(
  state: IdentityParts,
  params: ConnectParams,
  { auth, grant, statement }: Proven,
  useUp: () => unknown = () => undefined,
): Answer {
  const token = newToken()
  try {
    const device = pairDevice(state, params, { ...grant, name: grant.name ?? auth.name, tokenHash: hashOf(token) })
    useUp()
    state.events.joined(device)
    return { ...authenticated(state, params, device, statement, token), wasPaired: true }
  } catch (error) {
    if (error instanceof PairingImpossible) return failed(error.message)
    throw error
  }
}

const NOT_GOOD = 'the setup code was used, is too old, or never was one'
