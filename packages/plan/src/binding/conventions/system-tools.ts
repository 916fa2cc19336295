import type { ConventionRow } from '../convention-row.ts'

/** Version control, editors, debuggers, and tools that run all files of a folder. */
export const SYSTEM_TOOLS: readonly ConventionRow[] = [
  {
    programs: 'git',
    source: 'git-config(1), githooks(5), gitattributes(5)',
    follow: 'repository',
    home: '.gitconfig .config/git/config .config/git/attributes',
    unbound: null,
  },
  {
    programs: 'pre-commit lefthook overcommit husky',
    source: 'pre-commit.com, lefthook.dev, github.com/sds/overcommit, typicode.github.io/husky',
    upward:
      '.pre-commit-config.yaml .pre-commit-hooks.yaml lefthook.* .lefthook.* lefthook-local.* .lefthook/*/* .overcommit.yml .git-hooks/*/* .husky/*',
    unbound: 'what the hooks do when they run',
  },
  {
    programs: 'hg svn jj fossil',
    source: 'hgrc(5), jj config, svn (.svn/hooks belong to the server)',
    upward: '.hg/hgrc .hg/hgrc-not-shared .jj/repo/config.toml .jj/config.toml',
    home: '.hgrc .config/jj/config.toml .subversion/config',
    unbound: null,
  },
  {
    programs: 'act',
    source: 'nektosact.com: .actrc, .env, .secrets, .vars',
    files: '.github/workflows/* .github/actions/*/* .actrc .env .secrets .vars',
    home: '.actrc',
    unbound: 'what the workflows do when they run',
  },
  {
    programs: 'run-parts',
    source: 'run-parts(8): the files of the folder that it is given',
    inside: '*',
    unbound: null,
  },
  {
    programs: 'find fd fdfind',
    source: 'find(1): -name with -exec; fd(1): --glob with --exec',
    follow: 'named-files',
    unbound: null,
  },
  {
    programs: 'gdb lldb rr valgrind strace',
    source: 'gdb(1): .gdbinit and auto-load files; lldb(1): .lldbinit; valgrind(1): .valgrindrc',
    files: '.gdbinit *-gdb.py *-gdb.gdb .lldbinit .valgrindrc .gdbearlyinit',
    home: '.gdbinit .lldbinit .valgrindrc',
    unbound: 'what the program does that is debugged',
  },
  {
    programs: 'vim nvim vi ex view emacs nano',
    source: 'vim(1): exrc, modelines; neovim.io (exrc); emacs manual: .dir-locals.el',
    upward: '.dir-locals.el .dir-locals-2.el',
    files: '.vimrc .exrc .gvimrc .nvim.lua .nvimrc .nanorc',
    home: '.vimrc .exrc .nanorc .emacs .config/nvim/init.lua .config/nvim/init.vim',
    unbound: 'what is typed into it, and the plugins that it loads',
  },
  {
    programs: 'sqlite psql mysql mongosh redis-cli duckdb',
    source: 'sqlite3(1): .sqliterc; psql(1): .psqlrc; mysql(1): .my.cnf; mongosh: .mongoshrc.js; duckdb: .duckdbrc',
    home: '.sqliterc .psqlrc .my.cnf .mongoshrc.js .duckdbrc .rediscli_rc',
    unbound: null,
  },
  {
    programs: 'ssh scp sftp rsync',
    source: 'ssh_config(5)',
    home: '.ssh/config .ssh/rc',
    unbound: 'what the other machine does',
  },
  {
    programs: 'curl wget aria2c',
    source: 'curl(1): .curlrc; wget(1): .wgetrc; aria2c(1)',
    home: '.curlrc .config/curlrc .wgetrc .config/aria2/aria2.conf .aria2/aria2.conf',
    unbound: null,
  },
  {
    programs: 'latexmk pdflatex xelatex lualatex texi2any',
    source: 'latexmk(1): latexmkrc in the folder; kpathsea: texmf.cnf',
    files: 'latexmkrc .latexmkrc LatexMk texmf.cnf',
    home: '.latexmkrc .config/latexmk/latexmkrc',
    unbound: null,
  },
  {
    programs:
      'tmux screen zellij overmind foreman honcho hivemind supervisord process-compose devbox nix-shell nix nix-build nix-env home-manager devenv flox',
    source:
      'tmux(1), screen(1), Procfile (devcenter.heroku.com), supervisord.org, nix.dev: shell.nix before default.nix, flake.nix',
    upward: 'flake.nix flake.lock devbox.json devenv.nix devenv.yaml',
    files:
      'shell.nix default.nix Procfile Procfile.dev .env .foreman supervisord.conf process-compose.yaml process-compose.yml',
    home: '.tmux.conf .config/tmux/tmux.conf .screenrc .config/nix/nix.conf',
    unbound: 'what it starts',
  },
]
