/**
 * `node --import without-prose.ts`: loads our sources with every sentence replaced by `¤`. What still decides the same
 * decides by codes.
 */
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { replaceProse } from './replace-prose.ts'
import { OUR_SOURCES } from './start-source.ts'

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !OUR_SOURCES.test(url)) return next(url, context)
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
    return { format: 'module', shortCircuit: true, source: replaceProse(source, url) }
  },
})

// What the bundle is built with.
Object.assign(globalThis, { POUNDLOCK_VERSION: '0.0.0' })
