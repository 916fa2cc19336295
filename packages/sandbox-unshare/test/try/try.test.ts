import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatChanges } from '@poundlock/sandbox/try'
import { describe, expect, test } from 'vitest'
import { testGround } from '../backend/test-sandbox.ts'
import { treeOf, tryLine } from './try-ground.ts'

describe('a try', () => {
  test('shows what a command did, and applies it', async () => {
    const ground = testGround()
    writeFileSync(join(ground.workspace, 'kept'), 'one\ntwo\n')
    writeFileSync(join(ground.workspace, 'gone'), 'gone\n')
    mkdirSync(join(ground.workspace, 'folder'))
    writeFileSync(join(ground.workspace, 'folder/inner'), 'inner\n')
    const start = treeOf(ground.workspace)
    const { finished, tried } = await tryLine(
      ground,
      'echo three >> kept; rm gone; rm -r folder; mkdir folder; echo n > folder/new; ln -s kept link; chmod 755 folder/new; mkfifo fifo; touch kept',
    )
    expect(finished).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
    expect(treeOf(ground.workspace)).toBe(start)
    const lines = formatChanges(tried.changeSet, tried.contents).map(({ text }) => text)
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "created   fifo
        (never applied: it is neither a file, nor a folder, nor a link)
      deleted   folder/inner
      @@ -1 +0,0 @@
      -inner
      created   folder/new  mode 755
      @@ -0,0 +1 @@
      +n
      deleted   gone
      @@ -1 +0,0 @@
      -gone
      modified  kept
      @@ -1,2 +1,3 @@
       one
       two
      +three
      created   link  → kept
        (One of these is never applied.)"
    `)
    expect(await tried.apply()).toEqual({ done: true, overwritten: null })
    expect(treeOf(ground.workspace)).toMatchInlineSnapshot(`
      "d 755  .
      d 755  ./folder
      f 644 14  ./kept
      f 755 2  ./folder/new
      l 777 4 kept ./link
      a4fb621495a0122493b2203591c448903c472e306a1ede54fabad829e01075c0  ./folder/new
      b6285c57e8797db5d4c51c80d6f11938afda9b11c6a003549709189e9b4b92a2  ./kept
      "
    `)
  })
})
