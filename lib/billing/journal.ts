/** What is written together with a movement of money, in its statement: all of it, or none. */
export type Journal = {
  name: string
  /**
   * In order: a name, and a statement that may read the movement, the items' rows, and those before. Where money is set aside
   * the movement is `held`, and the rows are in `$2`; where holds end it is `settled`, and the rows are in `$6`. Both as JSON.
   */
  writes: Readonly<Record<string, string>>
}
