import type { AllowlistEntry, ApprovalsDocument } from './schema.ts'

/** A command that an entry of the allowlist let run. */
export interface EntryUse extends Pick<AllowlistEntry, 'pattern' | 'args'> {
  /** The command line, without secrets. */
  readonly command: string
  /** The program that was found; `null` for a builtin. */
  readonly resolved: string | null
}

/** The same use is not noted again within this time. */
const SAME_MS = 60_000
/** So much of a command line is kept. */
const MAX_COMMAND = 1000

/**
 * Notes in the entries of an agent, and in those for all as `*`, when they were last used and by what.
 *
 * @param at milliseconds since 1970
 * @returns the same document where there is nothing to note
 */
export function noteUses(
  document: ApprovalsDocument,
  agent: string,
  uses: readonly EntryUse[],
  at: number,
): ApprovalsDocument {
  let isChanged = false
  const noted = (entry: AllowlistEntry): AllowlistEntry => {
    const use = uses.find(({ pattern, args }) => pattern === entry.pattern && args === entry.args)
    if (use === undefined) return entry
    const { lastUsedAt, lastUsedCommand, lastResolvedPath, ...rest } = entry
    const command = use.command.slice(0, MAX_COMMAND)
    const isSame = lastUsedCommand === command && lastResolvedPath === (use.resolved ?? undefined)
    if (isSame && typeof lastUsedAt === 'number' && at >= lastUsedAt && at - lastUsedAt < SAME_MS) return entry
    isChanged = true
    const found = use.resolved !== null && { lastResolvedPath: use.resolved }
    return { ...rest, lastUsedAt: at, lastUsedCommand: command, ...found }
  }
  const agents = Object.entries(document.agents ?? {}).map(([name, values]) => {
    const applies = (name === agent || name === '*') && values.allowlist !== undefined
    return [name, applies ? { ...values, allowlist: values.allowlist!.map(noted) } : values] as const
  })
  return isChanged ? { ...document, agents: Object.fromEntries(agents) } : document
}
