import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { type HiddenWatchOptions, watchHidden } from '../../src/protection/watch-hidden.ts'

function ground() {
  const workspace = temporaryFolder()
  const [token, secrets] = [join(workspace, 'token'), join(workspace, 'secrets')]
  writeFileSync(token, 'old')
  mkdirSync(secrets)
  const policy: HiddenWatchOptions['policy'] = {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    hiddenPaths: [token, secrets, join(workspace, 'absent'), '/somewhere/else'],
  }
  return { workspace, token, secrets, policy }
}

const told = ({ policy, watchFolder }: Pick<HiddenWatchOptions, 'policy' | 'watchFolder'>) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let times = 0
  const onReplaced = (): void => {
    times += 1
    resolve()
  }
  const watch = watchHidden({ policy, onReplaced, ...(watchFolder && { watchFolder }) })!
  return { watch, replaced: promise, times: () => times }
}

describe('hidden paths inside what is granted', () => {
  test.each<[string, HiddenWatchOptions['watchFolder']]>([
    ['is told at once when one is replaced', undefined],
    [
      'looks often instead where no inotify instance is left',
      () => {
        throw Object.assign(new Error('too many open files, watch'), { code: 'EMFILE' })
      },
    ],
  ])('a person who runs a command %s', async (_, watchFolder) => {
    const { workspace, token, policy } = ground()
    const { watch, replaced, times } = told({ policy, ...(watchFolder && { watchFolder }) })
    writeFileSync(token, 'in place')
    writeFileSync(join(workspace, 'absent'), 'by the command')
    writeFileSync(join(workspace, 'new'), 'new')
    renameSync(join(workspace, 'new'), token)
    await replaced
    expect(watch.replaced()).toEqual([token])
    rmSync(token)
    watch.close()
    expect(times()).toBe(1)
  })

  test('that are folders, or are taken away, are told as well; the last look finds what no event has told', () => {
    const { workspace, token, secrets, policy } = ground()
    const silent = () => ({ close() {}, on: () => undefined as never })
    const { watch, times } = told({ policy, watchFolder: silent })
    renameSync(secrets, join(workspace, 'moved'))
    rmSync(token)
    expect(watch.replaced()).toEqual([])
    watch.close()
    expect(watch.replaced().toSorted()).toEqual([secrets, token])
    expect(times()).toBe(0)
  })

  test('that are written in place stay covered, and nobody is told', () => {
    const { workspace, token, policy } = ground()
    const { watch, times } = told({ policy })
    writeFileSync(token, 'in place')
    writeFileSync(join(workspace, 'absent'), 'by the command')
    watch.close()
    expect(watch.replaced()).toEqual([])
    expect(times()).toBe(0)
  })

  test('are not looked after where there are none', () => {
    const { policy } = ground()
    const nothing = { ...policy, hiddenPaths: ['/somewhere/else'] }
    expect(watchHidden({ policy: nothing, onReplaced: () => {} })).toBeNull()
    expect(watchHidden({ policy: { ...policy, fileMode: 'allow-list' }, onReplaced: () => {} })).toBeNull()
  })
})
