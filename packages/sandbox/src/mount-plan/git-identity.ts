import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseGitConfig } from '@poundlock/profiles/git'

/** Whom commits are by. */
export interface GitIdentity {
  /** `user.name`; absent where it is not set. */
  readonly name?: string
  /** `user.email`; absent where it is not set. */
  readonly email?: string
}

/** Settings hold no more; a longer file is not read. */
const MOST_BYTES = 256 * 1024
/** As git itself. Source: git `config.c`, `MAX_INCLUDE_DEPTH`. */
const DEEPEST_INCLUDE = 10

/**
 * `user.name` and `user.email` as the settings of the machine and of the user say, read without running git. Includes
 * are followed, those with a condition are not. A value with control characters counts as none.
 *
 * @param configurationHome `XDG_CONFIG_HOME`, where it is set
 */
export function hostGitIdentity(home: string, configurationHome: string = join(home, '.config')): GitIdentity {
  const found: { name?: string; email?: string } = {}
  const read = (file: string, depth: number): void => {
    const text = depth > DEEPEST_INCLUDE ? null : textOf(file)
    if (text === null) return
    for (const { section, subsection, name, value } of parseGitConfig(text).settings) {
      if (value === null) continue
      if (section === 'include' && name === 'path') {
        const path = value.startsWith('~/') ? join(home, value.slice(2)) : value
        if (!path.includes('\0')) read(resolve(dirname(file), path), depth + 1)
      } else if (section === 'user' && !subsection && (name === 'name' || name === 'email')) found[name] = value
    }
  }
  for (const file of ['/etc/gitconfig', join(configurationHome, 'git/config'), join(home, '.gitconfig')]) read(file, 0)
  return {
    ...(isPlain(found.name) && { name: found.name }),
    ...(isPlain(found.email) && { email: found.email }),
  }
}

/** The lines of git's settings that say it; empty where nothing is known. */
export function gitIdentitySettings({ name, email }: GitIdentity): string {
  const line = (key: string, value: string | undefined) =>
    isPlain(value) ? `\t${key} = "${value.replaceAll(/["\\]/g, String.raw`\$&`)}"\n` : ''
  const lines = line('name', name) + line('email', email)
  return lines === '' ? '' : `[user]\n${lines}`
}

function isPlain(value: string | undefined): value is string {
  return value !== undefined && value !== '' && value.length <= 1000 && !/\p{Cc}/u.test(value)
}

/** `null` for an entry that is no file: reading a pipe would block. */
function textOf(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() === true && stats.size <= MOST_BYTES ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}
