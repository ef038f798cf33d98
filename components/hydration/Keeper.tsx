import { Component, type ReactNode } from "react";
import { snapshot } from "./snapshot.ts";

interface KeeperProps {
  island: Element;
  /** Brings over what the pre-rendered form holds: a {@link snapshot} of it. */
  bringOver: () => void;
  children: ReactNode;
}

/**
 * Keeps what a visitor typed when the form has to be rendered anew: because a translator or a password manager changed the
 * page before React came, which then gives up on hydrating, or after, when React fails on nodes that are not where it put them.
 * Both happen within the commit that brings the new form, so that no key is lost in between.
 */
export class Keeper extends Component<KeeperProps, { failure: unknown }> {
  override state = { failure: undefined };

  /** React then renders the children anew, and gives up when they fail again at once. */
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
