/** Characters of a path: `PATH_MAX` of Linux, so that nothing which could be opened is refused (limits.h). */
export const LONGEST_PATH = 4096

/**
 * Characters of a pattern that a program is given: in UTF-8 they have at most four bytes each, and Linux takes 128 KiB
 * as one argument (`MAX_ARG_STRLEN`, execve(2)).
 */
export const LONGEST_PATTERN = 32_000

/** Characters of a glob: to match one can take as many steps for each character of a path. */
export const LONGEST_GLOB = 2000

/** What the kernel takes as a path or a variable ends at the first NUL. */
export const WITHOUT_NUL = '^[^\\u0000]*$'
