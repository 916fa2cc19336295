import type { ToolContext } from '../../tool-handler.ts'
import { findRipgrep } from './find-ripgrep.ts'
import { ripgrepEngine } from './ripgrep-engine.ts'
import type { SearchEngine } from './search-engine.ts'
import type { SearchRoot } from './search-root.ts'

/** Finds ripgrep; `null` where there is none, and then the search does without it. */
export type FindProgram = (context: ToolContext) => string | null

export const findInstalledRipgrep: FindProgram = ({ workspace }) => findRipgrep(process.env['PATH'], workspace)

export async function openEngine(
  findProgram: FindProgram,
  root: SearchRoot,
  context: ToolContext,
): Promise<SearchEngine> {
  const program = findProgram(context)
  if (program !== null) return ripgrepEngine(program, root, context)
  const { plainEngine } = await import('./plain/plain-engine.ts')
  return plainEngine(root, context)
}
