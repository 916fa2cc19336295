import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readChannels } from './process-table.ts'

/** The variable that a watched command and all that it starts have in common. */
const MARK_NAME = 'POUNDLOCK_RUN'

/** Where the system's own programs are: never the caller's PATH, which may name a folder that the command can write. */
const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin'

/**
 * Reads which commands run, a line each, until its input ends. Where it ends while some run, the caller is dead: then
 * they
 * are killed, with their groups and all that has their mark, holds their output, is in their session or descends from one
 * of these. Killing races with forking, so that it looks several times. Sources: proc_pid_status(5) and
 * proc_pid_environ(5); `ls -lq` and `grep -lF` as in POSIX.
 */
const WATCH = `runs=
without() {
  left=
  while read -r other what; do
    [ -z "$other" ] || [ "$other" = "$1" ] || left="$left$other $what
"
  done <<RUNS
$runs
RUNS
  runs=$left
}
while read -r verb about rest; do
  without "$about"
  [ "$verb" = over ] || runs="$runs$about $rest
"
done
[ "$runs" ] || exit
set --
leaders= channels=' '
while read -r mark leader rest; do
  [ "$mark" ] || continue
  set -- "$@" -e "${MARK_NAME}=$mark"
  [ "$leader" = 0 ] || leaders="$leaders $leader"
  channels="$channels$rest "
done <<RUNS
$runs
RUNS
add() { case "$found" in *" $1 "*) ;; *) found="$found$1 " ;; esac; }
isFound() { case "$found" in *" $1 "*) true ;; *) false ;; esac; }
numberOf() { number=\${1#/proc/} number=\${number%%/*}; }
for round in 1 2 3; do
  found=' '
  for leader in $leaders; do add "$leader"; done
  for file in $(grep -lF "$@" /proc/[0-9]*/environ 2>/dev/null); do numberOf "$file"; add "$number"; done
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
  for leader in $leaders; do kill -s KILL -- "-$leader" 2>/dev/null; done
  for number in $found; do
    [ "$number" -gt 1 ] && [ "$number" != $$ ] && kill -s KILL "$number" 2>/dev/null
  done
done`

/** Kills a command when this process is killed in a way that it cannot handle. */
export interface EndWithUs {
  /** Add this to the environment of the command, so that processes outside of its session are found as well. */
  readonly environment: Readonly<Record<string, string>>
  /**
   * Begins to watch a started process.
   *
   * @param leader leads its own group and session
   * @param piped those of its descriptors that lead to this process alone
   */
  begin(leader: number, piped: readonly number[]): void
  /** The command is over, or was never started; it can be said again. */
  over(): void
}

/** What to add to the environment of a command, before it is watched. */
export const newMark = (): EndWithUs['environment'] => ({ [MARK_NAME]: randomUUID() })

/**
 * Has a shell in a session of its own watch. On Linux, what the command started is found by mark, session, descent and
 * output; elsewhere its process group is all that is found. A process that left all of these is not.
 *
 * @param environment what the environment of the command has for it already
 * @param waiting a process that is there already, and is yet to become the command
 */
export function endWithUs(environment = newMark(), waiting?: { leader: number; piped: readonly number[] }): EndWithUs {
  if (process.platform === 'win32') return { environment, begin: () => undefined, over: () => undefined }
  const mark = environment[MARK_NAME]!
  const begin: EndWithUs['begin'] = (leader, piped) =>
    watcher.tell(mark, [leader, ...readChannels(leader, piped)].join(' '))
  // It is there before the command is; a caller that dies before it could say whom it started leaves the mark to find.
  if (waiting) begin(waiting.leader, waiting.piped)
  else watcher.tell(mark, '0')
  return { environment, begin, over: () => watcher.forget(mark) }
}

/** A shell that lived less long is not started again before the next command: something is wrong with it. */
const SHORT_LIFE_MS = 1000

/** The shell that watches, one for all commands: starting one takes longer than most of them run. */
class Watcher {
  readonly #running = new Map<string, string>()
  #shell: ChildProcess | null = null

  /** @param what leader, and the channels that lead to this process */
  tell(mark: string, what: string): void {
    this.#running.set(mark, what)
    if (this.#shell === null) this.#start()
    else this.#write(`begin ${mark} ${what}`)
  }

  forget(mark: string): void {
    if (this.#running.delete(mark)) this.#write(`over ${mark}`)
  }

  #start(): void {
    const shell = spawn('/bin/sh', ['-c', WATCH], {
      cwd: '/',
      env: { PATH: SYSTEM_PATH },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const startedAt = performance.now()
    this.#shell = shell
    const { stdin } = shell
    // Without a shell, the command runs all the same.
    const gone = () => {
      if (this.#shell !== shell) return
      this.#shell = null
      if (this.#running.size > 0 && performance.now() - startedAt > SHORT_LIFE_MS) this.#start()
    }
    shell.on('error', gone).on('exit', gone).unref()
    stdin.on('error', () => undefined)
    ;(stdin as unknown as { unref(): void }).unref()
    for (const [mark, what] of this.#running) this.#write(`begin ${mark} ${what}`)
  }

  #write(line: string): void {
    this.#shell?.stdin?.write(`${line}\n`)
  }
}

const watcher = new Watcher()
