import type { ConfigDocument } from './schema.ts'

/** Lists that are constants cannot be written to. */
type ReadonlyDocument = DeepReadonly<ConfigDocument>
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T

/** What holds where no file says otherwise. */
export const CONFIG_DEFAULTS = {
  mode: 'workspace-write',
  tools: {
    exec: {
      host: 'sandbox',
      security: 'deny',
      ask: 'on-miss',
      askFallback: 'deny',
      proven: 'write',
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
    caches: true,
    gitIdentity: true,
    onUnavailable: 'refuse',
    docker: { cpus: 2, readOnlyRoot: true },
    limits: { processes: 512, memoryBytes: 8_589_934_592, openFiles: 4096, fileBytes: 2_147_483_648 },
  },
  undo: {
    enabled: true,
    required: false,
    maxBytes: 4_294_967_296,
    maxAge: '7d',
    ignore: ['node_modules', '.venv', 'venv', '__pycache__', '.tox', '.pnpm-store'],
  },
} as const satisfies ReadonlyDocument
