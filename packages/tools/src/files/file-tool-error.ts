import { PoundlockError } from '@poundlock/spec'

/**
 * - `FILE_PATH`: the text is no path that can be taken for only one file;
 * - `FILE_NOT_FOUND`: there is no such file, or no such folder on the way to it;
 * - `FILE_FOLDER`: it is a folder, and a file was expected, or the other way round;
 * - `FILE_SPECIAL`: a device, a pipe, a socket, or a file of a system that makes its files up (`/proc`);
 * - `FILE_BINARY`: it holds no text;
 * - `FILE_TOO_LARGE`: it is larger than the tool takes;
 * - `FILE_RANGE`: it ends before the lines that were asked for;
 * - `FILE_CHANGED`: somebody else changed it, or a folder on the way, while the call was working on it;
 * - `FILE_ACCESS`: the system lets this user not read or write it;
 * - `FILE_SPACE`: the disk or the quota is full; nothing was changed;
 * - `FILE_SYSTEM`: the system refused for another reason, named in `details.errno`;
 * - `FILE_STOPPED`: the caller gave the call up;
 * - `SEARCH_PATTERN`: a pattern, a glob or a type that cannot be searched for;
 * - `SEARCH_SLOW`: the search took too long; `SEARCH_MEMORY`: or too much memory;
 * - `SEARCH_UNAVAILABLE`: there is no ripgrep to search with;
 * - `FILE_EXISTS`: there is a file already where the patch adds or moves one;
 * - `FILE_BUSY`: somebody else is writing a patch;
 * - `PATCH_SYNTAX`: the patch cannot be read with certainty;
 * - `PATCH_CONTEXT`: the lines that it changes are not in the file;
 * - `PATCH_AMBIGUOUS`: they are there more than once;
 * - `PATCH_EMPTY`: it changes nothing;
 * - `NOTEBOOK_INVALID`: the file is not a notebook;
 * - `NOTEBOOK_CELL`: the notebook has no such cell, or it is not said which is meant;
 * - `EDIT_EMPTY`: there is nothing to look for;
 * - `EDIT_SAME`: old and new text are the same;
 * - `EDIT_MISSING`: the text to replace does not occur;
 * - `EDIT_AMBIGUOUS`: it occurs more than once;
 * - `EDIT_ENCODING`: the new text has characters that the encoding of the file has not.
 */
export type FileToolErrorCode =
  | 'FILE_PATH'
  | 'FILE_NOT_FOUND'
  | 'FILE_FOLDER'
  | 'FILE_SPECIAL'
  | 'FILE_BINARY'
  | 'FILE_TOO_LARGE'
  | 'FILE_RANGE'
  | 'FILE_CHANGED'
  | 'FILE_ACCESS'
  | 'FILE_SPACE'
  | 'FILE_SYSTEM'
  | 'FILE_STOPPED'
  | 'SEARCH_PATTERN'
  | 'SEARCH_SLOW'
  | 'SEARCH_MEMORY'
  | 'SEARCH_UNAVAILABLE'
  | 'FILE_EXISTS'
  | 'FILE_BUSY'
  | 'PATCH_SYNTAX'
  | 'PATCH_CONTEXT'
  | 'PATCH_AMBIGUOUS'
  | 'PATCH_EMPTY'
  | 'NOTEBOOK_INVALID'
  | 'NOTEBOOK_CELL'
  | 'EDIT_EMPTY'
  | 'EDIT_SAME'
  | 'EDIT_MISSING'
  | 'EDIT_AMBIGUOUS'
  | 'EDIT_ENCODING'

/** A valid call of a file tool that could not be done; no file was changed. */
export class FileToolError extends PoundlockError<FileToolErrorCode> {
  override readonly name = 'FileToolError'
}
