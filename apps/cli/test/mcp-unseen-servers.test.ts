import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

/** A program that ends at once, and says so. */
function program(folder: string, text = '#!/bin/sh\necho started >&2\nexit 3\n'): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'server')
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return file
}

test('a contained server whose program is not seen is named, with what to do', async () => {
  const scene = openScene()
  const outside = program(join(scene.root, 'programs'))
  const readable = program(join(scene.root, 'readable'))
  const hidden = program(join(scene.workspace, 'hidden'))
  const strange = program(join(scene.workspace, 'strange'), `#!${outside}\n`)
  const inside = program(join(scene.workspace, 'inside'))
  const contained = (command: string) => ({ command, sandbox: true })
  scene.configure({
    mcpServers: {
      outside: contained(outside),
      readable: contained(readable),
      hidden: contained(hidden),
      strange: contained(strange),
      inside: contained(inside),
    },
    sandbox: { readPaths: [join(scene.root, 'readable')], hiddenPaths: [join(scene.workspace, 'hidden')] },
  })
  const ran = await scene.run(['mcp', 'doctor', '--json'])
  const findings = ran.json().findings as { server: string; ok: boolean; message: string; fix?: string }[]
  const bad = (server: string) => findings.filter((one) => one.server === server && !one.ok)
  expect(ran.stdout + ran.stderr).not.toContain('EPIPE')
  expect(bad('outside')).toMatchObject([
    {
      message: expect.stringContaining(`${JSON.stringify(outside)} cannot be seen in the sandbox`),
      fix: expect.stringContaining(`Add ${JSON.stringify(join(scene.root, 'programs'))} to sandbox.readPaths`),
    },
  ])
  expect(bad('hidden')).toMatchObject([
    { message: expect.stringContaining('cannot be seen in the sandbox'), fix: expect.stringContaining('hiddenPaths') },
  ])
  // These are started, and end by themselves.
  for (const server of ['readable', 'inside']) {
    expect(bad(server)).toMatchObject([{ message: expect.stringContaining('started') }])
  }
  // What its first line names is not seen: the kernel says that there is no such program.
  expect(bad('strange')).toMatchObject([{ message: expect.stringContaining('127') }])
})
