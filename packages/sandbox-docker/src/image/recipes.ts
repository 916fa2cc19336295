import { readFileSync, statSync } from 'node:fs'
import { SandboxError, type SystemFacts } from '@poundlock/sandbox'
import { containerFacts } from './container-facts.ts'
import type { ArchiveEntry } from './tar-archive.ts'

/** What an image is made of without any registry. */
export type ImageRecipe = 'system' | 'busybox'

const folder = (name: string, mode = 0o755): ArchiveEntry => ({ kind: 'folder', name, mode })
const file = (name: string, content: string): ArchiveEntry => ({
  kind: 'file',
  name,
  mode: 0o644,
  content: Buffer.from(content),
})

/** The folders that every system has, and the mount points. */
const skeleton: readonly ArchiveEntry[] = [
  ...['dev', 'etc', 'home', 'proc', 'root', 'run', 'sys', 'usr', 'var'].map((name) => folder(name)),
  folder('tmp', 0o1777),
  { kind: 'link', name: 'var/tmp', to: '/tmp' },
  file('etc/hostname', 'sandbox\n'),
]

/**
 * The image `system`: the links and the few files of `/etc` that programs of this machine need, and no program. The
 * folders of programs, `/usr` above all, are mounted read-only from this machine when a container is made of it. So it
 * is a few kilobytes, needs no registry, and a command finds the tools that are installed here.
 */
export function systemImage(facts: SystemFacts = containerFacts()): readonly ArchiveEntry[] {
  const inside = (path: string): string => path.replace(/^\//, '')
  const entries: readonly ArchiveEntry[] = [
    ...skeleton,
    ...[...facts.links, ...facts.configurationLinks].map(([path, to]): ArchiveEntry => ({
      kind: 'link',
      name: inside(path),
      to,
    })),
    ...facts.configurationTexts.map(([path, content]) => file(inside(path), content)),
  ]
  return withParents(entries)
}

/** Where Debian, Alpine and Fedora have the BusyBox that needs no library. */
const PATHS = ['/bin/busybox', '/usr/bin/busybox', '/bin/busybox.static', '/usr/sbin/busybox'] as const

/**
 * The image `busybox`: one static program and its names. Source: the recipe of the official image `busybox`.
 *
 * @throws SandboxError `SANDBOX_FAILED` when this machine has no static BusyBox
 */
export function busyboxImage(path: string | undefined = PATHS.find(isStatic)): readonly ArchiveEntry[] {
  if (path === undefined || !isStatic(path)) {
    throw new SandboxError('There is no static BusyBox on this machine to make an image of.', {
      code: 'SANDBOX_FAILED',
      remedy: 'Install it: apt-get install busybox-static, or name the file.',
    })
  }
  return [
    ...skeleton,
    folder('bin'),
    { kind: 'link', name: 'usr/bin', to: '../bin' },
    { kind: 'file', name: 'bin/busybox', mode: 0o755, content: readFileSync(path) },
    ...applets.map((name): ArchiveEntry => ({ kind: 'link', name: `bin/${name}`, to: 'busybox' })),
  ]
}

/** Names that scripts use, of those that BusyBox has. Source: its manual, "Currently available applets". */
const applets: readonly string[] = `
  ash awk base64 basename bunzip2 bzcat bzip2 cat chgrp chmod chown clear cmp comm cp cpio cut date dd df diff dirname
  dos2unix du echo egrep env expand expr false fgrep find fold free getopt grep groups gunzip gzip head hexdump hostname
  id install ip kill killall less ln ls lzcat md5sum mkdir mkfifo mknod mktemp more mount mv nc nice nl nohup nproc od
  paste patch pgrep pidof ping pkill printenv printf ps pwd readlink realpath renice reset rev rm rmdir sed seq setsid sh
  sha1sum sha256sum sha512sum sleep sort split stat strings stty sync tac tail tar tee test time timeout top touch tr
  true truncate tty umount uname uniq unix2dos unlink unlzma unshare unxz unzip uptime vi wc wget which whoami xargs xxd
  xz xzcat yes zcat
`
  .trim()
  .split(/\s+/)

/** A program without an interpreter (`PT_INTERP`, 3) needs no library. Source: elf(5). */
function isStatic(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false
    const bytes = readFileSync(path)
    if (bytes.readUInt32BE(0) !== 0x7f45_4c46) return false
    const [start, size, count] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt16LE(54), bytes.readUInt16LE(56)]
    return Array.from({ length: count }, (_, index) => bytes.readUInt32LE(start + index * size)).every(
      (type) => type !== 3,
    )
  } catch {
    return false
  }
}

/** Adds the parent folders of entries, each before its content. */
function withParents(entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  const known = new Set(entries.map(({ name }) => name))
  const missing = new Set<string>()
  for (const { name } of entries) {
    const parts = name.split('/').slice(0, -1)
    parts.forEach((_, index) => missing.add(parts.slice(0, index + 1).join('/')))
  }
  const parents = [...missing].filter((name) => !known.has(name)).map((name) => folder(name))
  return [...parents, ...entries].toSorted((left, right) => depth(left) - depth(right))
}

const depth = ({ name }: ArchiveEntry): number => name.split('/').length
