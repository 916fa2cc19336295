/** What each package is put beside: what somebody would install for the same work. A package without a peer is only weighed. */
export interface Task {
  readonly task: string
  /** Names of our packages, without the scope. */
  readonly ours: readonly string[]
  /** Names and versions in the public registry. */
  readonly peers: readonly string[]
}

/** What is imported of a package that has nothing at its root. */
export const ENTRIES: Readonly<Record<string, string>> = {
  '@poundlock/state-files': '@poundlock/state-files/node',
  '@modelcontextprotocol/sdk': '@modelcontextprotocol/sdk/client/index.js',
}

/** What cannot be imported without its optional parts. */
export const WITH_OPTIONAL: ReadonlySet<string> = new Set(['@openai/agents'])

export const TASKS: readonly Task[] = [
  {
    task: 'read a command line',
    ours: ['shell'],
    peers: ['bash-parser@0.5.0', 'sh-syntax@0.7.0', 'shell-quote@1.12.0', 'web-tree-sitter@0.27.1'],
  },
  { task: 'know what a command would do', ours: ['profiles', 'plan'], peers: [] },
  {
    task: 'decide by rules',
    ours: ['policy', 'policy-review'],
    peers: ['casbin@5.51.1', '@casl/ability@7.0.1', '@cedar-policy/cedar-wasm@4.13.0', 'json-rules-engine@7.3.1'],
  },
  { task: 'validate an input', ours: ['spec', 'config'], peers: ['ajv@8.20.0', 'zod@4.6.7'] },
  {
    task: 'contain a command',
    ours: ['sandbox', 'sandbox-unshare', 'sandbox-docker', 'workspace-guard', 'egress', 'try', 'undo'],
    peers: ['@anthropic-ai/sandbox-runtime@0.0.83', 'dockerode@5.0.1'],
  },
  { task: 'run a command', ours: ['process'], peers: ['execa@10.2.1'] },
  { task: 'speak JSON-RPC', ours: ['jsonrpc'], peers: ['vscode-jsonrpc@10.0.0', 'jayson@5.0.0'] },
  {
    task: 'speak MCP',
    ours: ['mcp'],
    peers: ['@modelcontextprotocol/sdk@1.32.2', '@modelcontextprotocol/client@2.4.0'],
  },
  { task: 'run the loop of an agent', ours: ['agent'], peers: ['ai@7.0.173', '@openai/agents@0.20.0'] },
  {
    task: 'serve calls: policy, sandbox, approvals, record',
    ours: ['runtime', 'local-host', 'tools', 'adapters', 'approvals', 'channels', 'audit'],
    peers: [],
  },
  { task: 'serve many machines', ours: ['protocol', 'ledger', 'bus', 'state-files'], peers: [] },
  { task: 'a command line', ours: ['cli'], peers: [] },
]
