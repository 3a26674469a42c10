import { Component, type ReactNode } from 'react';

interface Props {
  /** The type of the block inside. */
  type: string;
  /** The number of its island, if the block was prerendered. */
  island?: number;
  children: ReactNode;
}

/** Keeps an error of one block to that block: the rest of the page works, and the block stays readable. */
export class BlockBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };
  private copy: Node | undefined;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(problem: unknown): void {
    console.error(`The block ${this.props.type} failed:`, problem);
    // A block on a page that was navigated to is prerendered too: a full load shows it.
    if (!this.copy) return location.reload();
    // From now on its controls do what they do without script.
    this.section?.removeAttribute('data-island');
  }

  private get section(): Element | null {
    return document.querySelector(`[data-island="${this.props.island}"]`);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    // The prerendered HTML is still in the document, with what the visitor typed; React removes it next.
    this.copy ??= this.section?.lastElementChild?.previousElementSibling?.cloneNode(true);
    return this.copy ? <span hidden ref={this.putBack} /> : null;
  }

  private putBack = (marker: HTMLElement | null) => {
    if (marker && this.copy) marker.before(this.copy);
    return () => void this.copy?.parentNode?.removeChild(this.copy);
  };
}
