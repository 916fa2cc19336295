/** A path that commands never see, and why. */
export interface HiddenPath {
  /** Absolute. */
  readonly path: string
  readonly reason: string
}

/** Below the home folder. Sources: the manuals of the tools, and the paths that published credential stealers read. */
const inHome: readonly (readonly [path: string, reason: string])[] = [
  ['.ssh', 'private keys'],
  ['.gnupg', 'private keys'],
  ['.aws', 'cloud credentials'],
  ['.azure', 'cloud credentials'],
  ['.config/gcloud', 'cloud credentials'],
  ['.config/doctl', 'cloud credentials'],
  ['.oci', 'cloud credentials'],
  ['.kube', 'cluster credentials'],
  ['.docker/config.json', 'registry credentials'],
  ['.config/containers/auth.json', 'registry credentials'],
  ['.netrc', 'passwords of hosts'],
  ['.git-credentials', 'passwords of hosts'],
  ['.config/git/credentials', 'passwords of hosts'],
  ['.config/gh', 'GitHub token'],
  ['.config/hub', 'GitHub token'],
  ['.config/glab-cli', 'GitLab token'],
  ['.npmrc', 'registry token'],
  ['.yarnrc.yml', 'registry token'],
  ['.pypirc', 'registry token'],
  ['.cargo/credentials.toml', 'registry token'],
  ['.cargo/credentials', 'registry token'],
  ['.gem/credentials', 'registry token'],
  ['.m2/settings.xml', 'registry passwords'],
  ['.m2/settings-security.xml', 'registry passwords'],
  ['.gradle/gradle.properties', 'registry passwords'],
  ['.terraform.d/credentials.tfrc.json', 'Terraform token'],
  ['.vault-token', 'Vault token'],
  ['.config/op', '1Password'],
  ['.password-store', 'passwords'],
  ['.local/share/keyrings', 'passwords'],
  ['.config/rclone', 'storage credentials'],
  ['.pgpass', 'database passwords'],
  ['.my.cnf', 'database passwords'],
  ['.mozilla', 'browser passwords and sessions'],
  ['.config/google-chrome', 'browser passwords and sessions'],
  ['.config/chromium', 'browser passwords and sessions'],
  ['.config/BraveSoftware', 'browser passwords and sessions'],
  ['.config/Bitwarden', 'passwords'],
  ['.bash_history', 'commands with passwords in them'],
  ['.zsh_history', 'commands with passwords in them'],
  ['.python_history', 'commands with passwords in them'],
  ['.node_repl_history', 'commands with passwords in them'],
  ['.psql_history', 'commands with passwords in them'],
  ['.mysql_history', 'commands with passwords in them'],
  ['.config/anthropic', 'model provider keys'],
  ['.claude/.credentials.json', 'model provider keys'],
  ['.claude.json', 'model provider keys'],
  ['.codex/auth.json', 'model provider keys'],
  ['.gemini/oauth_creds.json', 'model provider keys'],
  ['.poundlock', 'the configuration, approvals and audit of Poundlock'],
  ['.openclaw', 'the configuration and credentials of an agent'],
]

/** Besides the home folder: sockets and keys through which the machine is controlled. */
const onMachine: readonly HiddenPath[] = [
  { path: '/run/docker.sock', reason: 'controls the machine' },
  { path: '/var/run/docker.sock', reason: 'controls the machine' },
  { path: '/run/containerd', reason: 'controls the machine' },
  { path: '/run/podman', reason: 'controls the machine' },
  { path: '/etc/shadow', reason: 'password hashes' },
  { path: '/etc/gshadow', reason: 'password hashes' },
  { path: '/etc/ssh', reason: 'host keys' },
  { path: '/etc/ssl/private', reason: 'private keys' },
]

/** Folders and files of secrets, hidden even when a wider path is visible: for example when the workspace is the home. */
export function defaultHiddenPaths(home: string): readonly HiddenPath[] {
  return [...inHome.map(([path, reason]) => ({ path: `${home}/${path}`, reason })), ...onMachine]
}
