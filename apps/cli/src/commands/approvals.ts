import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  addToAllowlist,
  type ApprovalsDocument,
  checkDocument,
  parseApprovals,
  removeFromAllowlist,
  resolveApprovals,
} from '@poundlock/approvals'
import { openApprovalsStore, openGrantStore, type ApprovalsStore } from '@poundlock/approvals/node'
import { loadConfig } from '@poundlock/config/node'
import { grantFolder, granted, homeFolder, makeStateFolder, readOwnFile, stateFolder } from '@poundlock/local-host'
import { commandEvaluator } from '@poundlock/policy/commands'
import { visibleText } from '@poundlock/spec'
import { limitText, minuteOf, readLimits, readScope, type LimitFlags } from '../approvals/grant-limits.ts'
import type { PlaceFlags } from '../host/assemble.ts'
import { readBoundedText } from '../input/bounded-text.ts'
import { commandText } from '../input/command-text.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

export interface ApprovalsFlags {
  readonly json?: boolean
  readonly agent?: string
}

/** The approvals document of this host. */
export function hostStore(): ApprovalsStore {
  return openApprovalsStore(join(stateFolder(), 'exec-approvals.json'))
}

/** `poundlock approvals get`: the document, and its settings for an agent. */
export async function getApprovals(flags: ApprovalsFlags): Promise<void> {
  const store = hostStore()
  const { document, hash } = store.read()
  const agent = flags.agent ?? 'main'
  refuseUnknownAgent(agent, document)
  const resolved = resolveApprovals(document, agent)
  if (flags.json) return printJson({ file: store.file, hash, document: withoutToken(document), agent, resolved })
  const { bold, dim } = paint()
  await printLine(
    `${bold(store.file)} ${dim(hash === null ? 'is not there: nothing is laid down' : `SHA-256 ${hash}`)}`,
  )
  for (const name of ['security', 'ask', 'askFallback', 'autoAllowSkills'] as const) {
    const value = resolved[name]
    await printLine(
      `${name.padEnd(18)}${value ? `${String(value.value)} ${dim(`(${value.origin})`)}` : dim('not laid down')}`,
    )
  }
  for (const { value, origin } of resolved.allowlist) {
    for (const { id, pattern, args } of value) {
      const text = `${visibleText(pattern)}${args === undefined ? '' : ` ${visibleText(args)}`}`
      await printLine(
        `${'allowlist'.padEnd(18)}${text} ${dim(`(${origin}${id === undefined ? '' : `, ${visibleText(id)}`})`)}`,
      )
    }
  }
}

/**
 * Refuses an agent that neither the document nor the configuration names: it is a misspelt one.
 *
 * @throws UsageError
 */
function refuseUnknownAgent(agent: string, document: ApprovalsDocument): void {
  const approved = ['main', '*', ...Object.keys(document.agents ?? {})]
  if (approved.includes(agent)) return
  const state = stateFolder()
  // A file that came with a repository names no agents of this host.
  const { sources } = loadConfig({ workspace: state, stateDirectory: state })
  const configured = sources.flatMap((source) => (source.document.agents?.list ?? []).map(({ id }) => id))
  if (configured.includes(agent)) return
  throw new UsageError(
    `there is no agent ${JSON.stringify(agent)} in the approvals or the configuration of this host`,
    { remedy: `Known here: ${[...new Set([...approved, ...configured])].join(', ')}.` },
  )
}

/** The token belongs in its file, not on a terminal or in a log. */
function withoutToken<T extends { readonly socket?: { readonly path?: string; readonly token?: string } }>(
  document: T,
): T {
  if (document.socket?.token === undefined) return document
  return { ...document, socket: { ...document.socket, token: '(hidden)' } }
}

