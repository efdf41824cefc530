/** The session that wants to work in a folder. */
export interface CheckoutGuest {
  readonly sessionId: string;
  /** The folder its tasks work in. */
  readonly cwd: string;
  /** Whether its workflow says that it may change files there. */
  readonly mutates: boolean;
}

/** Keeps sessions out of each other's working folders; the port. */
export interface Checkout {
  /** Before anything runs. Throws when another session has the folder. */
  enter(guest: CheckoutGuest): Promise<CheckoutStay>;
}

/** A session in its folder. */
export interface CheckoutStay {
  /** When nothing runs any more: what the person should know about the folder. */
  warnings(): Promise<readonly { readonly code: string; readonly message: string }[]>;
  /** The last call, however the session ended. */
  leave(): Promise<void>;
}

/** Every folder is free, and nobody looks. */
export const openCheckout: Checkout = {
  enter: async () => ({ warnings: async () => [], leave: async () => undefined }),
};
