/** What is written together with a movement of money, in its statement: all of it, or none. */
export type Journal = {
  name: string
  /**
   * In order: a name, and a statement that may read the movement, the items' rows, and those before. Where money is set aside
   * the movement is `held`, and the rows are in `$2`; where holds end it is `settled`, and the rows are in halves: each its own
   * in `$6`, the shared ones there are in `$7`, and in `$8` which of these, counted from 1, each has.
   */
  writes: Readonly<Record<string, string>>
}

/**
 * What a journal books with a settlement, in two halves: most of what the rows of a group say is the same in all of them, and
 * goes to the database once.
 */
export type JournalRow = { own: object; shared: object }
