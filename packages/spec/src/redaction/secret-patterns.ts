/** A shape that secrets have. */
export interface SecretPattern {
  readonly name: string
  /** Where the shape is told. */
  readonly source: string
  /** Global; group 1 stands before the secret, group 2 is the secret, group 3 stands after it. Linear in its input. */
  readonly pattern: RegExp
}

/** Parts of names that say that the value is a secret. */
const WORDS = 'API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIALS?'
const FIELDS =
  'token|api_?key|secret|password|passwd|passphrase|access_?token|refresh_?token|id_?token|auth_?token|session_?token|client_?secret|private_?key|secret_?access_?key|webhook_?secret'
const FLAGS = 'token|api-?key|secret|password|passwd|passphrase|access-token|auth-token|client-secret|private-token'

/** Tokens that are known by how they begin: prefix, then at least so many characters. */
const TOKENS: readonly (readonly [name: string, source: string, shape: string])[] = [
  ['OpenAI, Anthropic', 'developers.openai.com, docs.anthropic.com', 'sk-[A-Za-z0-9_-]{16,}'],
  ['Stripe', 'docs.stripe.com/keys', '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}'],
  ['Stripe webhook', 'docs.stripe.com/webhooks', 'whsec_[A-Za-z0-9]{16,}'],
  ['GitHub', 'docs.github.com: about authentication', 'gh[pousr]_[A-Za-z0-9]{20,}'],
  ['GitHub, fine-grained', 'docs.github.com: about authentication', 'github_pat_[A-Za-z0-9_]{20,}'],
  ['GitLab', 'docs.gitlab.com: token overview', 'gl(?:pat|ptt|dt|rt|cbt)-[A-Za-z0-9_-]{16,}'],
  ['Slack', 'docs.slack.dev: tokens', 'xox[abeoprs]-[A-Za-z0-9-]{10,}'],
  ['Slack, app', 'docs.slack.dev: tokens', 'xapp-[0-9]-[A-Za-z0-9-]{10,}'],
  ['AWS key id', 'docs.aws.amazon.com: IAM identifiers', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'],
  ['Google API', 'cloud.google.com: API keys', 'AIza[A-Za-z0-9_-]{30,}'],
  ['Google OAuth', 'developers.google.com: OAuth 2.0', 'ya29\\.[A-Za-z0-9_-]{20,}'],
  ['npm', 'docs.npmjs.com: access tokens', 'npm_[A-Za-z0-9]{30,}'],
  ['PyPI', 'pypi.org/help', 'pypi-[A-Za-z0-9_-]{40,}'],
  ['Hugging Face', 'huggingface.co/docs: user access tokens', 'hf_[A-Za-z0-9]{20,}'],
  ['Groq', 'console.groq.com', 'gsk_[A-Za-z0-9]{20,}'],
  ['xAI', 'docs.x.ai', 'xai-[A-Za-z0-9]{20,}'],
  ['SendGrid', 'docs.sendgrid.com: API keys', 'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}'],
  ['DigitalOcean', 'docs.digitalocean.com: tokens', 'do[opr]_v1_[a-f0-9]{40,}'],
  ['Shopify', 'shopify.dev: authentication', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'],
  ['Vault', 'developer.hashicorp.com: tokens', 'hv[sbr]\\.[A-Za-z0-9_-]{20,}'],
  ['age', 'age-encryption.org/v1', 'AGE-SECRET-KEY-1[A-Z0-9]{50,}'],
  ['Telegram bot', 'core.telegram.org/bots', '[0-9]{8,10}:[A-Za-z0-9_-]{35}'],
  ['JSON web token', 'RFC 7519', 'eyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}'],
]

/** What is looked for, in this order: first what says where a secret is, then what is known by its own shape. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    name: 'private key',
    source: 'RFC 7468; RFC 9580, 6.2',
    pattern: /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)([^-]{16,65536})(-----END )/g,
  },
  {
    name: 'password in an address',
    source: 'RFC 3986, 3.2.1',
    pattern: /([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,64}:)([^\s/@"'<>]{3,256})(@)/gi,
  },
  {
    name: 'authorization header',
    source: 'RFC 9110, 11.6.2; RFC 6750',
    pattern: /(\bAuthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:Bearer|Basic|Token|Digest)\s{1,3})([\w.~+/=-]{8,})/gi,
  },
  { name: 'bearer token', source: 'RFC 6750', pattern: /(\bBearer\s{1,3})([\w.~+/=-]{18,})/g },
  {
    name: 'header that holds a key',
    source: 'common practice',
    pattern:
      /(\b(?:x-api-key|api-key|x-auth-token|private-token|x-amz-security-token)["']?\s{0,3}:\s{0,3}["']?)([^\s"']{8,})/gi,
  },
  {
    name: 'user and password of curl',
    source: 'curl(1)',
    pattern: /(\bcurl\b[^\n|;&]{0,300}?\s(?:-u|--user)[=\s]\s{0,3}["']?[^\s:"']{1,64}:)([^\s"'$]{3,})/g,
  },
  {
    name: 'option',
    source: 'common practice',
    pattern: new RegExp(`(--(?:${FLAGS})[=\\s]\\s{0,3}["']?)([^\\s"'\`$-][^\\s"'\`$]{7,})`, 'gi'),
  },
  {
    name: 'parameter of an address',
    source: 'RFC 6750, 2.3',
    pattern: new RegExp(`([?&](?:${FIELDS}|sig|signature)=)([^\\s"'&#<>]{8,})`, 'gi'),
  },
  {
    name: 'environment variable',
    source: 'common practice',
    pattern: new RegExp(
      `((?<![A-Za-z0-9_])[A-Z0-9_]{0,64}(?:${WORDS})[A-Z0-9_]{0,64}=["']?)([^\\s"'\`$&|;()<>]{8,})`,
      'g',
    ),
  },
  {
    name: 'field of JSON',
    source: 'RFC 8259',
    pattern: new RegExp(`("(?:${FIELDS})"\\s{0,8}:\\s{0,8}")([^"\\\\\\s]{8,})`, 'gi'),
  },
  {
    name: 'line of YAML or an ini file',
    source: 'common practice',
    // Only what looks like chance: types and names stand behind the same words.
    pattern: new RegExp(
      `((?:^|\\n)[ \\t-]{0,64}["']?(?:${FIELDS})["']?[ \\t]{0,8}[:=][ \\t]{0,8}["']?)((?=[^\\s"',]{0,64}\\d)(?=[^\\s"',]{0,64}[A-Za-z])[^\\s"',{}[\\]()<>$]{10,})`,
      'gi',
    ),
  },
  {
    name: 'token',
    source: TOKENS.map(([name, source]) => `${name}: ${source}`).join('; '),
    pattern: new RegExp(`((?<![A-Za-z0-9_-]))(${TOKENS.map(([, , shape]) => shape).join('|')})`, 'g'),
  },
]
