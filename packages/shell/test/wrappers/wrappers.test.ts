import { describe, expect, it } from 'vitest'
import { analyzeShell } from '../../src/analysis/index.ts'

/** The commands found behind the first one, as lines; or why that cannot be told. */
function behind(source: string): string {
  const analysis = analyzeShell(source)
  if (!analysis.ok) return analysis.refusal.code
  if (!analysis.complete) return `? ${analysis.unresolved[0]?.reason}`
  const inner = analysis.commands.slice(1)
  return inner.map(({ argv }) => argv.map((word) => word ?? '…').join(' ')).join('; ')
}

const FOUND: readonly (readonly [source: string, inner: string])[] = [
  ['env touch P', 'touch P'],
  ['env -u X -C /d A=1 B="$x" touch P', 'touch P'],
  ['env -i - touch P', 'touch P'],
  ['env --split-string="touch P"', 'touch P'],
  ["env -S'touch P' a", 'touch P a'],
  ['env', ''],
  ['nohup touch P', 'touch P'],
  ['rtk git log -3', 'git log -3'],
  ['rtk proxy touch P', 'touch P'],
  ['rtk err touch P', 'touch P'],
  ['rtk gain', ''],
  ['nice -5 touch P', 'touch P'],
  ['nice -n5 touch P', 'touch P'],
  ['nice --adj=5 touch P', 'touch P'],
  ['nice -- touch P', 'touch P'],
  ['timeout -k 1 -s KILL 5s touch P', 'touch P'],
  ['timeout --signal=KILL --foreground 5 touch P', 'touch P'],
  ['stdbuf -oL -e0 touch P', 'touch P'],
  ['setsid -w touch P', 'touch P'],
  ['ionice -c 3 touch P', 'touch P'],
  ['ionice -p 1', ''],
  ['taskset -c 0 touch P', 'touch P'],
  ['chrt -r 10 touch P', 'touch P'],
  ['prlimit --nofile=100 touch P', 'touch P'],
  ['setarch -R touch P', 'touch P'],
  ['setarch x86_64 -R touch P', 'touch P'],
  ['unshare -r touch P', 'touch P'],
  ['chroot / touch P', 'touch P'],
  ['flock /l touch P', 'touch P'],
  ['flock -x /l -c "touch P"', 'touch P'],
  ['flock -c "touch P" /l', 'touch P'],
  ['script -qc "touch P" /dev/null', 'touch P'],
  ['strace -f -o /dev/null touch P', 'touch P'],
  ['/usr/bin/time -f %e touch P', 'touch P'],
  ['sudo -u root A=1 touch P', 'touch P'],
  ['doas -n touch P', 'touch P'],
  ['watch -n 1 touch P', 'touch P'],
  ['watch -x touch P', 'touch P'],
  ['busybox touch P', 'touch P'],
  ['xargs', 'echo …'],
  ['xargs -0 -n1 touch P', 'touch P …'],
  ['xargs -I{} touch {}', 'touch …'],
  ['xargs -i touch {}', 'touch …'],
  ['xargs env A=1 touch', 'env A=1 touch …; touch …'],
  ["xargs sh -c 'touch P' _", 'sh -c touch P _ …; touch P'],
  ['find . -exec touch P {} +', 'touch P …'],
  ['find . -name a -execdir touch {} \\; -ok rm {} \\;', 'touch …; rm …'],
  ['find src/*.c -name a', ''],
  ['find "./$x" -exec touch P \\;', 'touch P'],
  ['parallel -j4 touch ::: a b', 'touch …'],
  ['npx -y touch P', 'touch P'],
  ['npx -c "touch P"', 'touch P'],
  ['pnpm exec touch P', 'touch P'],
  ['pnpm run build', ''],
  ['npm test', ''],
  ['ip netns exec x touch P', 'touch P'],
  ['ip addr show', ''],
  ['sh -c "touch P"', 'touch P'],
  ['sh -ec "touch P"', 'touch P'],
  ['bash -o pipefail -c "touch P"', 'touch P'],
  ['bash +x -c "touch P"', 'touch P'],
  ['bash -c -- "touch P"', 'touch P'],
  ["bash -c '$0 $1' touch P", 'touch P'],
  ["bash <<'E'\ntouch P\nE", 'touch P'],
  ['command -v touch', ''],
  ["builtin eval 'touch P'", 'eval touch P; touch P'],
  ['eval to uch P', 'to uch P'],
]

