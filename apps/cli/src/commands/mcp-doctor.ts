import { PoundlockError, visibleText } from '@poundlock/spec'
import { howToEnable } from '../mcp/disabled-servers.ts'
import { openMcp, type OpenMcp } from '../mcp/open-mcp.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { watchStops } from '../stops.ts'
import { type McpFlags, needsRemarks, noServer, remarks } from './mcp.ts'

interface Finding {
  readonly server: string
  readonly ok: boolean
  readonly message: string
  /** How to mend it. */
  readonly fix?: string
}

const SECRET_NAME = /token|secret|passw|api_?key|credential|private/i
/** How many servers are started at a time. */
const AT_A_TIME = 4

/**
 * `poundlock mcp doctor [SERVER]`: starts each server, and reports problems with remedies. Exit code 1 when there are
 * any.
 */
export async function doctorServers(name: string | undefined, flags: McpFlags): Promise<void> {
  const open = await openMcp(flags)
  const { manager } = open
  const stop = watchStops()
  const findings: Finding[] = []
  const named = manager.servers().filter((server) => name === undefined || server.name === name)
  if (name !== undefined && named.length === 0) throw noServer(name, open)
  try {
    const waiting = named.map((server) => server.name)
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        findings.push(...(await lookAt(open, next, stop.abortSignal)))
        await manager.stop(next)
      }
    }
    await withSpinner('starting the servers', flags, () => Promise.all(Array.from({ length: AT_A_TIME }, work)))
  } finally {
    await manager.close()
  }
  if (name === undefined) findings.push(...besides(open))
  const ok = findings.every((finding) => finding.ok)
  process.exitCode = ok ? 0 : 1
  if (flags.json) return printJson({ ok, findings })
  const { good, bad, dim } = paint()
  for (const { server, ok: isFine, message, fix } of findings) {
    const lines = visibleText(message, { newlines: 'keep' }).split('\n').join('\n      ')
    await printLine(`${isFine ? good('ok  ') : bad('BAD ')} ${visibleText(server)}: ${lines}`)
    if (fix !== undefined) await printLine(dim(`      ${visibleText(fix)}`))
  }
  if (findings.length === 0) await printLine('no server is configured: poundlock mcp import, poundlock mcp add')
}

async function lookAt(
  { manager, servers, book }: OpenMcp,
  name: string,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const started = performance.now()
  try {
    const report = await manager.refresh(name, signal)
    const took = Math.round(performance.now() - started)
    const tools = `${report.callable} tools can be called${report.withheld > 0 ? `, ${report.withheld} are withheld` : ''}`
    const message = `${report.info?.name ?? ''} ${report.info?.version ?? ''} speaks ${report.info?.protocolVersion ?? ''}, ${took} ms; ${tools}`
    findings.push({ server: name, ok: true, message })
    for (const remark of remarks(report)) findings.push({ server: name, ok: false, message: remark })
    const silent = manager.tools(name).filter((tool) => Object.keys(tool.annotations).length === 0)
    if (silent.length > 0) {
      const which = silent
        .slice(0, 5)
        .map((tool) => tool.name)
        .join(', ')
      findings.push({
        server: name,
        ok: true,
        message: `${silent.length} tools say nothing about what they do, and are thought to do everything: ${which}`,
        // The effects of a tool are not known here: a value in the advice would be copied.
        fix: `Look what each does (poundlock mcp tools ${name}), then say by its name what it needs, under "permissions" of the server; until then each call is asked about.`,
      })
    }
  } catch (error) {
    const { message } = error as Error
    const fix = PoundlockError.isInstance(error) ? error.remedy : undefined
    findings.push({ server: name, ok: false, message, ...(fix !== undefined && { fix }) })
  }
  for (const message of needsRemarks(name, book.read(name))) findings.push({ server: name, ok: true, message })
  const settings = servers.find((server) => server.name === name)?.settings
  const written = Object.entries({ ...settings?.env, ...settings?.headers }).filter(
    ([key, value]) =>
      (SECRET_NAME.test(key) || key.toLowerCase() === 'authorization') && value !== '' && !value.includes('${'),
  )
  for (const [key] of written) {
    findings.push({
      server: name,
      ok: false,
      message: `${key} looks like a secret, and its value stands in the file`,
      fix: `Write "\${${key.replaceAll('-', '_').toUpperCase()}}", and set that variable where you start poundlock.`,
    })
  }
  if (settings?.url?.startsWith('http://') && !/^http:\/\/(?:localhost|127\.|\[::1\])/.test(settings.url)) {
    findings.push({ server: name, ok: false, message: 'it is reached without encryption', fix: 'Use https.' })
  }
  return findings
}

function besides({ disabled, ignored, problems, ruleProblems }: OpenMcp): readonly Finding[] {
  return [
    ...disabled.map((server) => ({ server: server.name, ok: true, message: 'is disabled', fix: howToEnable(server) })),
    ...ignored.map(({ name, origin, reason }) => ({
      server: name,
      ok: true,
      message: `${origin}: ${reason === 'untrusted' ? 'came with the repository and does nothing' : 'has a name that is taken'}`,
      ...(reason === 'untrusted' && { fix: howToTrust(origin) }),
    })),
    ...problems.map((message) => ({ server: '.mcp.json', ok: false, message })),
    ...ruleProblems.map((message) => ({ server: 'rules', ok: false, message })),
  ]
}

/** Trust in one file is no trust in the other. */
const howToTrust = (origin: string): string =>
  /\.mcp\.json(?::\d+:\d+)?$/.test(origin)
    ? 'Look at what it would run, then: poundlock mcp trust --project.'
    : 'Look at it, then copy it to your own file; poundlock policy trust lets the rules and hooks of that file count, too.'
