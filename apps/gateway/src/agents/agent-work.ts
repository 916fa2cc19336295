import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenTranscript, PromptEnd } from '@poundlock/agent'
import type { CallLedger } from '@poundlock/ledger'
import { SessionHosts, type LocalHost } from '@poundlock/local-host'
import { GatewayError, type CallResult } from '@poundlock/protocol'
import { PoundlockError } from '@poundlock/spec'
import { AGENT_LIMITS, type AgentReport, type AgentTask } from '@poundlock/tools'
import type { Approvals } from '../approvals/approvals.ts'
import type { Calls } from '../calls/calls.ts'
import { cancelLeft } from '../calls/cancel-left.ts'
import type { CallOwner } from '../calls/running-call.ts'
import type { Services } from '../dispatch/services.ts'
import { parentOf } from '../sessions/parent-session.ts'
import type { KeyedRequest, SessionStore, StoredSession } from '../sessions/session-store.ts'
import { AGENT_KEY, type AgentServers, type AgentSettings } from './agent-settings.ts'
import { EventLog } from './event-log.ts'
import { serversPlace } from './servers-place.ts'
import { onlyModels, type RunTask } from './session-tasks.ts'

export interface AgentWorkParts {
  readonly calls: Calls
  readonly ledger: CallLedger<CallResult>
  readonly sessions: SessionStore
  readonly approvals: Approvals
  readonly hosts: SessionHosts
  readonly services: Services
  readonly settings: AgentSettings | null
}

/** A prompt, and who gave it. */
export interface GivenPrompt {
  readonly text: string
  readonly model: string | undefined
  readonly owner: CallOwner
  /** Told the name of each tool that the model calls. */
  readonly onCall?: (tool: string) => void
}

/** What a model of the gateway does in one session. */
interface Working {
  /** The prompts that have not ended, each with the device that gave it. */
  readonly prompts: Set<{ readonly device: string; readonly stop: AbortController }>
  queue: Promise<void>
}

interface Work {
  readonly settings: AgentSettings
  readonly log: EventLog
  readonly signal: AbortSignal
}

interface OpenWork extends Work {
  readonly transcript: OpenTranscript
  readonly servers: AgentServers | null
  /** Of the model. */
  readonly name: string
}

/** Prompts of one session that wait. */
const MOST_QUEUED = 16
const RETRY_MS = 5000

/**
 * Models of the gateway that work in sessions. The work goes on without the client that gave the prompt; what happens is
 * written into the session. Prompts of one session are worked on one after the other.
 */
export class AgentWork {
  readonly #parts: AgentWorkParts
  readonly #folder: string
  readonly #working = new Map<string, Working>()
  /** What runs the tasks of each session in which a model works. */
  readonly #tasks = new Map<string, RunTask>()
  /** One for a session and for those that work for it. */
  readonly #servers: SessionHosts<AgentServers> | null

  /** Settles what an earlier run of the gateway left. @param settings none where the gateway has no models */
  static async open(
    parts: Omit<AgentWorkParts, 'settings'>,
    settings: AgentSettings | null = null,
  ): Promise<AgentWork> {
    const work = new AgentWork({ ...parts, settings })
    await work.#settleInterrupted()
    return work
  }

  private constructor(parts: AgentWorkParts) {
    this.#parts = parts
    const { services, settings } = parts
    this.#folder = join(services.stateFolder, 'gateway', 'agents')
    const open = settings?.openServers
    this.#servers = open ? new SessionHosts(open, () => services.identity.clock.monotonic()) : null
  }

