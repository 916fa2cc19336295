/** Debian's package of a program, where it has another name. */
const PACKAGES: Readonly<Record<string, string>> = {
  bwrap: 'bubblewrap',
  rg: 'ripgrep',
  docker: 'docker.io',
  dockerd: 'docker.io',
  unshare: 'util-linux',
  nft: 'nftables',
  column: 'bsdextrautils',
  hexdump: 'bsdextrautils',
  man: 'man-db',
  netstat: 'net-tools',
  pgrep: 'procps',
  ss: 'iproute2',
  strings: 'binutils',
  watch: 'procps',
  xz: 'xz-utils',
}

/** How a skip names a missing program, as its reason or within a title: `: needs rg`, `(needs docker, and its daemon)`. */
const NEEDS = /(?:: |\()needs ([a-z0-9][a-z0-9.+-]*)/

/**
 * Says how to get the tests that were skipped, from the lines that name them: the packages to install, and what else is
 * missing. Nothing where nothing was skipped.
 */
export function describeMissing(skips: readonly string[]): readonly string[] {
  if (skips.length === 0) return []
  const packages = new Set<string>()
  let engine = false
  let root = false
  for (const skip of skips) {
    const program = NEEDS.exec(skip)?.[1]
    if (/container engine/i.test(skip)) engine = true
    else if (/needs to be run as root|takes root/.test(skip)) root = true
    else if (program !== undefined) packages.add(PACKAGES[program] ?? program)
  }
  const steps = [
    ...(packages.size > 0 ? [`install ${[...packages].toSorted().join(' ')}`] : []),
    ...(engine ? ['start Docker or Podman'] : []),
    ...(root ? ['run as root'] : []),
  ]
  return [
    `${skips.length} tests were skipped, since this machine lacks what they need. To run them, too: ${
      steps.length > 0 ? `${steps.join('; ')}; or ` : ''
    }run .ci/run on Debian, which installs and starts everything.`,
  ]
}
