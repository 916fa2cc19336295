import type { ConfigDocument } from './schema.ts'

/** What holds where no file says otherwise. */
export const CONFIG_DEFAULTS = {
  mode: 'workspace-write',
  tools: {
    exec: {
      host: 'sandbox',
      security: 'deny',
      ask: 'on-miss',
      askFallback: 'deny',
      proven: 'off',
      timeout: 1800,
      notifyOnExit: true,
      approvalRunningNoticeMs: 10_000,
    },
    loopDetection: { enabled: true, warningThreshold: 10, criticalThreshold: 20, globalCircuitBreakerThreshold: 30 },
    redactResults: 'models',
  },
  sandbox: {
    backend: 'unshare',
    mode: 'all',
    scope: 'session',
    workspaceAccess: 'rw',
    fileMode: 'workspace-only',
    network: 'off',
    renderer: 'auto',
    gitIdentity: true,
    onUnavailable: 'refuse',
    docker: { cpus: 2, readOnlyRoot: true },
    limits: { processes: 512, memoryBytes: 8_589_934_592, openFiles: 4096, fileBytes: 2_147_483_648 },
  },
} as const satisfies ConfigDocument
