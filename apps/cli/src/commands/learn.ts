import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { homeFolder, readOwnFile, stateFolder } from '@poundlock/local-host'
import { type Learned, learnRules } from '@poundlock/policy-review'
import { visibleText } from '@poundlock/spec'
import { readSince } from '../input/point-in-time.ts'
import { readTranscript, TRANSCRIPT_AGENTS, type TranscriptAgent, transcriptFiles } from '../learn/read-transcripts.ts'
import { recordedCalls, seenLines } from '../learn/seen-lines.ts'
import type { TranscriptCall } from '../learn/transcript-calls.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { changedDocument, confirmWrite, printDifference, writeDocument } from '../policy-import/changed-document.ts'
import { editPolicy } from '../policy-import/edit-policy.ts'
import { openReview, type Review, type ReviewFlags } from '../review/review-place.ts'
import { UsageError } from '../usage-error.ts'

export interface LearnFlags extends ReviewFlags {
  /** Agents, or files; every agent and the record of this machine unless named. */
  readonly from?: readonly string[]
  readonly since?: string
  readonly most?: string
  readonly write?: boolean
}

const USUAL_TIME = '30d'

/** `poundlock learn`: the fewest rules that would have answered what agents of this machine asked about. */
export async function learn(flags: LearnFlags): Promise<void> {
  const since = readSince(flags.since ?? USUAL_TIME, Date.now())
  const review = openReview(flags)
  const { calls, read } = await withSpinner('reading what agents asked', flags, () => gather(flags, review, since))
  if (read.length === 0) {
    throw new UsageError('no transcript was found, and nothing is recorded', {
      remedy: 'Name one: poundlock learn --from FILE. Or look further back: --since 90d.',
    })
  }
  const { lines, left } = seenLines(calls, review, flags)
  const proposal = await proposeRules({ lines, left, read, review, flags })
  if (flags.json) await printJson(proposal)
}

interface Proposal {
  readonly lines: Parameters<typeof learnRules>[0]
  readonly left: ReadonlyMap<string, number>
  /** Where the lines come from. */
  readonly read: readonly string[]
  readonly review: Review
  readonly flags: LearnFlags
}

/**
 * Shows the rules and what the user's file would be, and writes it after a yes.
 *
 * @returns the same as `--json` prints it
 */
export async function proposeRules({ lines, left, read, review, flags }: Proposal): Promise<object> {
  const learned = learnRules(
    lines,
    // What a repository brings holds for that repository alone.
    review.layers.filter(({ name }) => !name.endsWith('workspace')),
    {
      home: review.home,
      stateDirectory: review.state,
      requestOf: (command) => review.request({ command, elsewhere: true }),
      ...(flags.most !== undefined && { most: countOf(flags.most) }),
    },
  )
  const target = flags.config === undefined ? join(stateFolder(), 'poundlock.json') : resolve(flags.config)
  const before = readOwnFile(target, { vouchedFor: flags.config !== undefined }) ?? ''
  const changes = learned.rules.map(({ key, rule }) => ({ key, add: rule }))
  const document = changedDocument(target, before, (text) => editPolicy(text, changes))
  const isChanged = document.after !== document.before
  if (!flags.json) await printLearned(learned, { left, read })
  if (isChanged && !flags.json) await printDifference(document)
  const isWritten = isChanged && (flags.write === true || (!flags.json && (await confirmWrite())))
  if (isWritten) writeDocument(document)
  if (isChanged && !flags.json)
    await printLine(
      isWritten ? `written: ${visibleText(target)}` : 'nothing was written; --write writes it without asking',
    )
  const reasons = [...left].map(([reason, count]) => ({ reason, count }))
  return { ...learned, read, left: reasons, config: target, written: isWritten }
}

async function printLearned(
  { rules, calls, promptsBefore, promptsAfter }: Learned,
  { left, read }: Pick<Proposal, 'left' | 'read'>,
): Promise<void> {
  const { bold, dim } = paint()
  const saved = promptsBefore - promptsAfter
  await printLine(`${calls} commands of ${read.join(', ')}: ${promptsBefore} would be asked about`)
  for (const [reason, count] of left) await printLine(dim(`left out: ${count}, each of which ${reason}`))
  if (rules.length === 0) return printLine('no rule would answer enough of them')
  const part = Math.round((100 * saved) / promptsBefore)
  const these = rules.length === 1 ? 'this rule answers' : `these ${rules.length} rules answer`
  await printLine(bold(`${these} ${part} % of the prompts; ${promptsAfter} are left`))
  let earlier = 0
  for (const { rule, answers, riskiest } of rules) {
    await printLine(
      `  ${String(answers - earlier).padStart(6)}  ${visibleText(typeof rule === 'string' ? rule : JSON.stringify(rule))}`,
    )
    earlier = answers
    if (riskiest === null) continue
    const does = riskiest.does.length === 0 ? '' : ` (${riskiest.does.join(', ')})`
    await printLine(dim(`          at worst it lets through: ${visibleText(riskiest.command)}${does}`))
  }
}

/** The calls of all that is named, and what they were read from. */
async function gather(
  { from = [] }: LearnFlags,
  { state }: Review,
  since: number,
): Promise<{ readonly calls: readonly TranscriptCall[]; readonly read: readonly string[] }> {
  const calls: TranscriptCall[] = []
  const read: string[] = []
  const isAgent = (name: string): name is TranscriptAgent => (TRANSCRIPT_AGENTS as readonly string[]).includes(name)
  for (const name of from.length > 0 ? from : TRANSCRIPT_AGENTS) {
    const agent = isAgent(name) ? name : null
    const files =
      agent === null ? [existingFile(name)] : transcriptFiles(agent, { home: homeFolder(), env: process.env, since })
    for (const file of files) {
      const found = await readTranscript(file, agent)
      // A file that is named counts as a whole where its calls have no time.
      calls.push(...found.filter(({ at }) => at === null || at >= since))
    }
    if (files.length > 0)
      read.push(`${agent ?? name} (${files.length === 1 ? 'one transcript' : `${files.length} transcripts`})`)
  }
  const recorded = from.length > 0 ? [] : await recordedCalls(state, since, ({ surface }) => surface === 'hook')
  if (recorded.length > 0) read.push('the record of this machine')
  return { calls: [...calls, ...recorded], read }
}

function existingFile(name: string): string {
  if (existsSync(name) && statSync(name).isFile()) return resolve(name)
  throw new UsageError(`--from ${JSON.stringify(name)} is no agent whose transcripts are read, and no file`, {
    remedy: `Name one of ${TRANSCRIPT_AGENTS.join(', ')}, or a transcript.`,
  })
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new UsageError(`--most ${JSON.stringify(text)} is not a number of rules`, { remedy: 'For example: --most 6.' })
}
