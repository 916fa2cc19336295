import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readChannels } from './process-table.ts'

/** The variable that a watched command and all that it starts have in common. */
const MARK_NAME = 'POUNDLOCK_RUN'

/** Where the system's own programs are: never the caller's PATH, which may name a folder that the command can write. */
const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin'

/**
 * Waits for the end of its input. Where that ends without a word, the caller is dead: then the command is killed, with
 * its group and all that has its mark, holds its output, is in its session or descends from one of these. Killing races
 * with forking, so that it looks several times. Sources: proc_pid_status(5) and proc_pid_environ(5); `ls -lq` and
 * `grep -lF` as in POSIX.
 */
const WATCH = `mark=$1 leader=$2
shift 2
channels=" $* "
read -r word
[ "$word" = over ] && exit
add() { case "$found" in *" $1 "*) ;; *) found="$found$1 " ;; esac; }
isFound() { case "$found" in *" $1 "*) true ;; *) false ;; esac; }
numberOf() { number=\${1#/proc/} number=\${number%%/*}; }
for round in 1 2 3; do
  found=' '
  [ "$leader" = 0 ] || add "$leader"
  for file in $(grep -lF -e "$mark" /proc/[0-9]*/environ 2>/dev/null); do numberOf "$file"; add "$number"; done
  while read -r line; do
    case "$line" in
      /proc/*:) numberOf "$line" ;;
      *' -> '*) case "$channels" in *" \${line##* -> } "*) add "$number" ;; esac ;;
    esac
  done <<LINKS
$(ls -lq /proc/[0-9]*/fd 2>/dev/null)
LINKS
  rows=$(grep -E '^(PPid|NSsid):' /proc/[0-9]*/status 2>/dev/null)
  before=
  while [ "$before" != "$found" ]; do
    before=$found
    while IFS=': 	' read -r file key value rest; do
      isFound "$value" || continue
      numberOf "$file"
      add "$number"
    done <<ROWS
$rows
ROWS
  done
  [ "$leader" = 0 ] || kill -s KILL -- "-$leader" 2>/dev/null
  for number in $found; do
    [ "$number" -gt 1 ] && [ "$number" != $$ ] && kill -s KILL "$number" 2>/dev/null
  done
done`

/** It is there before the command is; a caller that dies before it could say whom it started leaves the mark to find. */
const PREPARE = `read -r leader channels
[ "$leader" = over ] && exit
set -f
exec /bin/sh -c "$1" sh "$2" "\${leader:-0}" $channels`

/** Kills a command when this process is killed in a way that it cannot handle. */
export interface EndWithUs {
  /** Add this to the environment of the command, so that processes outside of its session are found as well. */
  readonly environment: Readonly<Record<string, string>>
  /**
   * @param leader leads its own group and session
   * @param piped those of its descriptors that lead to this process alone
   */
  begin(leader: number, piped: readonly number[]): void
  /** The command is over, or was never started. */
  over(): void
}

/**
 * Starts a shell in a session of its own that watches. On Linux, what the command started is found by mark, session,
 * descent and output; elsewhere its process group is all that is found. A process that left all of these is not.
 */
export function endWithUs(): EndWithUs {
  const mark = randomUUID()
  const environment = { [MARK_NAME]: mark }
  if (process.platform === 'win32') return { environment, begin: () => undefined, over: () => undefined }
  const watcher = spawn('/bin/sh', ['-c', PREPARE, 'sh', WATCH, `${MARK_NAME}=${mark}`], {
    cwd: '/',
    env: { PATH: SYSTEM_PATH },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const { stdin } = watcher
  // Without a shell, the command runs all the same.
  watcher.on('error', () => undefined)
  stdin?.on('error', () => undefined)
  watcher.unref()
  if (stdin && 'unref' in stdin) (stdin as unknown as { unref(): void }).unref()
  return {
    environment,
    begin(leader, piped) {
      stdin?.write(`${leader} ${readChannels(leader, piped).join(' ')}\n`)
    },
    over: () => void stdin?.end('over\n'),
  }
}
