/** A path of the workspace that stays read-only, and why. */
export interface ProtectedPath {
  /** Relative to the workspace. */
  readonly path: string
  readonly reason: string
}

const git = 'git runs what it names, as the user, at the next git command (git-config(1), githooks(5))'
const agent = 'configures an agent: its permissions, hooks and servers'
const editor = 'an editor runs tasks and settings from it when the folder is opened'
const ci = 'runs with the secrets of the project’s CI'
const shell = 'a shell runs it at its start, where the workspace is the home folder'
const login = 'is run at login or on a schedule, where the workspace is the home folder'

/**
 * What a command must not write in a workspace, because something outside will execute or obey it later. Sources: the
 * manual of each tool, and the lists of sandbox-runtime (`mandatory deny paths`) and codex (`read-only subpaths`).
 *
 * All of `.git` would be simpler, but then nothing could be committed.
 */
export const PROTECTED_PATHS: readonly ProtectedPath[] = [
  { path: '.git/hooks', reason: git },
  { path: '.git/config', reason: git },
  { path: '.git/config.worktree', reason: git },
  { path: '.git/info/attributes', reason: git },
  { path: '.git/commondir', reason: 'makes git take configuration and hooks from another folder' },
  { path: '.gitmodules', reason: 'names what git fetches and updates as submodules' },
  { path: '.gitconfig', reason: git },
  { path: '.config/git', reason: git },
  { path: '.husky', reason: 'a common place of git hooks (core.hooksPath)' },
  { path: '.githooks', reason: 'a common place of git hooks (core.hooksPath)' },
  { path: '.pre-commit-config.yaml', reason: 'names programs that run at every commit' },
  { path: 'lefthook.yml', reason: 'names programs that run at every commit' },
  { path: '.poundlock', reason: 'the configuration of Poundlock itself' },
  { path: '.mcp.json', reason: agent },
  { path: '.claude', reason: agent },
  { path: '.codex', reason: agent },
  { path: '.gemini', reason: agent },
  { path: '.cursor', reason: agent },
  { path: '.cursorrules', reason: agent },
  { path: '.windsurf', reason: agent },
  { path: '.openclaw', reason: agent },
  { path: '.opencode', reason: agent },
  { path: '.aider.conf.yml', reason: agent },
  { path: '.continue', reason: agent },
  { path: '.roo', reason: agent },
  { path: '.zed', reason: editor },
  { path: '.vscode', reason: editor },
  { path: '.idea', reason: editor },
  { path: '.fleet', reason: editor },
  { path: '.nvim.lua', reason: editor },
  { path: '.nvimrc', reason: editor },
  { path: '.exrc', reason: editor },
  { path: '.dir-locals.el', reason: editor },
  { path: '.devcontainer', reason: 'builds and starts a container with what it mounts' },
  { path: '.devcontainer.json', reason: 'builds and starts a container with what it mounts' },
  { path: '.envrc', reason: 'direnv runs it when a shell enters the folder' },
  { path: '.mise.toml', reason: 'mise runs hooks and sets variables from it when a shell enters the folder' },
  { path: 'mise.toml', reason: 'mise runs hooks and sets variables from it when a shell enters the folder' },
  { path: '.npmrc', reason: 'names registries, tokens and the shell that runs scripts' },
  { path: '.yarnrc', reason: 'names the program that yarn runs' },
  { path: '.yarnrc.yml', reason: 'names the program and plugins that yarn runs' },
  { path: '.pnpmfile.cjs', reason: 'pnpm runs it at every install' },
  { path: '.cargo/config.toml', reason: 'names the programs that cargo compiles, links and runs with' },
  { path: '.cargo/config', reason: 'names the programs that cargo compiles, links and runs with' },
  { path: '.github/workflows', reason: ci },
  { path: '.github/actions', reason: ci },
  { path: '.gitlab-ci.yml', reason: ci },
  { path: '.circleci', reason: ci },
  { path: '.buildkite', reason: ci },
  { path: '.drone.yml', reason: ci },
  { path: '.travis.yml', reason: ci },
  { path: 'azure-pipelines.yml', reason: ci },
  { path: 'bitbucket-pipelines.yml', reason: ci },
  { path: '.gitea/workflows', reason: ci },
  { path: '.forgejo/workflows', reason: ci },
  { path: '.woodpecker', reason: ci },
  { path: '.woodpecker.yml', reason: ci },
  { path: 'Jenkinsfile', reason: ci },
  { path: '.bashrc', reason: shell },
  { path: '.bash_profile', reason: shell },
  { path: '.bash_login', reason: shell },
  { path: '.bash_logout', reason: shell },
  { path: '.bash_aliases', reason: shell },
  { path: '.profile', reason: shell },
  { path: '.zshrc', reason: shell },
  { path: '.zshenv', reason: shell },
  { path: '.zprofile', reason: shell },
  { path: '.zlogin', reason: shell },
  { path: '.inputrc', reason: shell },
  { path: '.config/fish', reason: shell },
  { path: '.ssh', reason: 'holds who may log in, and programs that ssh runs' },
  { path: '.pam_environment', reason: login },
  { path: '.xprofile', reason: login },
  { path: '.xsessionrc', reason: login },
  { path: '.config/autostart', reason: login },
  { path: '.config/systemd', reason: login },
  { path: '.config/environment.d', reason: login },
  { path: '.local/bin', reason: 'is on PATH, where the workspace is the home folder' },
  { path: '.vimrc', reason: editor },
  { path: '.config/nvim', reason: editor },
  { path: '.emacs.d', reason: editor },
]
