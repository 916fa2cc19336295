import { randomUUID } from 'node:crypto'
import type { EventData, FleetRow, ParamsOf, ResultOf } from '@poundlock/protocol'
import { visibleText } from '@poundlock/spec'
import { EXIT } from '../exit-code.ts'
import { execInput, type ExecFlags } from '../input/exec-input.ts'
import { askYes } from '../output/ask-yes.ts'
import { fleetLine, fleetTable } from '../output/fleet-table.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { TerminalText } from '../output/terminal-text.ts'
import { watchStops } from '../stops.ts'
import { UsageError } from '../usage-error.ts'
import { ownSession, sayWaiting } from './remote-exec.ts'
import { withGateway, type ConnectedGateway } from './with-gateway.ts'

/** More nodes are asked about. */
const ASK_ABOVE = 10
/** The exit code where at least one node has an error. */
const NODE_ERRORS = 1

type FleetResult = ResultOf<'fleet.exec'>

/** `poundlock exec --nodes`: one command on several nodes of a gateway. */
export async function execOnFleet(command: string, flags: ExecFlags): Promise<void> {
  const selection = selectionOf(flags)
  refuseFlags(flags)
  const input = { ...execInput(command, flags), ...(flags.cwd !== undefined && { workdir: flags.cwd }) }
  const stop = watchStops()
  await withGateway(async (gateway) => {
    const session = flags.session ?? (await ownSession(gateway, flags))
    const { rows, decision } = await gateway.request('fleet.check', { session, input, selection })
    const limits = limitsOf(flags, rows.length)
    if (flags.dryRun) return showDryRun(rows, decision, flags)
    if (!flags.json) for (const row of rows) say(fleetLine(row))
    const asks = rows.length > ASK_ABOVE && flags.yes !== true
    if (asks && decision === 'deny') return refused(rows, flags)
    if (asks && !(await isWanted(rows.length, stop.abortSignal))) return void (process.exitCode = EXIT.unapproved)
    const order = {
      session,
      input,
      nodes: rows.map(({ node }) => node),
      ...limits,
      ...(flags.record && { record: true }),
    }
    const result = await run(gateway, order, flags, stop.abortSignal)
    process.exitCode = stop.finish({ run: null }) ?? exitCode(result)
    if (!flags.json) await report(result)
  }, flags)
}

function selectionOf({ nodes, all }: ExecFlags): ParamsOf<'fleet.check'>['selection'] {
  if (nodes?.trim() === '') throw new UsageError('--nodes is empty', { remedy: 'Name nodes or labels, or say --all.' })
  if (nodes !== undefined && all)
    throw new UsageError('--nodes and --all both say where it runs', { remedy: 'Leave one of them out.' })
  return nodes === undefined ? { all: true } : { nodes }
}

function refuseFlags({ try: tried, config, background, host, node, directive, prompts }: ExecFlags): void {
  const noPrompts = prompts === false || undefined
  const flags = { try: tried, config, background, host, node, directive: directive?.[0], 'no-prompts': noPrompts }
  const given = Object.entries(flags)
  const [wrong] = given.filter(([, value]) => value !== undefined)
  if (wrong === undefined) return
  throw new UsageError(`--${wrong[0]} is not for a command on several nodes`, { remedy: 'Leave it out.' })
}

function limitsOf(
  { maxConcurrency, maxErrors }: ExecFlags,
  nodes: number,
): Pick<ParamsOf<'fleet.exec'>, 'maxConcurrency' | 'maxErrors'> {
  const percent = /^(\d{1,3})%$/.exec(maxErrors ?? '')?.[1]
  const errors = percent === undefined ? Number(maxErrors ?? 0) : Math.floor((nodes * Number(percent)) / 100)
  const atOnce = Number(maxConcurrency ?? 10)
  if (!Number.isInteger(errors) || errors < 0) {
    throw new UsageError(`--max-errors ${JSON.stringify(maxErrors)} is no number of nodes`, {
      remedy: 'For example: --max-errors 2, or 10%.',
    })
  }
  if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > 100) {
    throw new UsageError(`--max-concurrency ${JSON.stringify(maxConcurrency)} is not 1 to 100`, {
      remedy: 'For example: --max-concurrency 5.',
    })
  }
  return { maxConcurrency: atOnce, maxErrors: Math.min(errors, nodes) }
}

