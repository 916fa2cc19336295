import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** A package of others whose code is in what we publish. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** The SPDX expression of its manifest. */
  readonly license: string
  /** Its licence, as it lies in the package. */
  readonly text: string
}

export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt'

/** The folder of the package that a file is of, where it was installed from a registry. */
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/iu
/** A file with fewer characters refers to a licence. */
const SHORTEST_LICENSE = 500
/** Texts of licences, for packages that name one and bring no file, or one that only refers to it. */
const STANDARD_TEXTS = new URL('licenses/', import.meta.url)

/** Writes the licences of what a bundle holds of other packages beside it; nothing where it holds nothing of them. */
export const thirdPartyNotices: Plugin = {
  name: 'third-party-notices',
  setup(build) {
    build.initialOptions.metafile = true
    build.onEnd(({ metafile }) => {
      const notices = noticesOf(filesOf(metafile))
      if (notices !== '') write(notices, build.initialOptions.outdir)
    })
  },
}

/**
 * The same for a program of several bundles: each adds its packages, and the last one leaves the whole list.
 *
 * @param alsoBundled what another bundler put beside the program
 */
export function sharedNotices(alsoBundled: () => readonly BundledPackage[]): Plugin {
  const files = new Set<string>()
  return {
    name: 'third-party-notices',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(({ metafile }) => {
        for (const file of filesOf(metafile)) files.add(file)
        const notices = formatNotices([...packagesOf([...files]), ...alsoBundled()])
        write(notices, build.initialOptions.outdir)
      })
    },
  }
}

interface WrittenFiles {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, { bytesInOutput: number }>> }>>
}

/** In a fresh clone the folder is not there yet: tsup writes its files after this. */
function write(notices: string, folder = 'dist'): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, NOTICES_FILE), notices)
}

const filesOf = (metafile: WrittenFiles | undefined): readonly string[] =>
  Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  )

/** The licences of the packages that these files are of. */
export const noticesOf = (files: readonly string[]): string => formatNotices(packagesOf(files))

function packagesOf(files: readonly string[]): readonly BundledPackage[] {
  const folders = files.flatMap((file) => PACKAGE_FOLDER.exec(resolve(file).replaceAll('\\', '/'))?.[0] ?? [])
  return [...new Set(folders)].map(readPackage)
}

function readPackage(folder: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly license?: string
    readonly author?: string | { readonly name: string }
  }
  const { name, version, license = '', author = `the authors of ${name}` } = manifest
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const holder = typeof author === 'string' ? author : author.name
  const standard = new URL(`${license}.txt`, STANDARD_TEXTS)
  const isComplete = texts.some((text) => text.length >= SHORTEST_LICENSE)
  if (!isComplete && existsSync(standard)) texts.push(readFileSync(standard, 'utf8').replace('HOLDER', holder).trim())
  if (texts.length === 0) throw new Error(`${name} ${version} (${license}) has no licence text, and cannot be bundled.`)
  return { name, version, license, text: texts.join('\n\n') }
}

/** The notices, sorted by name, each package once. */
export function formatNotices(packages: readonly BundledPackage[]): string {
  const entries = packages.map(({ name, version, license, text }) => {
    const title = `${name} ${version} (${license})`
    return `${title}\n${'='.repeat(title.length)}\n\n${text.trim()}\n`
  })
  return [...new Set(entries)].toSorted().join('\n')
}