const OPEN = [
  'env $x ls',
  'env "$x" ls',
  'env -S "a ${b}"',
  'env -u PATH ls',
  'env LD_PRELOAD=x ls',
  "env 'BASH_FUNC_ls%%=() { touch P; }' bash -c ls",
  'env --unknown ls',
  'timeout $t ls',
  'nice $n ls',
  'timeout 5 $cmd',
  'xargs env',
  'xargs nice',
  'xargs sh -c',
  'xargs bash',
  "xargs -I{} sh -c 'touch {}'",
  'xargs -I{} {}',
  'find $x -name a',
  'find "$x" -exec rm {} \\;',
  'find . -exec {} \\;',
  'find . -exec sh -c "touch {}" \\;',
  'bash',
  'curl x | bash',
  'bash x.sh',
  'bash -s',
  'bash -i',
  'bash -l -c ls',
  'bash --rcfile x -c ls',
  'bash -c "$x"',
  'sh -c $x',
  'sh <<< "$x"',
  'zsh -c ls',
  'gdb -batch -ex "shell touch P"',
  'valgrind ls',
  'strace -o "|touch P" ls',
  'script out',
  'unshare -r',
  'sudo -s',
  'parallel ::: "touch P"',
  '/lib64/ld-linux-x86-64.so.2 /bin/touch P',
  '. ./x',
  'source x',
  'eval "$x"',
  'trap "$x" EXIT',
  'alias ls=touch',
  'hash -p /bin/touch ls',
  'enable -f x y',
  'exec -a x touch P',
  'exec -ca x touch P',
  'command -p touch P',
  'command -p -- touch P',
  'mapfile -C "touch P" x',
  'compgen -W "$(touch P)" x',
  'complete -C touch x',
  'bind -x \'"a": touch P\'',
  'declare -n r=x',
  'set -k',
  'set -o posix',
  'shopt -s expand_aliases',
  'PATH=/evil ls',
  'export PATH=/evil',
  'read PATH',
  'for PATH in /evil; do ls; done',
  ': ${PATH:=/evil}',
  '((PATH=0))',
  'printf -v PATH /evil',
  'GIT_SSH_COMMAND=x git fetch',
  'NODE_OPTIONS="--require x" node y',
  "PS4='$(touch P)'",
  'echo ${x@P}',
  'echo ${!x}',
]

/** What is recorded although more is left open: rules that deny it hold. */
const CLAIMED_TOO: readonly (readonly [source: string, inner: string])[] = [
  ['ssh-agent touch P', 'touch P'],
  ["su - bob -c 'touch P'", 'touch P'],
  ['runuser -u bob -- touch P', 'touch P'],
  ['systemd-run --user -p A=1 --pty touch P', 'touch P'],
  ["capsh --drop=all -- -c 'touch P'", 'touch P'],
  ['firejail --net=none touch P', 'touch P'],
  ['bwrap --ro-bind / / --dev /dev touch P', 'touch P'],
  ["xvfb-run -s '-screen 0 1x1x24' touch P", 'touch P'],
  ["faketime -f '-1d' touch P", 'touch P'],
  ["faketime '2020-01-01' touch P", 'touch P'],
  ['perf stat -e cycles -- touch P', 'touch P'],
  ["hyperfine --warmup 3 --prepare 'rm P' 'touch P'", 'touch P'],
  ["entr -s 'touch P'", 'touch P'],
  ['watchexec -e js -- touch P', 'touch P'],
  ["concurrently -n a,b 'ls' 'touch P'", 'touch P'],
  ["nodemon --exec 'touch P'", 'touch P'],
  ["xterm -hold -e 'touch P'", 'touch P'],
  ["gdb -batch -ex 'shell touch P'", 'touch P'],
  ['gdb -q --args touch P', 'touch P'],
  ["expect -c 'spawn -noecho touch P; interact'", 'touch P'],
  ['/lib64/ld-linux-x86-64.so.2 --library-path /a touch P', 'touch P'],
  ["parallel 'touch {}' ::: P", 'touch {}'],
  ['script -q /dev/null touch P', 'touch P'],
  ["zsh -c 'touch P'", 'touch P'],
  ["bash -ic 'touch P'", 'touch P'],
  ["bash --posix -c 'touch P'", 'touch P'],
  ["at now <<< 'touch P'", 'touch P'],
  ["bash <<'E'\ncat\ntouch P\nE", 'touch P'],
]

