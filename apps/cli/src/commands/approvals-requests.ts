import {
  readChatCommand,
  type ApprovalAnswer,
  type ApprovalDecision,
  type ApprovalRequest,
  type GrantReach,
} from '@poundlock/approvals'
import { type Answered } from '@poundlock/approvals/node'
import { openRequestStore, type RequestStore } from '@poundlock/approvals/node'
import { approvalsPaths, makeStateFolder, stateFolder } from '@poundlock/local-host'
import { visibleText } from '@poundlock/spec'
import { limitText, readLimits, readScope, type LimitFlags } from '../approvals/grant-limits.ts'
import { refuseOwnAnswer } from '../approvals/own-asker.ts'
import { namedGateway, type GatewayChoice } from '../gateway/choose-gateway.ts'
import { accountName } from '../output/ask-terminal.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { requestCard, requestLine, SHORT_ID } from '../output/request-card.ts'
import { UsageError } from '../usage-error.ts'

/** The requests of this host. */
export function requestStore(): RequestStore {
  const state = stateFolder()
  makeStateFolder(state)
  return openRequestStore(approvalsPaths(state).requests)
}

/** `poundlock approvals pending`: requests that wait for an answer. */
export async function listPending(
  flags: GatewayChoice & { readonly json?: boolean; readonly agent?: string },
): Promise<void> {
  const all = namedGateway(flags) === null ? pendingHere() : await pendingAtGateway(flags)
  const requests = all.filter(({ binding }) => flags.agent === undefined || binding.agent === flags.agent)
  if (flags.json) return printJson({ requests })
  const now = Date.now()
  if (requests.length === 1) return printLine(requestCard(requests[0]!, now))
  for (const request of requests) {
    await printLine(requestLine(request, now))
    const like = requests.filter(({ likeness }) => likeness === request.likeness).length
    if (like > 1) await printLine(paint().dim(`${' '.repeat(SHORT_ID)}  ${like} like it: resolve with --like for all`))
  }
  if (requests.length === 0) await printLine('nothing waits for an answer')
}

const pendingHere = (): readonly ApprovalRequest[] =>
  requestStore()
    .pending()
    .map(({ request }) => request)

async function pendingAtGateway(choice: GatewayChoice): Promise<readonly ApprovalRequest[]> {
  const { withGateway, pendingOfGateway } = await loadRemote()
  return withGateway((gateway) => pendingOfGateway(gateway), choice)
}

/** Loaded on demand: most commands are about this machine. */
const loadRemote = async () => ({
  ...(await import('../gateway/with-gateway.ts')),
  ...(await import('../gateway/remote-approvals.ts')),
})

export interface ResolveFlags extends LimitFlags, GatewayChoice {
  readonly decision?: string
  readonly scope?: string
  readonly json?: boolean
  readonly reason?: string
  readonly like?: boolean
}

/** `poundlock approvals resolve ID DECISION`. */
export async function resolveRequest(id: string, given: string | undefined, flags: ResolveFlags): Promise<void> {
  const decision = decisionOf(id, oneOf(given, flags.decision))
  const limits = limitsOf(decision, flags)
  const { reason } = flags
  const chosen = { decision, ...(limits && { limits }), ...(reason !== undefined && { reason }) }
  const answers = namedGateway(flags) === null ? answerHere(id, chosen, flags) : await answerThere(id, chosen, flags)
  if (flags.json) {
    await printJson({
      answers: answers.map(({ request: { id: own }, counts, answer, missing }) => ({
        id: own,
        counts,
        answer,
        ...(missing !== undefined && { missing }),
      })),
    })
  } else for (const answer of answers) await printLine(answeredText(answer, decision))
  // A person with another answer must not take this one for theirs.
  if (answers.some(({ answer }) => answer.decision !== decision)) {
    throw new UsageError('It was answered otherwise before; the first answer counts.', {
      remedy: 'Let the agent ask again.',
    })
  }
}

type AnsweredRequest = Answered & { readonly request: ApprovalRequest }
type Given = Pick<ApprovalAnswer, 'decision' | 'limits' | 'reason'>

function answerHere(id: string, given: Given, { like }: ResolveFlags): readonly AnsweredRequest[] {
  const store = requestStore()
  const { request } = store.get(id)
  const requests = like === true ? likeIt(store, request) : [request]
  for (const one of requests) refuseOwnAnswer(one)
  const answer = { ...given, by: accountName(), surface: 'cli' }
  return requests.map((one) => ({ request: one, ...store.answer(one.id, answer) }))
}

async function answerThere(id: string, given: Given, flags: ResolveFlags): Promise<readonly AnsweredRequest[]> {
  const { withGateway, answerAtGateway, requestsAtGateway } = await loadRemote()
  return withGateway(async (gateway) => {
    const requests = await requestsAtGateway(gateway, id, flags.like === true)
    return Promise.all(
      requests.map(async (request) => ({ request, ...(await answerAtGateway(gateway, request.id, given)) })),
    )
  }, flags)
}

function oneOf(argument: string | undefined, option: string | undefined): string {
  if (argument !== undefined && option !== undefined && argument !== option) {
    throw new UsageError(`Two decisions are given: ${JSON.stringify(argument)} and ${JSON.stringify(option)}.`, {
      remedy: 'Give one of them.',
    })
  }
  return argument ?? option ?? ''
}

/** The limits of an "always"; `null` where none are given. A limit that cannot be enforced is refused. */
function limitsOf(decision: ApprovalDecision, flags: ResolveFlags): GrantReach | null {
  const { scope } = flags
  const limits = { ...readLimits(flags, Date.now()), ...(scope !== undefined && { scope: readScope(scope) }) }
  if (Object.keys(limits).length === 0) return null
  if (decision !== 'allow-always') {
    throw new UsageError(`--uses, --expires and --scope limit an allow-always, not ${decision}.`, {
      remedy: 'Leave them out.',
    })
  }
  if (limits.maxUses !== undefined && flags.like === true) {
    throw new UsageError('--uses cannot be given with --like: each of the answers would count for itself.', {
      remedy: 'Answer them one by one, or give only --expires.',
    })
  }
  return limits
}

function decisionOf(id: string, word: string): ApprovalDecision {
  const read = readChatCommand(`/approve ${id} ${word}`)
  if (read?.kind === 'answer' && read.reach === undefined) return read.decision
  throw new UsageError(`${JSON.stringify(word)} is not an answer.`, {
    remedy: 'Answer with allow-once, allow-always or deny: poundlock approvals resolve <id> allow-once.',
  })
}

/** The request and all that wait and are like it. */
const likeIt = (store: RequestStore, { id, likeness }: ApprovalRequest): readonly ApprovalRequest[] =>
  store
    .pending()
    .map(({ request }) => request)
    .filter((other) => other.id === id || other.likeness === likeness)

function answeredText(
  { request, counts, answer, missing }: Answered & { readonly request: ApprovalRequest },
  wanted: ApprovalDecision,
): string {
  const { bold, dim } = paint()
  const line = `${bold(request.id.slice(0, SHORT_ID))}  ${visibleText(request.binding.text)}`
  if (missing !== undefined) {
    return `${line}\n${dim(counts ? 'noted:' : 'noted before:')} ${answer.decision}; it takes ${missing} more`
  }
  if (counts)
    return `${line}\n${dim('answered:')} ${answer.decision}${answer.limits ? `, ${limitText(answer.limits)}` : ''}`
  const same = answer.decision === wanted ? ' (same decision)' : ''
  return `${line}\n${dim(`already resolved${same}:`)} ${answer.decision} by ${visibleText(answer.surface)}:${visibleText(answer.by)}`
}
