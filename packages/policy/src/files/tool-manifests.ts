/** Files that a command which is often allowed runs: writing one writes what that command does. */
const MANIFESTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'package.json': 'npm runs what it names', // docs.npmjs.com/cli/using-npm/scripts
    'pnpm-workspace.yaml': 'pnpm runs what it names', // pnpm.io/settings
    '.pnpmfile.cjs': 'pnpm runs it', // pnpm.io/pnpmfile
    '.yarnrc.yml': 'yarn runs what it names', // yarnpkg.com/configuration/yarnrc
    makefile: 'make runs it', // make(1)
    gnumakefile: 'make runs it',
    justfile: 'just runs it',
    'taskfile.yml': 'task runs it',
    'taskfile.yaml': 'task runs it',
    rakefile: 'rake runs it',
    'build.rs': 'cargo runs it', // doc.rust-lang.org/cargo/reference/build-scripts.html
    'setup.py': 'pip runs it',
    'conftest.py': 'pytest runs it', // docs.pytest.org
    'noxfile.py': 'nox runs it',
    'build.gradle': 'gradle runs it',
    'build.gradle.kts': 'gradle runs it',
    '.pre-commit-config.yaml': 'git hooks run what it names', // pre-commit.com
    'lefthook.yml': 'git hooks run what it names',
    'devcontainer.json': 'an editor runs what it names', // containers.dev
    '.bazelrc': 'bazel runs what it names',
    '.envrc': 'direnv runs it',
  }),
)

export const MANIFEST_NAMES: readonly string[] = [...MANIFESTS.keys()]

/**
 * Why the name of a file makes it code of a command, or `null`.
 *
 * @param folded the path, as it is compared
 */
export function manifestReason(folded: string): string | null {
  const reason = MANIFESTS.get(folded.slice(folded.lastIndexOf('/') + 1))
  return reason ?? (folded.includes('/.cargo/') ? 'cargo runs what it names' : null)
}
