import type { ConventionRow } from '../convention-row.ts'

const TESTS = 'what the code does that it builds and runs'

/** Compilers and package managers of further languages. */
export const LANGUAGES: readonly ConventionRow[] = [
  {
    programs: 'go',
    source: 'go.dev/ref/mod: go.mod, go.sum, go.work in the folder and above; go help test, go help generate',
    upward: 'go.mod go.sum go.work go.work.sum vendor/modules.txt',
    below: '*.go *.s *.c *.h',
    home: '.config/go/env',
    unbound: TESTS,
  },
  {
    programs: 'cargo',
    source:
      'doc.rust-lang.org/cargo: configuration (.cargo/config.toml in every folder above), manifest, build scripts, rust-toolchain',
    upward:
      'Cargo.toml Cargo.lock .cargo/config .cargo/config.toml rust-toolchain rust-toolchain.toml clippy.toml .clippy.toml rustfmt.toml .rustfmt.toml',
    below: '*.rs Cargo.toml',
    home: '.cargo/config .cargo/config.toml',
    unbound: TESTS,
  },
  {
    programs: 'rustc rustup rustfmt rust-analyzer',
    source: 'rust-lang.github.io/rustup: overrides',
    upward: 'rust-toolchain rust-toolchain.toml rustfmt.toml .rustfmt.toml',
    unbound: null,
  },
  {
    programs:
      'ruby irb pry bundle bundler rake rails rspec cucumber rubocop jekyll pod fastlane guard capistrano cap thor ruby-lsp gem',
    source:
      'bundler.io (Gemfile, .bundle/config), ruby.github.io/rake, rspec.info (.rspec), rubocop.org, jekyllrb.com, guides.cocoapods.org, docs.fastlane.tools, pry (.pryrc), irb (.irbrc)',
    upward: 'Gemfile Gemfile.lock gems.rb gems.locked .bundle/config .ruby-version',
    files:
      'Rakefile rakefile Rakefile.rb rakefile.rb .rspec .rspec-local .rubocop.yml .pryrc .irbrc .rake config.ru config/*.rb config/environments/* bin/* spec/*_helper.rb spec/support/* test/test_helper.rb features/support/* Podfile Podfile.lock fastlane/Fastfile fastlane/Appfile Guardfile Capfile Thorfile _config.yml _plugins/* *.gemspec rakelib/*',
    below: '*_spec.rb *_test.rb test_*.rb *.rake',
    home: '.rspec .pryrc .irbrc .bundle/config .gemrc .rake/*',
    follow: 'required-files',
    unbound: 'what its code loads and does',
  },
  {
    programs: 'php composer phpunit artisan pest phpstan psalm php-cs-fixer wp drush',
    source:
      'getcomposer.org/doc, docs.phpunit.de (phpunit.xml before phpunit.xml.dist), php.net/configuration (.user.ini, php.ini in the folder)',
    files:
      'composer.json composer.lock auth.json php.ini .user.ini artisan vendor/autoload.php phpunit.xml phpunit.dist.xml phpunit.xml.dist phpstan.neon phpstan.neon.dist phpstan.dist.neon psalm.xml psalm.xml.dist .php-cs-fixer.php .php-cs-fixer.dist.php wp-config.php wp-cli.yml drush.yml tests/bootstrap.php tests/Pest.php .env',
    below: '*Test.php',
    home: '.composer/composer.json .composer/auth.json .config/composer/composer.json',
    follow: 'required-files',
    unbound: 'what its code loads and does',
  },
  {
    programs: 'dotnet msbuild nuget',
    source: 'learn.microsoft.com: Directory.Build.props and .targets, nuget.config, global.json, *.rsp',
    upward:
      'Directory.Build.props Directory.Build.targets Directory.Build.rsp Directory.Packages.props global.json nuget.config NuGet.Config NuGet.config .config/dotnet-tools.json MSBuild.rsp',
    files: '*.sln *.slnx *.csproj *.fsproj *.vbproj *.props *.targets *.rsp',
    below: '*.csproj *.fsproj *.vbproj *.props *.targets *.cs *.fs',
    home: '.nuget/NuGet/NuGet.Config',
    unbound: TESTS,
  },
  {
    programs: 'swift xcodebuild xctest tuist',
    source: 'swift.org/documentation/package-manager, developer.apple.com',
    files: 'Package.swift Package@*.swift Package.resolved .swift-version *.xcconfig Project.swift Workspace.swift',
    below: '*.swift project.pbxproj *.xcscheme',
    unbound: TESTS,
  },
  {
    programs: 'mix iex elixir rebar rebar3 erlang gleam',
    source: 'hexdocs.pm/mix, hexdocs.pm/iex (.iex.exs), rebar3.org, gleam.run',
    files:
      'mix.exs mix.lock .iex.exs .formatter.exs config/*.exs test/test_helper.exs rebar.config rebar.config.script gleam.toml',
    below: '*.ex *_test.exs *.erl',
    home: '.iex.exs',
    unbound: TESTS,
  },
  {
    programs:
      'stack cabal ghci runghc dune opam esy zig crystal shards nim nimble julia Rscript R luarocks busted dart flutter pub',
    source:
      'docs.haskellstack.org, cabal.readthedocs.io, ghc (.ghci in the folder), dune.readthedocs.io, opam.ocaml.org, ziglang.org (build.zig), crystal-lang.org, nim-lang.org (config.nims), docs.julialang.org, r-project.org (.Rprofile in the folder), dart.dev',
    upward:
      'stack.yaml cabal.project cabal.project.local dune-project dune-workspace pubspec.yaml nim.cfg config.nims Project.toml Manifest.toml',
    files:
      '*.cabal package.yaml Setup.hs .ghci *.opam build.zig build.zig.zon shard.yml shard.lock *.nimble .Rprofile .Renviron renv/activate.R .busted *.rockspec analysis_options.yaml build.yaml',
    below: 'dune *.hs *.ml *.zig *_test.dart *_spec.lua',
    home: '.ghci .Rprofile .Renviron .julia/config/startup.jl .stack/config.yaml',
    unbound: TESTS,
  },
  {
    programs: 'lua luajit tclsh expect wish',
    source: 'lua.org/manual: package.path has the folder; tclsh(1): .tclshrc',
    home: '.tclshrc .wishrc',
    follow: 'required-files',
    unbound: 'what its code loads and does',
  },
  {
    programs: 'perl prove cpanm carton dzil',
    source: 'perlrun(1), prove(1): .proverc, t/*.t; metacpan.org (cpanfile)',
    files: '.proverc .perltidyrc .perlcriticrc cpanfile Makefile.PL Build.PL dist.ini t/*.t lib/*.pm',
    home: '.proverc',
    follow: 'required-files',
    unbound: 'what its code loads and does',
  },
  {
    programs: 'java javac jshell groovy jbang',
    source: 'docs.oracle.com: java (@argfiles, JDK_JAVA_OPTIONS), jbang.dev',
    files: 'jbang-catalog.json .jbang/* build.jbang',
    below: '*.java',
    unbound: 'what the classes do that it loads',
  },
]
