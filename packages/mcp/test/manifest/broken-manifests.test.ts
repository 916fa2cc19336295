import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openMcpStore } from '../../src/manifest/mcp-store.ts'
import { makeFolder } from '../open-manager.ts'

const manifest = {
  launch: 'x',
  listedAt: '2026-11-22T05:00:00.000Z',
  info: { name: 'a', version: '1', protocolVersion: '2025-11-25', instructions: 'do' },
  tools: [
    {
      name: 'echo',
      title: 'Echo',
      description: 'd',
      inputSchema: '{"type":"object"}',
      annotations: { readOnlyHint: true },
      digest: 'a'.repeat(64),
    },
  ],
  quarantined: [{ name: 'bad', reason: 'it is' }],
  problem: null,
}

const JUNK = [null, 5, true, '', 'x', [], [null], {}, { a: 1 }, undefined]

/** Every value of a manifest, by the keys that lead to it. */
function places(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, part]) => places(part, [...path, key]))]
}

function replaced(value: any, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy = Array.isArray(value) ? [...value] : { ...value }
  copy[key] = replaced(value[key], rest, by)
  return copy
}

test('a manifest of another form is as good as none, wherever in it the form is another', () => {
  const folder = makeFolder()
  const store = openMcpStore(folder)
  store.writeManifest('it', manifest)
  expect(store.readManifest('it')).toEqual(manifest)
  const file = join(folder, 'manifests', readdirSync(join(folder, 'manifests'))[0]!)
  const whole = JSON.parse(readFileSync(file, 'utf8')) as { manifest: unknown }
  for (const path of places(manifest)) {
    for (const by of JUNK) {
      writeFileSync(file, JSON.stringify({ ...whole, manifest: replaced(manifest, path, by) }))
      const read = store.readManifest('it')
      // What is read has each value of the type that its readers count on.
      if (read !== null)
        expect(shapeOf(read), `${path.join('.')} = ${JSON.stringify(by)}`).toEqual(expect.objectContaining(SHAPE))
    }
  }
})

const SHAPE = { launch: 'string', listedAt: 'string', problem: true, tools: true, quarantined: true, info: true }

function shapeOf({ launch, listedAt, problem, tools, quarantined, info }: any) {
  return {
    launch: typeof launch,
    listedAt: typeof listedAt,
    problem: problem === null || typeof problem === 'string',
    tools: tools.every(
      (tool: any) =>
        ['name', 'description', 'inputSchema', 'digest'].every((key) => typeof tool[key] === 'string') &&
        (tool.title === undefined || tool.title.split('').length >= 0) &&
        Object.keys(tool.annotations).length >= 0,
    ),
    quarantined: quarantined.every((tool: any) => typeof tool.name === 'string' && typeof tool.reason === 'string'),
    info: [info.name, info.version, info.protocolVersion, info.instructions ?? ''].every(
      (one) => typeof one === 'string',
    ),
  }
}

test('pins with a tool twice, or in bytes that are not text, are no pins', () => {
  const folder = makeFolder()
  const store = openMcpStore(folder)
  store.writePins('it', new Map([['echo', 'a'.repeat(64)]]))
  const file = join(folder, 'pins', readdirSync(join(folder, 'pins'))[0]!)
  const text = readFileSync(file, 'utf8')
  for (const changed of [
    text.replace('"tools":{', `"tools":{"echo":"${'b'.repeat(64)}",`),
    text.replace('"tools":{', String.raw`"tools":{"\u0065cho":"${'b'.repeat(64)}",`),
    text.replace('"tools":{', `"tools":{"\xff":"${'b'.repeat(64)}",`),
  ]) {
    writeFileSync(file, Buffer.from(changed, 'latin1'))
    expect(() => store.readPins('it')).toThrow('cannot be read')
  }
})
