import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, helpAndVersion, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { knownText, type ProfileWord } from '../model/word.ts'

/** The host of an address, with or without a scheme; null when it is not certain. */
function hostOf(address: string): string | null {
  // curl expands braces and brackets.
  const found = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/?#\\]*@)?(\[[0-9a-f:.]+\]|[^:/?#\\{}[\]@]+)(?:[:/?#]|$)/i.exec(
    address,
  )
  return found?.[1] ?? null
}

/** What never leaves this machine. RFC 6761, RFC 1122 */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** Whether what goes to this host stays on the machine; a proxy, or another address for the name, is not the host. */
const staysHere = (call: Invocation, host: string | null) =>
  host !== null &&
  LOOPBACK.test(host) &&
  !call.has('-x --proxy --preproxy --socks5 --socks5-hostname --socks4 --socks4a --resolve --connect-to')

/** As much of a word as is known. */
const prefixOf = (word: ProfileWord): string =>
  knownText(word) ?? (typeof word === 'object' && word ? (word.prefix ?? '') : '')

/** @param sends whether a file goes there, or something is changed there */
function contact(call: Invocation, word: ProfileWord, sends = false): void {
  const text = knownText(word)
  // `fil{e}:` is file: once it is expanded, and where another protocol is the default, a path is one.
  const scheme = /^[^/?#]*/.exec(text ?? '')![0]
  if (/[{[]/.test(scheme) || call.has('--proto-default')) call.effects.push({ kind: 'file-read', target: null })
  if (text !== null && /^file:/i.test(text))
    call.effects.push({ kind: 'file-read', target: text.replace(/^file:\/\/(?:localhost)?/i, '') })
  // The host is certain when the dynamic part comes behind it.
  const prefix = prefixOf(word)
  const certain = text !== null || /^[a-z]+:\/\/[^/?#]+[/?#]/i.test(prefix)
  const target = certain ? hostOf(prefix) : null
  // An address that is only known at run time may hold what was read.
  call.effects.push(
    (sends || text === null) && !staysHere(call, target)
      ? { kind: 'network', target, sends: true }
      : { kind: 'network', target },
  )
}

/** These schemes only fetch; gopher, dict and telnet can send anything to any service. curl(1) */
const DOWNLOADS = /^(?:https?|ftps?|file)$/i

/** Methods that only ask, and `POST`, which does so nearly as often as not. Others change what is there. RFC 9110, RFC 5789 */
const ASKS = /^(?:GET|HEAD|OPTIONS|TRACE|POST|PROPFIND|REPORT|QUERY)$/

/** Headers that hold a password or a token. RFC 9110, RFC 6265, and the names that services give theirs */
const LOGIN_HEADER = /^\s*(?:(?:proxy-)?authorization|cookie|[\w-]*(?:api-?key|token|secret|auth)[\w-]*)\s*:/i

/** Cookies, passwords, keys and tickets that the user keeps on this machine go to the host. curl(1), .netrc(5) */
const STORED = '-n --netrc --netrc-optional --netrc-file -E --cert --key --negotiate --ntlm --delegation'

/**
 * `-d @file`, `-F name=@file`, `-T file`, `-H @file`: what is in a file of this machine is sent. So is what is only known
 * at run time, which may be what a file holds. curl(1)
 */
function sendsFile(call: Invocation): boolean {
  if (call.has(STORED)) return true
  return call.options.some(({ name, values: [value] }) => {
    const text = value === undefined ? '' : knownText(value)
    const prefix = value === undefined ? '' : prefixOf(value)
    switch (name) {
      case '-T':
      case '--upload-file':
        return true
      case '-X':
      case '--request':
        return text === null || !ASKS.test(text)
      case '-d':
      case '--data':
      case '--data-ascii':
      case '--data-binary':
      case '--json':
        return text === null || prefix.startsWith('@')
      case '-H':
      case '--header':
      case '--proxy-header':
        return text === null || prefix.startsWith('@') || LOGIN_HEADER.test(prefix)
      // Without `=` it is a file of cookies.
      case '-b':
      case '--cookie':
        return text === null || !prefix.includes('=')
      case '--data-urlencode':
      case '--url-query':
      case '-F':
      case '--form':
        return text === null || /^[^=]*=?[@<]/.test(prefix)
      case '-A':
      case '--user-agent':
      case '-e':
      case '--referer':
      case '-u':
      case '--user':
      case '--data-raw':
      case '--form-string':
      case '--oauth2-bearer':
      case '--request-target':
        return text === null
      default:
        return false
    }
  })
}

/** curl(1) */
function evaluateCurl(call: Invocation): ProfileRefusal | undefined {
  const sends = sendsFile(call)
  for (const { word, at } of call.operands) {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(knownText(word) ?? '')?.[1]
    if (scheme !== undefined && !DOWNLOADS.test(scheme)) {
      return { code: 'NOT_EVALUATED', message: `curl: ${scheme} does more than fetch`, at }
    }
  }
  for (const option of call.options) evaluateCurlOption(call, option, sends)
  if (call.has('-O --remote-name --remote-name-all -J --remote-header-name')) savedByCurl(call)
  for (const { word } of call.operands) contact(call, word, sends)
  return undefined
}

/** @param sends whether a file goes to the server, or something is changed there */
function evaluateCurlOption(
  call: Invocation,
  { name, values: [value] }: Invocation['options'][number],
  sends: boolean,
): void {
  if (value === undefined) return
  const text = knownText(value)
  const prefix = prefixOf(value)
  if (/^(?:-d|--data|--data-ascii|--data-binary|--json|-H|--header|--proxy-header|--variable)$/.test(name)) {
    if (prefix.startsWith('@')) call.effects.push({ kind: 'file-read', target: text?.slice(1) ?? null })
    else if (prefix === '' && text === null) call.effects.push({ kind: 'file-read', target: null })
  } else if (/^(?:--data-urlencode|--url-query|-F|--form)$/.test(name)) {
    const file = /^[^=]*?=?[@<](.*)$/s.exec(prefix)
    if (file)
      call.effects.push({ kind: 'file-read', target: text === null ? null : (file[1] as string).replace(/;.*/s, '') })
    else if (text === null && !prefix.includes('=')) call.effects.push({ kind: 'file-read', target: null })
  } else if (name === '-b' || name === '--cookie') {
    if (text === null || !text.includes('=')) call.effects.push({ kind: 'file-read', target: text })
  } else if (name === '-o' || name === '--output') {
    // `#1` stands for what a pattern in the address matched.
    if (text?.includes('#')) call.effects.push({ kind: 'file-write', target: null })
    // The file gets the time of the server, its address, or is removed.
    else if (call.has('-R --remote-time --xattr --remove-on-error') && text !== '-')
      call.effects.push({ kind: 'file-write', target: text })
  } else if (name === '-w' || name === '--write-out') {
    if (prefix.startsWith('@')) call.effects.push({ kind: 'file-read', target: text?.slice(1) ?? null })
    if (text === null || text.includes('%output{')) call.effects.push({ kind: 'file-write', target: null })
  } else if (name === '--url') {
    // curl 8.13 and later read addresses from a file.
    if (prefix.startsWith('@')) {
      // The addresses in it may be those of files.
      call.effects.push({ kind: 'file-read', target: text?.slice(1) ?? null }, { kind: 'file-read', target: null })
    }
    contact(call, prefix.startsWith('@') ? null : value, sends)
  } else if (
    name === '-x' ||
    name === '--proxy' ||
    name === '--preproxy' ||
    name === '--socks5' ||
    name === '--socks5-hostname'
  ) {
    // All that is sent goes through it.
    const host = text === null ? null : hostOf(text)
    const here = host !== null && LOOPBACK.test(host)
    call.effects.push(here ? { kind: 'network', target: host } : { kind: 'network', target: host, sends: true })
  } else if (name === '--resolve' || name === '--connect-to') {
    // `HOST:PORT:ADDRESS`, `HOST:PORT:OTHER:PORT`
    const other = /^[^:]*:[^:]*:(\[[^\]]*\]|[^:,]*)/.exec(text ?? '')?.[1]
    call.effects.push({ kind: 'network', target: other || null, note: 'another address for a name' })
  }
}

/** Each address gives a file its name, unless the server does. */
function savedByCurl(call: Invocation): void {
  const folder = call.value('--output-dir')
  const into = folder === undefined ? '.' : knownText(folder)
  for (const { word } of call.operands) {
    const text = knownText(word)
    // The server says the name, or a pattern several, and it may be `.npmrc`. curl(1), Globbing
    const severalNames = /[[\]{}]/.test(text ?? '')
    const name = call.has('-J --remote-header-name') || severalNames ? null : lastOf(text)
    const target = name === null || into === null ? null : into === '.' ? name : `${into}/${name}`
    call.effects.push({ kind: 'file-write', target })
  }
}

/** The last part of the path of an address; empty where there is none. */
const lastOf = (address: string | null): string | null =>
  address === null
    ? null
    : address
        .replace(/[?#].*/s, '')
        .replace(/^[\w+.-]+:\/\/[^/]*\/?/, '')
        .replace(/^.*\//s, '')

/** Each address gives a file its name, unless the server does. wget(1), Directory Options */
function savedByWget(call: Invocation, folder: string | null): void {
  const named = call.has('--content-disposition --trust-server-names')
  const many = call.has('-r --recursive -m --mirror -p --page-requisites -i --input-file')
  const apart = !call.has('-nd --no-directories -nH --no-host-directories') && call.has('-r --recursive -m --mirror -p')
  // The folders of the address are made here, where no folder of the host is: `.git/config`.
  const bare = call.has('-x --force-directories') && call.has('-nH --no-host-directories')
  if (folder === null || named || bare || (many && !apart)) {
    call.effects.push({ kind: 'file-write', target: null, note: 'the server chooses the name' })
    return
  }
  if (many) call.effects.push({ kind: 'file-write', target: folder, recursive: true })
  for (const { word } of many ? [] : call.operands) {
    const name = decoded(lastOf(knownText(word)))
    const target = name === null ? null : folder === '.' ? name || 'index.html' : `${folder}/${name || 'index.html'}`
    call.effects.push({ kind: 'file-write', target })
  }
}

/** wget(1) writes `%2Enpmrc` as `.npmrc`. */
function decoded(name: string | null): string | null {
  if (name === null || !name.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return null
  }
}

const curl: CommandTable = {
  source: 'curl(1), GTFOBins curl',
  dashIsStream: true,
  options: [
    flags`--help --version -h -V -s --silent -S --show-error -L --location --location-trusted -f --fail --fail-with-body --fail-early -i --include --show-headers -I --head -G --get -k --insecure -v --verbose -N --no-buffer -g --globoff -4 --ipv4 -6 --ipv6 -0 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --compressed --compressed-ssh --tcp-nodelay --tcp-fastopen --path-as-is --raw -# --progress-bar --no-progress-meter -j --junk-session-cookies -a --append --create-dirs --crlf --disallow-username-in-url --ftp-pasv -l --list-only -M --manual --no-alpn --no-keepalive --no-sessionid --post301 --post302 --post303 --retry-all-errors --retry-connrefused --ssl --ssl-reqd -1 --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --anyauth --basic --digest --ntlm --negotiate -p --proxytunnel --xattr -Z --parallel --parallel-immediate --styled-output --no-styled-output --no-clobber --skip-existing --remove-on-error -R --remote-time --trace-time --trace-ids -: --next -q --disable --false-start --cert-status --doh-insecure --proxy-insecure`,
    flags('-O --remote-name --remote-name-all -J --remote-header-name', 'flag'),
    values`-A --user-agent -e --referer -u --user -m --max-time --connect-timeout --retry --retry-delay --retry-max-time --max-redirs --max-filesize --limit-rate -r --range -C --continue-at -y --speed-time -Y --speed-limit -z --time-cond --data-raw --form-string --ciphers --tls-max --tls13-ciphers --curves --parallel-max --keepalive-time --create-file-mode --oauth2-bearer --aws-sigv4 -U --proxy-user --rate --happy-eyeballs-timeout-ms --expect100-timeout --proto --proto-redir --noproxy --request-target --local-port --delegation -P --ftp-port -t --telnet-option`,
    {
      names:
        '--proto-default -X --request -d --data --data-ascii --data-binary --data-urlencode --json -F --form -H --header --proxy-header --url-query -b --cookie -w --write-out --url -x --proxy --preproxy --socks5 --socks5-hostname --resolve --connect-to --output-dir',
      takes: 1,
      does: 'flag',
    },
    values(
      '-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl',
      'output',
    ),
    values(
      '-T --upload-file --cacert --capath --cert -E --key --crlfile --etag-compare --netrc-file --pinnedpubkey',
      'read',
    ),
    flags('-n --netrc --netrc-optional', 'read', '~/.netrc'),
    unevaluatedValues`-K --config --engine --variable --expand-url --expand-data --expand-header -Q --quote --postquote --prequote --unix-socket --abstract-unix-socket --interface --dns-servers --dns-interface --doh-url`,
  ],
  ownOperands: true,

  refine: evaluateCurl,
}

const wget: CommandTable = {
  source: 'wget(1), GTFOBins wget',
  dashIsStream: true,
  options: [
    helpAndVersion,
    flags(
      '-V -h -q --quiet -v --verbose -nv --no-verbose -d --debug -F --force-html -nc --no-clobber -c --continue --show-progress -N --timestamping --no-use-server-timestamps -S --server-response --spider -4 --inet4-only -6 --inet6-only -nd --no-directories -x --force-directories -nH --no-host-directories --protocol-directories --no-cache -E --adjust-extension --ignore-length --no-cookies --content-disposition --content-on-error --trust-server-names --auth-no-challenge --no-check-certificate --https-only -r --recursive -k --convert-links -K --backup-converted -m --mirror -p --page-requisites -np --no-parent -H --span-hosts -L --relative --no-dns-cache --no-proxy --no-hsts --no-iri --retry-connrefused --no-glob -nc --random-wait --no-config',
      'nothing',
    ),
    values`-t --tries -T --timeout --dns-timeout --connect-timeout --read-timeout -w --wait --waitretry -Q --quota --limit-rate --user --password --cut-dirs --max-redirect -U --user-agent --referer --header --post-data --body-data --secure-protocol --ciphers -l --level -A --accept -R --reject -D --domains --exclude-domains -X --exclude-directories -I --include-directories --progress --restrict-file-names --prefer-family --local-encoding --remote-encoding --accept-regex --reject-regex --regex-type --compression --retry-on-http-error --start-pos --http-user --http-password`,
    values('-O --output-document --method', 'flag'),
    values('-P --directory-prefix', 'flag'),
    values('-o --output-file -a --append-output', 'output'),
    values('--save-cookies --rejected-log --hsts-file', 'write'),
    values('--warc-file', 'flag'),
    values(
      '-i --input-file --load-cookies --post-file --body-file --ca-certificate --ca-directory --certificate --private-key --crl-file',
      'read',
    ),
    unevaluatedValues`-e --execute --config --use-askpass --bind-address --input-metalink --base -B --dns-servers`,
    flags('-b --background', 'process'),
    flags`--delete-after`,
  ],
  ownOperands: true,

  refine: (call) => {
    if (call.has('--help --version -V -h')) return
    const output = call.value('-O --output-document')
    const folder = call.value('-P --directory-prefix')
    const archive = call.value('--warc-file')
    if (archive !== undefined) {
      const start = knownText(archive)
      call.effects.push({ kind: 'file-write', target: start === null ? null : `${start}.warc.gz` })
    }
    if (output !== undefined) {
      const target = knownText(output)
      if (target !== '-') call.effects.push({ kind: 'file-write', target, opens: true })
    } else if (!call.has('--spider')) savedByWget(call, folder === undefined ? '.' : knownText(folder))
    const method = call.value('--method')
    const changes = method !== undefined && !ASKS.test(knownText(method)?.toUpperCase() ?? '')
    const tells = ({ name, values: [value] }: Invocation['options'][number]) =>
      value !== undefined &&
      /^(?:--header|--referer|-U|--user-agent|--post-data|--body-data|--(?:http-)?(?:user|password))$/.test(name) &&
      (knownText(value) === null || (name === '--header' && LOGIN_HEADER.test(prefixOf(value))))
    const sends =
      changes ||
      call.has('--post-file --body-file --load-cookies --certificate --private-key') ||
      call.options.some(tells)
    if (call.has('-i --input-file'))
      call.effects.push({ kind: 'network', target: null, ...(sends && { sends: true as const }) })
    for (const { word } of call.operands) contact(call, word, sends)
  },
}

/** What fetches and sends over HTTP. */
export const downloads: Readonly<Record<string, CommandTable>> = { curl, wget }
