import type { ApprovalView } from './approval.ts'

/** The most that the gateway answers at once. */
const MOST_AT_ONCE = 100

/** Requests that are alike, in the place of the first of them; most stand alone. */
export function groupAlike(waiting: readonly ApprovalView[]): readonly (readonly ApprovalView[])[] {
  const groups = new Map<string, ApprovalView[]>()
  for (const approval of waiting) {
    const isOpen = approval.notByCaller === undefined
    const key = isOpen ? approval.likeness : approval.id
    const group = groups.get(key)
    if (group === undefined || group.length === MOST_AT_ONCE) {
      // A full group keeps its place under another key.
      if (group !== undefined) groups.set(group[0]!.id, group)
      groups.set(key, [approval])
    } else group.push(approval)
  }
  return [...groups.values()]
}
