import {
  createProbeCache,
  detectContainer,
  type ProbeReport,
  type Sandbox,
  SandboxError,
  type SandboxPolicy,
} from '@poundlock/sandbox'
import { textOrNull } from '@poundlock/state-files/node'
import { loaderExecutable } from '../loader/elf.ts'
import type { ProgramPart } from '../loader/program.ts'
import { runProbe } from '../probe/run-probe.ts'
import { systemError, unavailableReasons } from '../probe/unavailable-reasons.ts'
import { createRenderers } from '../renderers/create-renderers.ts'
import { type Proof, proveRenderers, reasonsOf } from '../renderers/prove-renderers.ts'
import type { Renderer, RendererName } from '../renderers/renderer.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { BACKEND_NAME } from './describe-status.ts'
import { egressRefusals } from './egress.ts'
import { isArchitecture, type Machine, machineReasons } from './machine-reasons.ts'
import { probeFolder, type UnshareBackendOptions } from './unshare-options.ts'

/** Opens a sandbox of a renderer that is not proven yet: for the probe. */
export type OpenUnproven = (policy: SandboxPolicy, renderer: Renderer, report: ProbeReport) => Sandbox

/** Proves once which renderer contains on this machine, and stores the proof for this boot. */
export class MachineProof {
  readonly #options: UnshareBackendOptions
  readonly #machine: Machine
  readonly #open: OpenUnproven
  #proof: Promise<Proof> | null = null

  constructor(options: UnshareBackendOptions, machine: Machine, open: OpenUnproven) {
    this.#options = options
    this.#machine = machine
    this.#open = open
  }

  proven(): Promise<Proof> {
    return (this.#proof ??= this.#prove(false))
  }

  provenAnew(): Promise<Proof> {
    return (this.#proof = this.#prove(true))
  }

  /** @throws SandboxError `SANDBOX_UNAVAILABLE` where nothing that works here keeps the policy */
  async provenFor(policy: SandboxPolicy): Promise<Proof & { readonly renderer: Renderer }> {
    const { report: found, renderer } = await this.proven()
    const refusals = renderer === null ? [] : [...renderer.refusals(policy), ...egressRefusals(policy, renderer)]
    if (policy.workspaceView !== undefined && renderer !== null && renderer.name !== 'namespaces') {
      throw noView(renderer.name)
    }
    if (renderer !== null && refusals.length === 0) return { report: found, renderer }
    const reasons = renderer === null ? reasonsOf(found) : refusals
    throw new SandboxError(`This machine cannot contain commands. ${reasons.join(' ')}`, {
      code: 'SANDBOX_UNAVAILABLE',
      details: { reasons },
      remedy: 'Do what the reasons say, or choose another backend (sandbox.backend).',
    })
  }

  async #prove(fresh: boolean): Promise<Proof> {
    const { architecture } = this.#machine
    const impossible = machineReasons(this.#machine)
    if (impossible.length > 0 || !isArchitecture(architecture)) {
      return { report: report([], impossible, 0), renderer: null }
    }
    const { renderer: wanted, unixSockets = false, cacheDirectory, stateDirectory } = this.#options
    const candidates = createRenderers(architecture, { unixSockets, cacheDirectory, stateDirectory }).filter(
      ({ name }) => wanted === undefined || name === wanted,
    )
    return proveRenderers(BACKEND_NAME, candidates, (renderer) => this.#proveOne(architecture, renderer, fresh))
  }

  async #proveOne(architecture: Architecture, renderer: Renderer, fresh: boolean): Promise<ProbeReport> {
    const cache = createProbeCache({
      folder: this.#options.cacheDirectory,
      backend: BACKEND_NAME,
      ...(renderer.name === 'namespaces' ? {} : { variant: renderer.name }),
      identity: [Buffer.from(loaderExecutable(architecture)).toString('base64'), ...renderer.identity],
      tools: renderer.tools,
    })
    const stored = fresh ? null : cache.read()
    if (stored !== null) return stored
    const start = performance.now()
    const found = await this.#attempt(architecture, renderer)
    const proven = report(found.checks, found.reasons, performance.now() - start)
    // A refusal is not kept: its cause may be gone the next time.
    if (proven.contained) cache.write(proven)
    return proven
  }

  async #attempt(architecture: Architecture, renderer: Renderer): Promise<Pick<ProbeReport, 'checks' | 'reasons'>> {
    const { cacheDirectory, unixSockets = false } = this.#options
    const open = async (policy: SandboxPolicy): Promise<Sandbox> => this.#open(policy, renderer, report([], [], 0))
    try {
      return { checks: await runProbe(architecture, probeFolder(cacheDirectory), open, { unixSockets }), reasons: [] }
    } catch (error) {
      return { checks: [], reasons: reasonsFor(error) }
    }
  }
}

function reasonsFor(error: unknown): readonly string[] {
  const details = SandboxError.isInstance(error) ? error.details : {}
  return unavailableReasons({
    message: error instanceof Error ? error.message : String(error),
    part: typeof details['step'] === 'string' ? ((details['part'] as ProgramPart | undefined) ?? 'other') : null,
    errno: typeof details['errno'] === 'number' ? details['errno'] : null,
    system: systemError(error),
    container: detectContainer(),
    setting: textOrNull,
  })
}

function report(checks: ProbeReport['checks'], reasons: readonly string[], milliseconds: number): ProbeReport {
  const contained = reasons.length === 0 && checks.every((check) => check.passed)
  return { backend: BACKEND_NAME, contained, checks, reasons, milliseconds }
}

/** Other renderers would bind the host's folders over the view. */
function noView(renderer: RendererName): SandboxError {
  return new SandboxError(`The renderer "${renderer}" has no view of a workspace in which a command could be tried.`, {
    code: 'SANDBOX_UNAVAILABLE',
    remedy: 'Let the machine make user namespaces (see `poundlock sandbox probe`), or run the command without --try.',
  })
}
