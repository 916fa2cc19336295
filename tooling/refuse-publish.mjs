/**
 * Runs before `npm publish` in the folder of a package, and refuses it: the manifest there names the sources and the
 * catalog of this workspace. What is published is a tarball that was packed and tried. No TypeScript, so that it says
 * this with any Node.
 */
console.error(`
Not published. A folder of this workspace is not what users install: its entries point at sources, and its dependencies
at the workspace. Packed tarballs are published, after an installation of them was tried:

  pnpm package:check    packs all packages, installs them from a registry of its own, publishes nothing
  pnpm release          the same, then publishes; CONTRIBUTING.md, "A release"
`)
process.exitCode = 1
