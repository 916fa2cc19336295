/** Subcommands behind which another word says what they do: `npm run build`, `git stash list`; `gh`: all of them. */
const WITH_VERBS: ReadonlySet<string> = new Set(
  (
    'npm:run npm:run-script npm:config mise:run mise:r pnpm:run yarn:run yarn:workspace bun:run turbo:run nx:run uv:run poetry:run go:tool ' +
    'go:mod git:stash git:remote git:worktree git:submodule git:notes git:bisect docker:compose cargo:run dotnet:run gh glab'
  ).split(' '),
)

/** True where a word behind the subcommand says what is done: `npm run build` is not `npm run deploy`. */
export const saysByVerb = (program: string, subcommand: string): boolean =>
  WITH_VERBS.has(program) || WITH_VERBS.has(`${program}:${subcommand}`)
