import type { ApprovalRequest, SocketEvent } from '@poundlock/approvals'
import { stateFolder } from '@poundlock/local-host'
import { PoundlockError, visibleText } from '@poundlock/spec'
import { readProcessStat } from '@poundlock/state-files/node'
import { joinDesk, serveDesk, type Prompting } from '../approvals/approval-desk.ts'
import { refuseOwnAnswer } from '../approvals/own-asker.ts'
import { namedGateway, type GatewayChoice } from '../gateway/choose-gateway.ts'
import { questionAtTerminal } from '../output/ask-terminal.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { requestCard, settledText, SHORT_ID } from '../output/request-card.ts'
import { LIMITS_HINT, readTypedAnswer, type TypedAnswer } from '../output/typed-answer.ts'
import { UsageError } from '../usage-error.ts'

/** Before it is tried again to serve or to join, when another one was quicker. */
const RETRY_MS = 200

export interface WatchFlags extends GatewayChoice {
  readonly json?: boolean
  /** The process with which it ends. */
  readonly while?: number
}

/** How often is looked whether that process is there. */
const LOOK_MS = 500

/** `poundlock approvals watch`: shows waiting requests, and asks the person at this terminal. */
export async function watchApprovals(flags: WatchFlags): Promise<void> {
  if (!flags.json && !(process.stdin.isTTY && process.stderr.isTTY)) {
    throw new UsageError('There is no terminal to ask at.', {
      remedy: 'Use --json for a list of events, or `poundlock approvals serve` for chats and other prompting clients.',
    })
  }
  const stop = stopSignal()
  if (flags.while !== undefined) endWith(flags.while, stop)
  const prompts = flags.json ? new Printed() : new Prompts(stop)
  if (namedGateway(flags) !== null) return watchAtGateway(flags, prompts, stop.signal)
  const state = stateFolder()
  const prompter = { name: 'watch', onEvent: (event: SocketEvent) => prompts.take(event) }
  while (!stop.signal.aborted) {
    const prompting = await join(state, prompter, stop.signal)
    if (prompting === null) continue
    await prompts.begin(prompting)
    await Promise.race([stopped(stop.signal), prompting.closed])
    await prompting.close()
  }
}

/** Ends when a process has ended, collected by its parent or not; one that took its number later is another. */
function endWith(pid: number, stop: AbortController): void {
  const startedAt = readProcessStat(pid)?.startTime
  const isThere = () => {
    const stat = readProcessStat(pid)
    if (startedAt !== undefined) return stat !== null && !stat.isZombie && stat.startTime === startedAt
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const timer = setInterval(() => void (isThere() || stop.abort()), LOOK_MS)
  stop.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}

/** The same at a gateway, over as many connections as it takes. */
async function watchAtGateway(choice: GatewayChoice, prompts: Printed | Prompts, signal: AbortSignal): Promise<void> {
  const [{ withGateway }, { joinGateway }] = await Promise.all([
    import('../gateway/with-gateway.ts'),
    import('../gateway/remote-approvals.ts'),
  ])
  await withGateway(async (gateway) => {
    await prompts.begin(await joinGateway(gateway, (event) => prompts.take(event)))
    const problem = await Promise.race([stopped(signal), gateway.closed])
    if (problem) throw problem
  }, choice)
}

const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** `poundlock approvals serve`: shows waiting requests to prompting clients and in chats, until it is stopped. */
export async function serve(flags: { readonly json?: boolean }): Promise<void> {
  const stop = stopSignal()
  const prompting = await serveDesk(stateFolder())
  if (prompting === null) {
    throw new UsageError('Another process serves approvals already.', { remedy: 'See `poundlock approvals watch`.' })
  }
  const { socket, port } = prompting
  if (flags.json) await printJson({ event: 'serving', socket, port })
  else await printLine(`serving approvals at ${visibleText(socket)}${port === null ? '' : ` and on port ${port}`}`)
  await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve(), { once: true }))
  await prompting.close()
}