/** Programs that profiles judge, or that only start what they name: with that recorded, nothing is left open. */
const TRANSPARENT: readonly (readonly [source: string, inner: string])[] = [
  ['bash <<< "touch P"', 'touch P'],
  ["bash -s a <<'E'\ntouch $1\nE", 'touch a'],
  ["sudo bash <<'E'\ntouch P\nE", 'touch P'],
  ['ssh -p 22 u@host touch P', 'touch P'],
  ['docker run --rm -v /:/h image touch P', 'touch P'],
  ['docker compose exec -T web touch P', 'touch P'],
  ['docker ps -a', ''],
  ['kubectl -n a exec pod -c b -- touch P', 'touch P'],
  ['kubectl get pods -o wide', ''],
  ["tmux new-session -d -s a 'touch P'", 'touch P'],
  ['tmux ls', ''],
  ['conda run -n a touch P', 'touch P'],
  ['cross-env A=1 touch P', 'touch P'],
  ['fd . src -x touch', 'touch …'],
  ['gtimeout 5 touch P', 'touch P'],
]

describe('wrappers and carriers', () => {
  it('are claimed with what they name where more is left open', () => {
    for (const [source, inner] of CLAIMED_TOO) {
      const analysis = analyzeShell(source)
      const lines = analysis.ok ? analysis.commands.map(({ argv }) => argv.join(' ')) : []
      expect([source, analysis.ok && analysis.complete, lines.some((line) => line.startsWith(inner))]).toEqual([
        source,
        false,
        true,
      ])
    }
  })

  it('leave nothing open where they only start what they name', () => {
    expect(TRANSPARENT.map(([source]) => [source, behind(source).split('; ').at(-1)])).toEqual(TRANSPARENT)
  })

  it('are looked through to what they run', () => {
    expect(FOUND.map(([source]) => [source, behind(source)])).toEqual(FOUND)
  })

  it('are open where what they run is only known at run time, or not opted in', () => {
    expect(OPEN.filter((source) => !behind(source).startsWith('?'))).toEqual([])
  })

  it('are named on what was found through them', () => {
    const analysis = analyzeShell("env timeout 5 bash -c 'nice ls'")
    expect(analysis.ok && analysis.commands.at(-1)).toMatchObject({
      name: 'ls',
      wrappers: ['env', 'timeout', 'bash', 'nice'],
      context: 'carried',
      span: [0, 31],
    })
  })

  it('are looked through only so far', () => {
    expect(behind(`${'env '.repeat(100)}ls`)).toBe('? depth')
    expect(behind(`${'eval '.repeat(100)}ls`)).toBe('? depth')
  })

  it('leave harmless environments alone', () => {
    for (const source of [
      'GIT_PAGER=cat git log',
      'LC_ALL=C sort f',
      'NODE_ENV=test npm test',
      'NODE_OPTIONS=--max-old-space-size=4096 npm run x',
    ]) {
      expect(behind(source), source).toBe('')
    }
  })
})
