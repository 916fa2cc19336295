/** A path of the workspace that stays read-only, and why. */
export interface ProtectedPath {
  /** Relative to the workspace. */
  readonly path: string
  /** What could be done with it, for people. */
  readonly reason: string
  /** A manual, or the page of the tool that obeys it. */
  readonly source: string
}

/** Why, where that is written down, and which paths: words that none of them has a blank in. */
const ROWS: readonly (readonly [reason: string, source: string, paths: string])[] = [
  [
    'version control runs what it names at its next command',
    'githooks(5), git-config(1), gitattributes(5), gitmodules(5), gitrepository-layout(5)',
    '.git/hooks .git/config .git/config.worktree .git/info/attributes .git/commondir .gitconfig .config/git .gitmodules',
  ],
  ['version control runs what it names at its next command', 'hgrc(5)', '.hg/hgrc .hg/hgrc-not-shared'],
  ['version control runs what it names at its next command', 'Sapling: sl help config', '.sl/config'],
  [
    'version control runs what it names at its next command',
    'Jujutsu: settings',
    '.jj/repo/config.toml .jj/repo/workspace-config.toml .jj/workspace-config.toml',
  ],
  ['version control runs what it names at its next command', 'darcs(1), _darcs/prefs', '_darcs/prefs/defaults'],
  ['a commit runs what it names', 'typicode.github.io/husky', '.husky'],
  ['a commit runs what it names', 'githooks(5), core.hooksPath by custom', '.githooks'],
  ['a commit runs what it names', 'pre-commit.com', '.pre-commit-config.yaml'],
  [
    'a commit runs what it names',
    'lefthook.dev/configuration',
    'lefthook.yml .lefthook.yml lefthook.yaml .lefthook.yaml lefthook-local.yml .lefthook-local.yml lefthook-local.yaml .lefthook-local.yaml',
  ],
  ['configures Poundlock', 'docs/configuration.md', '.poundlock'],
  [
    'configures an agent',
    'the manual of each agent; lists of sandbox-runtime (`mandatory deny paths`) and codex (`read-only subpaths`)',
    '.mcp.json .claude .codex .gemini .cursor .cursorrules .windsurf .codeium .copilot .openclaw .opencode opencode.json opencode.jsonc .aider.conf.yml .continue .roo .kiro .qwen .amazonq .crush.json crush.json .factory .junie .trae .augment .clinerules .goose .github/hooks .github/copilot',
  ],
  [
    'configures an agent',
    'agents.md and agentskills.io: skills and settings that several agents share',
    '.agents .agent',
  ],
  [
    'configures an agent',
    'kilocode.ai, docs.replit.com, rules of Warp and Jules',
    '.kilocode .kilocodemodes .roomodes',
  ],
  [
    'an editor that opens the folder runs it',
    'code.visualstudio.com/docs/editor/tasks, zed.dev/docs/tasks, jetbrains.com/help/idea, JetBrains Fleet',
    '.vscode .zed .idea .fleet',
  ],
  [
    'an editor that opens the folder runs it',
    'learn.microsoft.com/visualstudio/ide: tasks.vs.json, launch.vs.json',
    '.vs',
  ],
  ['an editor that opens the folder runs it', 'docs.helix-editor.com/configuration', '.helix'],
  [
    'an editor that opens the folder runs it',
    'vim(1) and nvim(1): exrc',
    '.nvim.lua .nvimrc .exrc .vimrc .config/nvim',
  ],
  ['an editor that opens the folder runs it', 'vim-localvimrc', '.lvimrc .local.vimrc'],
  [
    'an editor that opens the folder runs it',
    'info emacs, Directory Variables',
    '.dir-locals.el .dir-locals-2.el .emacs.d',
  ],
  ['an editor that opens the folder runs it', 'containers.dev', '.devcontainer .devcontainer.json'],
  ['an editor that opens the folder runs it', 'Eclipse: external tool builders', '.externalToolBuilders'],
  ['an editor that opens the folder runs it', 'docs.nova.app: tasks', '.nova'],
  ['a shell or an interpreter in the folder runs it', 'direnv(1)', '.envrc'],
  [
    'a shell or an interpreter in the folder runs it',
    'mise.jdx.dev/configuration',
    '.mise.toml mise.toml .mise.local.toml mise.local.toml .mise .config/mise .config/mise.toml .config/mise.local.toml .rtx.toml',
  ],
  [
    'a shell or an interpreter in the folder runs it',
    'zsh-autoenv, autoenv',
    '.autoenv.zsh .autoenv_leave.zsh .autoenv .autoenv.leave',
  ],
  ['a shell or an interpreter in the folder runs it', 'R: Startup', '.Rprofile .Renviron .RData'],
  [
    'a shell or an interpreter in the folder runs it',
    'irb(1), pry, rdbg(1), byebug',
    '.irbrc .pryrc .rdbgrc .rdbgrc.rb .byebugrc',
  ],
  ['a shell or an interpreter in the folder runs it', 'docs.python.org/library/pdb', '.pdbrc .pdbrc.py'],
  ['a shell or an interpreter in the folder runs it', 'gdb(1), auto-load local-gdbinit', '.gdbinit .gdbearlyinit'],
  ['a shell or an interpreter in the folder runs it', 'lldb(1): target.load-cwd-lldbinit', '.lldbinit'],
  ['a shell or an interpreter in the folder runs it', 'ghci, .ghci', '.ghci'],
  ['a shell or an interpreter in the folder runs it', 'iex(1)', '.iex.exs'],
  ['a shell or an interpreter in the folder runs it', 'ocaml(1)', '.ocamlinit'],
  ['a shell or an interpreter in the folder runs it', 'erl(1)', '.erlang'],
  [
    'a package manager runs what it names',
    'npmrc(5), yarnpkg.com/configuration/yarnrc, pnpm.io/pnpmfile',
    '.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs',
  ],
  [
    'a package manager runs what it names',
    'doc.rust-lang.org/cargo/reference/config',
    '.cargo/config.toml .cargo/config',
  ],
  [
    'runs with the secrets of the project’s CI',
    'the manual of each CI',
    '.github/workflows .github/actions .gitlab-ci.yml .circleci .buildkite .drone.yml .travis.yml azure-pipelines.yml bitbucket-pipelines.yml .gitea/workflows .forgejo/workflows .woodpecker .woodpecker.yml Jenkinsfile',
  ],
  [
    'is run at login where the workspace is the home folder',
    'bash(1), zsh(1), readline(3), fish(1), ssh(1), pam_env(8), Xsession(5), systemd(1)',
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .inputrc .config/fish .ssh .pam_environment .xprofile .xsessionrc .config/autostart .config/systemd .config/environment.d .local/bin',
  ],
]

/**
 * What a command must not write in a workspace, because something outside will execute or obey it later.
 *
 * All of `.git` would be simpler, but then nothing could be committed.
 */
export const PROTECTED_PATHS: readonly ProtectedPath[] = ROWS.flatMap(([reason, source, paths]) =>
  paths.split(' ').map((path) => ({ path, reason, source })),
)
