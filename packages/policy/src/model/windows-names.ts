/** A drive of Windows as the Windows Subsystem for Linux shows it. learn.microsoft.com/windows/wsl/wsl-config, [automount] */
const DRIVE = /^\/mnt\/[a-z](?:\/|$)/i
/** A short name (8.3) that NTFS gives to a file besides its own: `SECRET~1.TXT`. [MS-FSCC] 2.1.5.2.1 */
const SHORT_NAME = /\/[^/.]{1,8}~\d{1,6}(?:\.[^/.]{0,3})?(?=\/|$)/

/** Whether a path on a drive of Windows may be another name of a file, which no rule on its own name fits. */
export const mayBeShortName = (path: string): boolean => DRIVE.test(path) && SHORT_NAME.test(path)

/**
 * Why files of a call cannot be evaluated at all, or `null`: it is made in a folder of Windows, where names are
 * compared in other ways (drives, two separators, streams, reserved and short names).
 */
export function foreignFolder({ cwd, workspace }: { readonly cwd: string; readonly workspace: string }): string | null {
  return [cwd, workspace].find((folder) => !folder.startsWith('/')) ?? null
}
