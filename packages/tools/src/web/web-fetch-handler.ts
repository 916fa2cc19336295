import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { visibleText } from '@poundlock/spec'
import { type WebFetchInput, WEB_FETCH_TOOL } from '@poundlock/spec/tools'
import { failedOutput } from '../output/failed-output.ts'
import type { ToolContext, ToolHandler, ToolOutput } from '../tool-handler.ts'
import { fetchGuarded, noAddress, readAddress, type FetchGuards } from './fetch-guarded.ts'
import { foreignText } from './foreign-text.ts'
import { readableContent } from './readable-text.ts'

/** What `web_fetch` may contact, and how much it reads. */
export interface WebFetchOptions extends Omit<FetchGuards, 'checkUrl'> {
  /** Milliseconds for a page. Default 30 000. */
  readonly timeoutMs?: number
  /** Bytes of a page. Default 10 MiB. */
  readonly maxBytes?: number
}

const MAX_CHARACTERS = 100_000

/** Serves `WebFetch`. Only the public web is fetched, whatever a name leads to and wherever a page redirects. */
export function createWebFetchHandler(options: WebFetchOptions = {}): ToolHandler<WebFetchInput> {
  return {
    spec: WEB_FETCH_TOOL,
    faultOf: ({ url }) => (URL.canParse(url) ? null : noAddress(url)),
    async run({ url, prompt }, context) {
      try {
        return await fetchPage(url, prompt, context, options)
      } catch (error) {
        return failedOutput(error)
      }
    },
  }
}

async function fetchPage(
  url: string,
  prompt: string | undefined,
  context: ToolContext,
  { timeoutMs = 30_000, maxBytes = 10 * 1024 * 1024, ...guards }: WebFetchOptions,
): Promise<ToolOutput> {
  const checkUrl = (address: string) => {
    if (!context.urls.allows(address)) throw context.urls.refusal(address)
  }
  const { href } = readAddress(url)
  checkUrl(href)
  const fetched = await fetchGuarded(href, {
    ...guards,
    checkUrl,
    abortSignal: context.abortSignal,
    timeoutMs,
    maxBytes,
  })
  const content = await readableContent(fetched.body, fetched.headers['content-type'], fetched.url)
  const facts = {
    url: fetched.url,
    status: fetched.status,
    contentType: shownType(fetched.headers['content-type']),
    bytes: fetched.body.length,
    cut: fetched.cut,
  }
  const parts = [
    `${fetched.url} (HTTP ${fetched.status}${fetched.cut ? `, the first ${maxBytes} bytes of it` : ''})`,
    ...(fetched.url === href ? [] : [`redirected from ${href}`]),
    ...(prompt === undefined ? [] : [`asked for: ${visibleText(prompt)}`]),
  ].join('\n')
  if (content.type === 'image') return { content: [{ type: 'text', text: parts }, content], structured: facts }
  const { text } = content
  if (text.length <= MAX_CHARACTERS) {
    return {
      content: [{ type: 'text', text: `${parts}\n\n${foreignText('what came', text)}` }],
      structured: { ...facts, text },
    }
  }
  const spillFile = await spill(text, context)
  const shown = text.slice(0, characterEnd(text, MAX_CHARACTERS))
  const rest = spillFile === null ? 'the rest is left out' : `all of it is in ${spillFile}`
  return {
    content: [
      { type: 'text', text: `${parts}\n\n${foreignText('the beginning of what came', shown)}\n… (truncated; ${rest})` },
    ],
    structured: { ...facts, text: shown, truncated: true, ...(spillFile !== null && { spillFile }) },
  }
}

/** Anything can stand in a header. */
const shownType = (type: string | undefined) => (type === undefined ? null : visibleText(type.slice(0, LONGEST_TYPE)))
const LONGEST_TYPE = 200

/** Not within a character that takes two units. */
const characterEnd = (text: string, end: number) => (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end)

/** Keeps a long text whole, where it can be kept. */
async function spill(text: string, { spillDirectory }: ToolContext): Promise<string | null> {
  if (spillDirectory === null) return null
  const file = join(spillDirectory, `page-${randomUUID()}.txt`)
  try {
    await mkdir(spillDirectory, { recursive: true, mode: 0o700 })
    await writeFile(file, text, { mode: 0o600, flag: 'wx' })
    return file
  } catch {
    return null
  }
}
