/** A shape that secrets have. */
export interface SecretPattern {
  readonly name: string
  /** Where the shape is documented. */
  readonly source: string
  /** Global; group 1 stands before the secret, group 2 is the secret, group 3 stands after it. Linear in its input. */
  readonly pattern: RegExp
}

/** Parts of names that say that the value is a secret. */
const WORDS = 'API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIALS?'
const FIELDS =
  'token|api_?key|secret|password|passwd|passphrase|access_?token|refresh_?token|id_?token|auth_?token|session_?token|client_?secret|private_?key|secret_?access_?key|webhook_?secret'
const FLAGS = 'token|api-?key|secret|password|passwd|passphrase|access-token|auth-token|client-secret|private-token'
const SIGNATURES = 'sig|signature|X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature'
/** How names of any spelling end that say so; what stands before is part of the name. */
const ENDINGS =
  'token|api[_-]?key|secret(?:[_-]?(?:access[_-]?)?key)?|password|passwd|passphrase|private[_-]?key|access[_-]?key|account[_-]?key|credentials?|_auth'
/** Between such a name and its value: a quotation mark of the name, which may be escaped, and a sign. */
const NAMED = `(?:${ENDINGS})\\\\{0,3}["']?[ \\t]{0,32}(?:=>|:=|=|:)`

/** Names of members, fields and headers whose value is looked at as in a text that names it. */
export const SECRET_NAME = /* @__PURE__ */ new RegExp(`(?:${ENDINGS}|auth|authorization)$`, 'i')

/** What looks like chance, of so many characters: types and names stand behind the same words. Taken whole, or not at all. */
const chance = (least: number): string =>
  `(?=[^\\s"'\`,;]{0,64}\\d)(?=[^\\s"'\`,;]{0,64}[A-Za-z])(?!${CODE})(?:${VALUE}{512,}|${VALUE}{${least},511}(?!${VALUE}|[([]))`
const VALUE = `[^\\s"'\`,;{}[\\]()<>$\\\\*…]`
/** Something that a program names: `process.env.KEY_1`. */
const CODE = '[A-Za-z_]\\w{0,64}(?:\\.[A-Za-z_]\\w{0,64}){1,8}(?:[\\s;,)]|$)'