/** Serves, or joins the process that serves; `null` when that one ended in between. */
async function join(
  state: string,
  prompter: Parameters<typeof joinDesk>[1],
  signal: AbortSignal,
): Promise<Prompting | null> {
  const served = await serveDesk(state, prompter)
  if (served !== null) return served
  try {
    return await joinDesk(state, prompter)
  } catch (error) {
    if (!PoundlockError.isInstance(error) || error.code !== 'APPROVALS_SOCKET_ABSENT') throw error
    await new Promise<void>((resolve) => {
      setTimeout(resolve, RETRY_MS)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    return null
  }
}

function stopSignal(): AbortController {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort())
  return stop
}

/** Events as lines of JSON. */
class Printed {
  async begin({ waiting, serves, socket, port, gateway }: Prompting): Promise<void> {
    await printJson({ event: 'watching', serves, ...(gateway === undefined ? { socket, port } : { gateway }) })
    for (const request of waiting) this.take({ kind: 'waiting', request })
  }

  take({ kind, ...event }: SocketEvent): void {
    void printJson({ event: kind, ...event })
  }
}

/** Asks about one request after the other. */
class Prompts {
  readonly #stop: AbortController
  readonly #queue = new Map<string, ApprovalRequest>()
  #prompting: Prompting | null = null
  #shown: { readonly id: string; readonly over: AbortController; answered: boolean } | null = null

  constructor(stop: AbortController) {
    this.#stop = stop
  }

  async begin(prompting: Prompting): Promise<void> {
    this.#prompting = prompting
    const elsewhere = prompting.gateway === undefined ? 'served by another process' : `at ${prompting.gateway}`
    const where = prompting.serves ? `serving ${visibleText(prompting.socket)}` : visibleText(elsewhere)
    process.stderr.write(`${paint(process.stderr).dim(`watching for requests, ${where}; Ctrl-C ends it`)}\n`)
    for (const request of prompting.waiting) if (request.id !== this.#shown?.id) this.#queue.set(request.id, request)
    void this.#askNext()
  }

  take(event: SocketEvent): void {
    if (event.kind === 'waiting') {
      this.#queue.set(event.request.id, event.request)
      void this.#askNext()
      return
    }
    this.#queue.delete(event.id)
    if (this.#shown?.id !== event.id || this.#shown.answered) return
    this.#shown.over.abort()
    const { dim } = paint(process.stderr)
    process.stderr.write(`\n  ${dim(`${event.id.slice(0, SHORT_ID)}: ${settledText(event)}`)}\n`)
  }

  async #askNext(): Promise<void> {
    if (this.#shown !== null || this.#stop.signal.aborted) return
    const [request] = this.#queue.values()
    if (request === undefined) return
    this.#queue.delete(request.id)
    const over = new AbortController()
    this.#shown = { id: request.id, over, answered: false }
    try {
      await this.#ask(request, over.signal)
    } catch (error) {
      process.stderr.write(`  ${visibleText((error as Error).message)}\n`)
    } finally {
      this.#shown = null
    }
    void this.#askNext()
  }

  async #ask(request: ApprovalRequest, over: AbortSignal): Promise<void> {
    refuseOwnAnswer(request)
    const like = [...this.#queue.values()].filter(({ likeness }) => likeness === request.likeness)
    process.stderr.write(`${requestCard(request, Date.now(), process.stderr)}\n`)
    for (const { id, binding } of like) {
      process.stderr.write(`  like it  ${id.slice(0, SHORT_ID)}  ${visibleText(binding.text)}\n`)
    }
    const always = request.decisions.includes('allow-always')
    const question = `yes once${always ? ', always' : ''}${like.length > 0 ? ', all like it once' : ''}, no [why], or skip [y/${always ? 'a/' : ''}${like.length > 0 ? 'l/' : ''}N/s] `
    const interrupt = () => this.#stop.abort()
    if (always) process.stderr.write(LIMITS_HINT)
    for (;;) {
      const text = (await questionAtTerminal(question, AbortSignal.any([over, this.#stop.signal]), interrupt)) ?? ''
      if (over.aborted || this.#stop.signal.aborted || /^s(?:kip)?$/i.test(text)) return
      const all = like.length > 0 && /^l(?:ike)?$/i.test(text)
      const answer = all ? { decision: 'allow-once' as const } : readTypedAnswer(text, always, Date.now())
      if (answer === null) {
        process.stderr.write(`  no such limit.\n${LIMITS_HINT}`)
        continue
      }
      if (this.#shown) this.#shown.answered = true
      for (const one of all ? [request, ...like] : [request]) {
        this.#queue.delete(one.id)
        await this.#answer(one, answer)
      }
      return
    }
  }

  async #answer({ id }: ApprovalRequest, given: NonNullable<TypedAnswer>): Promise<void> {
    const { counts, answer, missing } = await this.#prompting!.answer(id, given)
    const more = missing === undefined ? '' : `; it takes ${missing} more`
    const isTaken = counts || missing !== undefined
    const outcome = isTaken ? `${answer.decision}${more}` : `answered already: ${settledText({ answer })}`
    process.stderr.write(`  ${paint(process.stderr).dim(`${id.slice(0, SHORT_ID)}: ${outcome}`)}\n`)
  }
}
