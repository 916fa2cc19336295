import { relative } from 'node:path'
import type { GrantScope } from '@poundlock/approvals'
import {
  HARMLESS_ENVIRONMENT,
  type Grant,
  type PlannedCommand,
  type Policy,
  type PolicyRequest,
} from '@poundlock/policy'
import { deriveExactGrant, deriveGrant } from '@poundlock/policy/commands'
import { isWithin, visibleText } from '@poundlock/spec'
import { grantedFiles } from './granted-files.ts'

/** A standing grant that could be given, and what it covers in words. */
export interface OfferedGrant {
  /** What would be kept. */
  readonly grant: Grant
  /** One line for the person, with nothing left out. */
  readonly covers: string
}

/**
 * The grants with which the same call would need no approval. Empty where no grant helps: a command of the line cannot
 * be granted, or the call needs approval for another reason than a missing rule.
 *
 * @param folder the workspace, absolute
 * @param scope the widest scope; a narrower one never covers more
 * @param listed names of variables that a command may set besides the harmless ones
 */
export function offerGrants(
  policy: Policy,
  request: PolicyRequest,
  folder: string,
  scope: GrantScope = 'workspace',
  listed: readonly string[] = [],
): readonly OfferedGrant[] {
  const { plan, grants = [] } = request
  if (!plan) return []
  const offered: OfferedGrant[] = []
  const variables = [...HARMLESS_ENVIRONMENT, ...listed]
  for (const [index, judged] of policy.decide(request).commands.entries()) {
    const command = plan.commands[index]
    if (judged.decision === 'allow' || command === undefined) continue
    // What only starts the others needs no consent of its own; whether that is so is decided below.
    if (command.passive === true && (command.profile ?? command.script) !== undefined) continue
    const { cwd } = request.context
    const offer =
      scope === 'exact'
        ? deriveExactGrant(command, folder, cwd, variables)
        : deriveGrant(command, scope === 'folder' && isWithin(cwd, folder) ? cwd : folder, cwd, variables)
    if (offer.grant === null) return []
    const bound = withFiles(offer, command, cwd)
    if (bound === null) return []
    const text = JSON.stringify(bound.grant)
    if (!offered.some(({ grant }) => JSON.stringify(grant) === text)) offered.push(bound)
  }
  if (offered.length === 0) return []
  const decided = policy.decide({ ...request, grants: [...grants, ...offered.map(({ grant }) => grant)] })
  return decided.decision === 'allow' ? offered : []
}

/**
 * Binds a grant to the content of the files that its command runs, and says what else it covers. `null` where the files
 * are not known.
 */
function withFiles({ grant, covers }: OfferedGrant, command: PlannedCommand, cwd: string): OfferedGrant | null {
  const depends = grantedFiles(command, grant.folder, cwd)
  if (depends === null) return null
  const { files, open } = depends
  const also = open.length === 0 ? '' : `; it covers ${open.join(', and ')}`
  if (files.length === 0) return { grant, covers: `${covers}${also}` }
  const names = namesOf(files, grant.folder)
  const [last = '', ...others] = names.toReversed()
  const listed = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  const kept = `while ${listed} ${files.length === 1 ? 'stays as it is' : 'stay as they are'}`
  return { grant: { ...grant, files }, covers: `${covers}, ${kept}${also}` }
}

/** Files by their names, or by their paths below the folder where two have the same. */
function namesOf(files: readonly { readonly path: string }[], folder: string): readonly string[] {
  const last = ({ path }: { readonly path: string }) => path.slice(path.lastIndexOf('/') + 1)
  return files.map((file) => {
    const isOnly = files.every((other) => other === file || last(other) !== last(file))
    return visibleText(isOnly ? last(file) : relative(folder, file.path))
  })
}
