import { entryAt, type EntryKind, type PathEntry, type SandboxPolicy, type SystemFacts } from '@poundlock/sandbox'
import { isWithin } from '@poundlock/spec'
import type { GRANTED_RIGHTS } from './access-rights.ts'

/** A path of the host, and the rights of a command there and below. */
export interface LandlockRule {
  readonly path: string
  readonly of: EntryKind
  readonly access: keyof typeof GRANTED_RIGHTS
  /** Where another command may be changing the folders on the way: nothing is granted through a link there. */
  readonly exact?: true
}

export interface RuleFacts {
  readonly system: SystemFacts
  /** Folders that are the command's own for a while. */
  readonly scratch: readonly string[]
  entryAt(path: string): PathEntry
}

/** The accounts of the host, since no other file can be mounted in their place. */
const ACCOUNTS = ['/etc/passwd', '/etc/group']

/** The grants of a policy, as rules. Nothing else of the host can be opened. */
export function landlockRules(policy: SandboxPolicy, facts: RuleFacts): readonly LandlockRule[] {
  const { system } = facts
  const rule = (path: string, access: LandlockRule['access']): readonly LandlockRule[] => {
    const entry = facts.entryAt(path)
    if (entry === 'missing' || entry === 'link') return []
    return [{ path, of: entry === 'folder' ? 'folder' : 'file', access }]
  }
  const exactly = (path: string, access: LandlockRule['access']): readonly LandlockRule[] =>
    rule(path, access).map((one) => ({ ...one, exact: true }))
  const texts = [...system.configurationTexts, ...(policy.network === 'on' ? system.networkTexts : [])]
  return [
    ...system.folders.flatMap((path) => rule(path, 'read')),
    ...system.configurationBinds.flatMap(([, , source]) => rule(source, 'look')),
    // Some are links into folders that are not granted: a rule is for their targets.
    ...[...texts.map(([path]) => path), ...ACCOUNTS]
      .filter((path) => facts.entryAt(path) !== 'missing')
      .map((path) => ({ path, of: 'file', access: 'look' }) as const),
    ...system.devices.map((path) => ({ path, of: 'file', access: 'use' }) as const),
    ...rule('/proc', 'look'),
    ...policy.readPaths.flatMap((path) => exactly(path, 'read')),
    ...policy.writePaths.flatMap((path) => exactly(path, 'write')),
    ...(policy.cachePath === undefined ? [] : exactly(policy.cachePath, 'write')),
    ...(policy.fileMode === 'workspace-only' ? exactly(policy.workspace, 'write') : []),
    ...facts.scratch.map((path) => ({ path, of: 'folder', access: 'write' }) as const),
  ]
}

/** Why rules, which only ever grant, cannot keep a policy; each with its remedy. */
export function landlockRefusals(policy: SandboxPolicy, system: SystemFacts): readonly string[] {
  if (policy.fileMode === 'off') {
    return [
      'Without namespaces a command keeps to files or is not contained at all, and file mode "off" asks for no files. ' +
        'Mend: set sandbox.fileMode to "workspace-only".',
    ]
  }
  const writable = [...policy.writePaths, ...(policy.fileMode === 'workspace-only' ? [policy.workspace] : [])]
  const granted = [...system.folders, ...policy.readPaths, ...writable]
  const around = (path: string, folders: readonly string[]): string | undefined =>
    folders.find((folder) => folder !== path && isWithin(path, folder))
  const reasons: string[] = []
  for (const path of policy.hiddenPaths) {
    const outer = around(path, granted)
    if (outer !== undefined && entryAt(path) !== 'missing') {
      reasons.push(
        `${JSON.stringify(path)} cannot be hidden inside ${JSON.stringify(outer)}: without mounts a folder is shown as a whole. ` +
          'Mend: work in a folder that does not hold it.',
      )
    }
  }
  for (const path of policy.readPaths) {
    const outer = around(path, writable)
    if (outer !== undefined && !writable.includes(path)) {
      reasons.push(
        `${JSON.stringify(path)} cannot be read-only inside ${JSON.stringify(outer)}: without mounts a folder is writable as a whole. ` +
          'Mend: take it off sandbox.readPaths.',
      )
    }
  }
  return reasons
}
