/**
 * Names of options that mean the same, by the command: separated by blanks, each group by a comma; `-d+-f` is both together.
 * Only what a rule that denies is likely to name. Sources: the manual page of each.
 */
export const optionNamesAlike: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rm: '-r -R --recursive, -f --force, -d --dir, -v --verbose',
    cp: '-r -R --recursive, -f --force, -a --archive, -n --no-clobber, -l --link, -s --symbolic-link, -u --update',
    mv: '-f --force, -n --no-clobber, -u --update',
    ln: '-s --symbolic, -f --force',
    chmod: '-R --recursive',
    chown: '-R --recursive',
    chgrp: '-R --recursive',
    mkdir: '-p --parents, -m --mode',
    touch: '-r --reference, -c --no-create',
    ls: '-a --all, -A --almost-all, -R --recursive',
    grep: '-r --recursive, -R --dereference-recursive, -f --file, -i --ignore-case',
    sed: '-i --in-place, -n --quiet --silent, -E -r --regexp-extended, -e --expression, -f --file',
    sort: '-o --output, -T --temporary-directory',
    tar: '-x --extract --get, -c --create, -t --list, -u --update, -r --append, -f --file, -C --directory, -P --absolute-names',
    rsync: '-r --recursive, -a --archive, -n --dry-run, -e --rsh',
    curl:
      '-k --insecure, -d --data --data-ascii, -T --upload-file, -X --request, -o --output, -O --remote-name, -F --form, ' +
      '-u --user, -x --proxy, -K --config, -L --location, -H --header, -b --cookie, -c --cookie-jar',
    wget: '-O --output-document, -r --recursive, -m --mirror, -P --directory-prefix, -i --input-file, -e --execute, -c --continue',
    pip: '-r --requirement, -e --editable, -U --upgrade, -t --target, -i --index-url',
    pip3: '-r --requirement, -e --editable, -U --upgrade, -t --target, -i --index-url',
    make: '-C --directory, -f --file --makefile, -B --always-make, -n --just-print --dry-run --recon',
    'docker run':
      '-d --detach, -v --volume, -p --publish, -e --env, -u --user, -i --interactive, -t --tty, -w --workdir',
    'docker rm': '-f --force, -v --volumes, -l --link',
    'docker rmi': '-f --force',
    'docker system': '-a --all, -f --force',
    'git add': '-A --all --no-ignore-removal, -f --force, -u --update, -n --dry-run, -p --patch, -i --interactive',
    'git branch':
      '-d --delete, -m --move, -c --copy, -f --force, -D -d+-f -d+--force --delete+-f --delete+--force, ' +
      '-M -m+-f -m+--force --move+-f --move+--force, -C -c+-f -c+--force --copy+-f --copy+--force, -a --all, -r --remotes',
    'git checkout': '-f --force, -q --quiet, -d --detach, -m --merge, -p --patch, -t --track',
    'git clean': '-f --force, -n --dry-run, -i --interactive, -e --exclude, -q --quiet',
    'git commit':
      '-a --all, -n --no-verify, -m --message, -s --signoff, -S --gpg-sign, -F --file, -p --patch, -q --quiet',
    'git fetch': '-f --force, -p --prune, -t --tags, -a --append, -n --no-tags',
    'git merge': '-m --message, -n --no-stat, -S --gpg-sign, -s --strategy',
    'git mv': '-f --force, -n --dry-run',
    'git pull': '-f --force, -r --rebase, -p --prune, -t --tags, -n --no-stat',
    'git push':
      '-f --force, -d --delete, -n --dry-run, -u --set-upstream, -o --push-option, -q --quiet, --all --branches',
    'git rebase': '-i --interactive, -f --force-rebase --no-ff, -x --exec, -n --no-stat, -r --rebase-merges',
    'git reset': '-p --patch, -q --quiet, -N --intent-to-add',
    'git restore': '-S --staged, -W --worktree, -s --source, -p --patch',
    'git rm': '-f --force, -n --dry-run, -q --quiet',
    'git stash': '-a --all, -u --include-untracked, -k --keep-index, -p --patch, -S --staged, -m --message',
    'git switch': '-f --force --discard-changes, -c --create, -C --force-create, -d --detach, -m --merge, -t --track',
    'git tag': '-d --delete, -f --force, -a --annotate, -s --sign, -m --message, -v --verify, -l --list',
    'git worktree': '-f --force',
  }),
)
