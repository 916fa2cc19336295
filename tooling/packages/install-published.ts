import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReadmeExample, readmeExamples } from '../docs/readme-example.ts'
import { type WorkspacePackage, workspaceRoot } from '../workspace/list-packages.ts'
import { runCommand } from '../workspace/run-command.ts'

// A program for Node has Node's types; ours need no particular version.
const nodeTypes = join(workspaceRoot, 'node_modules', '@types')
const COMPILE = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024']

/**
 * Installs the packages together from a registry into an empty folder, as a stranger would with npm, then imports every
 * entry, compiles a program against every declaration, and runs every command. Says in sentences what failed.
 *
 * @param settings flags of `npm install` that name the registry
 */
export async function installPublished(
  packages: readonly WorkspacePackage[],
  settings: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const own = packages.map(({ name, folder: source }) => `${name}@${readManifest(source).version}`)
  const wanted = [...own, ...packages.flatMap(peersOf)]
  const installed = await runCommand(
    'npm',
    ['install', '--no-audit', '--no-fund', '--silent', ...settings, ...wanted],
    {
      cwd: folder,
    },
  )
  if (installed.code !== 0) return [`npm install of the packages failed:\n${installed.output}`]
  const entries = packages.flatMap((owner) => owner.entries.map((entry) => ({ ...entry, owner })))
  const specifiers = entries.map(({ specifier }) => specifier)
  const pure = entries.filter(({ owner, subpath }) => owner.layer === 'core' && subpath === '.')
  const examples = packages.flatMap(examplesOf)
  for (const { file, program } of examples) await writeFile(join(folder, file), program)
  const found = await Promise.all([
    importAll(specifiers, folder),
    compileAll('every-entry.ts', specifiers, folder, ['--typeRoots', nodeTypes, '--types', 'node']),
    compileAll(
      'pure-entries.ts',
      pure.map(({ specifier }) => specifier),
      folder,
      ['--types', ''],
    ),
    runExamples(examples, folder),
    compileExamples(examples, folder),
    ...packages.flatMap(({ commands }) => Object.keys(commands).map((command) => runVersion(command, folder))),
  ])
  return [...packages.flatMap(missingExample), ...found.flat()]
}

/** What users of a package bring themselves, in the versions that it was tested with. */
function peersOf({ folder }: WorkspacePackage): readonly string[] {
  const { peerDependencies = {} } = readManifest(folder)
  return Object.keys(peerDependencies).map((name) => {
    const { version } = readManifest(join(folder, 'node_modules', name))
    return `${name}@${version}`
  })
}

interface Manifest {
  readonly version: string
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

async function importAll(specifiers: readonly string[], folder: string): Promise<readonly string[]> {
  const lines = specifiers.map(
    (specifier) =>
      `if (Object.keys(await import('${specifier}')).length === 0) throw new Error('${specifier} is empty')`,
  )
  await writeFile(join(folder, 'import.js'), lines.join('\n'))
  const { code, output } = await runCommand(process.execPath, ['import.js'], { cwd: folder })
  return code === 0 ? [] : [`an installed entry cannot be imported:\n${output}`]
}

async function compileAll(
  file: string,
  specifiers: readonly string[],
  folder: string,
  types: readonly string[],
): Promise<readonly string[]> {
  await writeFile(
    join(folder, file),
    specifiers.map((specifier, index) => `export * as entry${index} from '${specifier}'`).join('\n'),
  )
  const options = [...COMPILE, '--skipLibCheck', 'false', ...types]
  const { code, output } = await runCommand('tsc', [...options, file], { cwd: folder })
  // What a dependency's own declarations get wrong is not ours to mend here.
  const ours = output.split('\n').filter((line) => /^(?:[\w-]+\.ts|node_modules\/@poundlock\/)/u.test(line))
  return code === 0 || ours.length === 0 ? [] : [`an installed declaration does not compile:\n${ours.join('\n')}`]
}

interface PageExample extends ReadmeExample {
  readonly name: string
  readonly file: string
}

const readPage = ({ folder }: WorkspacePackage) => readFileSync(join(folder, 'README.md'), 'utf8')

const examplesOf = (each: WorkspacePackage): readonly PageExample[] =>
  readmeExamples(readPage(each)).map((example, index) => ({
    ...example,
    name: each.name,
    file: `${each.name.replace(/^.*\//u, '')}-example-${index + 1}.ts`,
  }))

const missingExample = (each: WorkspacePackage): readonly string[] =>
  each.entries.length === 0 || examplesOf(each).length > 0
    ? []
    : [`the README of ${each.name} has no example that can be run`]

/** An example of a README, as it stands there: it has to print what the page says. */
async function runExample({ name, file, output: wanted }: PageExample, folder: string): Promise<readonly string[]> {
  // State of its own, so that nothing of the user's counts.
  const own = join(folder, 'state', file)
  await mkdir(own, { recursive: true })
  const environment = { ...process.env, POUNDLOCK_HOME: join(own, 'home'), TMPDIR: own }
  const { code, stdout, output } = await runCommand(process.execPath, [file], { cwd: folder, environment })
  return code === 0 && stdout === wanted ? [] : [`${file} of ${name} ended with ${code} and printed:\n${output}`]
}

/** One after the other: each may start a sandbox. */
async function runExamples(examples: readonly PageExample[], folder: string): Promise<readonly string[]> {
  const problems: string[] = []
  for (const example of examples) problems.push(...(await runExample(example, folder)))
  return problems
}

async function compileExamples(examples: readonly PageExample[], folder: string): Promise<readonly string[]> {
  const files = examples.map(({ file }) => file)
  const { output } = await runCommand(
    'tsc',
    [...COMPILE, '--skipLibCheck', 'true', '--typeRoots', nodeTypes, '--types', 'node', ...files],
    { cwd: folder },
  )
  const ours = output.split('\n').filter((line) => /^[\w-]+\.ts/u.test(line))
  return ours.length === 0 ? [] : [`an example of a README does not compile:\n${ours.join('\n')}`]
}

async function runVersion(command: string, folder: string): Promise<readonly string[]> {
  const { code, output } = await runCommand(join(folder, 'node_modules', '.bin', command), ['--version'], {
    cwd: folder,
  })
  return code === 0 && /\d+\.\d+\.\d+/u.test(output) ? [] : [`${command} --version ended with ${code}:\n${output}`]
}
