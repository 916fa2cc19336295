/** A way to harm the history of a repository, or something that git does with it every day. */
export interface HistoryRow {
  readonly name: string
  /** A script of a shell, in the work tree. */
  readonly script: string
}

/** After each of these, every commit is there again, and the report says so. */
export const HARM: readonly HistoryRow[] = [
  { name: 'all of it', script: 'rm -rf .git' },
  {
    name: 'all but what is mounted',
    script: 'find .git -mindepth 1 -maxdepth 1 ! -name hooks ! -name config -exec rm -rf {} +',
  },
  { name: 'the folder, by find', script: 'find .git -delete' },
  { name: 'the folder renamed', script: 'mv .git gone' },
  { name: 'the folder renamed, another in its place', script: 'mv .git gone && mkdir .git && echo x > .git/none' },
  { name: 'the folder renamed, a file in its place', script: 'mv .git gone && echo x > .git' },
  { name: 'the folder renamed into another', script: 'mkdir x && mv .git x/kept' },
  { name: 'the objects', script: 'rm -rf .git/objects' },
  { name: 'the objects, the folder left', script: 'rm -rf .git/objects/*' },
  { name: 'the packs', script: 'rm -f .git/objects/pack/*' },
  { name: 'the indexes of packs', script: 'rm -f .git/objects/pack/*.idx' },
  { name: 'one loose object', script: 'rm -f "$(find .git/objects/?? -type f | sort | head -n 1)"' },
  { name: 'objects emptied', script: 'find .git/objects -type f -exec chmod u+w {} + -exec truncate -s 0 {} +' },
  {
    name: 'objects overwritten with as many bytes',
    script:
      'for f in $(find .git/objects/?? -type f); do chmod u+w $f; n=$(wc -c < $f); head -c $n /dev/zero > $f; done',
  },
  {
    name: 'objects replaced by folders',
    script: 'for f in $(find .git/objects/?? -type f); do rm -f $f; mkdir $f; done',
  },
  { name: 'the objects replaced by a link', script: 'rm -rf .git/objects && ln -s /tmp .git/objects' },
  { name: 'the references', script: 'rm -rf .git/refs' },
  { name: 'the branches', script: 'rm -rf .git/refs/heads' },
  { name: 'one branch, its log left', script: 'rm .git/refs/heads/side' },
  { name: 'packed references', script: 'git pack-refs --all 2>/dev/null; rm .git/packed-refs' },
  { name: 'packed references emptied', script: ': > .git/packed-refs' },
  { name: 'a branch emptied', script: ': > .git/refs/heads/main' },
  {
    name: 'a branch that names no object',
    script: 'echo 1111111111111111111111111111111111111111 > .git/refs/heads/main',
  },
  { name: 'a branch of garbage', script: 'echo nonsense > .git/refs/heads/side' },
  { name: 'HEAD', script: 'rm .git/HEAD' },
  { name: 'HEAD emptied', script: ': > .git/HEAD' },
  { name: 'HEAD replaced by a link', script: 'rm .git/HEAD; ln -s /etc/hostname .git/HEAD' },
  { name: 'the index', script: 'rm .git/index' },
  { name: 'the logs and a branch', script: 'rm -rf .git/logs .git/refs/heads/side' },
  {
    name: 'by the code of a program',
    script: "node -e \"require('fs').rmSync('.git', { recursive: true, force: true })\"",
  },
  { name: 'a file in its place', script: 'rm -rf .git && echo x > .git' },
  { name: 'a link in its place', script: 'rm -rf .git && ln -s /tmp .git' },
]

/** After each of these everything is as git left it, and nothing is said. */
export const DAILY: readonly HistoryRow[] = [
  { name: 'a commit', script: 'echo x >> a && git commit -qam x' },
  { name: 'an amended commit', script: 'git commit -q --amend --allow-empty -m y' },
  { name: 'a branch', script: 'git checkout -q -b new && git commit -q --allow-empty -m z' },
  { name: 'a rebase', script: 'git checkout -q side && git rebase -q main' },
  { name: 'a merge', script: 'git merge -q --no-edit side' },
  { name: 'a reset', script: 'git reset -q --hard HEAD~1' },
  { name: 'packing', script: 'git gc -q' },
  { name: 'repacking into one', script: 'git repack -adq' },
  { name: 'packing references', script: 'git pack-refs --all' },
  { name: 'a stash that is taken back', script: 'echo x >> a && git stash -q && git stash pop -q' },
  { name: 'a worktree that comes and goes', script: 'git worktree add -q tree && git worktree remove tree' },
  { name: 'a tag', script: 'git tag new' },
  { name: 'a branch that comes and goes', script: 'git branch new && git branch -q -D new' },
  { name: 'a renamed branch', script: 'git checkout -q -b new && git branch -m newer' },
  { name: 'an orphan', script: 'git checkout -q --orphan alone && git commit -q -m alone' },
  { name: 'logs that expire', script: 'git reflog expire --expire=now --all' },
  { name: 'settings', script: 'git config pull.rebase true' },
  { name: 'a repository of its own that comes and goes', script: 'git init -q tmp && rm -rf tmp' },
  { name: 'a lock that is left', script: 'touch .git/index.lock && rm .git/index.lock' },
  { name: 'a note', script: 'git notes add -m x' },
]
