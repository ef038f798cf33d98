import { Component, type ReactNode } from "react";
import { snapshot } from "./snapshot.ts";

interface KeeperProps {
  island: Element;
  /** A {@link snapshot} of the pre-rendered form, which transfers its content. */
  bringOver: () => void;
  children: ReactNode;
}

/**
 * Keeps the visitor's input when the form has to be rendered again: if a translator or password manager changed the page before
 * hydration, which React then gives up, or later, when React fails on nodes that were moved. Both happen within the commit of the
 * new form, so that no key is lost in between.
 */
export class Keeper extends Component<KeeperProps, { failure: unknown }> {
  override state = { failure: undefined };

  /** React then renders the children again, and gives up if they fail again at once. */
  static getDerivedStateFromError(failure: unknown): { failure: unknown } {
    return { failure };
  }

  override componentDidMount(): void {
    this.props.bringOver();
  }

  override getSnapshotBeforeUpdate(): () => void {
    return snapshot(this.props.island);
  }

  override componentDidUpdate(_props: unknown, _state: unknown, bringOver: () => void): void {
    bringOver();
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
