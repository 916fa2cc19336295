import type { ApprovalRequest, ApprovalRequirements, Approvers } from './request.ts'

/** For which requests more is needed than one answer. A key that is absent fits every request. */
export interface RequirementRule {
  /** Ids of agents; one of them has to have called. */
  readonly agents?: readonly string[]
  /** Names of tools; one of them has to be called. */
  readonly tools?: readonly string[]
  /** Where it would run: `sandbox`, `gateway`, `node` for each node, `node:<id>` for one. */
  readonly hosts?: readonly string[]
  /** Names of programs that the line runs; a line that cannot be read fits each. */
  readonly programs?: readonly string[]
  /** People who have to allow it; 1 unless set. */
  readonly approve?: number
  /** People who have to deny it; 1 unless set. */
  readonly deny?: number
  readonly reason?: 'required'
  /** The name of the group whose members may allow it; everybody unless set. */
  readonly group?: string
}

/** What a group is made of; see `voterOf`. */
export type ApproverGroups = Readonly<Record<string, readonly string[]>>

type CallRequest = Pick<ApprovalRequest, 'tool' | 'binding'>

/**
 * What the rules that fit a request ask for together: the most approvals, the fewest denials, a reason if one of them
 * wants it, and only people who are in every group that is named. A group that does not exist has no members.
 */
export function findRequirements(
  rules: readonly RequirementRule[],
  groups: ApproverGroups,
  request: CallRequest,
): Pick<ApprovalRequest, 'requires' | 'approvers'> {
  const fitting = rules.filter((rule) => fits(rule, request))
  if (fitting.length === 0) return {}
  const requires: ApprovalRequirements = {
    approve: Math.max(1, ...fitting.map(({ approve = 1 }) => approve)),
    deny: Math.min(...fitting.map(({ deny = 1 }) => deny)),
    reason: fitting.some(({ reason }) => reason === 'required') ? 'required' : 'optional',
  }
  const names = [...new Set(fitting.flatMap(({ group }) => group ?? []))]
  return { requires, ...(names.length > 0 && { approvers: membersOfAll(names, groups) }) }
}

function membersOfAll(names: readonly string[], groups: ApproverGroups): Approvers {
  const [first = [], ...others] = names.map((name) => (Object.hasOwn(groups, name) ? groups[name]! : []))
  const members = first.filter((member) => others.every((list) => list.includes(member)))
  return { group: names.join(':'), members }
}

function fits({ agents, tools, hosts, programs }: RequirementRule, { tool, binding }: CallRequest): boolean {
  const names = binding.argv?.map(([name = '']) => name.slice(name.lastIndexOf('/') + 1))
  return (
    isAmong(agents, binding.agent) &&
    isAmong(tools, tool) &&
    // A command for several nodes names each of them.
    binding.host.split(' ').some((host) => isAmong(hosts, host) || isAmong(hosts, host.replace(/:.*/, ''))) &&
    (programs === undefined || names === undefined || names.some((name) => programs.includes(name)))
  )
}

const isAmong = (list: readonly string[] | undefined, name: string) => list === undefined || list.includes(name)
