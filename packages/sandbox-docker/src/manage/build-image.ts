import type { Readable } from 'node:stream'
import { connectEngine } from '../engine/engine.ts'
import { importArchive, makeRecipe } from '../image/make-image.ts'
import type { ImageRecipe } from '../image/recipes.ts'

/** What an image is made of. None of it needs a registry. */
export type ImageSource =
  | { readonly recipe: ImageRecipe }
  /** An archive of a whole system, as `debootstrap` and `tar` make it, and the name that the image gets. */
  | { readonly archive: Readable; readonly name: string }

/**
 * Makes an image for sandboxes and returns its name.
 *
 * @throws SandboxError `SANDBOX_UNAVAILABLE` when the engine does not answer, `SANDBOX_FAILED` when it refuses
 */
export async function buildSandboxImage(
  source: ImageSource,
  options: { readonly engine?: string } = {},
): Promise<string> {
  const { docker } = await connectEngine(options.engine)
  if ('recipe' in source) return makeRecipe(docker, source.recipe)
  await importArchive(docker, source.archive, source.name)
  return source.name
}
