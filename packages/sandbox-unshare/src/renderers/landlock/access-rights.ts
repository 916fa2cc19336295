/** Rights to files. Source: Linux `include/uapi/linux/landlock.h`; the last but three are those of ABI 1. */
const RIGHT = {
  execute: 1 << 0,
  writeFile: 1 << 1,
  readFile: 1 << 2,
  readFolder: 1 << 3,
  removeFolder: 1 << 4,
  removeFile: 1 << 5,
  makeCharacterDevice: 1 << 6,
  makeFolder: 1 << 7,
  makeFile: 1 << 8,
  makeSocket: 1 << 9,
  makePipe: 1 << 10,
  makeBlockDevice: 1 << 11,
  makeLink: 1 << 12,
  /** ABI 2: to link and rename from one folder to another. */
  refer: 1 << 13,
  /** ABI 3 */
  truncate: 1 << 14,
  /** ABI 5 */
  controlDevice: 1 << 15,
} as const

/** Refused by every ruleset, asked or not, unless a rule grants it. */
export const movingRight = RIGHT.refer

/** All that is refused unless a rule grants it. */
export const judgedRights = Object.values(RIGHT).reduce((sum, bit) => sum | bit, 0)

const READ_FILE = RIGHT.readFile | RIGHT.execute
const READ_FOLDER = READ_FILE | RIGHT.readFolder
const WRITE_FILE = READ_FILE | RIGHT.writeFile | RIGHT.truncate

/** The rights of a rule, by the kind of entry at its path: a rule for a file may only have rights to files. */
export const GRANTED_RIGHTS = {
  look: { folder: RIGHT.readFile | RIGHT.readFolder, file: RIGHT.readFile },
  read: { folder: READ_FOLDER, file: READ_FILE },
  move: { folder: RIGHT.refer, file: 0 },
  use: { folder: 0, file: RIGHT.readFile | RIGHT.writeFile | RIGHT.truncate },
  write: {
    folder:
      READ_FOLDER |
      WRITE_FILE |
      RIGHT.removeFolder |
      RIGHT.removeFile |
      RIGHT.makeFolder |
      RIGHT.makeFile |
      RIGHT.makeSocket |
      RIGHT.makePipe |
      RIGHT.makeLink |
      RIGHT.refer,
    file: WRITE_FILE,
  },
} as const

/** ABI 4: binding to and connecting to ports of TCP. */
export const JUDGED_PORTS = 1 | 2

/** ABI 6: abstract sockets and signals, kept to processes of the same sandbox. */
export const SCOPES = { abstractSockets: 1, signals: 2 } as const
