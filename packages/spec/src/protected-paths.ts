/** A path of the workspace that stays read-only, and why. */
export interface ProtectedPath {
  /** Relative to the workspace. */
  readonly path: string
  readonly reason: string
}

/** Why, and which paths: words that none of them has a blank in. */
const ROWS: readonly (readonly [reason: string, paths: string])[] = [
  [
    'git runs what it names, as the user, at the next git command (git-config(1), githooks(5))',
    '.git/hooks .git/config .git/config.worktree .git/info/attributes .gitconfig .config/git',
  ],
  ['makes git take configuration and hooks from another folder', '.git/commondir'],
  ['names what git fetches and updates as submodules', '.gitmodules'],
  ['another version control runs what it names, at its next command (hgrc(5))', '.hg/hgrc .jj/repo/config.toml'],
  ['an interpreter runs it when it is started in the folder', '.Rprofile .irbrc .pryrc'],
  ['a common place of git hooks (core.hooksPath)', '.husky .githooks'],
  [
    'names programs that run at every commit',
    '.pre-commit-config.yaml lefthook.yml .lefthook.yml lefthook.yaml .lefthook.yaml',
  ],
  ['the configuration of Poundlock itself', '.poundlock'],
  [
    'configures an agent: its permissions, hooks and servers',
    '.mcp.json .claude .codex .gemini .cursor .cursorrules .windsurf .openclaw .opencode opencode.json opencode.jsonc .aider.conf.yml .continue .roo .kiro .qwen .amazonq .crush.json crush.json',
  ],
  [
    'an editor runs tasks and settings from it when the folder is opened',
    '.zed .vscode .idea .fleet .helix .nvim.lua .nvimrc .exrc .dir-locals.el .vimrc .config/nvim .emacs.d',
  ],
  ['builds and starts a container with what it mounts', '.devcontainer .devcontainer.json'],
  ['direnv runs it when a shell enters the folder', '.envrc'],
  [
    'mise runs hooks and sets variables from it when a shell enters the folder',
    '.mise.toml mise.toml .mise .config/mise .config/mise.toml',
  ],
  ['names registries, tokens and the shell that runs scripts', '.npmrc'],
  ['names the program that yarn runs', '.yarnrc'],
  ['names the program and plugins that yarn runs', '.yarnrc.yml'],
  ['pnpm runs it at every install', '.pnpmfile.cjs'],
  ['names the programs that cargo compiles, links and runs with', '.cargo/config.toml .cargo/config'],
  [
    'runs with the secrets of the project’s CI',
    '.github/workflows .github/actions .gitlab-ci.yml .circleci .buildkite .drone.yml .travis.yml azure-pipelines.yml bitbucket-pipelines.yml .gitea/workflows .forgejo/workflows .woodpecker .woodpecker.yml Jenkinsfile',
  ],
  [
    'a shell runs it at its start, where the workspace is the home folder',
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .inputrc .config/fish',
  ],
  ['holds who may log in, and programs that ssh runs', '.ssh'],
  [
    'is run at login or on a schedule, where the workspace is the home folder',
    '.pam_environment .xprofile .xsessionrc .config/autostart .config/systemd .config/environment.d',
  ],
  ['is on PATH, where the workspace is the home folder', '.local/bin'],
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
