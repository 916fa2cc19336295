/** What is not run where a system is faked, and why. */
export interface LeftOut {
  /** From the root of the tree. */
  readonly file: string
  /** How the titles of the tests begin; all tests of the file unless given. */
  readonly tests?: readonly string[]
  /** On this system alone; on each unless given. */
  readonly on?: 'darwin' | 'win32'
  readonly reason: string
}

/** Packages whose tests run on each faked system. */
export const ON_EACH_SYSTEM = [
  'adapters',
  'agent',
  'audit',
  'bus',
  'channels',
  'config',
  'egress',
  'jsonrpc',
  'ledger',
  'plan',
  'policy',
  'policy-review',
  'profiles',
  'protocol',
  'shell',
  'spec',
]

/** Those of them that see nothing of the system: they are tested as on Windows, and not as on macOS again. */
export const CORE = ['jsonrpc', 'policy', 'policy-review', 'profiles', 'protocol', 'shell', 'spec']

/**
 * Packages whose tests run on macOS as well. On Windows they are imported, and refuse: they run programs, serve sockets
 * or trust files by owner and mode.
 */
export const ON_MACOS = [
  'approvals',
  'local-host',
  'mcp',
  'process',
  'runtime',
  'sandbox',
  'state-files',
  'tools',
  'workspace-guard',
]

/** Packages that need Linux. Elsewhere they are imported, and refuse. `sandbox-docker` needs an engine: see SECURITY.md. */
export const LINUX_ALONE = ['sandbox-docker', 'sandbox-unshare', 'try', 'undo']

const NATIVE =
  'the test starts a native program that npm installed for the real system (esbuild, TypeScript, ripgrep, PTY)'
const PROCESSES = 'the test looks at processes in /proc; other systems say nothing of when a process started'
const NAMESPACES = 'the test opens a host with namespaces alone, which contain on Linux alone'
const OWNERS = 'Windows has no owners and modes: nothing is refused for them'
const UNDO = 'changes are kept on Linux alone'
const SAME_PATH = 'a race that only descriptors close: elsewhere files are checked by path (SECURITY.md)'
const FIXTURE = 'a fixture of the test reads /proc'

