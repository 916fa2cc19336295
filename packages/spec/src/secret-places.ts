/** A file or folder of secrets, and what it holds. */
export interface SecretPlace {
  /** Below the home folder, or absolute. A folder counts with everything in it. */
  readonly path: string
  /** What secrets lie there, for people. */
  readonly reason: string
}

const row = (path: string, reason: string): SecretPlace => ({ path, reason })

/**
 * Where secrets lie on a machine of a developer: in the home folder, and beside it the sockets and keys through which
 * the machine is controlled. Sources: the manuals of the tools, and the paths that published credential stealers read.
 */
export const SECRET_PLACES: readonly SecretPlace[] = [
  row('.ssh', 'private keys'),
  row('.gnupg', 'private keys'),
  row('.aws', 'cloud credentials'),
  row('.azure', 'cloud credentials'),
  row('.config/gcloud', 'cloud credentials'),
  row('.config/doctl', 'cloud credentials'),
  row('.oci', 'cloud credentials'),
  row('.kube', 'cluster credentials'),
  row('.docker/config.json', 'registry credentials'),
  row('.config/containers/auth.json', 'registry credentials'),
  row('.netrc', 'passwords of hosts'),
  row('.git-credentials', 'passwords of hosts'),
  row('.config/git/credentials', 'passwords of hosts'),
  row('.config/gh', 'GitHub token'),
  row('.config/hub', 'GitHub token'),
  row('.config/glab-cli', 'GitLab token'),
  row('.npmrc', 'registry token'),
  row('.yarnrc.yml', 'registry token'),
  row('.pypirc', 'registry token'),
  row('.cargo/credentials.toml', 'registry token'),
  row('.cargo/credentials', 'registry token'),
  row('.gem/credentials', 'registry token'),
  row('.m2/settings.xml', 'registry passwords'),
  row('.m2/settings-security.xml', 'registry passwords'),
  row('.gradle/gradle.properties', 'registry passwords'),
  row('.terraform.d/credentials.tfrc.json', 'Terraform token'),
  row('.vault-token', 'Vault token'),
  row('.config/op', '1Password'),
  row('.password-store', 'passwords'),
  row('.local/share/keyrings', 'passwords'),
  row('.config/rclone', 'storage credentials'),
  row('.pgpass', 'database passwords'),
  row('.my.cnf', 'database passwords'),
  row('.mozilla', 'browser passwords and sessions'),
  row('.config/google-chrome', 'browser passwords and sessions'),
  row('.config/chromium', 'browser passwords and sessions'),
  row('.config/BraveSoftware', 'browser passwords and sessions'),
  row('.config/Bitwarden', 'passwords'),
  row('.bash_history', 'commands with passwords in them'),
  row('.zsh_history', 'commands with passwords in them'),
  row('.python_history', 'commands with passwords in them'),
  row('.node_repl_history', 'commands with passwords in them'),
  row('.psql_history', 'commands with passwords in them'),
  row('.mysql_history', 'commands with passwords in them'),
  row('.config/anthropic', 'model provider keys'),
  row('.claude/.credentials.json', 'model provider keys'),
  row('.claude.json', 'model provider keys'),
  row('.codex/auth.json', 'model provider keys'),
  row('.gemini/oauth_creds.json', 'model provider keys'),
  row('.poundlock', 'the configuration, approvals and audit of Poundlock'),
  row('.openclaw', 'the configuration and credentials of an agent'),
  row('/run/docker.sock', 'controls the machine'),
  row('/var/run/docker.sock', 'controls the machine'),
  row('/run/containerd', 'controls the machine'),
  row('/run/podman', 'controls the machine'),
  row('/etc/shadow', 'password hashes'),
  row('/etc/gshadow', 'password hashes'),
  row('/etc/ssh', 'host keys'),
  row('/etc/ssl/private', 'private keys'),
]