  /**
   * Says in each session in which a model worked when the gateway ended that the work was interrupted, and takes back
   * what its calls wait for: a prompt goes on from its transcript, where no call is made again.
   */
  async #settleInterrupted(): Promise<void> {
    const { sessions, approvals, ledger, services } = this.#parts
    for (const id of sessions.working()) {
      for (const { request } of approvals.store.pending()) {
        if (request.binding.session !== id) continue
        const entry = ledger.find('', { callId: request.callId })
        if (entry?.key.startsWith(AGENT_KEY) !== true || entry.state !== 'accepted') continue
        // oxlint-disable-next-line no-await-in-loop -- few, before anything else is done
        await cancelLeft(entry, { ledger, approvals, now: services.now })
      }
      if (sessions.get(id) !== null) sessions.append(id, { kind: 'agent', event: interrupted(id) })
      sessions.setWorking(id, false)
      // Its task was given by a call that is not made again.
      if (parentOf(id) !== null) this.#endTask(id)
    }
  }

  /**
   * Takes a prompt, once for its key. @returns the number of the event that says so
   *
   * @throws GatewayError `UNAVAILABLE` without models, `INVALID_PARAMS` for another model, `BUSY`, `RECORD_FAILED`
   */
  prompt(session: StoredSession, { text, model, owner }: GivenPrompt, keyed: KeyedRequest): number {
    const { sessions, settings } = this.#parts
    const before = sessions.answerOf(keyed)
    if (before !== null) return Number(before)
    if (!settings)
      throw new GatewayError('This gateway has no models: gateway.agents names them.', { code: 'UNAVAILABLE' })
    if (model !== undefined && !settings.models.includes(model)) {
      throw new GatewayError('The gateway does not offer this model.', {
        code: 'INVALID_PARAMS',
        path: '/params/model',
        expected: `one of ${settings.models.join(', ')}`,
      })
    }
    this.#checkRoom(session.id, settings)
    return this.#begin(session, { text, model, owner }, settings, keyed).seq
  }

  #begin(session: StoredSession, given: GivenPrompt, settings: AgentSettings, keyed: KeyedRequest) {
    const { sessions } = this.#parts
    const { text, model = settings.model, owner } = given
    const by = { device: owner.deviceId, name: owner.deviceName, role: owner.role }
    sessions.setWorking(session.id, true)
    const seq = sessions.appendOnce(session.id, { kind: 'prompt', by, text, model }, keyed)
    return { seq, ended: this.#queue(session, given, settings, seq) }
  }

  /** Has another agent do a task that the model of a session gives. @throws PoundlockError */
  async runTask(task: AgentTask): Promise<AgentReport> {
    const { calls } = this.#parts
    const run = this.#tasks.get(task.session)
    if (run === undefined || calls.byId(task.callId)?.request.givesTask !== true) throw onlyModels()
    return run(task)
  }

  /** Whether a model has been given a prompt in a session. */
  hasWorkedIn(session: string): boolean {
    return existsSync(join(this.#folder, `${session}.jsonl`))
  }

  /** Ends the work in a session. @returns how many prompts there were */
  stop(session: string): number {
    const { prompts } = this.#working.get(session) ?? { prompts: new Set() }
    for (const { stop } of prompts) stop.abort()
    return prompts.size
  }

  /** The session ends: what its model had open is closed. */
  endSession(session: string): void {
    this.stop(session)
    this.#servers?.release(session)
  }

  sweep(): void {
    this.#servers?.sweep()
  }

  /** Has the servers of sessions opened anew, as the configuration has them now. */
  reload(): void {
    this.#servers?.reload()
  }

  deviceRevoked(deviceId: string): void {
    for (const { prompts } of this.#working.values()) {
      for (const { device, stop } of prompts) if (device === deviceId) stop.abort()
    }
  }

  /** Ends all work, with the calls that run for it. */
  async close(): Promise<void> {
    const working = [...this.#working]
    for (const [session] of working) this.stop(session)
    await Promise.all(working.map(([, { queue }]) => queue))
    await this.#servers?.close()
  }

  #checkRoom(session: string, { atOnce }: AgentSettings): void {
    const own = this.#working.get(session)
    if (own === undefined ? this.#working.size < atOnce : own.prompts.size < MOST_QUEUED) return
    const message =
      own === undefined
        ? `Models work in ${this.#working.size} sessions, and in no more at a time.`
        : `${own.prompts.size} prompts of the session wait.`
    throw new GatewayError(message, { code: 'BUSY', retryAfterMs: RETRY_MS })
  }

  #queue(session: StoredSession, given: GivenPrompt, settings: AgentSettings, seq: number): Promise<PromptEnd> {
    const { sessions, services } = this.#parts
    const working = this.#working.get(session.id) ?? { prompts: new Set(), queue: Promise.resolve() }
    this.#working.set(session.id, working)
    const prompt = { device: given.owner.deviceId, stop: new AbortController() }
    working.prompts.add(prompt)
    const log = new EventLog(sessions, {
      session: session.id,
      prompt: seq,
      onProblem: (error) => services.log('agent-event-unrecorded', { session: session.id, error: String(error) }),
    })
    const ended = working.queue.then(() => this.#work(session, given, { settings, log, signal: prompt.stop.signal }))
    working.queue = ended
      .then(() => undefined)
      .catch((error: unknown) => log.add(failed(error)))
      .then(() => {
        log.flush()
        working.prompts.delete(prompt)
        if (working.prompts.size > 0) return
        this.#working.delete(session.id)
        sessions.setWorking(session.id, false)
      })
      .catch((error: unknown) => services.log('agent-unsettled', { session: session.id, error: String(error) }))
    return ended
  }

  /** Works on one prompt, with the transcript of the session. */
  async #work(session: StoredSession, given: GivenPrompt, work: Work): Promise<PromptEnd> {
    const { settings } = work
    const { model } = given
    const transcript = await this.#transcript(session, model ?? settings.model)
    try {
      const { model: earlier } = transcript.session
      const name = model ?? (settings.models.includes(earlier) ? earlier : settings.model)
      const loop = (servers: AgentServers | null) =>
        this.#runLoop(session, given, { ...work, transcript, servers, name })
      return await (this.#servers ? this.#servers.use(serversPlace(session), loop) : loop(null))
    } finally {
      transcript.close()
    }
  }

  async #runLoop(session: StoredSession, given: GivenPrompt, opened: OpenWork): Promise<PromptEnd> {
    const { calls, hosts, services } = this.#parts
    const { settings, log, signal, transcript, servers, name } = opened
    const { id, agent, workspace } = session
    const { AgentLoop, Conversation } = await import('@poundlock/agent')
    const { sessionTools } = await import('./session-tools.ts')
    const { ServerTools } = await import('./server-tools.ts')
    const model = await settings.openModel(name)
    const more = new ServerTools(servers)
    this.#tasks.set(id, await this.#tasksOf(session, given, settings, name))
    const work = async (host: LocalHost) => {
      more.give(host)
      const { tools, system } = await settings.describe(host)
      const takeEvents = () => {
        host.runtime.onSessionEnd(id)
        return host.runtime.takeEvents(id)
      }
      const { owner, onCall, text } = given
      const prepare = (one: LocalHost) => more.give(one)
      const { stateFolder } = services
      const loop = new AgentLoop({
        model,
        tools: sessionTools({ calls, session, owner, tools, stateFolder, takeEvents, prepare }),
        system,
        conversation: new Conversation(transcript.entries),
        write: transcript.write,
        bounds: { turns: parentOf(id) === null ? settings.turns : Math.min(settings.turns, AGENT_LIMITS.turns) },
      })
      const events = loop.subscribe()
      const logged = (async () => {
        for await (const event of events) {
          log.add(event)
          if (event.type === 'tool-called') onCall?.(event.tool)
        }
      })()
      const end = await loop.prompt(text, { signal }).finally(() => loop.close())
      await logged
      return end
    }
    return hosts.use({ session: id, agent, workspace }, work).finally(() => {
      more.takeBack()
      this.#tasks.delete(id)
    })
  }

  /** Runs the tasks that the model of a session gives to others. */
  async #tasksOf(session: StoredSession, { owner }: GivenPrompt, settings: AgentSettings, model: string) {
    const { sessions } = this.#parts
    const { sessionTasks } = await import('./session-tasks.ts')
    return sessionTasks({
      sessions,
      session,
      owner,
      model,
      models: settings.models,
      begin: (own, task) => {
        this.#checkRoom(own.id, settings)
        const keyed = { device: owner.deviceId, key: undefined, fingerprint: '' }
        return this.#begin(own, { ...task, owner }, settings, keyed).ended
      },
      stop: (own) => void this.stop(own),
      end: (own) => this.#endTask(own),
    })
  }

  /** A session of a task takes nothing more. */
  #endTask(id: string): void {
    const { sessions, calls } = this.#parts
    this.stop(id)
    calls.endSession(id)
    const session = sessions.get(id)
    if (session === null || !sessions.end(id)) return
    const by = { device: session.owner, name: 'gateway', role: 'operator' } as const
    sessions.append(id, { kind: 'aborted', by, reason: 'its task has ended' })
  }

  async #transcript({ id, agent, workspace }: StoredSession, model: string) {
    const { createTranscript, openTranscript } = await import('@poundlock/agent')
    const isNew = !this.hasWorkedIn(id)
    const parent = parentOf(id)
    const given = { id, agent, workspace, model, ...(parent !== null && { parent }) }
    return isNew ? createTranscript(this.#folder, given) : openTranscript(this.#folder, id)
  }
}

const ended = (error: { readonly code: string; readonly message: string; readonly remedy?: string }) =>
  ({ type: 'prompt-ended', reason: 'failed', turns: 0, text: '', error }) as const

const interrupted = (session: string) =>
  ended({
    code: 'GATEWAY_ENDED',
    message: 'the gateway ended while a model worked here',
    remedy: `Go on with: poundlock agent resume ${session} --gateway NAME`,
  })

/** What is no failure of the model: its transcript, its host. */
function failed(error: unknown) {
  if (!PoundlockError.isInstance(error)) return ended({ code: 'INTERNAL', message: String(error) })
  const { code, message, remedy } = error
  return ended({ code, message, ...(remedy !== undefined && { remedy }) })
}
