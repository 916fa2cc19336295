import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { workspaceRoot } from '../workspace/list-packages.ts'

/** What each folder of a package may import besides itself; files outside the folders are entries, and import any. */
const ORDER: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  policy: {
    model: [],
    rules: ['model'],
    inputs: ['model', 'rules'],
    evaluate: ['model', 'rules'],
  },
  shell: {
    syntax: [],
    printing: ['syntax'],
    model: ['syntax'],
    wrappers: ['model', 'syntax'],
    zsh: ['model', 'syntax'],
    analysis: ['wrappers', 'zsh', 'model', 'syntax'],
  },
}

const folderOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : null)

test.each(Object.entries(ORDER))('each folder of %s imports only those below it, types included', (name, below) => {
  const source = join(workspaceRoot, 'packages', name, 'src')
  const files = globSync('**/*.ts', { cwd: source })
  expect(new Set(files.map(folderOf).filter((folder) => folder !== null))).toEqual(new Set(Object.keys(below)))
  const upwards = files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)].flatMap(([, to = '']) => {
      const [from, target] = [folderOf(file), folderOf(relative(source, resolve(source, dirname(file), to)))]
      const isDown = from === null || from === target || (target !== null && below[from]?.includes(target) === true)
      return isDown ? [] : [`${file} imports ${to}`]
    }),
  )
  expect(upwards).toEqual([])
})
