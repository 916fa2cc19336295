import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Application } from 'typedoc'
import { undocumented } from '../reference/undocumented.ts'

const SOURCE = `
/** A place. */
export interface Place {
  readonly name: string
  /** Metres above the sea. */
  readonly height: number
  readonly kind: 'place'
  /** Where it lies. */
  readonly position: { readonly east: number }
}
/** What was found. */
export type Found =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'one'; readonly place: Place }
  | {
      readonly kind: 'several'
      readonly places: readonly Place[]
      /** Whether these are all. */
      readonly complete: boolean
    }
/** Finds. */
export class Finder {
  readonly limit = Number('3')
  find(): Found { return { kind: 'nothing' } }
}
export const NOWHERE = null
`

void test('each member of what is exported needs a docstring, but what says all by itself', async () => {
  // Below this folder, where the settings of TypeScript are found.
  const folder = mkdtempSync(join(import.meta.dirname, '.undocumented-'))
  try {
    const file = join(folder, 'source.ts')
    writeFileSync(file, SOURCE)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ files: ['source.ts'] }))
    const app = await Application.bootstrap({
      entryPoints: [file],
      tsconfig: join(folder, 'tsconfig.json'),
      logLevel: 'Error',
      disableGit: true,
      sourceLinkTemplate: '{path}#{line}',
    })
    const project = await app.convert()
    assert.ok(project)
    const names = undocumented(project).map((line) => line.replace(/^.*: /, '').replace('__type.', ''))
    assert.deepEqual(names.toSorted(), ['Finder.find', 'Finder.limit', 'Found.places', 'NOWHERE', 'Place.name'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