/** Bytes of standard input; a document has at most a quarter as many characters. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024

/** `poundlock approvals set FILE`: puts another document in the place of the one that is there. */
export async function setApprovals(file: string, flags: ApprovalsFlags & { readonly expect?: string }): Promise<void> {
  const text = file === '-' ? await readBoundedText('-', MAX_DOCUMENT_BYTES) : readOwnFile(file, { vouchedFor: true })!
  const document = parseApprovals(text, file, { isProposal: true })
  checkEntries(Object.values(document.agents ?? {}).flatMap(({ allowlist = [] }) => allowlist))
  const { hash } = await changeDocument(() => document, flags.expect)
  if (flags.json) return printJson({ hash })
  await printLine(`set; SHA-256 ${hash ?? ''}`)
}

/**
 * Refuses entries that cover nothing, with the rules' own syntax.
 *
 * @throws PolicyError
 */
function checkEntries(entries: readonly { readonly pattern: string; readonly args?: string | undefined }[]): void {
  const allowRules = entries.map(({ pattern, args }) => ({ command: pattern, ...(args !== undefined && { args }) }))
  commandEvaluator.compile([{ name: 'the allowlist', mayLoosen: true, exec: { allowRules } }], homeFolder())
}

/** `poundlock approvals allowlist add PATTERN`. */
export async function addAllowed(pattern: string, flags: ApprovalsFlags & { readonly args?: string }): Promise<void> {
  const agent = flags.agent ?? 'main'
  const entry = { id: randomUUID(), pattern, ...(flags.args !== undefined && { args: flags.args }) }
  checkEntries([entry])
  const before = hostStore().read().hash
  const { hash } = await changeDocument((document) =>
    addToAllowlist(checkDocument(document, 'the document'), agent, entry),
  )
  if (flags.json) return printJson({ added: hash !== before, agent, entry, hash })
  const shown = `${visibleText(pattern)} for agent ${visibleText(agent)}`
  await printLine(
    hash === before ? `${shown} is on the list already` : `added ${shown} ${paint().dim(`(${entry.id})`)}`,
  )
}

/** `poundlock approvals allowlist remove ID|PATTERN`. */
export async function removeAllowed(name: string, flags: ApprovalsFlags): Promise<void> {
  const agent = flags.agent ?? 'main'
  const before = hostStore().read().hash
  const { hash } = await changeDocument((document) => removeFromAllowlist(document, agent, name))
  if (hash === before) {
    throw new UsageError(
      `Nothing on the allowlist of agent ${JSON.stringify(agent)} is called ${JSON.stringify(name)}.`,
      { remedy: 'See `poundlock approvals allowlist list`.' },
    )
  }
  if (flags.json) return printJson({ removed: name, agent, hash })
  await printLine(`removed ${visibleText(name)} from the allowlist of agent ${visibleText(agent)}`)
}

/** `poundlock approvals allowlist list`: the lists of all agents. */
export async function listAllowed(flags: ApprovalsFlags): Promise<void> {
  const { document } = hostStore().read()
  if (flags.agent !== undefined) refuseUnknownAgent(flags.agent, document)
  const entries = Object.entries(document.agents ?? {})
    .filter(([agent]) => flags.agent === undefined || agent === flags.agent)
    .flatMap(([agent, { allowlist = [] }]) => allowlist.map((entry) => ({ agent, ...entry })))
  if (flags.json) return printJson({ entries })
  const { dim } = paint()
  for (const { agent, id, pattern, args } of entries) {
    const text = `${visibleText(pattern)}${args === undefined ? '' : ` ${visibleText(args)}`}`
    await printLine(`${visibleText(agent).padEnd(12)} ${text} ${dim(id === undefined ? '' : `(${visibleText(id)})`)}`)
  }
  if (entries.length === 0) await printLine('nothing is on an allowlist')
}

