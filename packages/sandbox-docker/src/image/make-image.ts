import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { SandboxError, type SystemFacts } from '@poundlock/sandbox'
import type Docker from 'dockerode'
import { label } from '../container/labels.ts'
import { messageOf, statusOf } from '../engine/engine-error.ts'
import { busyboxImage, type ImageRecipe, systemImage } from './recipes.ts'
import { tarArchive } from './tar-archive.ts'

/** An image that containers can be made of. */
export interface SandboxImage {
  /** The digest of its content. */
  readonly id: string
  /** `system`: the programs of this machine are mounted into its containers. */
  readonly recipe: ImageRecipe | null
  /** Names of variables that it sets. */
  readonly variables: readonly string[]
}

/**
 * Makes the image of a recipe where it is missing, and returns its name. The name holds a digest of the content: a
 * machine that has changed gets a new one.
 *
 * @throws SandboxError `SANDBOX_FAILED`
 */
export async function makeRecipe(docker: Docker, recipe: ImageRecipe, facts?: SystemFacts): Promise<string> {
  const archive = tarArchive(recipe === 'system' ? systemImage(facts) : busyboxImage())
  const digest = createHash('sha256').update(archive).digest('hex').slice(0, 12)
  const name = `poundlock-${recipe}:${digest}`
  if ((await lookUpImage(docker, name)) === null) await importArchive(docker, Readable.from([archive]), name, recipe)
  return name
}

/**
 * Makes an image of an archive of a whole system, as `tar` writes it.
 *
 * @throws SandboxError `SANDBOX_FAILED`
 */
export async function importArchive(
  docker: Docker,
  archive: Readable,
  name: string,
  recipe: ImageRecipe | 'archive' = 'archive',
): Promise<void> {
  try {
    // With its tag: Podman takes no other.
    const answer = await docker.importImage(archive, { repo: name, changes: `LABEL ${label.recipe}=${recipe}` })
    await followed(docker, answer)
  } catch (error) {
    throw failed(`The image ${JSON.stringify(name)} could not be made: ${messageOf(error)}.`, error)
  }
}

/**
 * Fetches a named image from its registry.
 *
 * @throws SandboxError `SANDBOX_FAILED`
 */
export async function pullImage(docker: Docker, name: string): Promise<void> {
  try {
    await followed(docker, await docker.pull(name))
  } catch (error) {
    const remedy = 'Check its name and the network, or make one that needs no registry: poundlock sandbox image.'
    throw failed(`The image ${JSON.stringify(name)} could not be fetched: ${messageOf(error)}.`, error, remedy)
  }
}

/** The image, or `null` where the engine has none of that name. */
export async function lookUpImage(docker: Docker, name: string): Promise<SandboxImage | null> {
  try {
    const { Id: id, Config: config } = await docker.getImage(name).inspect()
    const recipe = config?.Labels?.[label.recipe]
    return {
      id,
      recipe: recipe === 'system' || recipe === 'busybox' ? recipe : null,
      variables: (config?.Env ?? []).map((entry) => entry.split('=')[0]!),
    }
  } catch (error) {
    if (statusOf(error) === 404) return null
    throw error
  }
}

/** Reads the engine's progress to its end. An error is reported in it, while the status of the response is fine. */
function followed(docker: Docker, answer: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    docker.modem.followProgress(answer, (error, steps: readonly { readonly error?: string }[] | null) => {
      const failure = steps?.find((step) => step.error !== undefined)?.error
      if (error !== null) reject(error)
      else if (failure !== undefined) reject(new Error(failure))
      else resolve()
    })
  })
}

function failed(message: string, cause: unknown, remedy = 'See what the engine says.'): SandboxError {
  return new SandboxError(message, { code: 'SANDBOX_FAILED', remedy, cause })
}
