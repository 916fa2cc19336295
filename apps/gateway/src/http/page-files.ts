import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { GatewayHostError } from '../gateway-host-error.ts'

/** A file of a page, as it is served. */
export interface PageFile {
  /** Below the page, with `/`. */
  readonly name: string
  readonly content: Buffer
  readonly contentType: string
  /** Of its content, with the quotes of the header. */
  readonly etag: string
}

/** What browsers load. Files of other kinds are not served. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const MOST_FILES = 500
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Reads the files of a page, all of them: a request names one of these, and never a path of the disk. Links, hidden files
 * and files of unknown kinds are left out.
 *
 * @throws GatewayHostError `GATEWAY_STATE` where the folder has no `index.html`, or holds too much
 */
export function readPageFiles(folder: string): readonly PageFile[] {
  const files: PageFile[] = []
  let bytes = 0
  for (const name of namesOf(folder)) {
    const contentType = CONTENT_TYPES[extname(name).toLowerCase()]
    if (contentType === undefined) continue
    const content = readFileSync(join(folder, name))
    bytes += content.length
    if (files.length >= MOST_FILES || bytes > MOST_BYTES) throw unusable(folder, 'holds more than a page')
    const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
    files.push({ name, content, contentType, etag })
  }
  if (files.some(({ name }) => name === 'index.html')) return files
  throw unusable(folder, 'has no index.html')
}

/** The names of all files below a folder. A recursive readdir would follow links. */
function namesOf(root: string, below = ''): readonly string[] {
  try {
    const entries = readdirSync(join(root, below), { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'))
    return entries.flatMap((entry) => {
      const name = `${below}${entry.name}`
      if (entry.isDirectory()) return namesOf(root, `${name}/`)
      return entry.isFile() ? [name] : []
    })
  } catch (cause) {
    if (cause instanceof GatewayHostError) throw cause
    throw unusable(root, `cannot be read (${(cause as NodeJS.ErrnoException).code})`)
  }
}

const unusable = (folder: string, problem: string) =>
  new GatewayHostError(`${folder}: the control page there ${problem}`, {
    code: 'GATEWAY_STATE',
    remedy: 'Install the package with the control page anew.',
    details: { path: folder },
  })
