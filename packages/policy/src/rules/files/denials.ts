import { normalisePath } from '../../model/paths.ts'
import type { Containment } from '../../model/request.ts'

/** The file or folder that a pattern stands for, absolute, or the pattern itself where wildcards leave open which. */
export function deniedPath(text: string, home: string, workspace: string): string {
  let plain = text
  while (/\/\*+$/.test(plain)) plain = plain.replace(/\/\*+$/, '')
  if (plain.startsWith('/') || plain === '') return normalisePath(plain)
  // All that lies in the workspace.
  if (/^\*+$/.test(plain)) return normalisePath(workspace)
  return normalisePath(plain.startsWith('~') ? home + plain.slice(1) : `${workspace}/${plain}`)
}

/** Whether the sandbox of a call keeps what runs in it from a place. */
export function isEnforced(
  place: string | null,
  access: 'read' | 'write',
  containment: Containment | undefined,
  isContained: boolean,
): boolean {
  return place !== null && isContained && containment?.denied?.[access].includes(place) === true
}
