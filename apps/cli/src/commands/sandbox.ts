import { checkPolicy } from '@poundlock/sandbox'
import { EXIT } from '../exit-code.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { assemble, type PlaceFlags } from '../setup/assemble.ts'
import { configuredRenderer, type RendererChoice, sandboxBackend } from '../setup/sandbox-backend.ts'
import { makeStateFolder, stateFolder } from '../setup/state-folder.ts'

interface ProbeFlags {
  readonly json?: boolean
  readonly renderer?: RendererChoice
}

/** `poundlock sandbox probe`: the proof, run on this machine now. Exit code 66 when it does not contain. */
export async function probeSandbox(flags: ProbeFlags): Promise<void> {
  const state = stateFolder()
  makeStateFolder(state)
  const backend = sandboxBackend(state, flags.renderer ?? configuredRenderer(process.cwd(), state))
  const report = await backend.probe({ fresh: true })
  if (flags.json) await printJson(report)
  else {
    const { good, bad, dim } = paint()
    for (const check of report.checks) {
      await printLine(
        `${check.held ? good('held  ') : bad('FAILED')} ${check.description} ${dim(`[${check.evidence}]`)}`,
      )
    }
    for (const { renderer, reasons } of report.failed ?? []) {
      for (const reason of reasons) await printLine(`${bad('cannot')} ${renderer}: ${reason}`)
    }
    // Before any renderer, it may be the kind of machine.
    if (report.failed === undefined) {
      for (const reason of report.reasons) await printLine(`${bad('cannot')} ${reason}`)
    }
    const seconds = (report.milliseconds / 1000).toFixed(2)
    const renderer = report.renderer === undefined ? '' : `, renderer ${report.renderer}`
    await printLine(
      `${report.contained ? good('contained') : bad('not contained')}: backend ${report.backend}${renderer}, ${seconds} s`,
    )
  }
  process.exitCode = report.contained ? EXIT.done : EXIT.unavailable
}

/** `poundlock sandbox explain`: what a command would see here, and where each setting comes from. */
export async function explainSandbox(flags: PlaceFlags & { readonly json?: boolean }): Promise<void> {
  const { backend, sandboxPolicy, config, policy, context, place } = assemble(flags)
  // Explained as it would be granted: what no sandbox may be asked for is said instead.
  checkPolicy(sandboxPolicy)
  const status = await backend.status(sandboxPolicy)
  const { host } = policy.execSettings({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    context: { ...context, home: '/', interactive: false },
  })
  const { sandbox } = config.resolved
  const sandboxed = host.value === 'sandbox'
  if (flags.json) return printJson({ sandboxed, host, status, policy: sandboxPolicy, settings: sandbox, place })
  const { bold, dim, good, bad } = paint()
  await printLine(
    `commands run in ${bold(host.value)} ${dim(`(${host.origin})`)}: ${sandboxed ? 'contained' : 'not contained'}`,
  )
  await printLine(
    `backend ${status.backend}${status.renderer === undefined ? '' : `, renderer ${status.renderer}`}: ${status.active ? good('active, proven on this machine') : bad('not active')}`,
  )
  for (const reason of status.fallbackReasons) await printLine(`  ${bad(reason)}`)
  for (const [name, { value, origin }] of Object.entries({
    files: sandbox.fileMode,
    network: sandbox.network,
    renderer: sandbox.renderer,
    'when unavailable': sandbox.onUnavailable,
  })) {
    await printLine(`${name.padEnd(18)}${value} ${dim(`(${origin})`)}`)
  }
  await printLine(`${'workspace'.padEnd(18)}${place.workspace}, writable`)
  await list('also readable', sandboxPolicy.readPaths)
  await list('also writable', sandboxPolicy.writePaths)
  await list('protected', sandboxPolicy.protectedPaths)
  await list('hidden', sandboxPolicy.hiddenPaths)
  await list(
    'limits',
    Object.entries(sandboxPolicy.limits).map(([name, value]) => `${name} ${value}`),
  )
  await list(
    'defences',
    Object.entries(status.defences).map(([name, state]) => `${name}: ${state}`),
  )
  if (status.container.inside) await list('inside a container', status.container.markers)
}

async function list(title: string, entries: readonly string[]): Promise<void> {
  if (entries.length > 0) await printLine(`${title.padEnd(18)}${entries.join(', ')}`)
}
