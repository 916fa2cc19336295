import { constants, copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type KeptHistory, objectPath, readObject } from './kept-history.ts'

/** Makes a repository of the kept state, for a person to use; settings and hooks are left out. */
export function keepAside(kept: KeptHistory, store: string, target: string): void {
  for (const folder of ['objects', 'refs']) mkdirSync(join(target, folder), { recursive: true, mode: 0o700 })
  for (const [path, { content }] of kept.files) {
    if (content === null || !/^(?:HEAD$|ORIG_HEAD$|packed-refs$|shallow$|refs\/|logs\/|reftable\/)/.test(path)) continue
    mkdirSync(dirname(join(target, path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(target, path), content)
  }
  writeFileSync(join(target, 'config'), plainConfig(kept))
  for (const [folder, names] of kept.objects) {
    mkdirSync(join(target, 'objects', folder), { recursive: true, mode: 0o700 })
    for (const [name, object] of names) {
      const [from, to] = [objectPath(store, folder, name), join(target, 'objects', folder, name)]
      if (object.batch !== undefined) {
        const content = readObject(store, folder, name, object)
        if (content !== null) writeFileSync(to, content, { mode: 0o444 })
        continue
      }
      try {
        linkSync(from, to)
      } catch {
        copyFileSync(from, to, constants.COPYFILE_FICLONE)
      }
    }
  }
}

/** Only how objects and references are stored. */
function plainConfig({ files }: KeptHistory): string {
  const text = Buffer.from(files.get('config')?.content ?? '').toString()
  const kept = [...text.matchAll(/^\s*(objectformat|refstorage)\s*=\s*(\w+)\s*$/gim)]
  const extensions = kept.map(([, key, value]) => `\t${key!.toLowerCase()} = ${value!}\n`).join('')
  const version = extensions === '' ? '0' : '1'
  return `[core]\n\trepositoryformatversion = ${version}\n\tbare = true\n${extensions === '' ? '' : `[extensions]\n${extensions}`}`
}
