import { resolve } from 'node:path'
import type { FileCollector } from '../file-collector.ts'

/** `require "x"`, `require_relative "x"`, `load "x"`, `include "x"`, `do "x"`, `use X::Y`, `dofile("x")`. */
const REQUIRED =
  /\b(?:require(?:_relative|_once)?|include(?:_once)?|load|autoload|do|dofile|loadfile|eval_file|source)\b\s*\(?\s*(?:__DIR__\s*\.\s*)?(["'])\/?([^"'\n]{1,512})\1|\buse\s+([A-Z]\w*(?:::\w+)*)/g

/** ruby: kernel `require`; perlfunc(1): require; php.net: include; lua.org: package.path. */
const ENDINGS = ['', '.rb', '.pm', '.pl', '.php', '.lua', '.so']
const FOLDERS = ['.', 'lib', 'src', 'test', 'spec', 't']

/** True for files of the languages that load others by such words. */
export const isRequiring = (path: string): boolean => /\.(?:rb|rake|gemspec|pl|pm|t|php|phtml|lua|tcl)$/.test(path)

/** Adds what a text in Ruby, Perl, PHP or Lua loads, one step. */
export function followRequired(collector: FileCollector, text: string, places: readonly string[], depth: number): void {
  for (const [, , path, module] of text.matchAll(REQUIRED)) {
    const names = path === undefined ? [module!.replaceAll('::', '/')] : [path, path.replaceAll('.', '/')]
    for (const name of names) {
      for (const start of places) {
        for (const folder of FOLDERS) {
          for (const ending of ENDINGS) collector.addPresent(resolve(start, folder, name + ending), depth)
        }
      }
    }
  }
}
