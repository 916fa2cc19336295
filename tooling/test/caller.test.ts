import { expect, test } from 'vitest'
import { restoreCallerEnvironment } from '../start/caller.ts'

test('what npm and pnpm add to the environment is taken out again, and nothing else', () => {
  const environment: NodeJS.ProcessEnv = {
    HOME: '/home/user',
    INIT_CWD: '/project',
    NODE_ENV: 'test',
    PATH: '/project/node_modules/.bin:/project/node_modules/.pnpm-12.21.0:/npm/node-gyp-bin:/usr/local/bin:/bin',
    npm_config_user_agent: 'npm',
  }
  restoreCallerEnvironment(environment)
  expect(environment).toEqual({ HOME: '/home/user', NODE_ENV: 'test', PATH: '/usr/local/bin:/bin' })
})
