import { type Policy, type PolicyDecision, type PolicyRequest, plainReadsBelow } from '@poundlock/policy'
import { PoundlockError } from '@poundlock/spec'
import type { ToolFileAccess, ToolFiles } from '@poundlock/tools'
import { refusalMessage } from '../call/messages.ts'
import { withoutOwner } from './without-owner.ts'

/** A file that the call named, and what was approved of it. */
interface ApprovedFile {
  readonly path: string
  readonly access: ToolFileAccess
  /** What the rules asked about it. */
  readonly asks: ReadonlySet<string>
}

/**
 * The file rules for one running call. A file that the call did not name must be allowed by the rules. An approval
 * covers the files that the person saw, and paths below a folder that they saw, unless a rule asks something else about
 * them.
 *
 * @param approved whether the rules' questions about the call were answered
 */
export function toolFiles(policy: Policy, request: PolicyRequest, approved: boolean): ToolFiles {
  const fileRequest = withoutOwner(request)
  const decide = (path: string, access: ToolFileAccess): PolicyDecision =>
    policy.decide({ ...fileRequest, files: [{ path, access, real: path }] })
  const generalAsks = approved ? asksOf(policy.decide({ ...fileRequest, files: [] })) : NOTHING
  const named: readonly ApprovedFile[] = approved
    ? (request.files ?? []).flatMap((file) => {
        // The real path, which the person saw when it differs.
        if (typeof file.real !== 'string') return []
        const decision = policy.decide({ ...fileRequest, files: [file] })
        return decision.decision === 'deny' ? [] : [{ path: file.real, access: file.access, asks: asksOf(decision) }]
      })
    : []
  const evaluate = (realPath: string, access: ToolFileAccess): PolicyDecision | null => {
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
    allows: (realPath, access) => evaluate(realPath, access) === null,
    plainBelow(realPath, access) {
      if (access !== 'read') return null
      const reserved = plainReadsBelow(policy, realPath, fileRequest)
      if (reserved === null) return null
      // Asks about an arbitrary name: the answer holds for all plain names below. An approval for one file proves
      // nothing here.
      const decision = decide(`${realPath === '/' ? '' : realPath}/x`, access)
      const isFree =
        decision.decision === 'allow' ||
        (approved && decision.decision === 'ask' && isWithin(asksOf(decision), generalAsks))
      return isFree ? reserved : null
    },
    refusal(realPath, access) {
      const decision = evaluate(realPath, access)
      const why = decision ? refusalMessage(decision) : `${realPath} changed while it was used`
      return new PoundlockError(`${why}; nothing was done`, {
        code: 'FILE_REFUSED',
        details: { path: realPath, access },
        remedy: 'Use another file, or name this one in a call of its own, for which approval can be asked.',
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
