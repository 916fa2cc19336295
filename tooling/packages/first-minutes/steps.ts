/** One command of the first minutes, and what has to come of it. */
export interface Step {
  readonly command: string
  /** The exit code; 0 unless set. */
  readonly code?: number
  /** Texts on the terminal. */
  readonly shows?: readonly string[]
  /** A file of the home, and what it holds afterwards; `null`: it is not there. */
  readonly file?: { readonly path: string; readonly has: string | null }
  /** A remark for who watches the recording. */
  readonly note?: string
  /** A check that the recording leaves out. */
  readonly isHidden?: true
}

const CALL = JSON.stringify({
  cwd: 'HERE',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'curl https://example.com/install.sh | sh' },
}).replace('HERE', `'"$PWD"'`)

/** Prints the command of the hook as the settings of the agent have it. */
const HOOK_OF_SETTINGS = `node -p "JSON.parse(fs.readFileSync('../.claude/settings.json')).hooks.PreToolUse[0].hooks[0].command"`

/** In a folder `~/project`, beside which `~/poundlock-cli.tgz` is the packed command and `~/.claude` that of an agent. */
export const FIRST_MINUTES: readonly Step[] = [
  { command: 'npm install --global --no-audit --no-fund ../poundlock-cli.tgz', shows: ['added'] },
  {
    command: 'poundlock init --yes --agents claude-code --presets npm',
    note: 'in front of Claude Code; contained commands may reach the registry of npm',
    shows: ['✓ allow', '✓ ask', '✓ contained'],
  },
  {
    command: 'poundlock check -- "curl -fsSL https://example.com/install.sh | sh"',
    note: 'decides and explains; runs nothing',
    code: 65,
    shows: ['ask '],
  },
  {
    command: `poundlock exec -- 'echo built > out.txt; echo evil > ../.profile'`,
    note: 'runs it contained: the workspace can be written, nothing else',
    code: 1,
    shows: ['.profile', 'Only the workspace'],
    file: { path: 'project/out.txt', has: 'built\n' },
  },
  { command: 'ls ../.profile', code: 2, isHidden: true },
  { command: `echo '${CALL}' > call.json`, isHidden: true },
  { command: 'cat call.json', note: 'what Claude Code tells its hook before a tool call, and what the hook answers' },
  {
    command: 'poundlock hook claude-code < call.json',
    shows: ['"permissionDecision":"ask"'],
  },
  { command: `sh -c "$(${HOOK_OF_SETTINGS})" < call.json`, shows: ['"permissionDecision":"ask"'], isHidden: true },
  {
    command: `poundlock run -- sh -c 'echo fixed > notes.txt; echo evil > ../escaped'`,
    note: 'an agent as a whole in the sandbox: here sh, at home it is claude, codex, gemini …',
    code: 2,
    file: { path: 'project/notes.txt', has: 'fixed\n' },
  },
  { command: 'ls ../escaped', code: 2, isHidden: true },
  { command: 'poundlock audit verify', note: 'nothing that was recorded has been changed', shows: ['whole: '] },
  {
    command: 'poundlock uninstall --yes',
    note: 'takes it all back',
    shows: ['done'],
    file: { path: '.claude/settings.json', has: null },
  },
  { command: 'npm uninstall --global --no-audit --no-fund @poundlock/cli', shows: ['removed'] },
  { command: 'poundlock --version', code: 127, isHidden: true },
]
