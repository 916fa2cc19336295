import type { ConventionRow } from '../convention-row.ts'

/** What builds, and runs tasks by name, whatever the language. */
export const BUILD_TOOLS: readonly ConventionRow[] = [
  {
    programs: 'make gmake',
    source: 'make(1), GNU make manual 3.2: GNUmakefile, then makefile, then Makefile; 3.3 Including Other Makefiles',
    files: 'GNUmakefile makefile Makefile',
    follow: 'makefile',
    unbound: 'what make does when it runs (its recipes, and what they start)',
  },
  {
    programs: 'bmake bsdmake pmake',
    source: 'bmake(1): BSDmakefile, makefile, Makefile; .depend',
    files: 'BSDmakefile makefile Makefile .depend',
    follow: 'makefile',
    unbound: 'what make does when it runs (its recipes, and what they start)',
  },
  {
    programs: 'just',
    source: 'just.systems/man: finding the justfile (any case, also hidden), .env, just.just imports',
    upward: 'justfile Justfile JUSTFILE .justfile .Justfile .env',
    follow: 'makefile',
    unbound: 'what the recipes do when they run',
  },
  {
    programs: 'task go-task',
    source: 'taskfile.dev: supported file names, includes, .env',
    upward:
      'Taskfile.yml taskfile.yml Taskfile.yaml taskfile.yaml Taskfile.dist.yml taskfile.dist.yml Taskfile.dist.yaml taskfile.dist.yaml',
    files: '.env .taskrc.yml',
    unbound: 'what the tasks do when they run',
  },
  {
    programs: 'mise rtx asdf',
    source: 'mise.jdx.dev: configuration, file tasks; asdf-vm.com',
    upward:
      'mise.toml .mise.toml mise.local.toml .mise.local.toml mise/config.toml .config/mise.toml .tool-versions mise-tasks/* .mise/tasks/*',
    home: '.config/mise/config.toml .tool-versions .asdfrc',
    unbound: 'what the tasks do when they run',
  },
  {
    programs: 'direnv',
    source: 'direnv(1): .envrc, .env',
    upward: '.envrc .env',
    unbound: 'what .envrc does when it is loaded',
  },
  {
    programs: 'cmake ctest cpack',
    source: 'cmake(1), cmake-presets(7), ctest(1)',
    files: 'CMakeLists.txt CMakePresets.json CMakeUserPresets.json CMakeCache.txt CTestConfig.cmake build.ninja',
    below: 'CMakeLists.txt *.cmake CTestTestfile.cmake',
    unbound: 'what the build does when it runs',
  },
  {
    programs: 'ninja samu',
    source: 'ninja-build.org/manual: build.ninja, include and subninja',
    files: 'build.ninja *.ninja',
    unbound: 'what the build does when it runs',
  },
  {
    programs: 'bazel bazelisk buck pants',
    source: 'bazel.build: workspace files, BUILD files, .bazelrc; buck2.build; pantsbuild.org',
    upward:
      'WORKSPACE WORKSPACE.bazel MODULE.bazel MODULE.bazel.lock REPO.bazel .bazelrc .bazelversion .buckconfig pants.toml .pants.rc tools/bazel',
    below: 'BUILD BUILD.bazel BUCK *.bzl',
    home: '.bazelrc',
    unbound: 'what the build does when it runs',
  },
  {
    programs: 'gradle gradlew',
    source: 'docs.gradle.org: settings file, init scripts, buildSrc, gradle.properties, wrapper',
    upward: 'settings.gradle settings.gradle.kts',
    files: 'build.gradle build.gradle.kts gradle.properties local.properties gradlew gradle/wrapper/* gradle/*.toml',
    below: '*.gradle *.gradle.kts',
    home: '.gradle/gradle.properties .gradle/init.gradle .gradle/init.gradle.kts .gradle/init.d/*',
    unbound: 'what the build does when it runs (its plugins, and the code that it tests)',
  },
  {
    programs: 'mvn mvnw mvnd',
    source: 'maven.apache.org: pom, .mvn folder, settings',
    upward: '.mvn/extensions.xml .mvn/maven.config .mvn/jvm.config .mvn/settings.xml .mvn/wrapper/*',
    files: 'mvnw .mavenrc',
    below: 'pom.xml',
    home: '.m2/settings.xml .m2/extensions.xml .mavenrc',
    unbound: 'what the build does when it runs (its plugins, and the code that it tests)',
  },
  {
    programs: 'ant sbt mill lein boot clj clojure scala scala-cli kotlin',
    source: 'ant.apache.org, scala-sbt.org (project/, .sbtopts), mill-build.org, leiningen.org, clojure.org/deps',
    files:
      'build.xml build.properties build.sbt .sbtopts .jvmopts .sbtrc project/* build.sc build.mill project.clj profiles.clj deps.edn build.boot project.scala',
    home: '.sbt/1.0/*.sbt .sbt/1.0/plugins/* .lein/profiles.clj .clojure/deps.edn .ant/build.properties',
    unbound: 'what the build does when it runs (its plugins, and the code that it tests)',
  },
  {
    programs: 'docker podman',
    source: 'docs.docker.com: build context, Dockerfile.dockerignore; podman-build(1): Containerfile',
    words: 'build buildx buildah image builder bake',
    files:
      'Dockerfile Containerfile dockerfile .dockerignore .containerignore Dockerfile.dockerignore Containerfile.dockerignore docker-bake.hcl docker-bake.json docker-bake.override.hcl docker-bake.override.json',
    home: '.docker/config.json',
    unbound: 'what the build does with the files of its context',
  },
  {
    programs: 'docker docker-compose podman podman-compose nerdctl',
    source: 'docs.docker.com/compose: compose.yaml before docker-compose.yml, override files, .env',
    words: 'compose up run build exec start restart create down config watch docker-compose',
    files:
      'compose.yaml compose.yml docker-compose.yaml docker-compose.yml compose.override.yaml compose.override.yml docker-compose.override.yaml docker-compose.override.yml .env Dockerfile .dockerignore',
    home: '.docker/config.json',
    unbound: 'what the containers do with the folders that are mounted',
  },
  {
    programs: 'docker-compose podman-compose',
    source: 'docs.docker.com/compose: compose.yaml before docker-compose.yml, override files, .env',
    files:
      'compose.yaml compose.yml docker-compose.yaml docker-compose.yml compose.override.yaml compose.override.yml docker-compose.override.yaml docker-compose.override.yml .env Dockerfile .dockerignore',
    unbound: 'what the containers do with the folders that are mounted',
  },
  {
    programs: 'earthly dagger skaffold tilt devcontainer vagrant packer',
    source:
      'docs.earthly.dev, docs.dagger.io, skaffold.dev, docs.tilt.dev, containers.dev, developer.hashicorp.com/vagrant, /packer',
    files:
      'Earthfile .arg .env .secret dagger.json skaffold.yaml Tiltfile tilt_config.json .devcontainer/* .devcontainer.json Vagrantfile *.pkr.hcl *.pkr.json *.pkrvars.hcl',
    unbound: 'what the tool does when it runs',
  },
  {
    programs:
      'terraform tofu terragrunt pulumi cdk cdktf serverless sls sam helm helmfile kustomize kubectl ansible ansible-playbook ansible-galaxy molecule',
    source:
      'developer.hashicorp.com/terraform/language/files, terragrunt.gruntwork.io, pulumi.com, docs.aws.amazon.com/cdk, helm.sh, kubectl.docs.kubernetes.io, docs.ansible.com: ansible.cfg in the current folder',
    upward: 'terragrunt.hcl root.hcl',
    files:
      '*.tf *.tf.json *.tofu *.tfvars *.tfvars.json .terraformrc .terraform.lock.hcl Pulumi.yaml Pulumi.*.yaml cdk.json cdktf.json serverless.* samconfig.toml template.yaml Chart.yaml values.yaml templates/* helmfile.yaml kustomization.yaml kustomization.yml Kustomization ansible.cfg hosts inventory group_vars/* host_vars/* roles/*/tasks/* molecule/*/*',
    home: '.terraformrc .ansible.cfg',
    unbound: 'what the tool does when it runs',
  },
]