/** Tokens that are known by how they begin: prefix, then at least so many characters. */
export const TOKENS: readonly (readonly [name: string, source: string, shape: string])[] = [
  ['OpenAI, Anthropic', 'developers.openai.com, docs.anthropic.com', 'sk-[A-Za-z0-9_-]{16,}'],
  ['Stripe', 'docs.stripe.com/keys', '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}'],
  ['Stripe webhook', 'docs.stripe.com/webhooks', 'whsec_[A-Za-z0-9]{16,}'],
  ['GitHub', 'docs.github.com: about authentication', 'gh[pousr]_[A-Za-z0-9]{20,}'],
  ['GitHub, fine-grained', 'docs.github.com: about authentication', 'github_pat_[A-Za-z0-9_]{20,}'],
  [
    'GitLab',
    'docs.gitlab.com: token overview',
    'gl(?:pat|ptt|dt|rt|cbt|oas|soat|agent|imt|ft|ffct)-[A-Za-z0-9_-]{16,}',
  ],
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
  ['Google OAuth, refreshing', 'developers.google.com: OAuth 2.0', '1//0[A-Za-z0-9_-]{40,}'],
  ['Docker Hub', 'docs.docker.com: personal access tokens', 'dckr_[a-z]{3,4}_[A-Za-z0-9_-]{20,}'],
  ['Databricks', 'docs.databricks.com: access tokens', 'dapi[a-f0-9]{32}'],
  ['Linear', 'linear.app/developers', 'lin_(?:api|oauth)_[A-Za-z0-9]{32,}'],
  ['Twilio', 'twilio.com/docs: API keys', 'SK[0-9a-f]{32}'],
  ['Atlassian', 'developer.atlassian.com: API tokens', 'ATATT3[A-Za-z0-9_=-]{40,}'],
  ['Mailgun', 'documentation.mailgun.com: authentication', 'key-[0-9a-f]{32}'],
  ['Supabase', 'supabase.com/docs: management API', 'sbp_[a-f0-9]{40}'],
  ['Tailscale', 'tailscale.com/kb: key prefixes', 'tskey-[a-z]{3,16}-[A-Za-z0-9-]{16,}'],
  ['Perplexity', 'docs.perplexity.ai', 'pplx-[A-Za-z0-9]{32,}'],
  ['Replicate', 'replicate.com/docs: API tokens', 'r8_[A-Za-z0-9]{32,}'],
  ['Fly', 'fly.io/docs: access tokens', 'fm[12][a-z]?_[A-Za-z0-9+/=]{40,}'],
  ['Buildkite', 'buildkite.com/docs: API tokens', 'bk[a-z]{2}_[a-f0-9]{40}'],
  ['New Relic', 'docs.newrelic.com: API keys', 'NRAK-[A-Z0-9]{27}'],
  ['Grafana', 'grafana.com/docs: service accounts', 'glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}'],
  ['Doppler', 'docs.doppler.com: token formats', 'dp\\.[a-z]{2,5}\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,}'],
  ['Postman', 'learning.postman.com: API keys', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'],
  ['RubyGems', 'guides.rubygems.org: API key scopes', 'rubygems_[a-f0-9]{40,48}'],
  ['crates.io', 'doc.rust-lang.org/cargo: publishing', 'cio[A-Za-z0-9]{32}'],
  ['JSON web token', 'RFC 7519', 'eyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}'],
]

// oxlint-disable-next-line max-lines-per-function -- a table: one row for each shape
const secretPatterns = (): readonly SecretPattern[] => [
  {
    name: 'private key',
    source: 'RFC 7468; RFC 9580, 6.2',
    // Also one that is cut off; headers stand before the key itself.
    pattern:
      /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)((?:[^-]|-(?!----)){16,65536})(-----END |-----BEGIN |$)/g,
  },
  {
    name: 'end of a private key',
    source: 'RFC 7468',
    pattern:
      /((?:^|[^A-Za-z0-9+/=\s]\r?\n))((?:[A-Za-z0-9+/=]{1,80}\r?\n){1,1000})(-----END [A-Z0-9 ]{0,40}PRIVATE KEY)/g,
  },
  {
    name: 'password in an address',
    source: 'RFC 3986, 3.2.1',
    // What begins like a port is one.
    pattern: /([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,64}:)(?!\d{1,5}[/?#])([^\s@"'<>]{3,256})(@)/gi,
  },
  {
    name: 'token in an address',
    source: 'RFC 3986, 3.2.1',
    pattern: /(https?:\/\/)((?=[^@]{0,64}\d)[A-Za-z0-9_.~-]{20,255})(@)/gi,
  },
  {
    name: 'address that is a secret',
    source: 'docs.slack.dev: incoming webhooks; discord.com/developers: webhooks; core.telegram.org/bots',
    pattern:
      /((?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{1,24}\/|\/bot(?=\d{8,10}:)))([\w:/-]{20,256})/gi,
  },
  {
    name: 'authorization header',
    source: 'RFC 9110, 11.6.2; RFC 6750',
    pattern: /(\bAuthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:Bearer|Basic|Token|Digest)\s{1,3})([\w.~+/=-]{8,})/gi,
  },
  {
    name: 'authorization header without a scheme',
    source: 'common practice',
    pattern: /(\bAuthorization["']?\s{0,3}[:=]\s{0,3}["']?)((?=[\w.~+/=-]{0,64}\d)[\w.~+/=-]{16,4096})/gi,
  },
  {
    name: 'signature of AWS',
    source: 'docs.aws.amazon.com: signing requests',
    pattern: /(\bSignature=)([0-9a-f]{32,128})/g,
  },
  {
    name: 'cookie of a session',
    source: 'RFC 6265; common practice',
    pattern: new RegExp(
      `(\\b(?:php|j|asp\\.net_|connect\\.)?(?:session(?:_?id)?|sess_?id|sid)=(?:s%3A)?)(${chance(16)})`,
      'gi',
    ),
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
    name: 'password of sshpass',
    source: 'sshpass(1)',
    pattern: /(\bsshpass\s{1,3}-p\s{0,3}["']?)([^\s"'$]{3,256})/g,
  },
  {
    name: 'password of mysql',
    source: 'dev.mysql.com: connection options',
    // Of docker, -p takes ports.
    pattern:
      /(\bmysql(?:dump|admin|import|show)?\b[^\n|;&]{0,200}?\s-p["']?)(?!\d{1,5}(?:[:\s]|$))([^\s"'$-][^\s"'$]{2,255})/g,
  },
  {
    name: 'line of .netrc',
    source: 'ftp(1)',
    pattern:
      /((?:(?:^|\n)[ \t]{0,16}|\bmachine\s{1,8}\S{1,255}\s{1,8}|\bdefault\s{1,8})login\s{1,8}\S{1,128}\s{1,8}password\s{1,8})(\S{3,256})/gi,
  },
  {
    name: 'line of .pgpass',
    source: 'postgresql.org/docs: the password file',
    pattern: /((?:^|\n)[\w.*-]{1,255}:(?:543\d|6432|\*):[^\s:]{1,64}:[^\s:]{1,64}:)(\S{3,256})/g,
  },
  {
    name: 'variable of a shell that needs no sign',
    source: 'csh(1), fish(1); docs.docker.com: ENV',
    pattern: new RegExp(
      `(\\b(?:setenv|ENV|set(?: -[a-zA-Z]{1,4}){1,3})\\s{1,8}[A-Z0-9_]{0,64}(?:${WORDS})[A-Z0-9_]{0,64}\\s{1,8}["']?)([^\\s"'\`$=]{8,4096})`,
      'g',
    ),
  },
  {
    name: 'option',
    source: 'common practice',
    pattern: new RegExp(
      `(--(?:[a-z0-9]{1,24}-){0,4}(?:${FLAGS})[=\\s]\\s{0,3}["']?)([^\\s"'\`$-][^\\s"'\`$]{7,})`,
      'gi',
    ),
  },
  {
    name: 'parameter of an address',
    source: 'RFC 6750, 2.3',
    pattern: new RegExp(`([?&](?:${FIELDS}|${SIGNATURES})=)([^\\s"'&#<>]{8,})`, 'gi'),
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
    name: 'environment variable that is a password',
    source: 'common practice',
    pattern:
      /((?<![A-Za-z0-9_])[A-Z0-9_]{0,64}(?:PASSWORD|PASSWD|PASSPHRASE)=["']?)([^\s"'`$&|;()<>]{3,7})(?![^\s"'`$&|;()<>])/g,
  },
  {
    name: 'field of JSON that is a short password',
    source: 'RFC 8259',
    // Words are types and labels: "password": "string".
    pattern:
      /("(?:password|passwd|passphrase|secret|client_?secret)"\s{0,8}:\s{0,8}")((?=[A-Za-z]{0,7}[^A-Za-z"\\$<])[^"\\\s$]{4,7})(?=")/gi,
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
      `((?:^|\\n)[ \\t-]{0,64}["']?(?:${FIELDS})["']?[ \\t]{0,8}[:=][ \\t]{0,8}["']?)(${chance(10)})`,
      'gi',
    ),
  },
  {
    name: 'element of XML',
    source: 'common practice',
    pattern: new RegExp(`(<[\\w.:-]{0,32}(?:${ENDINGS})>\\s{0,64})([^<>\\s$]{6,4096})(\\s{0,64}</)`, 'gi'),
  },
  {
    name: 'value of an entry that is named beside it',
    source: 'kubernetes.io: environment variables; docs.aws.amazon.com: task definitions',
    pattern: new RegExp(
      `(\\b(?:name|key)\\\\{0,3}["']?[ \\t]{0,4}:[ \\t]{0,4}\\\\{0,3}["']?[\\w.-]{0,64}(?:${ENDINGS})\\\\{0,3}["']?(?:,|[ \\t]{0,4}\\r?\\n)\\s{0,64}\\\\{0,3}["']?value\\\\{0,3}["']?[ \\t]{0,4}:[ \\t]{0,4}\\\\{0,3}["']?)(${chance(10)})`,
      'gi',
    ),
  },
  {
    name: 'login of docker',
    source: 'docs.docker.com: docker login',
    pattern: /("auth"\s{0,8}:\s{0,8}")([A-Za-z0-9+/]{12,4096}={0,2})(?=")/g,
  },
  {
    name: 'named value in quotation marks',
    source: 'common practice',
    pattern: new RegExp(`(${NAMED}[ \\t]{0,8}\\\\{0,3}["'\`])(${chance(10)})`, 'gi'),
  },
  {
    name: 'named value',
    source: 'common practice',
    pattern: new RegExp(`((?:${ENDINGS})=)(${chance(10)})`, 'gi'),
  },
  {
    name: 'named value behind blanks',
    source: 'common practice',
    pattern: new RegExp(`(${NAMED}[ \\t]{1,8})(${chance(16)})`, 'gi'),
  },
  {
    name: 'token',
    source: TOKENS.map(([name, source]) => `${name}: ${source}`).join('; '),
    pattern: new RegExp(`((?<![A-Za-z0-9_-]))(${TOKENS.map(([, , shape]) => shape).join('|')})`, 'g'),
  },
]

/** What is looked for, in this order: first what says where a secret is, then what is known by its own shape. */
export const SECRET_PATTERNS: readonly SecretPattern[] = /* @__PURE__ */ secretPatterns()
