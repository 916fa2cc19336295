import { openGrantStore, type GrantStore } from '@poundlock/approvals/node'
import { grantFolder } from '@poundlock/local-host'
import { GatewayError, type GrantView } from '@poundlock/protocol'
import type { Handlers } from '../dispatch/handler.ts'
import { asGatewayError, withStore } from './approval-errors.ts'

/** The methods of what was allowed for good. */
export function grantMethods(stateFolder: string, now: () => number): Handlers {
  let opened: GrantStore | undefined
  const grants = () => (opened ??= openGrantStore(grantFolder(stateFolder), now))
  const shown = ({
    id,
    covers,
    agent,
    host,
    session,
    by,
    at,
    expiresAt,
    maxUses,
  }: ReturnType<GrantStore['list']>['grants'][number]): GrantView => ({
    id,
    covers,
    agent,
    host,
    ...(session !== undefined && { session }),
    by,
    at,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(maxUses !== undefined && { maxUses }),
    uses: grants().usesOf(id).count,
  })
  return {
    'grants.list': () => ({
      grants: withStore(() =>
        grants()
          .list()
          .grants.map((grant) => shown(grant)),
      ),
    }),
    'grants.revoke': async ({ id }) => {
      const found = withStore(() =>
        grants()
          .list()
          .grants.filter((grant) => grant.id.startsWith(id)),
      )
      if (found.length !== 1) {
        const code = found.length === 0 ? 'NOT_FOUND' : 'AMBIGUOUS'
        throw new GatewayError('There is not exactly one grant whose id begins so.', {
          code,
          path: '/params/id',
          details: { candidates: found.slice(0, 5).map((grant) => grant.id) },
        })
      }
      const grant = shown(found[0]!)
      try {
        await grants().revoke(grant.id)
      } catch (error) {
        throw asGatewayError(error)
      }
      return { grant }
    },
  }
}
