import type { CommandProfile, PlannedEffect } from '@poundlock/policy'
import type { GitArea } from '@poundlock/profiles'
import type { Span } from '@poundlock/shell'
import type { ProfiledCommand } from '../commands/command-profile.ts'
import type { CommandTest, LineTree } from '../line/line-tree.ts'
import type { InspectRepository } from './inspect-repository.ts'
import { repositoryData } from './repository-data.ts'

/** What is known of the place that a line runs in. */
export interface RepositoryContext {
  readonly home: string
  readonly workspace?: string
  readonly inspectRepository?: InspectRepository
  readonly repositoryData?: (folder: string) => string | null
}

/**
 * Adds the programs that the repository makes the command run, which its arguments do not show, and where it is whose data
 * the command changes.
 */
export function withRepository(
  { profile, obeys, folder }: ProfiledCommand,
  context: RepositoryContext,
  span: Span,
  line: LineTree,
): CommandProfile {
  const { home, workspace, inspectRepository: inspect } = context
  if (obeys.length === 0 || inspect === undefined) return profile
  const { options = [] } = profile
  const areas: GitArea[] = options.includes('--recurse-submodules') ? [...obeys, 'recurses'] : [...obeys]
  const others = obeys.includes('pushes') ? namedFolders(profile.effects) : []
  const found =
    folder === null
      ? ['what the repository it works in names']
      : inspect({
          folder,
          areas,
          home,
          workspace: workspace ?? null,
          others,
          mayHaveAdded: line.runsBefore(span, adds),
          looked: line.repositories,
        })
  const effects = found.map((path): PlannedEffect => ({
    kind: 'execute',
    path,
    origin: 'argument',
    repository: true,
  }))
  const data = folder === null ? null : dataOf(profile, folder, context)
  return { ...profile, effects: [...profile.effects, ...effects], ...(data !== null && { repository: data }) }
}

/** Where the repository keeps what a command changes of it. */
function dataOf({ effects }: CommandProfile, folder: string, context: RepositoryContext): string | null {
  const { workspace, repositoryData: find } = context
  if (!effects.some(({ kind, repository }) => kind !== 'file-read' && repository)) return null
  if (find !== undefined) return find(folder)
  return workspace === undefined ? null : repositoryData(folder, workspace)
}

/** Subcommands of git after which the index, or the working tree, may hold repositories that neither held before. */
const ADDING: ReadonlySet<string> = new Set(
  `add stage update-index read-tree submodule clone init apply am checkout switch restore reset merge rebase pull stash
   cherry-pick revert mv worktree`.split(/\s+/),
)

const adds: CommandTest = ({ name, argv }) =>
  name?.split('/').at(-1) === 'git' && argv.some((word) => word === null || ADDING.has(word))

const namedFolders = (effects: readonly PlannedEffect[]): readonly string[] =>
  effects.flatMap(({ kind, path }) => (kind === 'file-write' && path?.startsWith('/') === true ? [path] : []))