export const LEFT_OUT: readonly LeftOut[] = [
  { file: 'packages/agent/test/ai-sdk/scenarios.test.ts', reason: NATIVE },
  { file: 'packages/bus/test/nats/server-checks.test.ts', tests: ['The seed of a key'], on: 'win32', reason: OWNERS },
  { file: 'packages/plan/test/links/root-has.test.ts', reason: FIXTURE },
  { file: 'packages/audit/test/node/audit-log.test.ts', tests: ['openAuditLog holds one descriptor'], reason: FIXTURE },
  {
    file: 'packages/audit/test/node/audit-log.test.ts',
    tests: ['a log that cannot be trusted'],
    on: 'win32',
    reason: OWNERS,
  },
  { file: 'packages/audit/test/node/refused-by-the-system.test.ts', on: 'win32', reason: OWNERS },
  {
    file: 'packages/config/test/node/read-config.test.ts',
    tests: ['what cannot be read', "a user's file that"],
    on: 'win32',
    reason: OWNERS,
  },
  ...['tool-guard', 'ai-sdk/guard-ai-sdk', 'langchain/guard-langchain', 'openai-agents/guard-openai-agents'].map(
    (name): LeftOut => ({ file: `packages/adapters/test/${name}.test.ts`, reason: NAMESPACES }),
  ),
  { file: 'packages/agent/test/results/runtime-tools.test.ts', reason: NAMESPACES },
  {
    file: 'packages/local-host/test/open-local-host.test.ts',
    tests: ['a host runs', 'what is asked goes', 'a host that only looks', 'the backend unshare'],
    reason: NAMESPACES,
  },
  { file: 'packages/approvals/test/node/killed-writer.test.ts', reason: NATIVE },
  {
    file: 'packages/approvals/test/node/approvals-store.test.ts',
    tests: ['the file of a host is the old'],
    reason: NATIVE,
  },
  {
    file: 'packages/approvals/test/node/grant-limits.test.ts',
    tests: ['a grant with a limit is used'],
    reason: NATIVE,
  },
  { file: 'packages/approvals/test/node/socket/served-by-processes.test.ts', reason: NATIVE },
  { file: 'packages/mcp/test/conformance/conformance.test.ts', reason: NATIVE },
  { file: 'packages/mcp/test/manager/hostile-servers.test.ts', tests: ['ends its children'], reason: PROCESSES },
  { file: 'packages/process/test/pty/start-terminal.test.ts', reason: NATIVE },
  {
    file: 'packages/process/test/start-process.test.ts',
    tests: ['startProcess leaks no descriptors'],
    reason: FIXTURE,
  },
  { file: 'packages/process/test/tree/process-tree.test.ts', reason: PROCESSES },
  { file: 'packages/process/test/jobs/jobs.test.ts', reason: PROCESSES },
  { file: 'packages/process/test/jobs/many-jobs.test.ts', reason: PROCESSES },
  {
    file: 'packages/state-files/test/lock.test.ts',
    tests: ['withLock breaks a lock whose breaker', 'isGone is'],
    reason: PROCESSES,
  },
  { file: 'packages/state-files/test/owner-mark.test.ts', tests: ['what a process made'], reason: PROCESSES },
  { file: 'packages/state-files/test/repeated-lock.test.ts', tests: ['removeAbandonedNames'], reason: PROCESSES },
  {
    file: 'packages/tools/test/files/attacks.test.ts',
    tests: ['a search with ripgrep', 'a folder that is swapped'],
    reason: SAME_PATH,
  },
  { file: 'packages/tools/test/files/attacks.test.ts', tests: ['no ripgrep', 'a program named rg'], reason: NATIVE },
  ...['crashes', 'patch/interrupted', 'random-edits', 'search/binary-part', 'search/glob-search-handler'].map(
    (name): LeftOut => ({ file: `packages/tools/test/files/${name}.test.ts`, reason: NATIVE }),
  ),
  ...['search/grep-search-handler', 'search/run-ripgrep'].map((name): LeftOut => ({
    file: `packages/tools/test/files/${name}.test.ts`,
    reason: NATIVE,
  })),
  {
    file: 'packages/tools/test/files/search/unmoved-names.test.ts',
    reason: 'names are proven unmoved by the clock of the kernel, on Linux alone',
  },
  {
    file: 'packages/tools/test/files/read/read-file-handler.test.ts',
    tests: ['what is no regular file'],
    reason: FIXTURE,
  },
  { file: 'packages/tools/test/process/process-handler.test.ts', tests: ['keys and pastes'], reason: NATIVE },
  { file: 'packages/local-host/test/undo/change-keeper.test.ts', reason: UNDO },
  { file: 'packages/local-host/test/undo/proven-deletions.test.ts', reason: UNDO },
  {
    file: 'packages/runtime/test/background.test.ts',
    tests: ['on the host, a command can have a terminal', 'with a terminal'],
    reason: NATIVE,
  },
  {
    file: 'packages/runtime/test/call/changing-files.test.ts',
    tests: ['nobody can approve a script'],
    reason: FIXTURE,
  },
  { file: 'packages/runtime/test/hooks/hooks.test.ts', tests: ['a hook after a call'], reason: FIXTURE },
  { file: 'packages/runtime/test/redact/redaction.test.ts', tests: ['where results are redacted'], reason: FIXTURE },
  { file: 'packages/runtime/test/tools/tool-call.test.ts', tests: ['a tool that is allowed'], reason: FIXTURE },
  {
    file: 'packages/sandbox/test/mount-plan/check-policy.test.ts',
    tests: ['refuses a workspace in /proc'],
    reason: FIXTURE,
  },
  {
    file: 'packages/sandbox/test/probe/probe-cache.test.ts',
    reason: 'the answer of a probe is kept for one boot, which only Linux names',
  },
  {
    file: 'packages/workspace-guard/test/sweep/unnameable-folders.test.ts',
    reason: 'folders without a name in text are named by descriptors, on Linux alone',
  },
]

/** The rows that hold on a system. */
export const leftOutOn = (platform: string | undefined): readonly LeftOut[] =>
  LEFT_OUT.filter(({ on }) => on === undefined || on === platform)
