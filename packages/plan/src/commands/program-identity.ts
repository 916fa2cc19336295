import { statSync } from 'node:fs'
import type { CommandPlan } from '@poundlock/policy'

/**
 * What the programs of a plan are, beyond their paths: device, inode and the time of the last change to either content
 * or attributes, which only the kernel sets. Two equal identities are the same files, untouched in between.
 */
export function programIdentity(plan: CommandPlan): string {
  const paths = new Set(plan.commands.flatMap((command) => command.resolved ?? []))
  return [...paths].map((path) => `${path} ${fileIdentity(path)}`).join('\n')
}

function fileIdentity(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.dev}:${stat.ino}:${stat.ctimeNs}` : 'missing'
}
