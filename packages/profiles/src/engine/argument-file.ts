import { knownPrefix, type ProfileWord } from '../model/word.ts'
import type { Invocation, ProfileRefusal } from './invocation.ts'

/** Programs for which `@file` is a file of that name and nothing else: what POSIX lists, and what is as old. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    '. : [ ag alias apropos arch awk b2sum base32 base64 basename basenc bat batcat bg bind break builtin busybox ' +
    'bzgrep caller cat cd chgrp chmod chown chroot chrt cksum clear cmp colordiff colrm column comm command compgen ' +
    'complete compopt continue coproc cp crontab csplit cut date dd declare delta df diff diff3 dir dircolors dirname ' +
    'dirs disown dmesg du echo ed egrep enable env eval ex exec exit expand export expr factor false fc fd fdfind fg ' +
    'fgrep file find flock fmt fold free fuser gawk getconf getopts git grep groups gsed hash hd head hexdump history ' +
    'hostid hostname iconv id install ionice iostat jobs join journalctl jq kill killall less let link ln local ' +
    'locale locate logger logname logout look ls lsblk lscpu lsmem lsof lspci lsusb man mapfile mawk md5sum mkdir ' +
    'mkfifo mknod mktemp more mpstat mv nano nawk nice nl nohup nproc numfmt od parallel paste patch pathchk pgrep ' +
    'pico pidof pkill plocate popd pr printenv printf ps ptx pushd pwd read readarray readlink readonly realpath ' +
    'return rev rg rgrep rm rmdir script sdiff sed seq set setarch setsid sha1sum sha224sum sha256sum sha384sum ' +
    'sha512sum shift shopt shred shuf skill sleep sort source split start stat stdbuf strings stty sum suspend sync ' +
    'systemctl tac tail taskset tee test time timeout times top touch tput tr trap tree true truncate tsort tty type ' +
    'typeset ulimit umask unalias uname unexpand uniq unlink unset uptime users vdir vi view vim vimdiff vmstat wait ' +
    'watch wc whatis whereis which who whoami xargs xxd xzgrep yes zegrep zfgrep zgrep'
  ).split(' '),
)

/** Those of GNU binutils put the arguments of `@file` in its place wherever it stands. */
const BINUTILS = /^(?:addr2line|ar|c\+\+filt|nm|objcopy|objdump|ranlib|readelf|size|strings|strip)$/

/** What many programs take for an address, or for a place that is named in another way. libxml2, openssl-format-options(1) */
const ADDRESS = /^[a-z][\w+.-]*:\/\/|^(?:file|pkcs11|[\w.]*engine):(?!:)/i

/**
 * Compilers and many programs since take `@file` for the arguments that stand in that file, gcc(1), javac(1); and a file
 * that is named as an address is fetched.
 */
export function argumentFile({ program, effects, options }: Invocation): ProfileRefusal | undefined {
  if (PLAIN.has(program)) return undefined
  for (const { kind, target } of effects) {
    if (target === null || !kind.startsWith('file-')) continue
    if (target.charCodeAt(0) === AT) return { code: 'NOT_EVALUATED', message: `${program}: ${FROM_FILE}` }
    if (ADDRESS.test(target) && !effects.some(({ kind: also, target: what }) => also === 'execute' && what === target))
      return { code: 'NOT_EVALUATED', message: `${program}: may take ${target} for an address` }
  }
  const isFile = (word: ProfileWord) => knownPrefix(word).charCodeAt(0) === AT
  if (BINUTILS.test(program) && options.some(({ values }) => values.some(isFile)))
    return { code: 'NOT_EVALUATED', message: `${program}: ${FROM_FILE}` }
  return undefined
}

const FROM_FILE = 'may read its arguments from a file'

const AT = 64
