import { expect, test } from 'vitest'
import { publicToolName } from '../../src/index.ts'
import { launchDigest, type McpManifest } from '../../src/manifest/manifest.ts'
import { openMcpStore } from '../../src/manifest/mcp-store.ts'
import type { ListedMcpTool } from '../../src/tools/mcp-tool.ts'
import { readTool } from '../../src/tools/read-tool.ts'
import { hostile, makeFolder, nodeServer, openManager } from '../open-manager.ts'

const SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [
      `parameter_${index}`,
      { type: 'string', description: 'What it is for, in as many words as servers like to write about it.' },
    ]),
  ),
  required: ['parameter_0'],
}

/** A store that has seen so many servers with so many tools each. */
function seenServers(servers: number, tools: number) {
  const folder = makeFolder()
  const store = openMcpStore(folder)
  const definitions = Array.from({ length: servers }, (_, index) => nodeServer(`server-${index}`, [`${index}`]))
  for (const definition of definitions) {
    const listed = Array.from({ length: tools }, (_, index) =>
      readTool({
        name: `tool_${index}`,
        description: 'Does something that takes a sentence to say.',
        inputSchema: SCHEMA,
      }),
    ) as ListedMcpTool[]
    const manifest: McpManifest = {
      launch: launchDigest(definition),
      listedAt: new Date(0).toISOString(),
      info: { name: 's', version: '1', protocolVersion: '2025-11-25' },
      tools: listed,
      quarantined: [],
      problem: null,
    }
    store.writeManifest(definition.name, manifest)
    store.writePins(definition.name, new Map(listed.map(({ name, digest }) => [name, digest])))
  }
  return { folder, definitions }
}

test('the tools of fifty servers are known without starting any', () => {
  const { folder, definitions } = seenServers(50, 20)
  const manager = openManager(definitions, { folder })
  const tools = manager.tools()
  expect(tools).toHaveLength(1000)
  expect(manager.find('mcp__server-7__tool_3')).toMatchObject({ server: 'server-7', name: 'tool_3', withheldBy: null })
  expect(manager.servers().every(({ state, pid }) => state === 'manifest-known' && pid === null)).toBe(true)
})

test('a server that is started otherwise than when it was seen is not known', () => {
  const { folder, definitions } = seenServers(1, 1)
  const changed = { ...definitions[0]!, transport: { ...definitions[0]!.transport, args: ['other'] } }
  expect(openManager([changed as never], { folder }).servers()).toMatchObject([{ state: 'configured', callable: 0 }])
})

test('a broken manifest is none, and broken pins let nothing through', async () => {
  const { folder, definitions } = seenServers(1, 1)
  const { readdirSync, writeFileSync } = await import('node:fs')
  for (const kind of ['manifests', 'pins']) {
    for (const name of readdirSync(`${folder}/${kind}`)) writeFileSync(`${folder}/${kind}/${name}`, '{')
  }
  const manager = openManager(definitions, { folder })
  expect(manager.tools()).toEqual([])
  expect(manager.servers()).toMatchObject([{ state: 'configured' }])
  const honest = hostile('honest', { name: 'server-0' })
  await expect(openManager([honest], { folder }).call({ server: 'server-0', tool: 'echo' }, {})).rejects.toMatchObject({
    code: 'MCP_STATE',
  })
})

test('a server is started when it is called, and its tools are handed out', async () => {
  const manager = openManager([hostile('honest'), hostile('never-introduces')])
  expect(manager.tools()).toEqual([])
  const result = await manager.call({ server: 'honest', tool: 'echo' }, { said: 'so' })
  expect(result.content).toEqual([{ type: 'text', text: '{"said":"so"}' }])
  expect(manager.servers().map(({ state }) => state)).toEqual(['invoked', 'configured'])
  expect(manager.tools().map((tool) => tool.publicName)).toEqual([publicToolName('honest', 'echo')])
})

test('two servers of one name are refused', () => {
  expect(() => openManager([hostile('honest'), hostile('honest')])).toThrow(/Two servers are called "honest"/)
})

test('a tool that another process withholds cannot be called any more, also by a server that runs', async () => {
  const folder = makeFolder()
  const manager = openManager([hostile('honest')], { folder })
  const call = () => manager.call({ server: 'honest', tool: 'echo' }, { said: 'so' })
  expect((await call()).isError).toBe(false)
  openMcpStore(folder).writePins('honest', new Map())
  await expect(call()).rejects.toMatchObject({ code: 'MCP_TOOL_HELD' })
})
