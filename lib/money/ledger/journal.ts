/** What is written in the same statement as a movement of money: all or nothing. */
export type Journal = {
  name: string
  /**
   * In order: a name, and a statement that may read the movement, the items' rows, and those before. Where money is set aside
   * the movement is `held`, and the rows are in `$2`; where holds end it is `settled`, and the rows are in `$6`. Both as JSON.
   */
  writes: Readonly<Record<string, string>>
}
