/** Where the places of a process get their work from, and whom they tell how it ended. Everything here may be asked twice. */
export type WorkSource<Piece extends object, Result> = {
  /** `<room>.<verb>` */
  name: string
  /** Pieces at once in this process. */
  concurrency(): number
  /** A group (a customer) has a limit of its own, so that one piece that ends may let another one begin. */
  hasGroups: boolean
  /** Takes up to `free` pieces that are due, for this process alone. `mayHaveMore`: another fetch at once may find some. */
  fetch(free: number, running: readonly Piece[]): Promise<{ pieces: Piece[]; mayHaveMore: boolean }>
  perform(piece: Piece, signal: AbortSignal): Promise<Result>
  /** A piece that runs longer is stopped and counts as failed. */
  expireSeconds(piece: Piece): number
  /** Is tried until it succeeds. */
  report(ended: readonly Ended<Piece, Result>[]): Promise<void>
  /** Says that they are being worked on; answers those that somebody else has meanwhile. */
  touch(pieces: readonly Piece[]): Promise<readonly Piece[]>
  /** What was begun and will not be finished here. */
  giveBack(pieces: readonly Piece[], reason: Error): Promise<void>
}

export type Ended<Piece, Result> = { piece: Piece } & (
  | { ok: true; result: Result }
  | { ok: false; error: unknown }
)
