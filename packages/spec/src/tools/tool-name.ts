import { BUILT_IN_TOOLS, type ToolEntry } from './built-in-tools.ts'

/**
 * One spelling for names that a reader takes for the same: case, blanks, dashes, underscores and characters that cannot
 * be seen do not count. Both sides of every comparison go through it, so that no spelling dodges a rule.
 */
export function toolKey(name: string): string {
  if (PLAIN.test(name)) return name
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\p{Cf}\p{Cc}\p{Pd}\p{Mn}\u115F\u1160\u3164\uFFA0\u2800-]/gu, '')
}

const PLAIN = /^[a-z0-9]+$/

const byKey: ReadonlyMap<string, ToolEntry> = new Map(
  BUILT_IN_TOOLS.flatMap((entry) => [entry.name, ...entry.aliases].map((name) => [toolKey(name), entry] as const)),
)

/** The built-in tool that a name stands for, in any spelling and under any alias; `null` when there is none. */
export function findBuiltInTool(name: string): ToolEntry | null {
  return byKey.get(toolKey(name)) ?? null
}
