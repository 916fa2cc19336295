import { lstatSync } from 'node:fs'

/** Whether the folder `/` has something of this name, whatever it is; also where that cannot be told. */
export function rootHas(name: string): boolean {
  try {
    lstatSync(`/${name}`)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
