import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { knownText } from '../model/word.ts'

/** A database on this machine. Another one has another owner, and the effect of a rule there is unknown. */
const HERE = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i
const PLAIN_NAME = /^[\w-]+$/
/** A database by its address, without settings behind it: those can name files and programs. */
const ADDRESS =
  /^(?:postgres(?:ql)?|mysql):\/\/(?:[\w.%-]+(?::[^@/?]*)?@)?(localhost|127(?:\.\d{1,3}){3}|\[::1\])?(?::\d+)?(?:\/[\w-]*)?$/i

const SHOWS = /^\s*(?:select|show|explain|describe|desc|values|table|with)\b/i
/** What changes something, reaches files or others, or runs a program, from within a statement that begins like a look. */
const REACHES =
  /\\|\b(?:insert|update|delete|merge|replace|create|drop|alter|truncate|grant|revoke|call|do|set|copy|into|execute|prepare|analyze|lock|load_file|load|source|system|tee|pager|edit|delimiter|nextval|setval|dblink\w*|lo_\w+|pg_(?:read|ls|stat_file|write|file|logfile|terminate|cancel|reload|rotate|promote|sleep|advisory|create|drop|switch|start|stop|import|export|logical|replication|execute|wal)\w*|query_to_xml\w*|cursor_to_xml\w*|xp_\w+|sys_\w+|set_config|sleep|benchmark|get_lock)\b/i
