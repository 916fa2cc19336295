/** Prints how many files importing a package loads, from the folder that it is installed in. */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const [, , name] = process.argv
let files = 0
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) files++
    return next(url, context)
  },
  resolve(specifier, context, next) {
    const parentURL = specifier === name ? pathToFileURL(`${process.cwd()}/package.json`).href : context.parentURL
    return next(specifier, { ...context, parentURL })
  },
})
await import(name)
process.stdout.write(String(files))
