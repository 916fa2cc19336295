import { createHash } from 'node:crypto'
import { offeredDecisions, type AskedPart, type Binding, type ReasonOrigin } from '@poundlock/approvals'
import type { NewRequest } from '@poundlock/approvals/node'
import type { CommandDecision, Reason } from '@poundlock/policy'
import { visibleText } from '@poundlock/spec'
import type { CallToApprove } from './approval.ts'
import { shownChanges } from './shown-changes.ts'

/** The request that is stored for a call, for every surface to show. */
export function storedRequest({ decision, always, effect, ...call }: CallToApprove): NewRequest {
  const { binding } = call
  const { security, ask } = decision.exec
  const { effects = [] } = call
  const asked = askedParts(decision.commands)
  const changes = shownChanges({ ...call, decision, always, ...(effect && { effect }) })
  return {
    callId: call.callId,
    tool: call.tool,
    binding,
    security: security.value,
    ...reasonsOf(decision.reasons),
    sets: Object.keys(call.environment),
    ...(effects.length > 0 && { effects }),
    ...(changes.length > 0 && { changes }),
    warnings: [
      ...warningsOf(binding),
      ...(effect ? ['It was tried already, contained and without a network: approving applies what it did.'] : []),
    ],
    decisions: offeredDecisions({ ask: ask.value, grantable: always.length > 0 }),
    ...(always.length > 0 && { grantCovers: [...always] }),
    ...(asked.length > 0 && { askedParts: asked }),
    likeness: likenessOf(binding),
  }
}

/** Each sentence once, with the rule that gave it first. */
function reasonsOf(reasons: readonly Reason[]): Pick<NewRequest, 'reasons' | 'reasonOrigins'> {
  const origins = new Map<string, ReasonOrigin>()
  for (const { message: sentence, rule, source } of reasons) {
    if (origins.has(sentence)) continue
    origins.set(sentence, { ...(rule !== undefined && { rule }), ...(source !== undefined && { source }) })
  }
  const reasonOrigins = [...origins.values()]
  const isKnown = reasonOrigins.some((origin) => Object.keys(origin).length > 0)
  return { reasons: [...origins.keys()], ...(isKnown && { reasonOrigins }) }
}

/** The commands of a line that are asked about, beside others that are not. A command in another has the span of that. */
function askedParts(commands: readonly CommandDecision[]): readonly AskedPart[] {
  const asked = commands.filter(({ decision }) => decision === 'ask')
  if (asked.length === commands.length) return []
  const parts = new Map(asked.map(({ span: [start, end] }) => [`${start} ${end}`, { start, end }]))
  return [...parts.values()].toSorted((a, b) => a.start - b.start)
}

/** Blanks that push text out of the visible part of a line or a screen. */
const LONG_BLANK = /[ \t]{40}|(?:[ \t]*\n){5}/
/** So many files are named. */
const MOST_SCRIPTS = 8
/** The number of lines that a screen shows beside the rest of a request. */
const MANY_LINES = 20

/** Warnings about what a person could miss. */
function warningsOf({ text, executables, scripts, unbound = [], argv, cwd }: Binding): readonly string[] {
  const warnings: string[] = []
  if (unbound.length > 0)
    warnings.push(`Not bound to an answer: ${unbound.map((what) => visibleText(what)).join('; ')}.`)
  if (visibleText(text, { newlines: 'keep' }) !== text) {
    warnings.push('It has invisible characters; they are shown as escapes.')
  }
  if (LONG_BLANK.test(text)) warnings.push('It has a long run of blanks: check the text behind it.')
  const lines = text.split('\n').length
  if (lines > MANY_LINES) warnings.push(`It has ${lines} lines: look at all of them.`)
  // Also a program that is not there: its name may be meant to look like one that is.
  const found = executables.map((one) => one.path)
  const missing = (argv ?? []).map(([name = '']) => name).filter((name) => !found.some((path) => path.endsWith(name)))
  for (const path of new Set([...found, ...missing])) {
    const odd = [...new Set(path.match(/[^\x20-\x7E]/gu) ?? [])]
    if (odd.length === 0) continue
    const points = odd.map((character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
    warnings.push(`The program ${visibleText(path)} has characters that can look like others: ${points.join(', ')}.`)
  }
  for (const { path, hash } of executables) {
    if (hash !== undefined) warnings.push(`The program ${visibleText(path)} can be written to by others than root.`)
  }
  if (argv === null) warnings.push('What it runs is only known in part; an answer holds for exactly this text.')
  const there = scripts.filter(({ node }) => node !== 'missing')
  const shown = there.slice(0, MOST_SCRIPTS).map(({ path }) => visibleText(shortPath(path, cwd.path)))
  if (there.length > MOST_SCRIPTS) shown.push(`${there.length - MOST_SCRIPTS} more`)
  if (there.length > 0) warnings.push(`It may run these files, as they are now: ${shown.join(', ')}.`)
  return warnings
}

const shortPath = (path: string, folder: string) =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path

/** Of a text; a longer one is compared by its hash. */
const LONGEST_LIKENESS = 1000

/**
 * Requests for the same programs in the same place have the same likeness; if the programs are not known, requests with
 * the same text.
 */
function likenessOf({ text, argv, cwd, host, agent, session }: Binding): string {
  const programs = argv?.map(([name = '']) => name.slice(name.lastIndexOf('/') + 1))
  const short = text.length <= LONGEST_LIKENESS ? text : createHash('sha256').update(text).digest('hex')
  const what = programs === undefined ? { text: short } : { programs: [...new Set(programs)].toSorted() }
  return JSON.stringify({ agent, session, host, cwd: cwd.path, ...what })
}
