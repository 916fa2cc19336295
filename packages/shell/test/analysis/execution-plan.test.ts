import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { analyzeShell, executionPlan } from '../../src/analysis/index.ts'

const plan = (source: string, options = {}) => executionPlan(analyzeShell(source), source, options)

describe('executionPlan', () => {
  it('starts bash without start-up files, the text behind --', () => {
    expect(plan('make -j4')).toEqual({
      file: '/bin/bash',
      args: ['--norc', '--noprofile', '-c', '--', 'make -j4'],
      env: {},
    })
  })

  it('starts the shell of the dialect', () => {
    const analysis = analyzeShell('a', { dialect: 'posix' })
    expect(executionPlan(analysis, 'a')).toMatchObject({ file: '/bin/dash', args: ['-c', '--', 'a'] })
    expect(executionPlan(analysis, 'a', { shellPath: '/opt/dash' }).file).toBe('/opt/dash')
  })

  it('starts the program itself when nothing is left for a shell to do', () => {
    expect(plan("/bin/echo 'a b'")).toMatchObject({ file: '/bin/echo', args: ['a b'] })
    for (const source of [
      '/bin/echo $x',
      '/bin/echo a &',
      '/bin/echo a; b',
      'A=1 /bin/echo',
      '/bin/echo > f',
      '! /bin/echo',
    ]) {
      expect(plan(source).file, source).toBe('/bin/bash')
    }
  })

  it('drops from the environment what makes a shell run or read more than the text', () => {
    const env = {
      HOME: '/h',
      BASH_ENV: '/evil',
      IFS: 'x',
      'BASH_FUNC_ls%%': '() { evil; }',
      SHELLOPTS: 'xtrace',
      PS4: '$(evil)',
      // Bash takes it over as it is, and evaluates it as a number.
      UID: 'a[$(evil)]',
      // By another name for the folder, where `..` is somewhere else.
      PWD: '/link',
      OLDPWD: '/other',
      LC_ALL: 'zh_CN.GBK',
      LANG: 'en_US.UTF-8',
    }
    expect(plan('a', { env }).env).toEqual({ HOME: '/h', LANG: 'en_US.UTF-8' })
  })

  it('plans refused texts as well: they may be approved as they stand', () => {
    expect(plan('echo "').args.at(-1)).toBe('echo "')
  })

  it('runs texts that begin with a dash', () => {
    const { file, args, env } = plan('-x || echo done')
    expect(spawnSync(file, [...args], { env, encoding: 'utf8' }).stdout).toBe('done\n')
  })
})
