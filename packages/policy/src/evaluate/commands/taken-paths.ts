import { isWithin } from '@poundlock/spec'
import type { PlannedCommand } from '../../model/command-plan.ts'
import { deletedRoot } from '../../model/paths.ts'
import { takesFromRepository } from '../../rules/programs/git-variants.ts'

/**
 * Where commands take something away in the workspace: files that they delete, data of the repository that git changes.
 * Absolute, each with what lies below it. Undo has to keep these where such a command is to run without an answer.
 */
export const takenPaths = (commands: readonly PlannedCommand[], workspace: string): readonly string[] => [
  ...new Set(
    commands.flatMap((command) => {
      const { effects = [], repository } = command.profile ?? {}
      const deleted = effects.flatMap(({ kind, path, repository: inRepository }) =>
        kind === 'file-delete' && path !== null && !inRepository ? [deletedRoot(path)] : [],
      )
      const taken = repository !== undefined && takesFromRepository(command) ? [...deleted, repository] : deleted
      return taken.filter((path) => isWithin(path, workspace))
    }),
  ),
]
