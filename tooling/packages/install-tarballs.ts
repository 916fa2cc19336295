import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type WorkspacePackage, workspaceRoot } from '../workspace/list-packages.ts'
import { runCommand } from '../workspace/run-command.ts'

// A program for Node has Node's types; ours need no particular version.
const nodeTypes = join(workspaceRoot, 'node_modules', '@types')

/**
 * Installs the tarballs together into an empty folder, as a stranger would with npm, then imports every entry,
 * compiles a program against every declaration, and runs every command. Says in sentences what failed.
 */
export async function installTarballs(
  packages: readonly WorkspacePackage[],
  tarballs: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const installed = await runCommand('npm', ['install', '--no-audit', '--no-fund', '--silent', ...tarballs], {
    cwd: folder,
  })
  if (installed.code !== 0) return [`npm install of the tarballs failed:\n${installed.output}`]
  const entries = packages.flatMap((owner) => owner.entries.map((entry) => ({ ...entry, owner })))
  const specifiers = entries.map(({ specifier }) => specifier)
  const pure = entries.filter(({ owner, subpath }) => owner.layer === 'core' && subpath === '.')
  const found = await Promise.all([
    importAll(specifiers, folder),
    compileAll('every-entry.ts', specifiers, folder, ['--typeRoots', nodeTypes, '--types', 'node']),
    compileAll(
      'pure-entries.ts',
      pure.map(({ specifier }) => specifier),
      folder,
      ['--types', ''],
    ),
    ...packages.flatMap(({ commands }) => Object.keys(commands).map((command) => runVersion(command, folder))),
  ])
  return found.flat()
}

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
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck', 'false']
  const { code, output } = await runCommand('tsc', [...options, ...types, file], { cwd: folder })
  // What a dependency's own declarations get wrong is not ours to mend here.
  const ours = output.split('\n').filter((line) => /^(?:[\w-]+\.ts|node_modules\/@poundlock\/)/u.test(line))
  return code === 0 || ours.length === 0 ? [] : [`an installed declaration does not compile:\n${ours.join('\n')}`]
}

async function runVersion(command: string, folder: string): Promise<readonly string[]> {
  const { code, output } = await runCommand(join(folder, 'node_modules', '.bin', command), ['--version'], {
    cwd: folder,
  })
  return code === 0 && /\d+\.\d+\.\d+/u.test(output) ? [] : [`${command} --version ended with ${code}:\n${output}`]
}
