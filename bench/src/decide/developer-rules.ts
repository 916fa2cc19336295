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

/** What the same developer allows where looking needs no rule: the first 49 build, test and fetch. */
export const BUILDING_RULES: readonly string[] = (
  'go build|go test|go vet|go run|go mod|golangci-lint run|cargo build|cargo test|cargo clippy|cargo fmt|npm test|npm run|' +
  'npm ci|npm install|npx tsc|npx vitest|npx eslint|npx prettier|pnpm test|pnpm run|pnpm install|pnpm build|pnpm --filter|' +
  'yarn test|yarn run|bun run|bun test|bun install|make|just|task|mise run|pytest|python -m pytest|python3 -m pytest|ruff|' +
  'mypy|node --test|git fetch|git pull|git checkout|git switch|git stash|gh pr view|gh pr list|gh pr diff|gh pr checks|' +
  'gh issue view|gh run view|' +
  'go get|go install|go generate|go tool|go list|go fmt|gofmt|goimports|staticcheck|cargo check|cargo run|cargo doc|' +
  'npm ls|npm view|npm outdated|npx jest|npx playwright|npx biome|pnpm lint|pnpm typecheck|pnpm exec|pnpm -r|yarn lint|' +
  'yarn build|bun build|bunx tsc|tsc|eslint|prettier|vitest|jest|biome|black|isort|uv run|uv sync|poetry run|pip install|' +
  'pip list|tox|nox|cmake|ctest|ninja|bazel build|bazel test|mvn test|mvn package|gradle test|gradle build|mvn verify|' +
  'gradle check|dotnet build|dotnet test|swift build|swift test|terraform plan|terraform validate|docker compose ps|' +
  'docker ps|docker logs|kubectl get|shellcheck|shfmt|actionlint|gh pr create|gh issue list|' +
  'gh run list|gh repo view|gh release list|gh api|git rebase|git merge|git cherry-pick|git ls-remote|git push'
).split('|')
