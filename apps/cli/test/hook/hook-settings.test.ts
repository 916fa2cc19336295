import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AGENT_FORMATS, type HookAgent } from '../../src/hook/agent-format.ts'
import { openScene, runPoundlock, type Scene } from '../poundlock.ts'

/** All that have hooks in a file of settings. */
const AGENTS = Object.keys(AGENT_FORMATS) as readonly HookAgent[]

/** An agent's settings in a folder of their own. */
function openSettings(text: string | Uint8Array | null, agent: HookAgent = 'claude-code') {
  const scene: Scene = openScene()
  const file = join(scene.root, 'settings.json')
  if (text !== null) writeFileSync(file, text)
  const change = (action: 'install' | 'uninstall') => scene.run(['hook', agent, `--${action}`, '--settings', file])
  const now = () => (existsSync(file) ? readFileSync(file) : null)
  const edit = (how: (before: string) => string) => {
    const before = readFileSync(file, 'utf8')
    const after = how(before)
    expect(after).not.toBe(before)
    writeFileSync(file, after)
  }
  return { scene, file, backup: `${file}.before-poundlock`, change, now, edit }
}

const list = (agent: HookAgent) => AGENT_FORMATS[agent].settings.lists[0]!.at(-1)!
const OTHER = '{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./mine" }] }'

const ORIGINALS: readonly (readonly [string, (agent: HookAgent) => string])[] = [
  ['an empty object', () => '{}'],
  ['an empty object with a line', () => '{}\n'],
  ['nothing at all', () => ''],
  ['blanks', () => '\n  \n'],
  ['other settings', () => '{\n  // mine\n  "theme":   "dark",\n  "model": "x"\n}\n'],
  ['settings in one line', () => '{"theme":"dark","env":{"A":"b"}}'],
  ['tabs', () => '{\n\t"theme": "dark"\n}\n'],
  ['carriage returns', () => '{\r\n  "theme": "dark"\r\n}\r\n'],
  ['a byte order mark', () => '\uFEFF{ "theme": "dark" }\n'],
  ['no hooks', () => '{ "hooks": {} }\n'],
  ['other hooks', () => '{ "hooks": { "Stop": [] } }'],
  ['an empty list', (agent) => `{ "hooks": { "${list(agent)}": [] }, "a": 1 }\n`],
  ['a list with blanks', (agent) => `{ "hooks": { "${list(agent)}": [ ] } }`],
  ['a hook of somebody else', (agent) => `{\n  "hooks": { "${list(agent)}": [${OTHER}] }\n}\n`],
  ['two of them', (agent) => `{"hooks":{"${list(agent)}":[${OTHER},\n${OTHER}]}}`],
  ['a comma behind the last', (agent) => `{"hooks":{"${list(agent)}":[${OTHER},],},}`],
  ['comments', (agent) => `// a\n{ /* b */ "hooks": { "${list(agent)}": [ /* c */ ${OTHER} // d\n ] } }\n// e`],
  ['escapes', () => String.raw`{ "\u0061": "\u00e9 \ud83d\ude00", "b": 1e3, "c": 1.0 }`],
]

