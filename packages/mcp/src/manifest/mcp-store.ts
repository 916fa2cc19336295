import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseStrictJson } from '@poundlock/spec'
import { makeOwnFolder, readOwnText, replaceOwnFile } from '@poundlock/state-files/node'
import { McpError } from '../mcp-error.ts'
import { namePart } from '../names/public-name.ts'
import type { ListedMcpTool } from '../tools/mcp-tool.ts'
import { isDigest, isManifest, isTool } from './manifest-shape.ts'
import type { McpManifest, McpPins } from './manifest.ts'

/** Where manifests and pins are kept between runs. */
export interface McpStore {
  /** `null` when it is missing or broken: the next run writes it again. */
  readManifest(server: string): McpManifest | null
  /** Keeps what a server offers. */
  writeManifest(server: string, manifest: McpManifest): void
  /**
   * `null` when nothing was accepted.
   *
   * @throws McpError `MCP_STATE` when it cannot be read: nothing may be taken for new then
   */
  readPins(server: string): McpPins | null
  /** Keeps the pinned tools of a server. */
  writePins(server: string, pins: McpPins): void
  /** The tools as they were accepted, to be compared with what is listed now. Pins decide; empty where nothing is kept. */
  readAccepted(server: string): readonly ListedMcpTool[]
  /** Keeps the tools of a server that a person accepted. */
  writeAccepted(server: string, tools: readonly ListedMcpTool[]): void
  /** Forgets all of it. */
  remove(server: string): void
}

const LARGEST_FILE = 256 * 1024 * 1024
const VERSION = 1
const KINDS = ['manifests', 'pins', 'accepted'] as const

/** Files in a folder, which is made when something is written: `manifests/`, `pins/`, `accepted/`, one of each a server. */
export function openMcpStore(directory: string): McpStore {
  const fileOf = (kind: (typeof KINDS)[number], server: string) => join(directory, kind, `${fileName(server)}.json`)
  return {
    readManifest(server) {
      try {
        const {
          version,
          server: named,
          manifest,
        } = read(fileOf('manifests', server)) as Stored<'manifest', McpManifest>
        return version === VERSION && named === server && isManifest(manifest) ? manifest : null
      } catch {
        return null
      }
    },
    writeManifest: (server, manifest) =>
      write(fileOf('manifests', server), { version: VERSION, server, manifest }, false),
    readPins(server) {
      const file = fileOf('pins', server)
      let stored: Stored<'tools', unknown> | null
      try {
        stored = read(file) as Stored<'tools', unknown> | null
      } catch (error) {
        throw broken(file, server, error)
      }
      if (stored === null) return null
      const { version, server: named, tools } = stored
      const entries = typeof tools === 'object' && tools !== null ? Object.entries(tools) : null
      if (version !== VERSION || named !== server || !entries?.every(([, digest]) => isDigest(digest))) {
        throw broken(file, server)
      }
      return new Map(entries as [string, string][])
    },
    writePins: (server, pins) =>
      write(fileOf('pins', server), { version: VERSION, server, tools: Object.fromEntries(pins) }, true),
    readAccepted(server) {
      try {
        const { version, server: named, tools } = read(fileOf('accepted', server)) as Stored<'tools', unknown>
        return version === VERSION && named === server && Array.isArray(tools) ? tools.filter(isTool) : []
      } catch {
        return []
      }
    },
    writeAccepted: (server, tools) => write(fileOf('accepted', server), { version: VERSION, server, tools }, false),
    remove(server) {
      for (const kind of KINDS) rmSync(fileOf(kind, server), { force: true })
    },
  }
}

type Stored<Key extends string, Value> = { readonly version: unknown; readonly server: unknown } & {
  readonly [K in Key]: Value
}

/** Two names that differ in case only are two files, also where the file system does not think so. */
function fileName(server: string): string {
  const hash = createHash('sha256').update(server, 'utf16le').digest('hex').slice(0, 16)
  return `${namePart(server, 40).toLowerCase()}-${hash}`
}

/** `null` where there is none. */
function read(file: string): unknown {
  const text = readOwnText(file, { ownership: 'own', maxBytes: LARGEST_FILE })
  return text === null ? null : parseStrictJson(text)
}

function write(file: string, value: object, durable: boolean): void {
  makeOwnFolder(dirname(file))
  replaceOwnFile(file, JSON.stringify(value), { durable })
}

function broken(file: string, server: string, cause?: unknown): McpError {
  return new McpError(`${file}: what was accepted of the server ${JSON.stringify(server)} cannot be read.`, {
    code: 'MCP_STATE',
    details: { file, server },
    cause,
    remedy: `Remove the file, look at the tools (poundlock mcp tools), and accept them: poundlock mcp trust ${server}`,
  })
}
