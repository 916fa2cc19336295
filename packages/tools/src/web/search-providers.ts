import { isRecord, textOf } from './search-answer.ts'

/** Something that was found. */
export interface SearchResult {
  readonly title: string
  readonly url: string
  /** A few sentences of the page; may be empty. */
  readonly excerpt: string
}

/** A question as it is sent. */
export interface SearchRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface WebSearchQuery {
  readonly query: string
  readonly count: number
  readonly allowed: readonly string[]
  readonly blocked: readonly string[]
}

/** How a provider is asked, and how its answer is read. */
export interface SearchProvider {
  /** Where it is asked unless an own endpoint is configured; `null` where there is no such place. */
  readonly endpoint: string | null
  readonly needsKey: boolean
  request(query: WebSearchQuery, endpoint: string, key: string): SearchRequest
  /** The results in an answer; `null` when it is no valid answer. */
  read(answer: unknown): readonly SearchResult[] | null
}

/** Domains as operators in the query, which Brave and most engines behind SearXNG understand. */
const withDomains = ({ query, allowed, blocked }: WebSearchQuery): string =>
  [
    query,
    ...(allowed.length > 0 ? [allowed.map((domain) => `site:${domain}`).join(' OR ')] : []),
    ...blocked.map((domain) => `-site:${domain}`),
  ].join(' ')

/**
 * Sources: Brave Search API, Web Search; Tavily API, Search; SearXNG, Search API (`format=json` has to be switched on in
 * its settings).
 */
export const SEARCH_PROVIDERS = {
  brave: {
    endpoint: 'https://api.search.brave.com/res/v1/web/search',
    needsKey: true,
    request: (query, endpoint, key) => ({
      url: withParameters(endpoint, { q: withDomains(query), count: String(query.count) }),
      method: 'GET',
      headers: { accept: 'application/json', 'x-subscription-token': key },
    }),
    read: (answer) =>
      readResults(isRecord(answer) && isRecord(answer['web']) ? answer['web']['results'] : [], 'description'),
  },
  tavily: {
    endpoint: 'https://api.tavily.com/search',
    needsKey: true,
    request: ({ query, count, allowed, blocked }, endpoint, key) => ({
      url: endpoint,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, max_results: count, include_domains: allowed, exclude_domains: blocked }),
    }),
    read: (answer) => readResults(isRecord(answer) ? answer['results'] : null, 'content'),
  },
  searxng: {
    endpoint: null,
    needsKey: false,
    request: (query, endpoint) => ({
      url: withParameters(`${endpoint.replace(/\/+$/, '')}/search`, { q: withDomains(query), format: 'json' }),
      method: 'GET',
      headers: { accept: 'application/json' },
    }),
    read: (answer) => readResults(isRecord(answer) ? answer['results'] : null, 'content'),
  },
} as const satisfies Record<string, SearchProvider>

export type SearchProviderName = keyof typeof SEARCH_PROVIDERS

function withParameters(endpoint: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Characters; providers give a sentence or two. */
const MAX_TITLE = 300
const MAX_EXCERPT = 2000
const MAX_ADDRESS = 2000

/** A result without a web address is left out; an answer without a list is invalid. */
function readResults(list: unknown, excerpt: string): readonly SearchResult[] | null {
  if (!Array.isArray(list)) return null
  return list.filter(isRecord).flatMap((result) => {
    const url = readableAddress(result['url'])
    if (url === null) return []
    return [{ title: textOf(result['title'], MAX_TITLE), url, excerpt: textOf(result[excerpt], MAX_EXCERPT) }]
  })
}

/** In the one way to write it, without a name or a password in front of the host, which could pass for one. */
function readableAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS || !URL.canParse(value)) return null
  const { protocol, username, password, href } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === '' && href.length <= MAX_ADDRESS ? href : null
}
