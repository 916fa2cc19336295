import { compileMountPlan, entryAt, gatherSystemFacts } from '@poundlock/sandbox'
import { expect, test } from 'vitest'
import { usersFor } from '../../../src/backend/inside-user.ts'
import { isArchitecture } from '../../../src/backend/machine-reasons.ts'
import { writeLoader } from '../../../src/loader/write-loader.ts'
import { SandboxProcess } from '../../../src/process/sandbox-process.ts'
import { createBubblewrapRenderer } from '../../../src/renderers/bubblewrap/bubblewrap-renderer.ts'
import { PATH, policyFor, testGround } from '../../backend/test-sandbox.ts'
import { needs } from '../../system-package.ts'

test.skipIf(needs('bwrap'))(
  'who arrives inside waits for an answer before anything runs, and ends where none can come (needs bubblewrap)',
  async () => {
    const { workspace, folder } = testGround()
    const { arch: architecture } = process
    if (!isArchitecture(architecture)) throw new Error(`no loader for ${architecture}`)
    const [policy, system, users] = [policyFor(workspace), gatherSystemFacts(), usersFor(workspace)]
    const loader = writeLoader(folder, architecture)
    const { programs } = createBubblewrapRenderer(architecture, { unixSockets: false }).render({
      architecture,
      loader,
      policy,
      system,
      users,
      plan: compileMountPlan(policy, { system, user: users.inside, scratchBytes: 1024 ** 2, entryAt }),
      limits: {},
      controlGroups: [],
      command: { file: '/bin/touch', args: ['ran'], cwd: workspace, env: { PATH } },
    })
    // The outer process may have died before the inner one asked to be ended with it: only who lives can answer.
    expect(programs.map(({ asks }) => asks)).toEqual([false, true, false])
    const unanswered = new SandboxProcess({ loader, programs: programs.slice(0, 2), stdin: 'ignore', output: 'pipe' })
    await unanswered.built
    unanswered.discard()
    await unanswered.gone
    expect(unanswered.wasUnused).toBe(true)
  },
)
