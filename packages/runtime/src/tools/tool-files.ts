import type { Policy, PolicyDecision, PolicyRequest } from '@poundlock/policy'
import { plainReadsBelow } from '@poundlock/policy/files'
import { PoundlockError } from '@poundlock/spec'
import type { ToolFileAccess, ToolFiles } from '@poundlock/tools'
import { refusalMessage } from '../call/messages.ts'
import { withoutOwner } from './without-owner.ts'

/** A file that the call named, as far as somebody let it through who was asked. */
interface ApprovedFile {
  readonly path: string
  readonly access: ToolFileAccess
  /** What the rules asked about it. */
  readonly asks: ReadonlySet<string>
}

/**
 * The file rules for one call that goes on. A file that the call did not name must be allowed by the rules alone. What
 * was approved counts for the files that the person was shown, and for what lies below a folder they were shown where
 * nothing else is asked about it than about the folder.
 *
 * @param approved whether what the rules asked about the call was answered
 */
export function toolFiles(policy: Policy, request: PolicyRequest, approved: boolean): ToolFiles {
  const asked = withoutOwner(request)
  const decide = (path: string, access: ToolFileAccess): PolicyDecision =>
    policy.decide({ ...asked, files: [{ path, access, real: path }] })
  const generalAsks = approved ? asksOf(policy.decide({ ...asked, files: [] })) : NOTHING
  const named: readonly ApprovedFile[] = approved
    ? (request.files ?? []).flatMap((file) => {
        // Where it really lies, which the person was told of when it is somewhere else.
        if (typeof file.real !== 'string') return []
        const decision = policy.decide({ ...asked, files: [file] })
        return decision.decision === 'deny' ? [] : [{ path: file.real, access: file.access, asks: asksOf(decision) }]
      })
    : []
  const judge = (realPath: string, access: ToolFileAccess): PolicyDecision | null => {
    const decision = decide(realPath, access)
    if (decision.decision === 'allow') return null
    if (decision.decision === 'deny' || !approved) return decision
    const asks = asksOf(decision)
    const answered =
      isWithin(asks, generalAsks) ||
      named.some(
        (file) =>
          (file.access === access || (access === 'read' && file.access === 'write')) &&
          (realPath === file.path ||
            (realPath.startsWith(file.path === '/' ? '/' : `${file.path}/`) && isWithin(asks, file.asks))),
      )
    return answered ? null : decision
  }
  return {
    allows: (realPath, access) => judge(realPath, access) === null,
    plainBelow(realPath, access) {
      if (access !== 'read') return null
      const reserved = plainReadsBelow(policy, realPath, asked)
      if (reserved === null) return null
      // What is said of one is said of all. What somebody approved for a file or folder proves nothing here.
      const decision = decide(`${realPath === '/' ? '' : realPath}/x`, access)
      const isFree =
        decision.decision === 'allow' ||
        (approved && decision.decision === 'ask' && isWithin(asksOf(decision), generalAsks))
      return isFree ? reserved : null
    },
    refusal(realPath, access) {
      const decision = judge(realPath, access)
      const why = decision ? refusalMessage(decision) : `${realPath} changed while it was used`
      return new PoundlockError(`${why}; nothing of it was done`, {
        code: 'FILE_REFUSED',
        details: { path: realPath, access },
        remedy: 'Use another file, or name this one in a call of its own, which somebody can be asked about.',
      })
    },
  }
}

const NOTHING: ReadonlySet<string> = new Set()

/** Everything that a decision asks about, and whether it asks since a file outside the workspace would be changed. */
function asksOf({ trace }: PolicyDecision): ReadonlySet<string> {
  const outside = trace.some((step) => step.code === 'FILE_OUTSIDE') ? ' outside' : ''
  return new Set(
    trace
      .filter((step) => step.decision === 'ask')
      .map(({ code, rule = '', source = '' }) => `${code}${outside} ${rule} ${source}`),
  )
}

const isWithin = (asks: ReadonlySet<string>, answered: ReadonlySet<string>) =>
  [...asks].every((ask) => answered.has(ask))
