/** What is written together with a movement of money, in its statement: all of it, or none. */
export type Journal = {
  name: string
  /**
   * In order: a name, and a statement that may read the movement (`settled`, or `held` where money is set aside), the items'
   * rows in `$2`, and those before.
   */
  writes: Readonly<Record<string, string>>
}
