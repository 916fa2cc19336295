import { createHash, randomUUID } from 'node:crypto'
import type { CallResult, EventData, ParamsOf } from '@poundlock/protocol'
import { visibleText } from '@poundlock/spec'
import { EXIT, exitCodeOf } from '../exit-code.ts'
import { execInput, type ExecFlags } from '../input/exec-input.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { outputWriter } from '../output/terminal-text.ts'
import { watchStops } from '../stops.ts'
import { UsageError } from '../usage-error.ts'
import { withGateway, type ConnectedGateway } from './with-gateway.ts'

/** Sessions of one terminal that were aborted since the last one that is open. */
const MOST_ABORTED = 100

/** `poundlock exec --gateway`: the command runs at the gateway, which decides, asks, contains and records. */
export async function execAtGateway(command: string, flags: ExecFlags): Promise<void> {
  refuseLocalFlags(flags)
  const input = execInput(command, flags)
  const stop = watchStops()
  const make = async (gateway: ConnectedGateway) => {
    const session = flags.session ?? (await ownSession(gateway, flags))
    for (const text of flags.directive ?? []) await sendDirective(gateway, session, text)
    const { cwd, node } = flags
    // A folder of the node is no folder of the gateway.
    const place = cwd === undefined || node !== undefined ? {} : { cwd }
    return call(gateway, { session, tool: 'exec', input, ...place }, { flags, stop: stop.abortSignal })
  }
  const result = await withSpinner('running', flags, () => withGateway(make, flags, ['agent', 'operator']))
  const { exit } = result
  const ended = exitCode(result)
  process.exitCode = stop.finish({ run: exit?.code == null ? null : { reason: 'exit' } }) ?? ended
  if (flags.json) return printJson(result)
  if (result.job !== undefined) return printLine(result.job)
  explain(result)
  if (flags.record && result.runId !== undefined) say(`recorded at the gateway: poundlock audit play ${result.runId}`)
}

function refuseLocalFlags({ try: tried, config, host, node, prompts }: ExecFlags): void {
  if (host !== undefined && node !== undefined) {
    throw new UsageError('--host and --node both say where it runs', { remedy: 'Leave one of them out.' })
  }
  const [wrong] = Object.entries({ try: tried, config, 'no-prompts': prompts === false || undefined }).filter(
    ([, value]) => value !== undefined,
  )
  if (wrong === undefined) return
  throw new UsageError(`--${wrong[0]} is for commands of this machine`, {
    remedy: 'Leave it out, or say --gateway local.',
  })
}

/** The session of this terminal in a workspace: the same key begins it once, and a new one when it was aborted. */
export async function ownSession(gateway: ConnectedGateway, { workspace, agent }: ExecFlags): Promise<string> {
  const params: ParamsOf<'sessions.create'> = {
    label: 'poundlock exec',
    ...(workspace !== undefined && { workspace }),
    ...(agent !== undefined && { agent }),
  }
  const base = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 32)
  for (let number = 0; number < MOST_ABORTED; number++) {
    // oxlint-disable-next-line no-await-in-loop -- the next one only where this one was aborted
    const { session } = await gateway.request('sessions.create', params, { idempotencyKey: `exec-${base}-${number}` })
    if (session.state === 'open') return session.id
  }
  const { session } = await gateway.request('sessions.create', params, { idempotencyKey: `exec-${randomUUID()}` })
  return session.id
}

/** A directive holds for the session, for as long as the gateway runs. @throws UsageError for other text */
async function sendDirective(gateway: ConnectedGateway, session: string, text: string): Promise<void> {
  const { seq } = await gateway.request('sessions.send', { session, text })
  const { events } = await gateway.request('sessions.events', { session, after: seq - 1, limit: 1 })
  const [event] = events
  if (event?.kind !== 'directive') {
    const remedy = 'Write /exec host=… security=… ask=…, or /elevated on|off|ask|full.'
    throw new UsageError(`--directive ${JSON.stringify(text)} is no directive`, { remedy })
  }
  say(visibleText(event.answer, { newlines: 'keep' }))
}

interface Calling {
  readonly flags: ExecFlags
  readonly stop: AbortSignal
}

/** Makes the call, passes its output on as it comes, and cancels it when this process is told to stop. */
async function call(
  gateway: ConnectedGateway,
  params: ParamsOf<'tools.call'>,
  { flags: { json, record }, stop }: Calling,
): Promise<CallResult> {
  const key = randomUUID()
  const output = new StreamedOutput(key)
  const endOutput = gateway.on('tools.output', (data) => output.take(data))
  const endState = gateway.on('tools.state', (data) => {
    if (data.key === key && data.state === 'waiting' && json !== true) sayWaiting(data.approval)
  })
  const cancel = () => void gateway.request('tools.cancel', { call: { key } }).catch(() => undefined)
  stop.addEventListener('abort', cancel, { once: true })
  try {
    const result = await gateway.request(
      'tools.call',
      { ...params, stream: json !== true, ...(record && { record }) },
      { idempotencyKey: key },
    )
    await output.written
    return result
  } finally {
    endOutput()
    endState()
    stop.removeEventListener('abort', cancel)
  }
}

/** Parts of the output in order; what was lost with a connection is said. */
class StreamedOutput {
  readonly #key: string
  readonly #write = outputWriter()
  #part = 0
  written: Promise<void> | undefined

  constructor(key: string) {
    this.#key = key
  }

  take({ key, stream, part, text, omittedBytes }: EventData<'tools.output'>): void {
    if (key !== this.#key || part <= this.#part) return
    if (omittedBytes !== undefined) say(`${omittedBytes} bytes of output were left out here`)
    else if (part > this.#part + 1) say('output was left out here')
    this.#part = part
    if (stream === 'update') return
    this.written = this.#write({ stream, bytes: Buffer.from(text) })
  }
}

/** How the request of a call is answered. */
export function sayWaiting(approval: string | undefined): void {
  const id = visibleText(approval ?? '').slice(0, 8)
  say(`waits for approval ${id}: poundlock approvals resolve ${id} allow-once, by another person`)
}

function exitCode({ status, exit }: CallResult): number {
  if (status === 'cancelled' || status === 'unknown') return EXIT.internal
  if (exit === undefined) return exitCodeOf({ status, run: null, tried: null, output: null })
  const { code, signal, timedOut } = exit
  if (timedOut) return EXIT.timedOut
  const run = { reason: 'exit', exitCode: code, signal: signal as NodeJS.Signals | null } as const
  return exitCodeOf({ status, run, tried: null, output: null })
}

/** All that is to be said beside the command's own output. */
function explain({ status, message, exit }: CallResult): void {
  if (status === 'ran' && exit?.timedOut !== true && exit?.signal == null) return
  const { bad } = paint(process.stderr)
  process.stderr.write(`${bad('poundlock:')} ${visibleText(message, { newlines: 'keep' })}\n`)
}

const say = (text: string) => process.stderr.write(`${paint(process.stderr).dim(`poundlock: ${text}`)}\n`)
