import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { isObject } from '@poundlock/spec'
import { textOrNull } from '@poundlock/state-files/node'
import { readBoundedText } from '../input/bounded-text.ts'
import { UsageError } from '../usage-error.ts'
import {
  claudeCodeTranscript,
  codexTranscript,
  geminiTranscript,
  type TranscriptCall,
  type TranscriptReader,
} from './transcript-calls.ts'

/** The agents whose transcripts are read. */
export const TRANSCRIPT_AGENTS = ['claude-code', 'codex', 'gemini'] as const
export type TranscriptAgent = (typeof TRANSCRIPT_AGENTS)[number]

/** A longer line holds a result, never a command. */
const LONGEST_LINE = 4 * 1024 * 1024
const LARGEST_DOCUMENT = 64 * 1024 * 1024

/** The transcripts of an agent that were written since, the newest last. */
export function transcriptFiles(
  agent: TranscriptAgent,
  { home, env, since }: { readonly home: string; readonly env: NodeJS.ProcessEnv; readonly since: number },
): readonly string[] {
  const folders = {
    'claude-code': join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'projects'),
    codex: join(env['CODEX_HOME'] || join(home, '.codex'), 'sessions'),
    gemini: join(home, '.gemini', 'tmp'),
  } satisfies Record<TranscriptAgent, string>
  const name = { 'claude-code': /\.jsonl$/, codex: /rollout-.*\.jsonl$/, gemini: /\/chats\/session-.*\.jsonl?$/ }[agent]
  return filesBelow(folders[agent])
    .filter((file) => name.test(file))
    .map((file) => ({ file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .filter(({ at }) => at >= since)
    .toSorted((one, other) => one.at - other.at)
    .map(({ file }) => file)
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * The calls of one transcript, whose format is known by its agent or by what stands in it. Lines that cannot be read are
 * passed over: a transcript is written while it is read.
 */
export async function readTranscript(file: string, agent: TranscriptAgent | null): Promise<readonly TranscriptCall[]> {
  const readers = agent === null ? TRANSCRIPT_AGENTS.map((one) => readerOf(one, file)) : [readerOf(agent, file)]
  for await (const entry of entriesOf(file)) for (const reader of readers) reader.add(entry)
  return readers.flatMap((reader) => reader.calls())
}

function readerOf(agent: TranscriptAgent, file: string): TranscriptReader {
  if (agent === 'claude-code') return claudeCodeTranscript()
  if (agent === 'codex') return codexTranscript()
  return geminiTranscript(textOrNull(join(dirname(dirname(file)), '.project_root'))?.trim() ?? null)
}

async function* entriesOf(file: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
  if (file.endsWith('.json')) {
    const value = parsed(await readBoundedText(file, LARGEST_DOCUMENT))
    if (!isObject(value)) throw new UsageError(`${file}: is not a JSON object`, { remedy: 'Name a transcript.' })
    return yield value
  }
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    const value = line.length > LONGEST_LINE ? null : parsed(line)
    if (isObject(value)) yield value
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