describe.each(AGENTS)('settings of %s', (agent) => {
  test.each(ORIGINALS)('%s are as they were once the hook is taken out', async (_, make) => {
    const original = make(agent)
    const { file, change, now } = openSettings(original, agent)
    chmodSync(file, 0o640)
    expect((await change('install')).code).toBe(0)
    expect(now()!.toString()).toContain(`hook ${agent}`)
    expect((await change('uninstall')).code).toBe(0)
    expect(now()!.toString()).toBe(original)
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  test('that were not there are not there again', async () => {
    const { change, now, backup } = openSettings(null, agent)
    await change('install')
    expect(now()).not.toBeNull()
    await change('uninstall')
    expect(now()).toBeNull()
    expect(existsSync(backup)).toBe(false)
  })
})

/** Poundlock has moved: the hook has another command from then on. */
async function installElsewhere({ root }: Scene, file: string) {
  const text = readFileSync(file, 'utf8')
  const moved = text.replace(/[^"' ]*poundlock\.cjs/, join(root, 'elsewhere/poundlock.cjs'))
  expect(moved).not.toBe(text)
  writeFileSync(file, moved)
}

describe('what was there before', () => {
  const original = '{\n  // mine\n  "theme": "dark"\n}\n'

  test('is kept, whatever is installed and taken out', async () => {
    const { file, backup, change, scene, now } = openSettings(original)
    const kept = () => readFileSync(backup, 'utf8')
    await change('install')
    expect(kept()).toBe(original)
    await change('install')
    expect(kept()).toBe(original)
    await installElsewhere(scene, file)
    expect((await change('install')).stdout).toContain('installed')
    expect(kept()).toBe(original)
    expect(
      now()!
        .toString()
        .match(/poundlock\.cjs/g),
    ).toHaveLength(1)
    await change('uninstall')
    expect(kept()).toBe(original)
    expect(now()!.toString()).toBe(original)
    expect((await change('uninstall')).stdout).toContain('nothing to do')
    expect(kept()).toBe(original)
  })

  test('is what was there before the last installation that changed anything else', async () => {
    const { backup, change, edit, now } = openSettings(original)
    await change('install')
    await change('uninstall')
    edit((text) => text.replace('dark', 'light'))
    await change('install')
    expect(readFileSync(backup, 'utf8')).toBe(original.replace('dark', 'light'))
    await change('uninstall')
    expect(now()!.toString()).toBe(original.replace('dark', 'light'))
  })

  test('is not needed to take the hook out', async () => {
    const { backup, change, now } = openSettings('{ "theme": "dark", "hooks": { "Stop": [] } }')
    await change('install')
    renameSync(backup, `${backup}.gone`)
    expect((await change('uninstall')).code).toBe(0)
    expect(JSON.parse(now()!.toString())).toEqual({ theme: 'dark', hooks: { Stop: [] } })
  })

  test('leaves nothing else beside the settings', async () => {
    const { file, backup, change } = openSettings(original)
    await change('install')
    await change('uninstall')
    const names = readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)))
    expect(names).toEqual([basename(file), basename(backup)])
  })
})

describe('what was edited by hand in between stays, and the hook goes', () => {
  test.each<readonly [string, string, (text: string) => string, string]>([
    ['a value', '{ "theme": "dark" }\n', (text) => text.replace('dark', 'light'), '{ "theme": "light" }\n'],
    [
      'a key before',
      '{ "theme": "dark" }\n',
      (text) => text.replace('{', '{\n "a": 1,'),
      '{\n "a": 1, "theme": "dark" }\n',
    ],
    ['a comment behind', '{}\n', (text) => `${text}// more\n`, '{}\n// more\n'],
    ['a comment at the top', '{}\n', (text) => `// more\n${text}`, '// more\n{}\n'],
    [
      'another hook',
      '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
      (text) => text.replace('"Stop": []', '"Stop": [1]'),
      '{\n  "hooks": {\n    "Stop": [1]\n  }\n}\n',
    ],
  ])('%s', async (_, original, change, expected) => {
    const { change: run, edit, now, backup } = openSettings(original)
    await run('install')
    edit(change)
    expect((await run('uninstall')).code).toBe(0)
    expect(now()!.toString()).toBe(expected)
    expect(readFileSync(backup, 'utf8')).toBe(original)
  })

  test.each<readonly [string, string, (text: string) => string, object]>([
    ['the hook itself', '{}', (text) => text.replace('"type"', '"timeout": 60, "type"'), {}],
    ['all of it written anew', '{"a":1}', (text) => JSON.stringify(JSON.parse(text)), { a: 1 }],
    [
      'a hook behind ours',
      '{}',
      (text) => text.replace(/\n {4}\]/, `, ${OTHER}\n    ]`),
      { hooks: { PreToolUse: [JSON.parse(OTHER)] } },
    ],
    [
      'hooks of another kind beside ours',
      '{}',
      (text) => text.replace('"PreToolUse"', '"Stop": [], "PreToolUse"'),
      { hooks: { Stop: [] } },
    ],
    ['empty hooks that were there', '{"hooks":{}}', (text) => JSON.stringify(JSON.parse(text)), { hooks: {} }],
  ])('%s', async (_, original, change, expected) => {
    const { change: run, edit, now } = openSettings(original)
    await run('install')
    edit(change)
    expect((await run('uninstall')).code).toBe(0)
    expect(JSON.parse(now()!.toString())).toEqual(expected)
  })
})

describe('settings that are broken', () => {
  test.each([
    ['no JSON', Buffer.from('{ "hooks": [')],
    ['a list', Buffer.from('[]')],
    ['another value where the list belongs', Buffer.from('{ "hooks": { "PreToolUse": {} } }')],
    ['bytes that are not UTF-8', Buffer.from('{ "a": "\xff" }', 'latin1')],
  ])('%s: nothing is written, installed or taken out', async (_, bytes) => {
    const { change, now, backup } = openSettings(bytes)
    for (const action of ['install', 'uninstall'] as const) {
      const ran = await change(action)
      // There is no hook to take out, and the file is not ours to judge.
      expect([ran.code, action]).toEqual([action === 'install' ? 2 : expect.any(Number), action])
      expect(now()).toEqual(bytes)
      expect(existsSync(backup)).toBe(false)
    }
  })

  test('by hand after the hook was put in: the hook goes, and every other byte stays', async () => {
    const { change, now, edit, backup } = openSettings('{ "theme": "dark" }\n')
    await change('install')
    edit((text) => text.replace('"dark"', '"dark'))
    const ran = await change('uninstall')
    expect(ran.code).toBe(0)
    expect(now()!.toString()).toBe('{ "theme": "dark }\n')
    expect(readFileSync(backup, 'utf8')).toBe('{ "theme": "dark" }\n')
  })

  test('in the hook itself: it is said, and nothing is written', async () => {
    const { change, now, edit } = openSettings('{ "theme": "dark" }\n')
    await change('install')
    edit((text) => text.replace('"hooks":[', '"hooks":'))
    const before = now()
    const ran = await change('uninstall')
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('is not a JSON object')
    expect(now()).toEqual(before)
  })
})

test('the home folder of a user who never had the agent is as it was, but for its folder', async () => {
  const scene = openScene()
  for (const action of ['--install', '--install', '--uninstall']) {
    const ran = await runPoundlock(['hook', 'codex', action], {
      env: { HOME: scene.root, POUNDLOCK_HOME: scene.state },
    })
    expect(ran.code, ran.stderr).toBe(0)
  }
  expect(readdirSync(join(scene.root, '.codex'))).toEqual([])
})
