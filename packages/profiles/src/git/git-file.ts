/**
 * The folder that a `.git` names which is a file, as it is written: absolute, or relative to the folder of the file.
 * `null` where the text names none. gitrepository-layout(5)
 */
export const folderOfGitFile = (text: string): string | null => /^gitdir: ([^\n]*)/.exec(text)?.[1]?.trimEnd() ?? null
