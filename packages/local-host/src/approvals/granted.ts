import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openGrantStore, type GrantStore } from '@poundlock/approvals/node'
import type { PlannedCommand } from '@poundlock/policy'
import { grantHolds, type RuntimeOptions } from '@poundlock/runtime'

/** The folder of standing grants, in the state folder. */
export const grantFolder = (state: string): string => join(state, 'approvals', 'grants')

/** The grants of this machine, as the runtime takes and gives them. */
export function granted(state: string): Pick<RuntimeOptions, 'grants' | 'keepGrants' | 'usedGrants'> {
  const folder = grantFolder(state)
  let store: GrantStore | undefined
  const opened = () => (store ??= openGrantStore(folder))
  return {
    grants(agent, host) {
      if (statSync(folder, { throwIfNoEntry: false }) === undefined) return []
      return opened()
        .list()
        .grants.filter((grant) => grant.agent === agent && grant.host === host)
        .map(({ command }) => command)
    },
    keepGrants(offered, given) {
      for (const { grant, covers } of offered) opened().add({ command: grant as never, covers, ...given })
    },
    usedGrants({ plan, context }, { commands, exec }) {
      const own = opened()
        .list()
        .grants.filter((grant) => grant.agent === context.agent && grant.host === exec.host.value)
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
