import { quotedText } from '@poundlock/spec'
import { type WebSearchInput, WEB_SEARCH_TOOL } from '@poundlock/spec/tools'
import { failedOutput } from '../output/failed-output.ts'
import type { ToolContext, ToolHandler, ToolOutput } from '../tool-handler.ts'
import { fetchGuarded, type FetchGuards } from './fetch-guarded.ts'
import { foreignText } from './foreign-text.ts'
import {
  SEARCH_PROVIDERS,
  type SearchProvider,
  type SearchProviderName,
  type SearchResult,
} from './search-providers.ts'
import { WebError } from './web-error.ts'

/** Which service `web_search` asks, and how. */
export interface WebSearchOptions {
  /** The service that is asked. */
  readonly provider: SearchProviderName
  /** Where it is asked; needed for `searxng`. It is the operator's word: it may lie on this machine. */
  readonly endpoint?: string
  /** The secret of the account there; needed where the service asks for one. */
  readonly key?: string
  /** Milliseconds. Default 20 000. */
  readonly timeoutMs?: number
  /** Looks names up; that of this machine unless set. */
  readonly resolve?: FetchGuards['resolve']
}

const RESULTS = 10
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** Serves `WebSearch`. Without options it says that no provider is configured. */
export function createWebSearchHandler(options?: WebSearchOptions): ToolHandler<WebSearchInput> {
  return {
    spec: WEB_SEARCH_TOOL,
    contacts: searchContacts(options),
    async run(input, context) {
      try {
        if (options === undefined) throw unconfigured()
        return await search(input, context, options)
      } catch (error) {
        return failedOutput(error)
      }
    },
  }
}

/** Where searches are sent; nowhere without a provider that can be asked. */
export function searchContacts(
  options: Pick<WebSearchOptions, 'provider' | 'endpoint'> | undefined,
): readonly string[] {
  if (options === undefined) return []
  const { endpoint = SEARCH_PROVIDERS[options.provider].endpoint } = options
  return endpoint === null ? [] : [endpoint]
}

async function search(input: WebSearchInput, context: ToolContext, options: WebSearchOptions): Promise<ToolOutput> {
  const provider: SearchProvider = SEARCH_PROVIDERS[options.provider]
  const { endpoint = provider.endpoint, key = '' } = options
  if (endpoint === null) throw unconfigured(`${options.provider} needs an endpoint`)
  if (provider.needsKey && key === '') throw unconfigured(`${options.provider} needs a key`)
  if (!/^[\x21-\x7E]*$/.test(key)) throw unconfigured(`the key of ${options.provider} holds what no header can`)
  const allowed = (input.allowed_domains ?? []).map(domainOf)
  const blocked = (input.blocked_domains ?? []).map(domainOf)
  const request = provider.request({ query: input.query, count: RESULTS, allowed, blocked }, endpoint, key)
  const { resolve, timeoutMs = 20_000 } = options
  const answer = await fetchGuarded(request.url, {
    ...request,
    ...(resolve && { resolve }),
    // The operator chose this address; redirections are not followed to others.
    refuseAddress: () => null,
    checkUrl: (url) => {
      throw new WebError(`${options.provider} redirects to ${url}`, {
        code: 'WEB_SEARCH',
        remedy: 'Check tools.web.search.endpoint.',
      })
    },
    abortSignal: context.abortSignal,
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
  })
  if (answer.status !== 200) throw unanswered(options.provider, `HTTP ${answer.status}`)
  const results = provider.read(parse(answer.body, options.provider))
  if (results === null) throw unanswered(options.provider, 'an answer without results')
  // A provider may ignore the domains, so the results are filtered here.
  const relevant = results.filter(({ url }) => isWanted(url, allowed, blocked)).slice(0, RESULTS)
  const text =
    relevant.length === 0
      ? `nothing was found for ${quotedText(input.query)}`
      : foreignText('what was found', relevant.map((result, index) => `${index + 1}. ${shown(result)}`).join('\n\n'))
  return { content: [{ type: 'text', text }], structured: { query: input.query, results: relevant } }
}

const shown = ({ title, url, excerpt }: SearchResult) => [title, url, excerpt].filter((line) => line !== '').join('\n')

function domainOf(text: string): string {
  const domain = text.trim().toLowerCase().replace(/^\*\./, '').replace(/\.$/, '')
  if (/^[\p{L}\p{N}.-]+$/u.test(domain) && URL.canParse(`https://${domain}/`))
    return new URL(`https://${domain}/`).hostname
  throw new WebError(`${quotedText(text)} is not a domain`, {
    code: 'WEB_ADDRESS',
    remedy: 'Give domains such as example.com, without a scheme and a path.',
  })
}

function isWanted(url: string, allowed: readonly string[], blocked: readonly string[]): boolean {
  const host = new URL(url).hostname.replace(/\.+$/, '')
  const lies = (domain: string) => host === domain || host.endsWith(`.${domain}`)
  return (allowed.length === 0 || allowed.some(lies)) && !blocked.some(lies)
}

function parse(body: Uint8Array, provider: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown
  } catch {
    throw unanswered(provider, 'something that is not JSON')
  }
}

const unanswered = (provider: string, problem: string) =>
  new WebError(`${provider} answered with ${problem}`, {
    code: 'WEB_SEARCH',
    remedy: 'Check tools.web.search: the key, the endpoint, and whether it answers with JSON.',
  })

const unconfigured = (why = 'no search provider is configured') =>
  new WebError(why, {
    code: 'WEB_SEARCH',
    remedy: 'A person sets tools.web.search in the configuration: provider brave, tavily or searxng.',
  })