/** No node could run it: there is nothing to ask about. */
async function refused(rows: readonly FleetRow[], { json }: ExecFlags): Promise<void> {
  if (json) for (const row of rows) await printJson({ ...row, output: '' })
  else {
    process.stderr.write(`${fleetTable(rows)}\n`)
    say(`${rows.length} nodes: all of them deny it, or cannot run it; nothing was run`)
  }
  process.exitCode = EXIT.denied
}

/** @throws UsageError without a terminal to ask at */
async function isWanted(count: number, signal: AbortSignal): Promise<boolean> {
  const answer = await askYes(`Run it on ${count} nodes?`, signal)
  if (answer === undefined)
    throw new UsageError(`it would run on ${count} nodes`, { remedy: 'Say --yes, or select fewer.' })
  return answer
}

async function showDryRun(
  rows: readonly FleetRow[],
  decision: FleetResult['rows'][number]['decision'],
  { json }: ExecFlags,
): Promise<void> {
  if (json) for (const row of rows) await printJson(row)
  else {
    await printLine(fleetTable(rows))
    await printLine(`${rows.length} ${rows.length === 1 ? 'node' : 'nodes'}: ${decision}; nothing was run`)
  }
  if (rows.some(({ isError }) => isError)) process.exitCode = EXIT.denied
  else process.exitCode = decision === 'ask' ? EXIT.unapproved : EXIT.done
}

/** Runs it, tells how it goes on, and has it end when this process is told to stop. */
async function run(
  gateway: ConnectedGateway,
  order: ParamsOf<'fleet.exec'>,
  { json }: ExecFlags,
  stop: AbortSignal,
): Promise<FleetResult> {
  const key = randomUUID()
  const ended = new Map<string, Promise<void>>()
  const endProgress = gateway.on(
    'fleet.progress',
    ({ key: other, state, row, approval }: EventData<'fleet.progress'>) => {
      if (other !== key) return
      if (state === 'waiting' && !json) sayWaiting(approval)
      if (state === 'ended' && row && !ended.has(row.node)) ended.set(row.node, show(gateway, row, json))
      if (row && !json) say(state === 'started' ? `${visibleText(row.name)} starts` : fleetLine(row))
    },
  )
  const cancel = () => void gateway.request('fleet.cancel', { key }).catch(() => undefined)
  stop.addEventListener('abort', cancel, { once: true })
  try {
    const result = await gateway.request('fleet.exec', order, { idempotencyKey: key })
    await Promise.all(ended.values())
    for (const row of result.rows) if (!ended.has(row.node)) await show(gateway, row, json)
    return result
  } finally {
    endProgress()
    stop.removeEventListener('abort', cancel)
  }
}

/** What a node said; all of its lines with its name before them. */
async function show(gateway: ConnectedGateway, row: FleetRow, json: boolean | undefined): Promise<void> {
  const { callId } = row
  const status =
    callId === undefined ? null : await gateway.request('tools.status', { call: { callId } }).catch(() => null)
  const texts = (status?.result?.content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []))
  if (json) return printJson({ ...row, output: texts.join('') })
  const name = paint().dim(`${visibleText(row.name)} |`)
  const safe = process.stdout.isTTY ? new TerminalText() : null
  for (const line of texts.join('').split('\n').slice(0, -1)) {
    await printLine(`${name} ${safe ? safe.next(Buffer.from(line)) : line}`)
  }
}

async function report({ rows, errors, stopped }: FleetResult): Promise<void> {
  process.stderr.write(`${fleetTable(rows)}\n`)
  const left = rows.filter(({ state }) => state === 'not-started').length
  const whys = { errors: 'too many errors', unapproved: 'it was not approved', cancelled: 'it was cancelled' }
  const end = stopped === undefined ? '' : `; ${left} not started: ${whys[stopped]}`
  say(`${rows.length} nodes, ${errors} with an error${end}`)
}

function exitCode({ rows, errors, stopped }: FleetResult): number {
  if (stopped === 'unapproved') return EXIT.unapproved
  if (stopped === 'cancelled') return EXIT.internal
  const isRefused = rows.every(({ callId, state }) => callId === undefined && state !== 'ran')
  if (errors > 0 && isRefused) return EXIT.denied
  return errors > 0 ? NODE_ERRORS : EXIT.done
}

const say = (text: string) => process.stderr.write(`${paint(process.stderr).dim(`poundlock: ${text}`)}\n`)
