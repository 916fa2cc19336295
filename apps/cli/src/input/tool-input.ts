import { parseStrictJson } from '@poundlock/spec'
import { UsageError } from '../usage-error.ts'
import { readBoundedText } from './bounded-text.ts'
import { refuseBrokenText } from './command-text.ts'

/** The longest input of a tool that is read, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * The input of a tool: one JSON value, given as an argument or in a file. Whether it fits the tool is for the pipeline
 * to say; without any it is an empty object.
 *
 * @param mend how to give it otherwise
 */
export async function readToolInput(
  mend: string,
  given: string | undefined,
  file: string | undefined,
): Promise<unknown> {
  if (given !== undefined && file !== undefined) {
    throw new UsageError('the input was given twice, as an argument and with --input', {
      remedy: 'Leave one of them out.',
    })
  }
  if (given === undefined && file === undefined) return {}
  if (file !== undefined && /^\s*[{[]/.test(file)) {
    throw new UsageError('--input names a file, and this is JSON', {
      remedy: `Leave --input out: the JSON is an argument. ${mend}`,
    })
  }
  if (given !== undefined) refuseBrokenText([given], 'the input')
  const source = given ?? (await readBoundedText(file!, MAX_BYTES))
  const from = file === undefined ? 'the input' : file === '-' ? 'standard input' : file
  if (source.trim() === '') throw new UsageError(`${from} is empty; expected a JSON object`, { remedy: mend })
  try {
    return parseStrictJson(source, { brokenText: true })
  } catch (error) {
    throw new UsageError(`${from} is not JSON: ${(error as Error).message}`, { remedy: mend })
  }
}
