import type { SandboxPolicy } from '../src/index.ts'

export function policyFor(workspace: string, changes: Partial<SandboxPolicy> = {}): SandboxPolicy {
  return {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: [],
    hiddenPaths: [],
    network: 'off',
    limits: {},
    ...changes,
  }
}
