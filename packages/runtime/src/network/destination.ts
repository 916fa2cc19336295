import type { Binding } from '@poundlock/approvals'
import type { Grant, PlannedCommand, PolicyRequest } from '@poundlock/policy'
import { grantCovers } from '@poundlock/policy/commands'
import { type EgressTarget, visibleText, writeTarget } from '@poundlock/spec'
import type { OfferedGrant } from '../call/offer-grants.ts'
import type { ExecOrder } from '../hosts/exec-host.ts'
import { coveringUses, type NetworkUse, networkUse, useOf } from './network-use.ts'

/** What stands for the program in a grant of a destination: no program and no builtin has this name. */
const CONTACT = 'sandbox.egress'

/** A host and a port that a contained command wants to contact, as grants and the policy see it. */
export interface Destination {
  /** What the line does there at most. */
  readonly use: NetworkUse
  /** `packages.example.org:443`. */
  readonly place: string
  readonly command: PlannedCommand
  /** The request that asks the policy about the contact alone. */
  readonly request: PolicyRequest
}

/** What one question is about: a destination, or those of a registry, which a command that fetches contacts together. */
export interface Destinations {
  /** The connection that waits. */
  readonly first: Destination
  /** With the first, always in the same order. */
  readonly all: readonly Destination[]
  /** As `sandbox.egress` names them: `preset:crates`. */
  readonly preset?: string
}

export function destinationOf(target: EgressTarget, { decided, line }: ExecOrder): Destination {
  const place = writeTarget(target)
  const use = networkUse(line.plan)
  const command = contactCommand(place, use, target.host)
  const plan = { text: place, refusal: null, complete: true, unresolved: [], commands: [command], effects: [] }
  return { place, use, command, request: { ...decided.request, plan } }
}

function contactCommand(place: string, use: NetworkUse, host: string | null): PlannedCommand {
  const words = [CONTACT, place, use]
  return {
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
      effects: [{ kind: 'network', path: host }],
    },
  }
}

/** The grants of destinations, one each, for every contained command of a workspace that does no more there than this one. */
export const destinationGrants = ({ all }: Destinations, workspace: string): readonly OfferedGrant[] =>
  all.map(({ place, use }) => ({
    grant: { kind: 'exact', program: CONTACT, folder: workspace, words: [place, use] },
    covers: coversText([place], use, workspace),
  }))

/** What these grants cover, in one sentence. */
export const grantsText = ({ first, all }: Destinations, workspace: string): string =>
  coversText(placesOf(all), first.use, workspace)

const coversText = (places: readonly string[], use: NetworkUse, workspace: string) =>
  `connections to ${places.join(', ')} by contained commands below ${workspace}, ${COVERED[use]}`

const COVERED = {
  fetches: 'which only fetch',
  unknown: 'which are not known to send',
  sends: 'also to send data',
} as const satisfies Readonly<Record<NetworkUse, string>>

/** The contact that a grant covers: this one, or one that does more there. */
export function coveredContact(
  grants: readonly Grant[],
  { place, use, command }: Destination,
  workspace: string,
): PlannedCommand | null {
  const [effect] = command.profile?.effects ?? []
  const contacts = coveringUses(use).map((one) => contactCommand(place, one, effect?.path ?? null))
  return contacts.find((contact) => grants.some((grant) => grantCovers(grant, contact, workspace))) ?? null
}

const placesOf = (all: readonly Destination[]) => all.map(({ place }) => place)

/** What an answer about destinations is bound to: the line that contacts them, and each of them. */
export const destinationBinding = (binding: Binding, { all }: Destinations): Binding => ({
  ...binding,
  text: destinationText(binding.text, all),
  argv: all.map(({ place, use }) => [CONTACT, place, use]),
})

export const destinationText = (line: string, all: readonly Destination[]): string =>
  `contact ${placesOf(all).join(', ')} for: ${line}`

/** One sentence of why it is asked, and the destination that it is about. */
interface DestinationReason {
  readonly message: string
  readonly place: string
}

/** Why it is asked, with what is known of the programs that contact hosts. */
export function destinationReasons(
  { first, all, preset }: Destinations,
  { line }: ExecOrder,
): readonly DestinationReason[] {
  const { place, use } = first
  const contacts = line.plan.commands.flatMap((command) => {
    const { name, profile } = command
    if (name === null || profile?.effects.some(({ kind }) => kind === 'network') !== true) return []
    return [{ name, does: useOf(command) ?? 'fetches' }]
  })
  const isNamed = use !== 'unknown' || contacts.some(({ does }) => does === 'unknown')
  const others = all.filter((one) => one !== first).map((one) => one.place)
  const about = [
    `${place} is not among the hosts that sandbox.egress names${use === 'sends' ? ' for commands that send' : ''}.`,
    ...new Set(contacts.map(({ name, does }) => `${visibleText(name)} ${DOES[does]}.`)),
    ...(isNamed ? [] : ['It is not known which program contacts it, so it may send all that it can read.']),
  ].map((message) => ({ message, place }))
  return [
    ...about,
    ...others.map((other) => ({
      message: `${other} is of the same registry (${preset}): the answer lets it fetch from there too.`,
      place: other,
    })),
  ]
}

const DOES = {
  fetches: 'fetches from its host',
  unknown: 'contacts its host, and may send what it can read',
  sends: 'sends data of this machine to its host',
} as const satisfies Readonly<Record<NetworkUse, string>>
