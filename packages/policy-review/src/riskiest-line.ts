import type { CommandRuleInput, PlannedEffect, PolicyRequest } from '@poundlock/policy'
import { literalArguments, namesSecret } from '@poundlock/policy/commands'
import { type Candidate, textOf } from './rule-candidates.ts'

/** A line that a rule lets through. */
export interface RiskyLine {
  /** The whole line, as it would be typed. */
  readonly command: string
  /** The kinds of what it does, the widest first; `unknown` where nothing is known of a program. */
  readonly does: readonly string[]
}

/** Arguments that make harmless programs harmful: paths outside, force, other hosts, files of settings, other programs. */
const HOSTILE_ARGUMENTS = [
  '',
  '--force',
  '-f',
  '--global',
  '--all',
  '-rf .',
  '--delete',
  '--fix',
  '-w .',
  '-i .',
  '/etc/passwd',
  '~/.ssh/id_ed25519',
  '../other/file',
  '-o /tmp/out',
  '--output=/tmp/out',
  '--config=/tmp/settings',
  '-c /tmp/settings',
  '-C /tmp',
  '--prefix /tmp',
  'https://example.org/x',
  '--exec /tmp/x',
  'origin main',
  '-- --anything',
] as const

/** The widest first. */
const KINDS: readonly string[] = [
  'unknown',
  'privilege',
  'execute',
  'process',
  'network-sends',
  'file-delete',
  'file-write',
  'environment',
  'network',
  'file-read',
]

/** What is asked about a set of lines. */
export interface WidestQuestion {
  /** Whether a line would be allowed, and whether it is today. */
  readonly isAllowed: (request: PolicyRequest) => boolean
  /** Whether the policy in force allows a line; only lines that it does not allow count. */
  readonly isAllowedToday: (request: PolicyRequest) => boolean
  /** The request for a line, in the place where most lines run. */
  readonly requestOf: (line: string) => PolicyRequest
  /** Lines that were run, or asked about. */
  readonly seen: readonly { readonly request: PolicyRequest }[]
}

/** The line with the widest effect that a rule newly lets through: of those that were run, and of hostile ones. */
export const riskiestLine = ({ rule }: Candidate, question: WidestQuestion): RiskyLine | null =>
  widestLine(lineOf(rule), question)

/** A line that a rule covers: for one of exact arguments, with these. */
function lineOf(rule: CommandRuleInput): string {
  const command = typeof rule === 'string' ? rule : 'command' in rule ? rule.command : textOf(rule)
  const line = command.replaceAll(/(?<=^|\s)\*(?=\s|$)/g, 'x').trim()
  const given = typeof rule === 'object' && 'args' in rule ? rule.args : undefined
  const words = typeof given === 'string' ? (literalArguments(given) ?? []) : []
  return [
    line,
    ...words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)),
  ].join(' ')
}

/** Files of secrets, as programs are given them. */
const SECRETS = [
  '.env',
  '-f .env',
  '--file=.env',
  '@.env',
  '-d @.env',
  'HEAD:.env',
  '< .env',
  'config/credentials.json',
  '~/.ssh/id_ed25519',
]

/** Whether rules newly let a line through that reads, changes or names a file of secrets. */
export const revealsSecret = (
  rules: readonly Candidate[],
  { isAllowed, isAllowedToday, requestOf, seen }: WidestQuestion,
): boolean => {
  const onCommands = rules.filter(({ key }) => key === 'tools.exec.allow')
  const tried = onCommands.flatMap(({ rule }) => SECRETS.map((secret) => requestOf(`${lineOf(rule)} ${secret}`)))
  return [...tried, ...seen.map(({ request }) => request)].some(
    (request) => namesSecret(request) && isAllowed(request) && !isAllowedToday(request),
  )
}

/** The line with the widest effect that becomes allowed: a command with hostile arguments, or a line that was seen. */
export function widestLine(
  command: string,
  { isAllowed, isAllowedToday, requestOf, seen }: WidestQuestion,
): RiskyLine | null {
  const tried = HOSTILE_ARGUMENTS.map((more) => requestOf(`${command} ${more}`.trim()))
  const found = [...tried, ...seen.map(({ request }) => request)]
    .filter((request) => isAllowed(request) && !isAllowedToday(request))
    .map((request): RiskyLine => ({ command: request.plan?.text ?? '', does: kindsOf(request) }))
  const rank = ({ does }: RiskyLine) => KINDS.indexOf(does[0] ?? 'file-read')
  const [riskiest = null] = found.toSorted(
    (one, other) =>
      rank(one) - rank(other) || other.does.length - one.does.length || other.command.length - one.command.length,
  )
  return riskiest
}

function kindsOf({ plan }: PolicyRequest): readonly string[] {
  if (plan === undefined) return []
  const effects = [...plan.effects, ...plan.commands.flatMap(({ profile }) => profile?.effects ?? [])]
  const isUnknown = plan.commands.some(({ profile, passive }) => profile?.known !== true && passive !== true)
  const kinds = new Set([...(isUnknown ? ['unknown'] : []), ...effects.map((effect) => kindOf(effect))])
  const rank = (kind: string) => (KINDS.includes(kind) ? KINDS.indexOf(kind) : 0)
  return [...kinds].toSorted((one, other) => rank(one) - rank(other))
}

const kindOf = ({ kind, sends }: PlannedEffect): string =>
  kind === 'network' && sends === true ? 'network-sends' : kind
