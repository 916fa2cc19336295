import { readdirSync, readFileSync } from 'node:fs'
import { createValidator } from '@poundlock/spec/validation'
import type { Command } from 'commander'
import { expect, test, vi } from 'vitest'
import { ALL_COMMANDS } from '../src/command-line/all-commands.ts'
import { JSON_OUTPUTS } from '../src/json-output/all-outputs.ts'
import { outputSchema } from '../src/json-output/json-output.ts'
import { schemaName } from '../src/json-output/schema-name.ts'
import { createProgram } from '../src/program.ts'
import { openScene } from './poundlock.ts'

vi.stubGlobal('POUNDLOCK_VERSION', '0.0.0')

/** Each command that prints JSON, by its words; a batch is an output of its own. */
function commandsWithJson(command: Command, words: readonly string[] = []): readonly string[] {
  const name = words.join(' ')
  const has = (long: string) => command.options.some((option) => option.long === long)
  return [
    ...(has('--json') ? [name] : []),
    ...(has('--jsonl') ? [`${name} --jsonl`] : []),
    ...command.commands.flatMap((each) => commandsWithJson(each, [...words, each.name()])),
  ]
}

test('every command that prints JSON has a schema, and no schema is of another', () => {
  const commands = commandsWithJson(createProgram(ALL_COMMANDS))
  expect(Object.keys(JSON_OUTPUTS).toSorted()).toEqual([...commands].toSorted())
})

test('the schemas in the tarball are those that the outputs are tested with', () => {
  const folder = new URL('../dist/schemas/', import.meta.url)
  const names = Object.keys(JSON_OUTPUTS).map(schemaName)
  expect(readdirSync(folder).toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted())
  for (const [command, output] of Object.entries(JSON_OUTPUTS)) {
    const published = JSON.parse(readFileSync(new URL(`${schemaName(command)}.json`, folder), 'utf8')) as object
    expect(published).toEqual(JSON.parse(JSON.stringify(outputSchema(`poundlock ${command}`, output))))
    expect(createValidator(published)({}), command).not.toEqual([])
  }
})

/** Each prints results in an empty workspace with an empty state folder. */
const PRINTED: readonly (readonly [args: readonly string[], input?: string])[] = [
  [['exec', '--json', '--', 'true']],
  [['exec', '--json', '--', 'rm -rf /']],
  [['check', '--json', '--', 'ls > out']],
  [['check', '--jsonl', '-'], '{"id":"1","tool":"exec","input":{"command":"ls"}}\n{"id":2}\nnone\n'],
  [['parse', '--json', '--', 'echo "$(date)" | tee out']],
  [['parse', '--json', '--', 'echo "']],
  [['parse', '--jsonl', '-'], '{"id":"1","command":"ls | wc"}\n{"id":"2","command":"("}\n{}\n'],
  [['tools', 'list', '--json']],
  [['tools', 'schema', 'exec', '--json']],
  [['tools', 'call', 'Sleep', '{"duration_ms":1}', '--json']],
  [['mcp', 'list', '--json']],
  [['mcp', 'tools', '--json']],
  [['mcp', 'doctor', '--json']],
  [['mcp', 'add', 'memory', '--json', '--', 'node', 'server.js']],
  [['mcp', 'remove', 'memory', '--json']],
  [['mcp', 'import', '--json', '--dry-run']],
  [['jobs', 'list', '--json']],
  [['sandbox', 'explain', '--json']],
  [['sandbox', 'list', '--json']],
  [['sandbox', 'prune', '--json']],
  [['sandbox', 'probe', '--json']],
  [['approvals', 'pending', '--json']],
  [['approvals', 'get', '--json']],
  [['approvals', 'set', '-', '--json'], '{"version":1}'],
  [['approvals', 'allowlist', 'list', '--json']],
  [['approvals', 'allowlist', 'add', '/usr/bin/rg', '--json']],
  [['approvals', 'allowlist', 'remove', '/usr/bin/rg', '--json']],
  [['approvals', 'grants', 'list', '--json']],
  [['approvals', 'grants', 'preview', '--json', '--', 'touch here']],
  [['audit', 'tail', '--json']],
  [['audit', 'verify', '--json']],
  [['gateway', 'list', '--json']],
  [['gateway', 'use', 'here', '--json']],
  [['gateway', 'stop', '--json']],
  [['gateway', 'install', '--print', '--json']],
  [['node', 'status', '--json']],
  [['try', 'list', '--json']],
  [['history', '--json']],
  [['policy', 'show', '--json']],
  [['policy', 'lint', '--json']],
  [['policy', 'replay', '--json']],
  [['policy', 'suggest', '--json']],
  [['policy', 'shadow', '--json']],
  [['policy', 'export', 'claude-code', '--json']],
  [['policy', 'trust', '--json']],
  [['policy', 'distrust', '--json']],
  [['learn', '--json']],
  [['hook', 'claude-code', '--install', '--json']],
  [['doctor', '--json']],
  [['uninstall', '--json']],
  [['init', '--json', '--agents', 'none', '--presets', 'none']],
]

test('what commands print as JSON has the version and fits its schema', { timeout: 300_000 }, async () => {
  const scene = openScene()
  for (const [args, input] of PRINTED) {
    // The home folder is that of the scene, so that no settings of this account are read or changed.
    const ran = await scene.run(args, { input: input ?? '', env: { HOME: scene.root } })
    expect(ran.lines().length, `${args.join(' ')}: ${ran.stdout}${ran.stderr}`).toBeGreaterThan(0)
  }
})

test('`poundlock schema` lists the schemas and prints one', async () => {
  const scene = openScene()
  const listed = (await scene.run(['schema'])).stdout.trim().split('\n')
  expect(listed).toContain('approvals-grants-list')
  const printed = await scene.run(['schema', 'approvals', 'grants', 'list'])
  expect(JSON.parse(printed.stdout)).toMatchObject({ title: 'poundlock approvals grants list' })
  expect((await scene.run(['schema', 'check-jsonl'])).stdout).toContain('Each line')
  expect(await scene.run(['schema', '../../package'])).toMatchObject({ code: 2, stdout: '' })
})
