/**
 * Files that a command which is often allowed runs: writing one writes what that command does. Sources: npm-scripts(7),
 * pnpm.io/settings and pnpmfile, yarnpkg.com/configuration/yarnrc, make(1), doc.rust-lang.org/cargo/reference, docs.pytest.org,
 * pre-commit.com, containers.dev.
 */
const MANIFESTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    npm: 'package.json',
    pnpm: 'pnpm-workspace.yaml .pnpmfile.cjs',
    yarn: '.yarnrc.yml',
    make: 'makefile gnumakefile',
    just: 'justfile',
    task: 'taskfile.yml taskfile.yaml',
    rake: 'rakefile',
    cargo: 'build.rs',
    pip: 'setup.py',
    pytest: 'conftest.py',
    nox: 'noxfile.py',
    gradle: 'build.gradle build.gradle.kts',
    git: '.pre-commit-config.yaml lefthook.yml',
    'an editor': 'devcontainer.json',
    bazel: '.bazelrc',
    direnv: '.envrc',
  }).flatMap(([tool, names]) => names.split(' ').map((name) => [name, tool] as const)),
)

export const MANIFEST_NAMES: readonly string[] = [...MANIFESTS.keys()]

/**
 * Why the name of a file makes it code of a command, or `null`.
 *
 * @param folded the path, as it is compared
 */
export function manifestReason(folded: string): string | null {
  const name = folded.includes('/.cargo/') ? 'build.rs' : folded.slice(folded.lastIndexOf('/') + 1)
  const tool = MANIFESTS.get(name)
  return tool === undefined ? null : `${tool} runs what it says`
}
