import { lstatSync } from 'node:fs'

/** Whether the folder `/` has something of this name, of any kind; also where that is not known. */
export function rootHas(name: string): boolean {
  try {
    lstatSync(`/${name}`)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
