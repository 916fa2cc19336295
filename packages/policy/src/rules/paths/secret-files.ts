import { isWithin, SECRET_PLACES } from '@poundlock/spec'
import { foldName, normalisePath } from '../../model/paths.ts'

/**
 * Names of files that hold keys or passwords wherever they lie. Sources: the manuals of the tools that read them (dotenv,
 * direnv, OpenSSH, OpenSSL, Java's keytool, curl, npm, pip, PostgreSQL, git, Apache, Vault, Terraform, Ansible, Docker,
 * Kubernetes, Google Cloud, Rails, sops), and the default rules of secret scanners for file names.
 */
const SECRET_NAME = new RegExp(
  `^(?:${[
    String.raw`\.?env(?:\..+)?|\.env[-_ ].+|.+\.env|\.envrc|\.flaskenv|\.dev\.vars|\.secrets?|\.vars`,
    String.raw`.+\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx?|ppk|asc|gpg|age|ovpn|tfstate(?:\.backup)?|tfvars(?:\.json)?)`,
    String.raw`id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?(?:[-_.].*)?|ssh_host_.+_key`,
    String.raw`[._]netrc|\.npmrc|\.yarnrc\.yml|\.pypirc|\.pgpass|\.my\.cnf|\.git-credentials|\.htpasswd|\.s3cfg|\.boto|\.dockercfg|\.dockerconfigjson`,
    String.raw`\.mylogin\.cnf|\.?rclone\.conf|wg\d+\.conf|\.databrickscfg|kaggle\.json|\.sentryclirc|\.terraformrc|terraform\.rc`,
    String.raw`\.ftpconfig|sftp(?:-config)?\.json|\.remote-sync\.json|\.condarc|pip\.conf|.+\.keychain(?:-db)?|wp-config\.php|.*firebase-adminsdk.*\.json`,
    String.raw`\.vault[-_]?(?:token|pass(?:word)?)|vault[-_]pass(?:word)?(?:\..*)?|\.erlang\.cookie|master\.key`,
    String.raw`(?:.*[-_.])?(?:credentials?|secrets?|passwords?|tokens?)(?:[-_.].*)?\.(?:json|ya?ml|toml|ini|cfg|conf|txt|xml|csv|properties|enc)`,
    String.raw`(?:credentials?|secrets?|passwords?|passwd|shadow|kubeconfig|\.?htpasswd)`,
    String.raw`service[-_]?account.*\.json|.+-key\.json|gcloud.*\.json|auth\.json|kubeconfig.*`,
    String.raw`\..+_history`,
  ].join('|')})$`,
)

/** A copy or an archive of such a file is one too: `server.pem.bak`, `id_rsa~`. */
const KEPT = /(?:[._-](?:bak|backup|old|orig|save|swp|swo|copy|gz|bz2|xz|zst|zip)|~){1,3}$/

/** Where secrets lie below a home folder, which can be a part of a workspace: files of settings under version control. */
const SECRET_PARTS = new RegExp(
  `/(?:${SECRET_PLACES.filter(({ path }) => path.startsWith('.') && path.includes('/'))
    .map(({ path }) => path.toLowerCase().replaceAll('.', String.raw`\.`))
    .join('|')})(?:/|$)`,
)

/** Made to be shown: they have the names, and placeholders for the values. Public keys are no secret. */
const SHOWN = /(?:^|[-_.])(?:example|sample|template|dist|defaults?|schema|tpl|pub)(?:[-_.][a-z0-9]+)?$/

/** Folders of secrets, at any depth. */
const SECRET_FOLDER = /\/(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.password-store|\.secrets?|secrets?)\//

/** Where each process and the machine show what else is secret: proc(5). */
const OF_THE_MACHINE = /^\/(?:proc|sys|dev)(?:\/|$)/

/** Whether a file holds, or may hold, secrets: by its name, its folder in the workspace, or its place below the home folder. */
export function isSecretFile(folded: string, home: string, workspace: string): boolean {
  const root = foldName(normalisePath(workspace))
  // What the workspace itself is called says nothing.
  const below = isWithin(folded, root) ? folded.slice(root.length) : folded
  const name = below.slice(below.lastIndexOf('/') + 1).replace(KEPT, '')
  if ((SECRET_NAME.test(name) && !SHOWN.test(name)) || SECRET_FOLDER.test(below) || SECRET_PARTS.test(below))
    return true
  if (OF_THE_MACHINE.test(folded)) return true
  const base = foldName(home === '/' ? '' : home)
  return SECRET_PLACES.some(({ path }) => isWithin(folded, path.startsWith('/') ? path : `${base}/${foldName(path)}`))
}

/** Settings of a repository, a worktree or a submodule: addresses there can hold passwords. gitrepository-layout(5) */
const SETTINGS_OF_GIT = /\/\.git\/(?:.*\/)?config(?:\.worktree)?$/

/**
 * The same, and settings of git that hold passwords.
 *
 * @param holdsPassword what is known of such a file; without it, each may hold one
 */
export const holdsSecret = (
  path: string,
  { home, workspace }: { readonly home: string; readonly workspace: string },
  holdsPassword: ((file: string) => boolean) | undefined,
): boolean => {
  const folded = foldName(path)
  return isSecretFile(folded, home, workspace) || (SETTINGS_OF_GIT.test(folded) && holdsPassword?.(path) !== false)
}
