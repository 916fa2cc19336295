import type { OptionGrammar } from './options.ts'

/** A program that runs another one, given as its operands. */
export interface WrapperRow extends OptionGrammar {
  /** Operands of its own before the command. */
  readonly operands: number
  /** `NAME=value` operands before the command go into its environment. */
  readonly assigns?: boolean
  /** Short or long options whose value is shell code. */
  readonly text?: string
  /** Options after which it runs no command. */
  readonly lists?: string
  /** Options that change the working directory or the root; `*` where it always does. */
  readonly moves?: string
  /** What it runs when no command is given. */
  readonly fallback?: 'none' | 'shell'
  /** Leading operand shapes that may or may not be there. */
  readonly optionalOperand?: RegExp
}

const row = (short: string, long: string, operands = 0, more: Partial<WrapperRow> = {}): WrapperRow => ({
  short,
  long: `help version ${long}`,
  operands,
  ...more,
})

/** Wrappers by the last part of their name, each with the source of its grammar. Made on first use. */
// oxlint-disable-next-line max-lines-per-function -- a table: one row for each program
export function wrapperTable(): Readonly<Record<string, WrapperRow>> {
  // The same tools under the names that Homebrew gives them
  const nohup = row('', '')
  const nice = row('n:0123456789', 'adjustment=')
  const timeout = row('fpvk:s:', 'foreground preserve-status kill-after= signal= verbose', 1)
  const stdbuf = row('i:o:e:', 'input= output= error=')
  const time = row('apqvVf:o:', 'append format= output= portability quiet verbose')
  const personality = row('v3BFILRSTXZh', 'verbose 3gb addr-no-randomize', 0, { fallback: 'shell' })
  return {
    // coreutils 9: nohup(1)
    nohup,
    gnohup: nohup,
    // coreutils 9: nice(1); `-5` is the old spelling of `-n 5`
    nice,
    gnice: nice,
    // coreutils 9: timeout(1)
    timeout,
    gtimeout: timeout,
    // coreutils 9: stdbuf(1)
    stdbuf,
    gstdbuf: stdbuf,
    // coreutils 9: chroot(8)
    chroot: row('', 'groups= userspec= skip-chdir', 1, { fallback: 'shell', moves: '*' }),
    // util-linux 2.38: setsid(1)
    setsid: row('cfwhV', 'ctty fork wait'),
    // util-linux 2.38: ionice(1)
    ionice: row('c:n:tP:p:u:hV', 'class= classdata= ignore pgid= pid= uid=', 0, { lists: 'p P u pid pgid uid' }),
    // util-linux 2.38: taskset(1)
    taskset: row('apchV', 'all-tasks pid cpu-list', 1, { lists: 'p pid' }),
    // util-linux 2.38: chrt(1)
    chrt: row(
      'abdfiomprRT:P:D:vhV',
      'all-tasks batch deadline fifo idle other max pid rr reset-on-fork sched-runtime= sched-period= sched-deadline= verbose',
      1,
      { lists: 'p pid m max' },
    ),
    // util-linux 2.38: prlimit(1)
    prlimit: row(
      'p:o:c::d::e::f::i::l::m::n::q::r::s::t::u::v::x::y::hV',
      'pid= output= noheadings raw verbose core=? data=? nice=? fsize=? sigpending=? memlock=? rss=? nofile=? msgqueue=? rtprio=? stack=? cpu=? nproc=? as=? locks=? rttime=?',
      0,
      { lists: 'p pid' },
    ),
    // util-linux 2.38: choom(1)
    choom: row('n:p:hV', 'adjust= pid=', 0, { lists: 'p pid' }),
    // util-linux 2.38: unshare(1)
    unshare: row(
      'mupiUCTnrfchVR:w:S:G:',
      'mount=? uts=? ipc=? net=? pid=? user=? cgroup=? time=? fork map-user= map-group= map-root-user map-current-user map-auto map-users= map-groups= kill-child=? mount-proc=? propagation= setgroups= keep-caps root= wd= setuid= setgid= monotonic= boottime=',
      0,
      { fallback: 'shell', moves: 'R w root wd' },
    ),
    // util-linux 2.38: nsenter(1)
    nsenter: row(
      'at:m::u::i::n::p::C::U::T::S:G:r::w::W::FZhV',
      'all target= mount=? uts=? ipc=? net=? pid=? cgroup=? user=? time=? setuid= setgid= preserve-credentials root=? wd=? wdns=? no-fork follow-context',
      0,
      { fallback: 'shell', moves: '*' },
    ),
    // util-linux 2.38: setarch(8); the architecture may be left out
    setarch: row(
      'v3BFILRSTXZhp:',
      'verbose 3gb 4gb addr-no-randomize fdpic-funcptrs short-inode addr-compat-layout read-implies-exec mmap-page-zero whole-seconds sticky-timeouts list uname-2.6',
      0,
      {
        fallback: 'shell',
        optionalOperand: /^(?:linux(?:32|64)|i[3456]86|x86_64|athlon|uname26|ppc\w*|s390x?|aarch64|armv\w*)$/,
      },
    ),
    linux32: personality,
    linux64: personality,
    i386: personality,
    x86_64: personality,
    uname26: personality,
    // util-linux 2.38: flock(1); the command may be text after -c
    flock: row(
      'sxeunoFE:w:c:hV',
      'shared exclusive unlock nonblock nb timeout= wait= close conflict-exit-code= no-fork verbose command=',
      1,
      { text: 'c command', fallback: 'none' },
    ),
    // util-linux 2.38: setpriv(1)
    setpriv: row(
      'dhV',
      'dump nnp no-new-privs ambient-caps= inh-caps= bounding-set= ruid= euid= rgid= egid= reuid= regid= clear-groups keep-groups init-groups groups= securebits= pdeathsig= selinux-label= apparmor-profile= reset-env',
    ),
    // GNU time 1.9: time(1)
    time,
    gtime: time,
    // strace(1)
    strace: row(
      'cCdfFhiknqrtTvVwxyYzZDa:b:e:E:I:o:O:p:P:s:S:u:U:X:',
      'attach= trace= output= follow-forks summary-only',
      0,
      { lists: 'p attach' },
    ),
    // sudo(8)
    sudo: row(
      'AbBEHiKklnPSsVvNC:D:g:h:p:R:r:t:T:U:u:',
      'askpass background bell preserve-env=? set-home login remove-timestamp reset-timestamp list no-update non-interactive preserve-groups stdin shell validate close-from= chdir= group= host= prompt= chroot= role= type= command-timeout= other-user= user=',
      0,
      { assigns: true, lists: 'K V v l', fallback: 'shell', moves: 'D R i chdir chroot login' },
    ),
    // doas(1)
    doas: row('Lnsa:C:u:', '', 0, { lists: 'L C', fallback: 'shell' }),
    // moreutils: chronic(1); fakeroot(1)
    chronic: row('ev', ''),
    fakeroot: row('l:s:i:uhv', 'lib= faked= unknown-is-real', 0, { fallback: 'shell' }),
    // macOS: caffeinate(8)
    caffeinate: row('dimsut:w:', ''),
    // cpulimit(1)
    cpulimit: row('p:e:P:l:c:zivhmbfsr', 'pid= exe= path= limit= lazy include-children foreground', 0, {
      lists: 'p e P pid exe path',
    }),
    // numactl(8)
    numactl: row(
      'aA:b:i:l:m:N:C:p:sHh',
      'interleave= membind= cpunodebind= physcpubind= localalloc preferred= show hardware',
      0,
      { lists: 's H show hardware' },
    ),
  }
}
