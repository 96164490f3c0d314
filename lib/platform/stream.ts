/** An answer that is sent while it comes into being. `start` is called once, after the head was sent. */
export type StreamBody = { start(sink: Sink): void }

/** Where a streamed answer goes. After the client hung up, writes go nowhere. */
export type Sink = {
  /** False: stop until `onDrain`'s callback is called. */
  write(bytes: Buffer | string): boolean
  /** Called each time writing may go on after a `false`. */
  onDrain(callback: () => void): void
  end(): void
  /** Ends without the mark of a complete answer. */
  destroy(): void
}
