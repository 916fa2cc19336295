import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject, parseStrictJson } from '@poundlock/spec'
import { makeOwnFolder, readOwnText, replaceOwnFile } from '@poundlock/state-files/node'
import type { ProgramIdentity } from './program-identity.ts'
import { joinNeeds, needsBeyond, NO_NEEDS, type ServerNeeds } from './server-needs.ts'

/** The manifest of what a server needs. */
export interface KeptNeeds {
  /** Granted by a person; nothing where nothing was, or it no longer counts. */
  readonly granted: ServerNeeds
  /** What it wanted, or its command names, and was not granted. */
  readonly wanted: ServerNeeds
  /** Programs that it was seen running. */
  readonly programs: readonly string[]
  /** The program to which the grant belongs. */
  readonly program: ProgramIdentity | null
  /** Digest of the tools, the version and the fetched packages that it had with this grant; `null` until it lists them. */
  readonly listed: string | null
  /** Why an earlier grant no longer counts. */
  readonly dropped: string | null
}

const EMPTY: KeptNeeds = {
  granted: NO_NEEDS,
  wanted: NO_NEEDS,
  programs: [],
  program: null,
  listed: null,
  dropped: null,
}

const VERSION = 1
const LARGEST_FILE = 1024 * 1024
const MOST_PROGRAMS = 50

/** What servers need, learned and granted: one file for each server. */
export class NeedsBook {
  readonly #folder: string

  /** @param mcpFolder the folder of manifests and pins */
  constructor(mcpFolder: string) {
    this.#folder = join(mcpFolder, 'needs')
  }

  /** A missing or broken file grants nothing. */
  read(server: string): KeptNeeds {
    try {
      const text = readOwnText(this.#file(server), { ownership: 'own', maxBytes: LARGEST_FILE })
      const stored: unknown = text === null ? null : parseStrictJson(text)
      if (!isObject(stored) || stored['version'] !== VERSION || stored['server'] !== server) return EMPTY
      return isKept(stored['needs']) ? stored['needs'] : EMPTY
    } catch {
      return EMPTY
    }
  }

  /** What counts for this program; an earlier grant for another program is dropped. */
  grantedTo(server: string, identify: () => ProgramIdentity): ServerNeeds {
    const kept = this.read(server)
    if (kept.program === null) return kept.granted
    // To read all of its code takes a moment.
    const program = identify()
    if (kept.program.digest === program.digest) return kept.granted
    const was = kept.program.packages.join(', ') || kept.program.file
    const now = program.packages.join(', ') || program.file
    this.#drop(
      server,
      kept,
      was === now ? changeOf(kept.program, program) : `its program changed from ${was} to ${now}`,
    )
    return NO_NEEDS
  }

  /** @returns whether an earlier grant no longer counts, since the tools, the version or the packages are others */
  wasListed(server: string, listed: string): boolean {
    const kept = this.read(server)
    if (kept.program === null || kept.listed === listed) return false
    if (kept.listed === null) {
      this.#write(server, { ...kept, listed })
      return false
    }
    this.#drop(server, kept, 'its tools, its version or its packages have changed')
    return true
  }

  /** Notes what a server wanted and was not granted. */
  want(server: string, wanted: Partial<ServerNeeds>): void {
    const kept = this.read(server)
    const beyond = needsBeyond(joinNeeds(kept.wanted, wanted), kept.granted)
    if (JSON.stringify(beyond) !== JSON.stringify(kept.wanted)) this.#write(server, { ...kept, wanted: beyond })
  }

  ran(server: string, programs: readonly string[]): void {
    const kept = this.read(server)
    const all = [...new Set([...kept.programs, ...programs])].toSorted().slice(0, MOST_PROGRAMS)
    if (all.length !== kept.programs.length) this.#write(server, { ...kept, programs: all })
  }

  /** Grants what a person saw, for this program alone. */
  grant(server: string, granted: ServerNeeds, program: ProgramIdentity): void {
    const kept = this.read(server)
    const wanted = needsBeyond(kept.wanted, granted)
    this.#write(server, { ...kept, granted, wanted, program, listed: null, dropped: null })
  }

  /** Forgets all that was learned and granted. */
  forget(server: string): void {
    rmSync(this.#file(server), { force: true })
  }

  #drop(server: string, kept: KeptNeeds, dropped: string): void {
    const wanted = joinNeeds(kept.granted, kept.wanted)
    this.#write(server, { ...kept, granted: NO_NEEDS, wanted, program: null, listed: null, dropped })
  }

  #write(server: string, needs: KeptNeeds): void {
    const file = this.#file(server)
    makeOwnFolder(dirname(file))
    replaceOwnFile(file, JSON.stringify({ version: VERSION, server, needs }), { durable: true })
  }

  #file(server: string): string {
    return join(this.#folder, `${createHash('sha256').update(server, 'utf16le').digest('hex')}.json`)
  }
}

/** Folders whose code is no longer what it was, else the program. */
function changeOf(was: ProgramIdentity, now: ProgramIdentity): string {
  const before = new Map(was.code.map(({ folder, digest }) => [folder, digest]))
  const changed = now.code.filter(({ folder, digest }) => before.has(folder) && before.get(folder) !== digest)
  const [first, ...others] = changed.map(({ folder }) => folder)
  if (first === undefined) return 'its program has changed'
  return `its code has changed, in ${first}${others.length === 0 ? '' : ` and ${others.length} other folders`}`
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

const isNeeds = (value: unknown): value is ServerNeeds =>
  isObject(value) && [value['readPaths'], value['writePaths'], value['hosts']].every(isTexts)

const isPinned = (value: unknown): boolean =>
  isObject(value) && typeof value['folder'] === 'string' && typeof value['digest'] === 'string'

const isProgram = (value: unknown): boolean =>
  value === null ||
  (isObject(value) &&
    typeof value['file'] === 'string' &&
    typeof value['digest'] === 'string' &&
    isTexts(value['packages']) &&
    Array.isArray(value['code']) &&
    value['code'].every(isPinned))

const isKept = (value: unknown): value is KeptNeeds =>
  isObject(value) &&
  isNeeds(value['granted']) &&
  isNeeds(value['wanted']) &&
  isTexts(value['programs']) &&
  isProgram(value['program']) &&
  isTextOrNull(value['listed']) &&
  isTextOrNull(value['dropped'])
