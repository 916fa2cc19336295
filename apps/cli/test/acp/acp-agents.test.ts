import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ModelCall } from '../hook/record/model-server.ts'
import { acpProgram, runAcp, type AcpAgent } from './acp-scene.ts'

const COMMANDS = [
  'touch ruled',
  'rm a.txt',
  "python3 -c \"open('asked', 'w')\"",
  "python3 -c \"open('declined', 'w')\"",
  // The person allows it; the sandbox does not.
  "python3 -c \"open('$OUT/contained', 'w')\"",
]
const WRITTEN = ['$WORKSPACE/written.txt', '$WORKSPACE/denied/b.txt', '$OUT/declined.txt']

const CALLS: Readonly<Record<AcpAgent, readonly ModelCall[]>> = {
  gemini: [
    ...COMMANDS.map((command) => ({ tool: 'run_shell_command', input: { command } })),
    ...WRITTEN.map((path) => ({ tool: 'write_file', input: { file_path: path, content: 'x' } })),
    { tool: 'read_file', input: { file_path: '$WORKSPACE/secret.txt' } },
  ],
  opencode: [
    ...COMMANDS.map((command) => ({ tool: 'bash', input: { command, description: 'x' } })),
    ...WRITTEN.map((path) => ({ tool: 'write', input: { filePath: path, content: 'x' } })),
    { tool: 'read', input: { filePath: '$WORKSPACE/secret.txt' } },
  ],
  'claude-agent-acp': [
    ...COMMANDS.map((command) => ({ tool: 'Bash', input: { command, description: 'x' } })),
    ...WRITTEN.map((path) => ({ tool: 'Write', input: { file_path: path, content: 'x' } })),
    { tool: 'Read', input: { file_path: '$WORKSPACE/secret.txt' } },
  ],
  'codex-acp': [
    ...COMMANDS.map((cmd) => ({
      tool: 'exec_command',
      input: { cmd, sandbox_permissions: 'require_escalated', justification: 'x' },
    })),
    ...WRITTEN.map((path) => ({
      tool: 'apply_patch',
      input: { freeform: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` },
    })),
    { tool: 'exec_command', input: { cmd: 'cat secret.txt' } },
  ],
}

describe.each(Object.keys(CALLS) as AcpAgent[])('%s behind poundlock acp', (agent) => {
  const isThere = acpProgram(agent) !== null
  test.skipIf(!isThere)(
    `does what is allowed or approved, and nothing else${isThere ? '' : ` (needs ${agent} in the folders that POUNDLOCK_AGENTS and POUNDLOCK_ACP_AGENTS name)`}`,
    { timeout: 300_000 },
    async ({ onTestFinished }) => {
      const session = await runAcp(agent, CALLS[agent])
      onTestFinished(session.remove)
      const { workspace, outside, asked, told, records } = session
      const found = (names: readonly string[]) => names.filter((name) => existsSync(join(workspace, name)))
      expect(found(['a.txt', 'ruled', 'asked', 'written.txt', 'denied/b.txt', 'declined'])).toEqual([
        'a.txt',
        'ruled',
        'asked',
        'written.txt',
      ])
      expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('hello\n')
      expect([existsSync(join(outside, 'contained')), existsSync(join(outside, 'declined.txt'))]).toEqual([
        false,
        false,
      ])
      expect(told).not.toContain('the-secret')
      // The person sees why, and cannot give an "always".
      expect(asked.length).toBeGreaterThan(1)
      for (const { options, _meta } of asked) {
        expect(options.map(({ kind }) => kind)).not.toContain('allow_always')
        expect(_meta).toHaveProperty('poundlock.decision', 'ask')
      }
      expect(asked.map(({ toolCall }) => toolCall.title)).not.toContain('rm a.txt')
      expect(records).toContain('rm a.txt')
      expect(session.left).toEqual([])
      expect(session.code).toBe(0)
    },
  )
})
