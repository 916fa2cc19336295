/** What a developer allows an agent by and by, on a laptop without a sandbox. */
export const DEVELOPER_RULES: readonly string[] = (
  'ls|pwd|cat|head|tail|wc|grep|rg|find|fd|sort|uniq|cut|tr|echo|printf|which|stat|file|du|df|date|tree|diff|cmp|comm|' +
  'basename|dirname|realpath|readlink|nl|tac|column|jq|yq|sed|awk|xargs|test|[|seq|sha256sum|md5sum|strings|hexdump|xxd|od|' +
  'uname|whoami|id|hostname|ps|sleep|nproc|free|command|type|node --version|node --check|git status|git log|git diff|' +
  'git show|git branch|git grep|git blame|git rev-parse|git rev-list|git ls-files|git ls-tree|git remote|git describe|' +
  'git stash list|git tag|git merge-base|git shortlog|git cat-file|git config --get|git for-each-ref|git worktree list|' +
  'git reflog|git check-ignore|git add|git commit|git stash|git checkout|git switch|git restore|npm test|npm run lint|' +
  'npm run build|npm run test|npm run typecheck|npm ls|pnpm test|pnpm lint|pnpm build|pnpm -r|pnpm --filter|yarn test|' +
  'yarn lint|yarn build|npx tsc|npx vitest|npx jest|npx eslint|npx prettier|tsc|vitest|eslint|prettier|pytest|' +
  'python -m pytest|python3 -m pytest|ruff|mypy|black|cargo check|cargo build|cargo test|cargo clippy|cargo fmt|' +
  'go test|go vet|go build|gofmt|go fmt|make test|make lint|make build|make|cmake|mkdir|touch|mv|cp|tee'
).split('|')
