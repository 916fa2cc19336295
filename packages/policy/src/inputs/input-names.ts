/**
 * What the name of an input says: a file, a file where the value may be one (`place`) or looks like one (`perhaps`), an
 * address, text.
 */
export type NameKind = 'file' | 'place' | 'perhaps' | 'address' | 'text' | null

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Last words of names that say that the input is a file. */
const FILE_WORDS = words(
  'path paths file files filename filenames filepath filepaths pathname dir dirs directory directories folder folders cwd workdir',
)
/** Words that say so only where the value has what paths have. */
const PLACE_WORDS = words('source sources src destination destinations dest dst target targets root roots')
/** Words that say so where the value is no address of another kind either. */
const PERHAPS_WORDS = words(
  'location locations document documents doc docs script scripts config configuration link links input inputs output outputs from to attachment attachments ' +
    'template templates archive archives asset assets certificate cert keyfile image images include includes',
)
const ADDRESS_WORDS = words('uri uris url urls href')
/** With these, words that say that the value leads to a part of a service. */
const ROUTE_WORDS = words('endpoint endpoints route routes')
/** Before `path`, these say that it leads through something else than folders. */
const OTHER_PATHS = words('json x key url uri api route request object property field svg jq css')
/** Words that say that the value is written or looked for, and names nothing by itself. */
const TEXT_WORDS = words(
  'content contents text texts body message messages description title subject prompt query queries search comment ' +
    'comments note notes summary caption reason pattern patterns regex regexp regexes glob globs selector selectors ' +
    'locator xpath jq format html markdown diff patch sql expression code function str string strings version ' +
    'versions label labels keyword keywords topic topics question answer instructions thought',
)
/** Words that say that the value is a command line, or a program and its arguments. */
const COMMAND_WORDS = words('command commands cmd cmds commandline cmdline shell bash sh script scripts')
/** Words of the arguments that stand beside a command. */
const ARGUMENT_WORDS = words('args arg argv arguments argument params')

/** Servers have few names for their inputs, and use them in every call. */
const known = new Map<string, readonly string[]>()
const MOST_KEYS = 1000
const LONGEST_KEY = 64

function wordsOf(key: string): readonly string[] {
  const found = known.get(key)
  if (found !== undefined) return found
  const read = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
  // `fileName` says what `file` does.
  if (read.length > 1 && /^names?$/.test(read.at(-1)!)) read.pop()
  if (known.size < MOST_KEYS && key.length <= LONGEST_KEY) known.set(key, read)
  return read
}

/** What the name of an input says of its value. */
export function kindOfName(key: string): NameKind {
  const read = wordsOf(key)
  const last = read.at(-1) ?? ''
  if (ADDRESS_WORDS.has(last)) return 'address'
  if (FILE_WORDS.has(last)) return read.length > 1 && OTHER_PATHS.has(read.at(-2)!) ? 'text' : 'file'
  if (PLACE_WORDS.has(last)) return 'place'
  if (PERHAPS_WORDS.has(last)) return 'perhaps'
  return TEXT_WORDS.has(last) ? 'text' : null
}

/** Whether an input is called as those are that hold an address, or what stands behind the host in one. */
export function namesRoute(key: string): boolean {
  const last = wordsOf(key).at(-1) ?? ''
  return ADDRESS_WORDS.has(last) || ROUTE_WORDS.has(last)
}

/** Whether an input is called as those are that hold a command, and whether it may hold several. */
export function namesCommand(key: string): 'one' | 'many' | null {
  const read = wordsOf(key)
  const last = read.at(-1) ?? ''
  if (last === 'line' && read.at(-2) === 'command') return 'one'
  if (!COMMAND_WORDS.has(last)) return null
  return last.endsWith('s') ? 'many' : 'one'
}

/** Whether an input is called as the arguments of a command are. */
export const namesArguments = (key: string): boolean => ARGUMENT_WORDS.has(wordsOf(key).at(-1) ?? '')
