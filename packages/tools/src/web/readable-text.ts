import { quotedText, type ToolContent } from '@poundlock/spec'
import { readPage } from './page/page-text.ts'
import { plainCharacters } from './plain-characters.ts'
import { WebError } from './web-error.ts'

/** Characters of a page that are parsed; a longer page is cut first. */
const MAX_HTML = 4 * 1024 * 1024

const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/**
 * What came, as a model can read it: a page as plain text, other text as it is, an image as an image.
 *
 * @param contentType the header, `undefined` when there was none
 * @param address where it came from
 * @throws WebError `WEB_CONTENT`
 */
export async function readableContent(
  body: Uint8Array,
  contentType: string | undefined,
  address: string,
): Promise<ToolContent> {
  const [type = '', ...parameters] = (contentType ?? 'text/plain').split(';').map((part) => part.trim().toLowerCase())
  if (IMAGES.has(type)) return { type: 'image', mediaType: type, data: Buffer.from(body).toString('base64') }
  const isText = /^text\/|[/+](?:json|xml|yaml|javascript|ecmascript|x-sh|toml)$/.test(type)
  if (!isText) {
    throw new WebError(`it is ${type === '' ? 'of no known type' : quotedText(type)}, which is not text`, {
      code: 'WEB_CONTENT',
      remedy: 'Download it with a command, where the network is open.',
    })
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  const text = decode(body, charset?.replaceAll(/["']/g, '') ?? (isHtml(type) ? charsetOfPage(body) : undefined))
  if (text.includes('\0')) {
    throw new WebError(`it says that it is ${quotedText(type)}, and holds binary data`, {
      code: 'WEB_CONTENT',
      remedy: 'Download it with a command, where the network is open.',
    })
  }
  return { type: 'text', text: plainCharacters(isHtml(type) ? await pageText(text, address) : text) }
}

const isHtml = (type: string) => type === 'text/html' || type === 'application/xhtml+xml'

function decode(body: Uint8Array, charset: string | undefined): string {
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body)
  } catch {
    // An unknown charset.
    return new TextDecoder('utf-8').decode(body)
  }
}

/** Where a page says it itself; the HTML standard looks at the first 1024 bytes. */
function charsetOfPage(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, 1024)).toString('latin1')
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1]
}

/** The text of a page, below its title where it does not begin with it. */
async function pageText(html: string, address: string): Promise<string> {
  const { title, text } = await readPage(html.slice(0, MAX_HTML), address)
  return title === '' || text.startsWith(title) ? text : `${title}\n\n${text}`
}
