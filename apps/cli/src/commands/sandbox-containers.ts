import { createReadStream } from 'node:fs'
import { stateFolder } from '@poundlock/local-host'
import type { ImageRecipe, SandboxContainer } from '@poundlock/sandbox-docker'
import { visibleText } from '@poundlock/spec'
import { openReadable } from '../input/bounded-text.ts'
import { refuseFlags } from '../input/command-text.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { sandboxSettings } from '../sandbox/sandbox-backend.ts'
import { UsageError } from '../usage-error.ts'

interface ConfigFlags {
  readonly workspace?: string
  readonly config?: string
}

interface ContainerFlags extends ConfigFlags {
  readonly json?: boolean
  readonly agent?: string
  readonly session?: string
  readonly all?: boolean
}

/** `poundlock sandbox list`: the kept sandboxes of this machine. */
export async function listSandboxes(flags: ContainerFlags): Promise<void> {
  const manager = await openManager(flags)
  const containers =
    manager === null ? [] : await withSpinner('asking the engine', flags, () => manager.list(selectionOf(flags)))
  await report(flags, 'kept', containers, manager === null)
}

/** `poundlock sandbox recreate`: removes warm containers, whatever runs in them; the next command gets a new one. */
export async function recreateSandboxes(flags: ContainerFlags): Promise<void> {
  if (flags.all !== true && flags.agent === undefined && flags.session === undefined) {
    throw new UsageError('which containers?', { remedy: 'Say --agent ID, --session KEY, or --all.' })
  }
  if (flags.all === true && (flags.agent !== undefined || flags.session !== undefined)) {
    throw new UsageError('--all means every container, --agent and --session some of them', {
      remedy: 'Say one or the other.',
    })
  }
  const manager = await openManager(flags)
  const removed =
    manager === null ? [] : await withSpinner('removing containers', flags, () => manager.remove(selectionOf(flags)))
  await report(flags, 'removed', removed, manager === null)
}

/** `poundlock sandbox prune`: removes what killed processes left; with --all, everything. */
export async function pruneSandboxes(flags: ContainerFlags): Promise<void> {
  const manager = await openManager(flags)
  const remove = async () => (manager === null ? [] : flags.all === true ? manager.remove() : manager.prune())
  const removed = await withSpinner('removing containers', flags, remove)
  await report(flags, 'removed', removed, manager === null)
}

interface ImageFlags extends ConfigFlags {
  readonly json?: boolean
  readonly recipe?: ImageRecipe
  readonly archive?: string
  readonly name?: string
}

/** `poundlock sandbox image`: makes an image without any registry. */
export async function buildImage(flags: ImageFlags): Promise<void> {
  const { buildSandboxImage } = await import('@poundlock/sandbox-docker')
  if (flags.archive === undefined) refuseFlags(flags, ['name'], 'is for --archive')
  else refuseFlags(flags, ['recipe'], 'says how an image is made, which --archive holds already')
  const { docker } = sandboxSettings(flags, stateFolder())
  const engine = docker.engine === undefined ? {} : { engine: docker.engine.value }
  if (flags.archive !== undefined && flags.name === undefined) {
    throw new UsageError('an image of an archive needs a name', {
      remedy: 'For example: --archive root.tar --name my-image',
    })
  }
  const source =
    flags.archive === undefined
      ? { recipe: flags.recipe ?? ('system' as const) }
      : { archive: openArchive(flags.archive), name: flags.name! }
  const name = await withSpinner('making the image', flags, () => buildSandboxImage(source, engine))
  if (flags.json) return printJson({ image: name })
  await printLine(name)
}

const openArchive = (file: string) =>
  file === '-' ? process.stdin : createReadStream(file, { fd: openReadable(file) })

/** `null` where the backend keeps nothing. */
async function openManager(flags: ConfigFlags) {
  const { backend, docker } = sandboxSettings(flags, stateFolder())
  if (backend.value !== 'docker') return null
  const { manageContainers } = await import('@poundlock/sandbox-docker')
  return manageContainers({
    stateDirectory: stateFolder(),
    ...(docker.engine && { engine: docker.engine.value }),
  })
}

const selectionOf = ({ agent, session }: ContainerFlags) => ({
  ...(agent !== undefined && { agent }),
  ...(session !== undefined && { session }),
})

async function report(
  { json }: ContainerFlags,
  outcome: 'kept' | 'removed',
  containers: readonly SandboxContainer[],
  keepsNothing: boolean,
): Promise<void> {
  if (json) return printJson({ backend: keepsNothing ? 'unshare' : 'docker', [outcome]: containers })
  if (keepsNothing) return printLine('backend unshare: nothing is kept, every command gets namespaces of its own')
  const { dim, bad } = paint()
  for (const { name, scope, agent, session, workspace, state, image, abandoned } of containers) {
    const whom = [agent && `agent ${agent}`, session && `session ${session}`].filter(Boolean).join(', ')
    await printLine(
      `${name}  ${scope}${whom === '' ? '' : ` (${visibleText(whom)})`}  ${abandoned ? bad('abandoned') : state}  ${visibleText(workspace)} ${dim(image)}`,
    )
  }
  await printLine(`${containers.length} ${outcome}`)
}