/** Commands of psql that list: `\dt`, `\d+ users`, `\l`. psql(1), Meta-Commands */
const LISTS = /^\s*\\(?:d[a-zA-Z]*\+?|l\+?|z|conninfo|sf|sv|encoding)(?:\s+[\w."*?]+)*\s*$/

function evaluateStatement(call: Invocation, text: string | null, at: number): ProfileRefusal | undefined {
  const parts = text?.split(';').filter((part) => part.trim() !== '') ?? [null]
  for (const part of parts) {
    const looks =
      part !== null && ((call.program === 'psql' && LISTS.test(part)) || (SHOWS.test(part) && !REACHES.test(part)))
    if (!looks) return { code: 'EXECUTES_CODE', message: `${call.program}: a statement that does more than read`, at }
  }
  return undefined
}

function evaluateClient(call: Invocation): ProfileRefusal | undefined {
  if (call.has('--help --version -V -?')) return undefined
  const host = call.value('-h --host')
  const hostName = host === undefined ? 'localhost' : knownText(host)
  if (hostName === null || !HERE.test(hostName)) {
    return { code: 'NOT_EVALUATED', message: `${call.program}: a database on another machine` }
  }
  for (const { word, at } of [...call.operands, ...places(call)]) {
    const text = knownText(word)
    if (text === null || !(PLAIN_NAME.test(text) || ADDRESS.test(text))) {
      return {
        code: 'NOT_EVALUATED',
        message: `${call.program}: ${text ?? 'a word'} is more than the name of a database`,
        at,
      }
    }
  }
  call.effects.push({ kind: 'network', target: hostName })
  const statements = call.options.filter(({ name }) => /^(?:-c|--command|-e|--execute)$/.test(name))
  for (const { values: given, at } of statements) {
    const refusal = evaluateStatement(call, knownText(given[0] ?? null), at)
    if (refusal) return refusal
  }
  if (statements.length > 0 || call.has('-l --list')) return undefined
  return { code: 'STDIN_IS_CODE', message: `${call.program}: runs what it reads from standard input` }
}

const places = (call: Invocation) =>
  call.options
    .filter(({ name }) => /^(?:-d|-D|--dbname|--database)$/.test(name))
    .map(({ values: given, at }) => ({ word: given[0] ?? null, at }))

/** Commands of Redis that only look, by their first word or two. redis.io/docs/latest/commands */
const REDIS_LOOKS =
  /^(?:ping|echo|get|mget|getrange|strlen|exists|keys|scan|randomkey|ttl|pttl|expiretime|type|dbsize|time|info|llen|lrange|lindex|lpos|hget|hmget|hgetall|hkeys|hvals|hlen|hexists|hscan|hstrlen|scard|smembers|sismember|srandmember|sscan|zcard|zscore|zrange|zrangebyscore|zrevrange|zrank|zcount|zscan|xlen|xrange|xrevrange|xinfo|bitcount|getbit|pfcount|memory (?:usage|stats)|object (?:encoding|freq|idletime|refcount)|client (?:list|getname|id|info)|cluster (?:info|nodes|slots)|slowlog (?:get|len)|command (?:count|info|docs)|lastsave|role|hello|acl whoami)$/i

const redis: CommandTable = {
  source: 'redis-cli; redis.io: CONFIG, EVAL, MODULE, MIGRATE, REPLICAOF and --rdb reach files, code and others',
  style: 'long-posix',
  options: [
    flags`--help --version -v -c -2 -3 --raw --no-raw --csv --json --scan --bigkeys --memkeys --hotkeys --no-auth-warning --quoted-input`,
    values`-p -n --pattern --count -i -r -d -D`,
    values('-h', 'flag'),
    unevaluatedValues`-a --pass --user -u -s -x -X --eval --rdb --functions-rdb --pipe --replica --cluster --tls --cacert --cert --key`,
  ],
  ownOperands: true,

  refine: (call) => {
    if (call.has('--help --version -v')) return
    const host = call.value('-h')
    const hostName = host === undefined ? 'localhost' : knownText(host)
    if (hostName === null || !HERE.test(hostName)) {
      return { code: 'NOT_EVALUATED', message: 'redis-cli: a database on another machine' }
    }
    call.effects.push({ kind: 'network', target: hostName })
    if (call.has('--scan --bigkeys --memkeys --hotkeys') && call.operands.length === 0) return
    const [first, second] = call.operands.map(({ word }) => knownText(word) ?? '\0')
    if (first === undefined)
      return { code: 'STDIN_IS_CODE', message: 'redis-cli: runs what it reads from standard input' }
    if (REDIS_LOOKS.test(first) || REDIS_LOOKS.test(`${first} ${second}`)) return
    return { code: 'EXECUTES_CODE', message: `redis-cli: ${first} does more than read`, at: call.operands[0]!.at }
  },
}

/** What asks a database. On this machine, and to look. */
export const databaseClients: Readonly<Record<string, CommandTable>> = {
  psql: {
    source:
      'psql(1): \\!, \\o, \\copy and COPY … PROGRAM run programs and reach files; files of statements may hold any of them',
    options: [
      flags`--help --version -V -? -l --list -t --tuples-only -A --no-align -q --quiet -x --expanded -X --no-psqlrc -w --no-password -1 --single-transaction -E --echo-hidden -b -a -e --echo-queries -H --html --csv -0 -z`,
      values`-U --username -p --port -F --field-separator -R --record-separator`,
      values('-h --host -d --dbname -c --command', 'flag'),
      values('-f --file', 'code'),
      unevaluatedValues`-o --output -L --log-file -v --set --variable -P --pset -T --table-attr`,
      flags('-s --single-step -S --single-line -W --password', 'unevaluated'),
    ],
    ownOperands: true,

    refine: evaluateClient,
  },
  'mysql mariadb': {
    source: 'mysql(1): system, \\!, pager, tee, source and LOAD DATA run programs and reach files',
    style: 'exact',
    options: [
      flags`--help --version -V -? -B --batch -N --skip-column-names -s --silent -t --table -E --vertical -r --raw -X --xml -H --html -v --verbose -C --compress --no-auto-rehash -A`,
      values`-u --user -P --port --default-character-set --connect-timeout --protocol`,
      // The word behind it is a database: only what is attached is a password.
      { names: '-p --password', takes: 'optional', does: 'nothing' },
      values('-h --host -D --database -e --execute', 'flag'),
      unevaluatedValues`--defaults-file --defaults-extra-file --defaults-group-suffix --login-path --plugin-dir --init-command --pager --tee --local-infile --ssl-ca --ssl-key --ssl-cert -S --socket --prompt --init-command-add`,
    ],
    ownOperands: true,

    refine: evaluateClient,
  },
  'redis-cli valkey-cli': redis,
}
