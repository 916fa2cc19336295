import { Component, type ComponentChildren } from 'preact'

interface RememberedProps {
  /** What it is built from. */
  readonly by: readonly unknown[]
  readonly children: () => ComponentChildren
}

/**
 * Builds its children again only where what they are built from has changed. An element that `useMemo` keeps would keep
 * the list it was first built in, with all that has left that list since.
 */
export class Remembered extends Component<RememberedProps> {
  override shouldComponentUpdate(next: RememberedProps): boolean {
    // With the same properties, a signal that was read has changed.
    return next === this.props || next.by.some((value, index) => value !== this.props.by[index])
  }

  override render({ children }: RememberedProps) {
    return children()
  }
}
