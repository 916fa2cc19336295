import { makeStateFolder, stateFolder, type RendererChoice } from '@poundlock/local-host'
import { EXIT } from '../exit-code.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { sandboxBackend, sandboxSettings } from '../sandbox/sandbox-backend.ts'

interface ProbeFlags {
  readonly workspace?: string
  readonly config?: string
  readonly json?: boolean
  readonly renderer?: RendererChoice
}

/** `poundlock sandbox probe`: the proof, run on this machine now. Exit code 66 when it does not contain. */
export async function probeSandbox(flags: ProbeFlags): Promise<void> {
  const state = stateFolder()
  const sandbox = sandboxSettings(flags, state)
  makeStateFolder(state)
  const backend = sandboxBackend(state, sandbox, { agent: 'main', session: 'main' }, flags.renderer)
  const report = await withSpinner('proving the sandbox', flags, () => backend.probe({ fresh: true }))
  if (flags.json) await printJson(report)
  else {
    const { good, bad, dim } = paint()
    for (const check of report.checks) {
      await printLine(
        `${check.passed ? good('passed') : bad('FAILED')} ${check.description} ${dim(`[${check.evidence}]`)}`,
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
