export {
  openOwnDatabase,
  type Durability,
  type OwnDatabase,
  type OwnDatabaseOptions,
} from './database/open-own-database.ts'
export { WriteBatch } from './database/write-batch.ts'
export { withLock } from './lock.ts'
export { makeMissingFolders } from './make-missing-folders.ts'
export { checkOwnFolder, makeOwnFolder } from './own-folder.ts'
export { ownershipProblem } from './ownership.ts'
export { isAbandoned, ownerMark } from './owner-mark.ts'
export { isObeyed, isObeyedPlace } from './is-obeyed-place.ts'
export { describeHolder, describeProcess, isGone, isRunning } from './process-identity.ts'
export { readProcessStat, type ProcessStat } from './process-stat.ts'
export { entriesIn, linkTarget, lstatOrNull, namesIn, realPathOrNull, statOrNull, textOrNull } from './read-or-null.ts'
export { readOwnText } from './read-own-text.ts'
export { openFolders, removeFolder } from './remove-folder.ts'
export { removeIfThere } from './remove-if-there.ts'
export { createRepeatedLock, removeAbandonedNames, type RepeatedLock } from './repeated-lock.ts'
export { checkSocket, checkSocketFolder } from './socket/check-socket.ts'
export {
  claimSocket,
  isSocketServed,
  socketHolder,
  type SocketClaim,
  type SocketClaimOptions,
} from './socket/claim-socket.ts'
export { StateFileError, stateFileError, type StateFileErrorCode } from './state-file-error.ts'
export { isUnfinished, makeOwnFile, replaceOwnFile } from './write-own-file.ts'
