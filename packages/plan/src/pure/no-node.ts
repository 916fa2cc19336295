/** Stands for the modules of Node where the planner runs without: nothing on a disk is looked at, so none is called. */

function absent(): never {
  throw new Error('There is no disk here to look at.')
}

export const accessSync = absent
export const brotliDecompressSync = absent
export const closeSync = absent
export const fstatSync = absent
export const gunzipSync = absent
export const lstatSync = absent
export const openSync = absent
export const opendirSync = absent
export const readFileSync = absent
export const readdirSync = absent
export const readlinkSync = absent
export const realpathSync = absent
export const statSync = absent
export const zstdDecompressSync = absent
export const constants = { X_OK: 1 }
export const builtinModules: readonly string[] = []
