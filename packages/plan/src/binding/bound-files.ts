import { bindLine, type BoundLine } from './bind-line.ts'
import { FileCollector, type LookedAt } from './file-collector.ts'
import { followFile } from './follow/follow-file.ts'
import { followShellText } from './follow/shell-text.ts'

/** The files that a line may run. Paths are absolute. */
export interface BoundFiles {
  /** What the line names. `null` where there are too many: some would be left out, and those would be what is swapped. */
  readonly named: readonly string[] | null
  /** What programs read by convention, and what these files run in turn. One that is not there counts too. */
  readonly followed: readonly string[]
  /** Many files that count together. */
  readonly groups: readonly (readonly string[])[]
  /** What cannot be held to what it is now, in words: `what make does when it runs`. */
  readonly open: readonly string[]
}

/** A line that names more cannot be bound. */
const MAX_NAMED = 1024

/**
 * The files that a line may run: those that any word of its syntax tree names, where the line runs code or anything of
 * which it is not known what it does; those that its programs read by convention; and those that all these run in turn.
 */
export function boundFiles(line: BoundLine, context: LookedAt): BoundFiles {
  const collector = new FileCollector(context)
  const named = new Set<string>()
  const folders = bindLine(line, collector, {
    depth: 0,
    name: (path) => {
      if (named.size <= MAX_NAMED && collector.holdsCode(path)) named.add(path)
    },
  })
  if (folders === null || named.size > MAX_NAMED) return { named: null, followed: [], groups: [], open: [] }
  for (const path of named) if (collector.isFile(path)) collector.pending.push({ path, depth: 0 })
  drain(collector, folders)
  const { followed, groups, open } = collector
  return { named: [...named], followed: followed.filter((path) => !named.has(path)), groups, open }
}

/** Looks through the files that were found, until they name no others. */
export function drain(collector: FileCollector, folders: readonly string[]): void {
  const { pending, pendingTexts } = collector
  while (pending.length + pendingTexts.length > 0) {
    const text = pendingTexts.shift()
    if (text !== undefined) followShellText(collector, text)
    const file = pending.shift()
    if (file !== undefined) followFile(collector, file, folders)
  }
}
