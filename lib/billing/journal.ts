/** What is written together with a movement of money, in its statement: all of it, or none. */
export type Journal = {
  name: string
  /**
   * In order: a name, and a statement that may read the movement, the items' rows, and those before. Where money is set aside
   * the movement is `held`, and the rows are in `$2`.
   */
  writes: Readonly<Record<string, string>>
}

/**
 * Where holds end the movement is `settled`, and the rows are in halves: in `$6` the shared ones there are, in `$7` which of
 * these, counted from 1, each row has, and from `$8` on its own half, column by column.
 */
export type SettlementJournal = Journal & {
  /** The columns of the own half, in order. */
  own: readonly string[]
}

/**
 * What a journal books with a settlement, in two halves: most of what the rows of a group say is the same in all of them, and
 * goes to the database once. A shared half that is the very same object as before is not written as text again.
 */
export type JournalRow = {
  own: Readonly<Record<string, string | number | null | undefined>>
  shared: object
}
