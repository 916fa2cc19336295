/**
 * The first minutes of somebody who has Node and npm: installs the packed command globally, puts it in front of an
 * agent, looks at what it decides and contains, and takes it away again; with the oldest Node that it promises to work
 * with, and with the newest of the tree. Build first.
 *
 *   node tooling/first-minutes.ts [--record FILE]
 *
 * With a file, what the terminal shows is kept there as an asciicast: docs/first-minutes.cast is made so.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { FIRST_MINUTES, type Step } from './packages/first-minutes/steps.ts'
import { recordTerminal } from './packages/first-minutes/terminal-recording.ts'
import { packPackage } from './packages/pack-package.ts'
import { listPackages } from './workspace/list-packages.ts'
import { runCommand } from './workspace/run-command.ts'

/** `engines` of the command; an npm package that holds the binary alone. */
const OLDEST_NODE = `node-linux-${process.arch}@22.18.0`

const { record } = parseArgs({ options: { record: { type: 'string' } } }).values
// Not in the folder for temporary files: a sandbox has its own, in which everything could be written.
const folder = mkdtempSync(join(homedir(), '.poundlock-first-minutes-'))
try {
  const command = listPackages().find(({ name }) => name === '@poundlock/cli')
  if (command === undefined) throw new Error('there is no @poundlock/cli')
  const { tarball } = await packPackage(command, folder)
  await tryWith(await fetchNode(OLDEST_NODE), tarball)
  await tryWith(process.execPath, tarball, record)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function fetchNode(wanted: string): Promise<string> {
  const place = join(folder, 'oldest-node')
  mkdirSync(place)
  const flags = ['--no-audit', '--no-fund', '--silent', '--prefix', place]
  const { code, output } = await runCommand('npm', ['install', ...flags, wanted], { cwd: place })
  if (code !== 0) throw new Error(`npm install of ${wanted} failed:\n${output}`)
  return join(place, 'node_modules', wanted.replace(/@.*$/u, ''), 'bin', 'node')
}

/** Takes all steps in a home of their own, on whose PATH are this Node, its npm and the system. */
async function tryWith(node: string, tarball: string, castFile?: string): Promise<void> {
  const { stdout } = await runCommand(node, ['--version'], { cwd: folder })
  const home = mkdtempSync(join(folder, 'home-'))
  const programs = join(home, 'node')
  const project = join(home, 'project')
  for (const made of [programs, project]) mkdirSync(made)
  symlinkSync(node, join(programs, 'node'))
  symlinkSync(programOfNpm(), join(programs, 'npm'))
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "version": "1.0.0" }\n')
  copyFileSync(tarball, join(home, 'poundlock-cli.tgz'))
  mkdirSync(join(home, '.claude'))
  const environment = {
    ...npmSettings(join(home, '.local')),
    HOME: home,
    PATH: [join(home, '.local', 'bin'), programs, '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(':'),
    SHELL: '/bin/sh',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
  }
  const recording = recordTerminal({ [node]: '/usr/bin/node', [home]: '/home/you' })
  for (const step of FIRST_MINUTES) {
    const begin = performance.now()
    const shown = await inTerminal(step.command, project, environment)
    if (step.isHidden !== true) {
      if (step.note !== undefined) recording.note(step.note)
      recording.type(step.command)
      recording.show(shown.stdout, (performance.now() - begin) / 1000)
    }
    checkStep(step, shown, home)
  }
  if (castFile !== undefined) recording.save(castFile, 'The first minutes with Poundlock')
  console.log(
    `${FIRST_MINUTES.length} steps with Node ${stdout.trim()}: installed, in front of an agent, and gone again`,
  )
}

/** The program of npm itself, without a link: it finds its own files beside it. */
function programOfNpm(): string {
  const folders = (process.env['PATH'] ?? '').split(':')
  const found = folders.map((one) => join(one, 'npm')).find((file) => existsSync(file))
  if (found === undefined) throw new Error('there is no npm')
  return realpathSync(found)
}

/** How this machine reaches its registry: the settings of npm, its cache, and the certificates that are trusted. */
function npmSettings(prefix: string): NodeJS.ProcessEnv {
  const { HOME = '/', ...inherited } = process.env
  const kept = Object.entries(inherited).filter(([name]) => /^(?:npm_config_.*|NODE_EXTRA_CA_CERTS)$/iu.test(name))
  return {
    npm_config_userconfig: join(HOME, '.npmrc'),
    npm_config_cache: join(HOME, '.npm'),
    ...Object.fromEntries(kept),
    npm_config_prefix: prefix,
    npm_config_progress: 'false',
  }
}

async function inTerminal(command: string, cwd: string, environment: NodeJS.ProcessEnv) {
  return runCommand('script', ['--quiet', '--return', '--command', `stty cols 110 rows 40; ${command}`, '/dev/null'], {
    cwd,
    environment,
  })
}

function checkStep(step: Step, shown: { readonly code: number; readonly stdout: string }, home: string): void {
  const { command, code = 0, shows = [], file } = step
  const screen = stripVTControlCharacters(shown.stdout)
  const missing = shows.filter((text) => !screen.includes(text))
  if (shown.code !== code) missing.push(`the exit code ${code}`)
  if (file !== undefined && contentOf(join(home, file.path)) !== file.has) missing.push(`${file.path} as expected`)
  if (missing.length === 0) return
  throw new Error(`${command}\nended with ${shown.code}, without ${missing.join(', ')}:\n${screen}`)
}

function contentOf(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
