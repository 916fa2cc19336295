/** A path of the workspace that stays read-only, and why. */
export interface ProtectedPath {
  /** Relative to the workspace. */
  readonly path: string
  readonly reason: string
}

/** Why, and which paths: words that none of them has a blank in. */
const ROWS: readonly (readonly [reason: string, paths: string])[] = [
  [
    'version control runs what it names at its next command',
    '.git/hooks .git/config .git/config.worktree .git/info/attributes .git/commondir .gitconfig .config/git .gitmodules .hg/hgrc .jj/repo/config.toml',
  ],
  [
    'a commit runs what it names',
    '.husky .githooks .pre-commit-config.yaml lefthook.yml .lefthook.yml lefthook.yaml .lefthook.yaml',
  ],
  ['configures Poundlock', '.poundlock'],
  [
    'configures an agent',
    '.mcp.json .claude .codex .gemini .cursor .cursorrules .windsurf .openclaw .opencode opencode.json opencode.jsonc .aider.conf.yml .continue .roo .kiro .qwen .amazonq .crush.json crush.json .factory .junie .trae .augment .clinerules .goose .github/hooks .github/copilot',
  ],
  [
    'an editor that opens the folder runs it',
    '.zed .vscode .idea .fleet .helix .nvim.lua .nvimrc .lvimrc .exrc .dir-locals.el .vimrc .config/nvim .emacs.d .devcontainer .devcontainer.json',
  ],
  [
    'a shell or an interpreter in the folder runs it',
    '.envrc .mise.toml mise.toml .mise.local.toml mise.local.toml .mise .config/mise .config/mise.toml .Rprofile .Renviron .RData .irbrc .pryrc .pdbrc .gdbinit .ghci .iex.exs .ocamlinit .erlang',
  ],
  ['a package manager runs what it names', '.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .cargo/config.toml .cargo/config'],
  [
    'runs with the secrets of the project’s CI',
    '.github/workflows .github/actions .gitlab-ci.yml .circleci .buildkite .drone.yml .travis.yml azure-pipelines.yml bitbucket-pipelines.yml .gitea/workflows .forgejo/workflows .woodpecker .woodpecker.yml Jenkinsfile',
  ],
  [
    'is run at login where the workspace is the home folder',
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .inputrc .config/fish .ssh .pam_environment .xprofile .xsessionrc .config/autostart .config/systemd .config/environment.d .local/bin',
  ],
]

/**
 * What a command must not write in a workspace, because something outside will execute or obey it later. Sources: the
 * manual of each tool, and the lists of sandbox-runtime (`mandatory deny paths`) and codex (`read-only subpaths`).
 *
 * All of `.git` would be simpler, but then nothing could be committed.
 */
export const PROTECTED_PATHS: readonly ProtectedPath[] = ROWS.flatMap(([reason, paths]) =>
  paths.split(' ').map((path) => ({ path, reason })),
)
