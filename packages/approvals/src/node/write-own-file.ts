import { makeOwnFile as makeFile, replaceOwnFile as replaceFile } from '@poundlock/state-files/node'
import { inApprovals } from './own-folder.ts'

/**
 * Puts a file in the place of the one that is there, in one step: at any moment, also after a crash, the old one or the
 * new one is there.
 *
 * @throws ApprovalsError `APPROVALS_IO`; the old one is there then
 */
export const replaceOwnFile = (file: string, text: string): void =>
  inApprovals('write', file, () => replaceFile(file, text))

/**
 * Makes a file, if there is none of this name yet.
 *
 * @returns false when there is: it is as it was
 * @throws ApprovalsError `APPROVALS_IO`
 */
export const makeOwnFile = (file: string, text: string): boolean =>
  inApprovals('write', file, () => makeFile(file, text))
