import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PolicyLayer } from '@poundlock/policy'
import { onTestFinished } from 'vitest'
import type { RuntimeOptions } from '../src/index.ts'
import { makeRuntime } from './make-runtime.ts'

export type { Record } from './make-runtime.ts'

/** A runtime of `makeRuntime` in a workspace of its own, gone when the test is over. */
export function openRuntime(layer: Partial<PolicyLayer> = {}, options: Partial<RuntimeOptions> = {}) {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-runtime-')))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  return makeRuntime(workspace, layer, options)
}
