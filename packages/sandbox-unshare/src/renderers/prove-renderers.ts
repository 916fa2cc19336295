import type { FailedRenderer, ProbeReport } from '@poundlock/sandbox'
import type { Renderer } from './renderer.ts'

/** The results of a probe, and the renderer that it proved. */
export interface Proof {
  readonly report: ProbeReport
  /** The strongest that contains here, or `null`. */
  readonly renderer: Renderer | null
}

/**
 * Proves one renderer after the other, strongest first, until one contains. Being there is no proof: each must hold
 * against the forbidden calls.
 */
export async function proveRenderers(
  backend: string,
  candidates: readonly Renderer[],
  prove: (renderer: Renderer) => Promise<ProbeReport>,
): Promise<Proof> {
  const failed: FailedRenderer[] = []
  let milliseconds = 0
  let checks: ProbeReport['checks'] = []
  for (const renderer of candidates) {
    const impossible = renderer.impossible()
    const report = impossible.length > 0 ? null : await prove(renderer)
    milliseconds += report?.milliseconds ?? 0
    if (report?.contained === true) {
      const before = failed.length === 0 ? {} : { failed }
      return { renderer, report: { ...report, milliseconds, renderer: renderer.name, ...before } }
    }
    if (checks.length === 0) checks = report?.checks ?? []
    failed.push({ renderer: renderer.name, reasons: report === null ? impossible : reasonsOf(report) })
  }
  const reasons = failed.flatMap(({ renderer, reasons: own }, index) =>
    index === 0 ? own : own.map((reason) => `Renderer ${renderer}: ${reason}`),
  )
  return { renderer: null, report: { backend, contained: false, checks, reasons, milliseconds, failed } }
}

/** Why a probe found that nothing is contained: what failed, and checks that did not hold. */
export function reasonsOf(report: ProbeReport): readonly string[] {
  const failedChecks = report.checks
    .filter((check) => !check.passed)
    .map((check) => `The check "${check.name}" did not hold: to ${check.description} gave ${check.evidence}.`)
  return [...report.reasons, ...failedChecks]
}
