import { dirname } from 'node:path'
import type { EntryKind, MountPlan, MountStep } from '@poundlock/sandbox'
import { isWithin } from '@poundlock/spec'
import type { Program } from '../loader/program.ts'
import { errno } from '../system-calls/errno.ts'
import { CURRENT_FOLDER, holdExactly, makeFile, OPEN_FLAG, writeText } from './file-calls.ts'
import { bind, bindExactly, bindDescriptor, mountNew, mountOverlay, restrict } from './mount-calls.ts'

/** While a view is built, the host's tree is here and the new one there. */
const HOST = '/host'
const VIEW = '/new'
/** The folder that the process stands in, and the layers of an overlay. */
const OVERLAY_FOLDER = '/overlay'
const LOWER = '/lower'
const LAYERS = '/layers'
/** A folder that every host has. It is covered in the sandbox's own mount namespace only. */
const WORKBENCH = '/tmp'
/** `MNT_DETACH` */
const DETACH = 2
/** Holds the covers of hidden paths while the host's own tree is changed. */
const COVER_DESCRIPTOR = 20

interface Builder {
  readonly program: Program
  /** Put before the targets of steps. */
  readonly root: string
  /** Where a path of the host is found while the view is built. */
  readonly source: (path: string) => string
  /** The folder with an empty file and an empty folder that cannot be opened. */
  readonly covers: string
  readonly made: Set<string>
  /** What of the host is shown so far: in it nothing is made. */
  readonly shown: string[]
}

/**
 * Adds the calls that build what the command sees of the file system, and make it all there is.
 *
 * @param stand the folder that the process stands in, reached without its path; `null` when that is no matter
 */
export function buildView(program: Program, plan: MountPlan, stand: string | null): void {
  if (plan.root === 'empty') buildEmptyView(program, plan, stand)
  else changeHostView(program, plan)
}

/** Built beside the host's tree and then put in its place: entries that are not shown are gone, not only covered. */
function buildEmptyView(program: Program, plan: MountPlan, stand: string | null): void {
  mountNew(program, 'tmpfs', WORKBENCH, 'mode=755,size=64k', 'make a place to build in')
  program.call('mkdirat', [CURRENT_FOLDER, `${WORKBENCH}${HOST}`, 0o700], { does: 'make a place for the host' })
  program.call('mkdirat', [CURRENT_FOLDER, `${WORKBENCH}${VIEW}`, 0o755], { does: 'make a place for the view' })
  if (stand !== null) {
    program.call('mkdirat', [CURRENT_FOLDER, `${WORKBENCH}${OVERLAY_FOLDER}`, 0o700], {
      does: 'make a place for what is tried',
    })
    bind(program, '.', `${WORKBENCH}${OVERLAY_FOLDER}`, { does: 'hold the folder of what is tried' })
  }
  program.call('pivot_root', [WORKBENCH, `${WORKBENCH}${HOST}`], { does: 'put the host aside' })
  program.call('chdir', ['/'], { does: 'enter the place to build in' })
  makeCovers(program, '')
  mountNew(program, 'tmpfs', VIEW, 'mode=755,size=16m', 'make an empty root')
  const source = (path: string): string =>
    stand !== null && isWithin(path, stand) ? `${OVERLAY_FOLDER}${path.slice(stand.length)}` : `${HOST}${path}`
  const builder: Builder = { program, root: VIEW, source, covers: '', made: new Set(['/']), shown: [] }
  for (const step of plan.steps) builder.program.during(step.kind, () => render(builder, step))
  restrict(program, VIEW, ['readOnly', 'noSetId', 'noDevices'], { does: 'make the root read-only', alone: true })
  program.call('chdir', [VIEW], { does: 'enter the view' })
  program.call('pivot_root', ['.', '.'], { does: 'make the view the root' })
  program.call('umount2', ['.', DETACH], { does: 'let go of the host' })
  program.call('chdir', ['/'], { does: 'enter the root' })
}

function changeHostView(program: Program, plan: MountPlan): void {
  // The covers lie in a folder that the fresh /proc then covers itself; a descriptor keeps it reachable.
  mountNew(program, 'tmpfs', '/proc', 'mode=755,size=64k', 'make a place for covers')
  makeCovers(program, '/proc')
  const folder = program.cell()
  program.call('openat', [CURRENT_FOLDER, '/proc', OPEN_FLAG.path | OPEN_FLAG.closeOnExec], {
    does: 'hold the covers',
    store: folder,
  })
  program.call('dup3', [0, COVER_DESCRIPTOR, OPEN_FLAG.closeOnExec], { does: 'hold the covers', firstFrom: folder })
  const covers = `/proc/self/fd/${String(COVER_DESCRIPTOR)}`
  const builder: Builder = {
    program,
    root: '',
    source: (path) => path,
    covers,
    made: new Set(['/', '/proc']),
    shown: [],
  }
  for (const step of plan.steps) builder.program.during(step.kind, () => render(builder, step))
}

const PAGE_BYTES = 4096
/** A small folder, too, has room for folders and links. */
const LEAST_ENTRIES = 1024