/** `poundlock approvals grants list`: the standing grants. */
export async function listGrants(flags: { readonly json?: boolean }): Promise<void> {
  const store = openGrantStore(grantFolder(stateFolder()))
  const { grants, broken } = store.list()
  if (flags.json) {
    return printJson({ grants: grants.map((grant) => ({ ...grant, uses: store.usesOf(grant.id) })), broken })
  }
  const { dim, bad } = paint()
  for (const { id, covers, agent, host, by, at, ...limits } of grants) {
    const when = minuteOf(at)
    const reach = limitText(limits)
    const { count, lastAt } = store.usesOf(id)
    const used =
      lastAt === null ? 'never used' : `used ${count} ${count === 1 ? 'time' : 'times'}, last ${minuteOf(lastAt)}`
    await printLine(`${id.slice(0, 8)}  ${visibleText(covers)}`)
    await printLine(
      dim(
        `          agent ${visibleText(agent)} on ${visibleText(host)}, by ${visibleText(by)}, ${when}; ${used}${reach && `; ${reach}`}`,
      ),
    )
  }
  for (const { message } of broken) await printLine(`${bad('grants nothing:')} ${visibleText(message)}`)
  if (grants.length + broken.length === 0) await printLine('there are no standing grants')
}

/**
 * `poundlock approvals grants preview COMMAND`: what an "always" would cover, and the prompts that it would have saved.
 */
export async function previewGrant(
  words: readonly string[],
  flags: PlaceFlags & { readonly json?: boolean; readonly scope?: string },
): Promise<void> {
  const scope = flags.scope === undefined ? 'workspace' : readScope(flags.scope)
  const [{ assemble }, { offerGrants }, { previewGrants, previewText }] = await Promise.all([
    import('../host/assemble.ts'),
    import('@poundlock/runtime/host'),
    import('../review/preview-grants.ts'),
  ])
  const { runtime, policy, context, stateDirectory } = await assemble(flags)
  const { request, decision } = await runtime.check({ command: commandText(words) }, context)
  const offers = offerGrants(policy, request, context.workspace, scope)
  if (offers.length === 0) {
    throw new UsageError(
      decision.decision === 'ask'
        ? 'No part of it can have a standing grant.'
        : 'The command needs no approval, so there is nothing to grant.',
      { remedy: 'See `poundlock check -- COMMAND` for why.' },
    )
  }
  const earlier = granted(stateDirectory).grants!(context.agent, decision.exec.host.value)
  const grants = offers.map(({ grant }) => grant)
  const preview = await previewGrants(grants, earlier, context.agent, flags)
  if (flags.json) return printJson({ covers: offers.map(({ covers }) => covers), grants, ...preview })
  for (const { covers } of offers) await printLine(`always: ${visibleText(covers)}`)
  await printLine(previewText(preview) ?? 'no prompts are recorded yet')
  const { dim, good } = paint()
  for (const { command, covered } of preview.prompts) {
    await printLine(`  ${covered ? good('covered') : dim('asked  ')} ${visibleText(command)}`)
  }
}

/** `poundlock approvals grants revoke ID`. */
export async function revokeGrant(id: string, flags: { readonly json?: boolean }): Promise<void> {
  const revoked = await openGrantStore(grantFolder(stateFolder())).revoke(id)
  if (flags.json) return printJson({ revoked })
  await printLine(`revoked ${revoked}`)
}

/** `poundlock approvals grants limit ID --uses N --expires 7d`. */
export async function limitGrant(id: string, flags: LimitFlags & { readonly json?: boolean }): Promise<void> {
  const limits = readLimits(flags, Date.now())
  if (Object.keys(limits).length === 0) {
    throw new UsageError('No limit is given.', { remedy: 'Give --uses 5, --expires 7d or both.' })
  }
  const grant = await openGrantStore(grantFolder(stateFolder())).limit(id, limits)
  if (flags.json) return printJson({ grant })
  await printLine(`${grant.id.slice(0, 8)}  ${visibleText(grant.covers)}: ${limitText(grant)}`)
}

async function changeDocument(
  change: Parameters<ApprovalsStore['update']>[0],
  expected?: string,
): ReturnType<ApprovalsStore['update']> {
  makeStateFolder(stateFolder())
  return hostStore().update(change, expected === 'none' ? null : expected)
}
