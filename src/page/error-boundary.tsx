import { Component, type ReactNode } from 'react';

interface Props {
  /** The type of the block inside. */
  type: string;
  /** The number of its island, if the block was sent with the page and not drawn here. */
  island: number | undefined;
  children: ReactNode;
}

/** Keeps an error of one block to that block: the rest of the page lives on, and the block stays readable. */
export class Contained extends Component<Props, { failed: boolean }> {
  override state = { failed: false };
  private kept: Node | undefined;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(problem: unknown): void {
    console.error(`The block ${this.props.type} failed:`, problem);
    // A block on a page that was navigated to was drawn on the server too, where it can be had by a full load.
    if (!this.kept) return location.reload();
    // From now on its controls do what they do without script.
    this.section?.removeAttribute('data-island');
  }

  private get section(): Element | null {
    return document.querySelector(`[data-island="${this.props.island}"]`);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    // What was sent is still in the document now, with everything that the visitor typed; React removes it after this.
    this.kept ??= this.section?.lastElementChild?.previousElementSibling?.cloneNode(true);
    return this.kept ? <span hidden ref={this.putBack} /> : null;
  }

  private putBack = (place: HTMLElement | null) => {
    if (place && this.kept) place.before(this.kept);
    return () => void this.kept?.parentNode?.removeChild(this.kept);
  };
}
