import { BUILT_IN_TOOLS, type ToolEntry } from './built-in-tools.ts'

/**
 * One spelling for names that a reader takes for the same: case, blanks, dashes, underscores and characters that cannot
 * be seen do not count. Both sides of every comparison go through it, so that no spelling dodges a rule.
 */
export function toolKey(name: string): string {
  if (PLAIN.test(name)) return name
  // Unicode takes its time, and nearly every name needs none of it.
  if (ASCII.test(name)) return name.toLowerCase().replace(/[_-]/g, '')
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\p{Cf}\p{Cc}\p{Pd}\p{Mn}\u115F\u1160\u3164\uFFA0\u2800-]/gu, '')
}

const PLAIN = /^[a-z0-9]+$/
const ASCII = /^[\w-]+$/

const byKey: ReadonlyMap<string, ToolEntry> = new Map(
  BUILT_IN_TOOLS.flatMap((entry) =>
    [entry.name, ...entry.aliases].flatMap((name) => [
      [toolKey(name), entry] as const,
      // As it is written it is found at once; no other tool's key looks like it.
      [name, entry] as const,
    ]),
  ),
)

/** The built-in tool that a name stands for, in any spelling and under any alias; `null` when there is none. */
export function findBuiltInTool(name: string): ToolEntry | null {
  // A call may come from anywhere, and have no tool at all.
  if (typeof name !== 'string') return null
  const found = lookedUp.get(name)
  if (found !== undefined) return found
  const entry = byKey.get(name) ?? byKey.get(toolKey(name)) ?? null
  // The same few names are asked for again and again; they come from models, so that there is an end to it.
  if (lookedUp.size >= 1024) lookedUp.clear()
  if (name.length <= 128) lookedUp.set(name, entry)
  return entry
}

const lookedUp = new Map<string, ToolEntry | null>()
