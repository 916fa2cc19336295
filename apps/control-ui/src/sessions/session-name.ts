/** What a session is called in lists: many have the same label. */
export const sessionName = (id: string, label: string | undefined): string =>
  label === undefined ? id : `${label} ${id.slice(0, 8)}`
