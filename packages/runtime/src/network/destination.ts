import type { Binding } from '@poundlock/approvals'
import type { Grant, PlannedCommand, PolicyRequest } from '@poundlock/policy'
import { grantCovers } from '@poundlock/policy/commands'
import { type EgressTarget, visibleText, writeTarget } from '@poundlock/spec'
import type { OfferedGrant } from '../call/offer-grants.ts'
import type { ExecOrder } from '../hosts/exec-host.ts'

/** What stands for the program in a grant of a destination: no program and no builtin has this name. */
const CONTACT = 'sandbox.egress'

/** A host and a port that a contained command wants to contact, as grants and the policy see it. */
export interface Destination {
  /** `packages.example.org:443`. */
  readonly place: string
  readonly command: PlannedCommand
  /** The request that asks the policy about the contact alone. */
  readonly request: PolicyRequest
}

export function destinationOf(target: EgressTarget, { decided }: ExecOrder): Destination {
  const place = writeTarget(target)
  const words = [CONTACT, place]
  const command: PlannedCommand = {
    name: CONTACT,
    argv: words,
    span: [0, 0],
    resolved: CONTACT,
    builtin: false,
    readsPipe: false,
    environment: [],
    profile: {
      known: true,
      code: null,
      message: null,
      words,
      effects: [{ kind: 'network', path: target.host }],
    },
  }
  const plan = { text: place, refusal: null, complete: true, unresolved: [], commands: [command], effects: [] }
  return { place, command, request: { ...decided.request, plan } }
}

/** The grant of a destination for every contained command of a workspace. */
export function destinationGrant({ place }: Destination, workspace: string): OfferedGrant {
  return {
    grant: { kind: 'exact', program: CONTACT, folder: workspace, words: [place] },
    covers: `connections to ${place} by contained commands below ${workspace}`,
  }
}

export const coversDestination = (grant: Grant, { command }: Destination, workspace: string): boolean =>
  grantCovers(grant, command, workspace)

/** What an answer about a destination is bound to: the line that contacts it, and the destination. */
export function destinationBinding(binding: Binding, { place }: Destination): Binding {
  return { ...binding, text: destinationText(binding.text, place), argv: [[CONTACT, place]] }
}

export const destinationText = (line: string, place: string): string => `contact ${place} for: ${line}`

/** Why it is asked, with what is known of the programs that contact hosts: one sentence each. */
export function destinationReasons({ place }: Destination, { line }: ExecOrder): readonly string[] {
  const contacts = line.plan.commands.flatMap(({ name, profile }) => {
    const network = profile?.effects.filter(({ kind }) => kind === 'network') ?? []
    if (name === null || network.length === 0) return []
    const sends = network.some((effect) => effect.sends === true)
    return [`${visibleText(name)} ${sends ? 'sends data of this machine to its host' : 'fetches from its host'}.`]
  })
  const known =
    contacts.length > 0 ? contacts : ['It is not known which program contacts it, so it may send all that it can read.']
  return [`${place} is not among the hosts that sandbox.egress names.`, ...new Set(known)]
}