/** A bind keeps the attributes of its source, so covers are restricted once, here. */
function makeCovers(program: Program, folder: string): void {
  const covers = `${folder}/covers`
  program.call('mkdirat', [CURRENT_FOLDER, covers, 0o700], { does: 'make a place for covers' })
  mountNew(program, 'tmpfs', covers, 'mode=755,size=4k', 'make a place for covers')
  makeFile(program, `${covers}/file`, 0)
  program.call('mkdirat', [CURRENT_FOLDER, `${covers}/folder`, 0], { does: 'make an empty folder' })
  restrict(program, covers, ['readOnly', 'noSetId', 'noDevices', 'noExecute'], { does: 'make covers read-only' })
}

/**
 * The mount options of a private folder. Empty files take memory that no size counts, so their number is limited to
 * that of pages.
 */
function scratchOptions({ mode, bytes }: { readonly mode: number; readonly bytes: number }): string {
  const entries = Math.max(LEAST_ENTRIES, Math.floor(bytes / PAGE_BYTES))
  return `mode=${mode.toString(8)},size=${String(bytes)},nr_inodes=${String(entries)}`
}

function render(builder: Builder, step: MountStep): void {
  const { program } = builder
  const target = `${builder.root}${step.target}`
  const does = `${step.kind} ${step.target}`
  switch (step.kind) {
    case 'scratch':
      makeMountPoint(builder, step.target, 'folder')
      mountNew(program, 'tmpfs', target, scratchOptions(step), does)
      break
    case 'text':
      makeMountPoint(builder, dirname(step.target), 'folder')
      writeText(program, target, step.content, { does, create: 0o444 })
      break
    case 'link':
      makeMountPoint(builder, dirname(step.target), 'folder')
      program.call('symlinkat', [step.to, CURRENT_FOLDER, target], { does, tolerate: errno('EEXIST') })
      break
    case 'bind':
      makeMountPoint(builder, step.target, step.of)
      bindExactly(
        program,
        builder.source(step.source),
        target,
        [...(step.access === 'read-only' ? (['readOnly'] as const) : []), 'noSetId', 'noDevices'],
        does,
      )
      builder.shown.push(step.target)
      break
    case 'overlay':
      makeMountPoint(builder, step.target, 'folder')
      overlay(builder, step, does)
      break
    case 'device':
      makeMountPoint(builder, step.target, 'file')
      bind(program, builder.source(step.target), target, { does })
      // A device can be written all the same; who owns it, as root does, cannot change its mode for the whole machine.
      restrict(program, target, ['readOnly', 'noSetId', 'noExecute'], { does })
      break
    case 'terminals':
      makeMountPoint(builder, step.target, 'folder')
      mountNew(program, 'devpts', target, 'newinstance,ptmxmode=0666,mode=620', does)
      break
    case 'processes':
      makeMountPoint(builder, step.target, 'folder')
      mountNew(program, 'proc', target, '', does)
      restrict(program, target, ['readOnly'], { does, alone: true })
      break
    case 'pin':
      bindExactly(program, target, target, [], does)
      break
    case 'protect':
      bindExactly(program, target, target, ['readOnly'], does)
      break
    case 'hide':
      cover(builder, step, target, does)
      break
  }
}

function cover(
  { program, covers }: Builder,
  step: Extract<MountStep, { kind: 'hide' }>,
  target: string,
  does: string,
): void {
  const source = `${covers}/covers/${step.of}`
  if (step.optional === true) {
    // A folder of the kernel has no links from others.
    bind(program, source, target, { does, optional: true })
    return
  }
  const from = program.cell()
  // Its own place may be reached by a descriptor only.
  program.call('openat', [CURRENT_FOLDER, source, OPEN_FLAG.path | OPEN_FLAG.closeOnExec], { does, store: from })
  bindDescriptor(program, from, holdExactly(program, target, does), [], does)
}

/** Both layers are bound to plain places first: options of overlayfs would need its colons and commas escaped. */
function overlay(
  { program, root, source }: Builder,
  step: Extract<MountStep, { kind: 'overlay' }>,
  does: string,
): void {
  for (const layerFolder of [LOWER, LAYERS]) {
    program.call('mkdirat', [CURRENT_FOLDER, layerFolder, 0o700], { does })
  }
  bindExactly(program, source(step.lower), LOWER, [], does)
  bind(program, source(step.layers), LAYERS, { does })
  mountOverlay(
    program,
    { lower: LOWER, upper: `${LAYERS}/upper`, work: `${LAYERS}/work` },
    `${root}${step.target}`,
    does,
  )
}

/** Makes the mount point at a target, with the folders above it, where the view is still empty. */
function makeMountPoint(builder: Builder, path: string, of: EntryKind): void {
  // In a shown part of the host it exists already; if not, the mount that follows fails.
  if (builder.root === '' || builder.made.has(path) || builder.shown.some((shown) => isWithin(path, shown))) return
  makeMountPoint(builder, dirname(path), 'folder')
  builder.made.add(path)
  const target = `${builder.root}${path}`
  if (of === 'file') makeFile(builder.program, target, 0o444)
  else {
    builder.program.call('mkdirat', [CURRENT_FOLDER, target, 0o755], {
      does: `make a place for ${path}`,
      tolerate: 'any',
    })
  }
}
