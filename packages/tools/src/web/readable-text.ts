import type { ToolContent } from '@poundlock/spec'
import { WebError } from './web-error.ts'

/** Characters of a page that are worked through; what is longer is cut before it is. */
const MAX_HTML = 4 * 1024 * 1024

const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/**
 * What came, as a model can read it: a page as plain text, other text as it is, an image as an image.
 *
 * @param contentType the header, `undefined` when there was none
 * @throws WebError `WEB_CONTENT`
 */
export async function readableContent(body: Uint8Array, contentType: string | undefined): Promise<ToolContent> {
  const [type = '', ...parameters] = (contentType ?? 'text/plain').split(';').map((part) => part.trim().toLowerCase())
  if (IMAGES.has(type)) return { type: 'image', mediaType: type, data: Buffer.from(body).toString('base64') }
  const isText = /^text\/|[/+](?:json|xml|yaml|javascript|ecmascript|x-sh|toml)$/.test(type)
  if (!isText) {
    throw new WebError(`it is ${type === '' ? 'of no known type' : type}, which is no text`, {
      code: 'WEB_CONTENT',
      remedy: 'Download it with a command, where the network is open.',
    })
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  const text = decode(body, charset?.replaceAll(/["']/g, '') ?? (isHtml(type) ? charsetOfPage(body) : undefined))
  if (text.includes('\0')) {
    throw new WebError(`it says that it is ${type}, and holds binary data`, {
      code: 'WEB_CONTENT',
      remedy: 'Download it with a command, where the network is open.',
    })
  }
  return { type: 'text', text: isHtml(type) ? await pageText(text) : text }
}

const isHtml = (type: string) => type === 'text/html' || type === 'application/xhtml+xml'

function decode(body: Uint8Array, charset: string | undefined): string {
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body)
  } catch {
    // A charset that nobody knows.
    return new TextDecoder('utf-8').decode(body)
  }
}

/** Where a page says it itself; the HTML standard looks at the first 1024 bytes. */
function charsetOfPage(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, 1024)).toString('latin1')
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1]
}

/** The text of a page: its main part where it marks one, without what is for eyes and scripts only. */
async function pageText(html: string): Promise<string> {
  // Loaded when a page is read: most processes never read one.
  const { convert } = await import('html-to-text')
  const skipped = [
    'nav',
    'aside',
    'form',
    'script',
    'style',
    'noscript',
    'template',
    'iframe',
    'svg',
    'button',
    'select',
  ]
  const text = convert(html.slice(0, MAX_HTML), {
    wordwrap: false,
    baseElements: {
      selectors: ['article', 'main', '[role=main]', 'body'],
      orderBy: 'selectors',
      returnDomByDefault: true,
    },
    limits: { maxBaseElements: 1, maxDepth: 200, maxChildNodes: 20_000, ellipsis: '…' },
    selectors: [
      ...skipped.map((selector) => ({ selector, format: 'skip' })),
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: false, noAnchorUrl: true, hideLinkHrefIfSameAsText: true } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
      { selector: 'h4', options: { uppercase: false } },
      { selector: 'h5', options: { uppercase: false } },
      { selector: 'h6', options: { uppercase: false } },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
  })
  const title = /<title[^>]*>([^<]{1,500})/i.exec(html)?.[1]?.trim()
  return title === undefined || text.startsWith(title) ? text : `${title}\n\n${text}`
}
