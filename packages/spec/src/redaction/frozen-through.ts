/** Levels of a value that are looked at. */
const MOST_LEVELS = 8

/** Whether a value and all that it holds are frozen and hold nothing that is computed: it never says anything else. */
export function isFrozenThrough(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value === 'function') return false
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0 || !Object.isFrozen(value)) return false
  // What is missing in a list is what its prototype says.
  if (Array.isArray(value)) for (let at = 0; at < value.length; at++) if (!Object.hasOwn(value, at)) return false
  const members = Object.values(Object.getOwnPropertyDescriptors(value))
  return members.every((member) => 'value' in member && isFrozenThrough(member.value, levels - 1))
}
