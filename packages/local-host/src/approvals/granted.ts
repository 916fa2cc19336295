import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openGrantStore, type GrantStore } from '@poundlock/approvals/node'
import type { PlannedCommand } from '@poundlock/policy'
import type { RuntimeOptions } from '@poundlock/runtime'
import { grantHolds } from '@poundlock/runtime/host'
import { visibleText } from '@poundlock/spec'

/** The folder of standing grants, in the state folder. */
export const grantFolder = (state: string): string => join(state, 'approvals', 'grants')

type StoredGrant = ReturnType<GrantStore['list']>['grants'][number]

/** One of a session holds in no other one, and nowhere that names none. */
const isFor = (grant: StoredGrant, agent: string, host: string, session?: string): boolean =>
  grant.agent === agent && grant.host === host && (grant.session === undefined || grant.session === session)

/** The grants of this machine, as the runtime takes and gives them. */
export function granted(state: string): Pick<RuntimeOptions, 'grants' | 'keepGrants' | 'usedGrants'> {
  const folder = grantFolder(state)
  let store: GrantStore | undefined
  const opened = () => (store ??= openGrantStore(folder))
  return {
    grants(agent, host, session) {
      if (statSync(folder, { throwIfNoEntry: false }) === undefined) return []
      return opened()
        .list()
        .grants.filter((grant) => isFor(grant, agent, host, session))
        .map(({ command }) => command)
    },
    keepGrants(offered, given) {
      const { session } = given
      for (const { grant, covers } of offered) {
        const where = session === undefined ? '' : `, in session ${visibleText(session)} only`
        opened().add({ command: grant as never, covers: `${covers}${where}`, ...given })
      }
    },
    usedGrants({ plan, context }, { commands, exec }) {
      const own = opened()
        .list()
        .grants.filter((grant) => isFor(grant, context.agent, exec.host.value, context.session))
        // Nothing of a limit is spent where something without one covers it too.
        .toSorted((a, b) => Number(a.maxUses !== undefined) - Number(b.maxUses !== undefined))
      const isCovered = (command: PlannedCommand) =>
        own.some((grant) => grantHolds(grant.command, command, context.cwd) && opened().takeUse(grant.id))
      return commands.every(({ granted: isGranted }, index) => {
        const command = plan?.commands[index]
        return isGranted !== true || (command !== undefined && isCovered(command))
      })
    },
  }
}
